/** What every kind of executor says of itself. Pure. May import: model, workflow, but no table of kinds. */
import type { CallOf, Plan, PlannedBranch, ResolvedCall } from '../../model/call.ts'
import { sayDisabled } from '../../model/configuration.ts'
import type {
  ExecutorDeclaration,
  ExecutorKinds,
  ExecutorOf,
  Mapping,
  ParallelBranch,
  Reliability,
  Repetition,
} from '../../model/executor.ts'
import type { Guard } from '../../model/guard.ts'
import { type JsonObject, type JsonValue, present } from '../../model/json.ts'
import type { Moment } from '../scope.ts'
import { quoteName } from '../wording/quote.ts'

export interface ConnectionLookup {
  /** Command and working directory of a `cli` connection; null if there is none of that name. */
  cliConnection(name: string): { command?: string; workingDirectory?: string } | null
  /** Base address of a `rest` connection, unresolved; null if there is none of that name. */
  restConnection(name: string): { baseUrl: string } | null
  /** Whether there is an `mcp` connection of that name; absent: there is. */
  isMcpConnection?(name: string): boolean
  /** Whether a person has switched the connection of that name off; absent: nobody has. */
  isDisabled?(name: string): boolean
  /** The definition of that id; null if there is none, absent: there is one. */
  workflow?(id: string): object | null
}

export type Resolution<Call = ResolvedCall> = { ok: true; call: Call } | ResolutionRefusal
export type PlanResolution = { ok: true; plan: Plan } | ResolutionRefusal

export interface ResolutionRefusal {
  ok: false
  /** A sentence that says why it cannot be called. */
  message: string
  /** The path, or what stands in a `{place}`, whose value is missing; absent: it is something else. */
  missing?: string
  /** What it names is not declared any more, or switched off: nothing follows, here or where the run is waited for (R2.4). */
  gone?: true
}

/** A call over it would fail for certain, and what follows a failure come about by the switch alone. */
export function refuseDisabled(
  name: string | null,
  { isDisabled }: Pick<ConnectionLookup, 'isDisabled'>,
): ResolutionRefusal | null {
  return name !== null && isDisabled?.(name) ? gone(sayDisabled(name)) : null
}

export function gone(message: string): ResolutionRefusal {
  return { ok: false, message, gone: true }
}

/** Where a field stands in a declaration, as written in a configuration. */
export type FieldPath = readonly (string | number)[]

/** What becomes of the fields in which paths are filled in, by the way in which they are (R2.6). */
export interface FieldEdit {
  /** Paths stand anywhere in the text. */
  text(text: string, at: FieldPath): string
  /** The same for a value with texts and operators at any depth. */
  value(value: JsonValue, at: FieldPath): JsonValue
  /** A text that goes into a header. */
  header(text: string, at: FieldPath): string
  /** A text in which `{name}` is filled in, too, and a value fills a part that it cannot leave. */
  template(text: string, at: FieldPath, form: TemplateForm): string
  /** Paths stand alone. Undefined: the arguments as they are. */
  mapping(mapping: Mapping | undefined, at: FieldPath): Mapping | undefined
  /** Of a branch; undefined: it has none any more. */
  when(guard: Guard, at: FieldPath): Guard | undefined
}

/** Of a text with places for values. */
export interface TemplateForm {
  /** What a value is written as: in an address, in a file's name … */
  write(value: string): string
  /** What is refused where a place has no value, as a noun for people. */
  of: string
}

/** By which calls a declaration is recognised, and found again among many. */
export interface CallIdentity {
  /** Its gates are looked for under these. */
  keys: string[]
  /** Whether the gates of the declaration hold for a call that is found under a key: rather for too many, however a value is spelt. */
  reaches(call: ResolvedCall): boolean
  /** Whether the call is one that the declaration itself makes, and no other. */
  makes(call: ResolvedCall): boolean
}

/**
 * What the engine does itself for one kind each, reading the fields of its call; any other kind acts, also one that
 * changes nothing and only takes its time.
 */
interface EngineWork {
  /** Nobody is called: the call holds the outcome. */
  noop: 'nothing'
  /** A run of its own is waited for. */
  workflow: 'starts'
  /** A person is waited for. */
  human: 'asks'
  /** Others run inside it, all at once, and nothing of its own. */
  parallel: 'holds'
}

/** A program, a folder, an environment, headers. */
interface OwnValues<Executor> {
  /** The program that it names itself. */
  program(executor: Executor): string | undefined
  areGiven(executor: Executor): boolean
  without(executor: Executor, keepsProgram: boolean): Executor
}

/** `inner` does the same for an executor inside this one. */
export interface ExecutorKind<Kind extends keyof ExecutorKinds> {
  does: Kind extends keyof EngineWork ? EngineWork[Kind] : 'acts'
  /** What it runs, as a noun for people (“What the … does may be done twice”); null where there is nothing to name. */
  noun: string | null
  /** What happens, between “The decision ”, or “A step that follows by itself ”, and a full stop; null: nothing of its own. */
  effect(executor: ExecutorOf<Kind>): string | null
  /** Whether it changes nothing, by its own form. What runs inside it is looked at on its own. */
  readsOnly(subject: ExecutorOf<Kind> | CallOf<Kind>): boolean
  /**
   * How a workflow that an agent proposes may hold it (R6.3): `byConnection`: it names what people have declared, and no
   * command or address of its own.
   */
  proposed: 'freely' | 'byConnection' | 'never'
  /** Fields of its document by which it would reach something that no connection names: forbidden to a proposed executor of any kind. */
  inline: readonly string[]
  /** Kinds of evidence that the engine records of its calls. */
  records: readonly string[]
  /** Whether it may be run again without asking anybody (R4.7). `declared`: if it says so, or only reads. */
  repeats: 'always' | 'never' | 'declared'

  /** The connection that it goes through; null: none. */
  connection(subject: ExecutorOf<Kind> | CallOf<Kind>): string | null
  /** The same over the connection that `edit` makes of its own; null: of none, where it may be declared without. */
  withConnection(executor: ExecutorOf<Kind>, edit: (name: string | null) => string | null): ExecutorOf<Kind>
  /** The tool of a server that it calls itself; null: it calls none. */
  tool(subject: ExecutorOf<Kind> | CallOf<Kind>): { connection: string; tool: string } | null
  /** What it may give itself, and its connection could give as well; null: nothing. */
  own: OwnValues<ExecutorOf<Kind>> | null
  /** What it declares of being repeated. */
  repetition(executor: ExecutorOf<Kind>): Partial<Repetition>
  /** It makes a definition that only a person can put in force (seed 004). */
  proposes(subject: ExecutorOf<Kind> | CallOf<Kind>): boolean
  /** The workflow that it runs to its end, or only rehearses (seed 004); null: it runs none. */
  runs(call: CallOf<Kind>): { name: string; input: JsonObject; isRehearsal: boolean } | null
  /** The same request with another path below the address of its connection; what is none stays as it is. */
  withPath(executor: ExecutorOf<Kind>, edit: (path: string) => string): ExecutorOf<Kind>
  /** The same in one spelling, where nobody on the other side tells its spellings apart. */
  respell(executor: ExecutorOf<Kind>): ExecutorOf<Kind>

  branches(executor: ExecutorOf<Kind>): Readonly<Record<string, ParallelBranch>>
  withBranches(executor: ExecutorOf<Kind>, branches: Record<string, ParallelBranch>): ExecutorOf<Kind>
  /** Fields of its document that `edit` names as templates: nowhere else is `{name}` filled in (R2.6). */
  templates: readonly string[]
  /** The same declaration with its own fields edited. */
  edit(executor: ExecutorOf<Kind>, edit: FieldEdit, at: FieldPath): ExecutorOf<Kind>

  /** The literal call: every path filled in. */
  resolve(
    executor: ExecutorOf<Kind>,
    scope: Moment,
    connections: ConnectionLookup,
    inner: (branch: Pick<ParallelBranch, 'executor' | 'reliability'>) => PlanResolution,
  ): Resolution<CallOf<Kind>>
  /**
   * The call as gates know it, before its values are known: paths as they are written, and anything of the right type where
   * one stands for what is no text and no gate looks at. Its `keys` are those of the literal call. Null: nothing is called,
   * so that no gate asks on its account and it counts as reading.
   */
  sketch(
    executor: ExecutorOf<Kind>,
    connections: Pick<ConnectionLookup, 'cliConnection'>,
  ): CallOf<Kind> | null
  identity(executor: ExecutorOf<Kind>, connections: Pick<ConnectionLookup, 'cliConnection'>): CallIdentity
  /** Under which the gates of declarations that may be meant are found. */
  keys(call: CallOf<Kind>): string[]
  /** What runs inside the call. */
  inside(call: CallOf<Kind>): Readonly<Record<string, PlannedBranch>>

  /**
   * As it is declared, in the spelling of the configuration, for `explain`: of environments and headers the names only,
   * since values may be secret.
   */
  declare(executor: ExecutorOf<Kind>, inner: (branch: ParallelBranch) => JsonObject): JsonObject
  /** As its author wrote it, in one line: in short, and what it is given. `call` is null where nothing is called. */
  write(
    executor: ExecutorOf<Kind>,
    inner: (branch: { executor: ExecutorDeclaration; reliability?: Reliability }) => string,
  ): { call: string | null; given: string }
  /**
   * The literal call in one line of visible characters, by itself: what a card and a preview say runs, and the log and claims
   * for what they hold of it; also inside another call and after “ — or, if that fails: ”. Null where nothing is called.
   */
  text(call: CallOf<Kind>, inner: (plan: Plan) => string): string | null
  /** The call as data for audit and claims: without the values of environments and headers. */
  describe(call: CallOf<Kind>, inner: (call: ResolvedCall) => JsonObject): JsonObject
  /** What its call does, after “it”, by what `describe` made of it; whatever stands in that is quoted. */
  told(described: JsonObject): string
  /** The call of what `describe` made of it, empty where that left something out; null: its text cannot be told from that. */
  restore(described: JsonObject): CallOf<Kind> | null
  /** Fields of its call that go without saying where its name stands, as long as nothing is filled into them. */
  named: readonly string[]
  /** What a rule may speak of in the call: all that decides what happens. */
  facts(call: CallOf<Kind>): JsonValue
  /** Paths into the call whose value is one argument of the agent, with its name. */
  argumentNames(executor: ExecutorOf<Kind>): Readonly<Record<string, string>>
  /** Maps of its call whose names stand in its declaration, beside the one that it sends. */
  maps: readonly string[]
  /**
   * The map of values that it sends on, by its name in the call, and its template; undefined: the arguments. `takesMore`: it
   * may be them, and so hold some that no schema names.
   */
  sends: {
    name: string
    takesMore: boolean
    template(executor: ExecutorOf<Kind>): JsonValue | undefined
  } | null
}

/** Of a kind in which there is nothing to edit: no path that is filled in, no connection … */
export function asItIs<Any extends ExecutorDeclaration>(executor: Any): Any {
  return executor
}

/**
 * What is safe to say of a kind that runs nothing inside it. Look at each: `named` goes into the words of a rule, `restore` into the
 * log, `argumentNames` and `facts` into rules on arguments, `maps` into which names an agent may add, `proposes` into what is in force
 * only once a person says so.
 */
export const SINGLE = {
  branches: () => ({}),
  withBranches: asItIs,
  records: [],
  inline: [],
  templates: [],
  maps: [],
  restore: () => null,
  named: [],
  inside: () => ({}),
  facts: (call: ResolvedCall) => call as unknown as JsonValue,
  argumentNames: () => ({}),
  repetition: () => ({}),
  proposes: () => false,
  runs: () => null,
  withPath: asItIs,
  respell: asItIs,
} as const

/** Of a kind that always names the connection that it goes through, and may say that it can be repeated. */
export const OVER_CONNECTION = {
  repetition: asItIs,
  connection: ({ connection }: { connection: string }) => connection,
  withConnection: <Any extends { connection: string }>(
    executor: Any,
    edit: (name: string) => string | null,
  ): Any => ({ ...executor, connection: edit(executor.connection) ?? executor.connection }),
}

/** Of a kind that goes through no connection. */
export const NO_CONNECTION = {
  connection: () => null,
  withConnection: asItIs,
  tool: () => null,
  own: null,
}

/** Of a kind whose calls hold nothing that may be secret: they are written down whole. */
export const WRITTEN_WHOLE = {
  describe: (call: ResolvedCall) => ({ ...call }) as unknown as JsonObject,
  restore: (described: JsonObject) => described as never,
}

/** Of a kind that may say that it can be repeated, and holds nothing that may be secret. */
export const declaredWhole = (executor: ExecutorDeclaration & Repetition): JsonObject =>
  present({ ...executor, ...declaredRepetition(executor) }) as JsonObject

const always = () => true

/** Of a kind whose calls are known by a few words of theirs. */
export function knownBy(...words: string[]): CallIdentity {
  return { keys: [keyOf(...words)], reaches: always, makes: always }
}

const never = () => false

/** Of a kind of which no call is made by itself. */
export const NOTHING_CALLED = {
  ...NO_CONNECTION,
  sketch: () => null,
  identity: (): CallIdentity => ({ keys: [], reaches: never, makes: never }),
  keys: () => [],
  write: () => ({ call: null, given: '' }),
  text: () => null,
}

export function keyOf(...words: string[]): string {
  return JSON.stringify(words)
}

/** A value of a described call as a quotation. */
export function quoted(value: JsonValue | undefined): string {
  return typeof value === 'string' && value !== '' ? quoteName(value) : 'something'
}

/** `, name: {…}`, or nothing where there is nothing. */
export function givenAs(name: string, value: JsonValue | undefined): string {
  if (value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0))
    return ''
  return `, ${name}: ${JSON.stringify(value)}`
}

// ── What programs, tools and requests declare of being repeated.

export function declaredRepetition({ idempotent, idempotencyKey }: Repetition): {
  idempotent: true | undefined
  idempotencyKey: string | true | undefined
} {
  return { idempotent: idempotent ? true : undefined, idempotencyKey }
}
