/**
 * THE CONTRACT between the desk's window and the gateway: every call (request schema, reply type), every
 * push, every view type. Nothing else crosses, over IPC or over the browser desk's HTTP.
 * May import: model (types only).
 */
import Type, { type Static, type TSchema } from 'typebox'
import type { ApprovalKind, ApprovalStatus } from '../main/model/approval.ts'
import type { Actor, Risk } from '../main/model/definition.ts'
import type { Evidence, InstanceStatus } from '../main/model/instance.ts'
import type { JsonObject, JsonSchema, JsonValue } from '../main/model/json.ts'

// ── views ────────────────────────────────────────────────────────────────────────────────────────

/** One health vocabulary everywhere. */
export type Health = 'starting' | 'healthy' | 'degraded' | 'down' | 'needs_sign_in' | 'changed'

export interface ConnectionView {
  name: string
  kind: 'mcp' | 'cli' | 'rest'
  title: string
  /** The literal command line or address, unresolved. */
  target: string
  health: Health
  /** Last error in full, as a sentence. */
  error: string | null
  tools: number
  /** When the state last changed. */
  since: string
  /** Newest lines of the server's standard error, secrets removed. */
  logTail: string[]
}

export interface DeskStatus {
  /** `draining` while it hands over or stops. */
  gateway: 'running' | 'draining'
  version: string
  workspace: { name: string; configuration: string; dataFolder: string; sample: boolean }
  mcpUrl: string
  clients: { label: string; client: string; transport: 'stdio' | 'http'; since: string }[]
  /** Connections that are not healthy. */
  unhealthy: { name: string; health: Health }[]
  person: { name: string; roles: string[] }
  pending: number
  runtime: { node: string; electron: string | null; platform: string }
}

/**
 * A piece of the sentence of a card. `author` words come from the configuration; `quote` is what an agent or a
 * server said: shown as a chip, on one line, never as part of the sentence (R5.9).
 */
export type SentencePart = { kind: 'author'; text: string } | { kind: 'quote'; text: string }

export interface InboxItem {
  id: string
  kind: ApprovalKind
  status: ApprovalStatus
  sentence: SentencePart[]
  /** Which gate, rule or actor asked. */
  because: string
  risk: Risk
  riskReason: string
  workflowId: string
  definitionId: string
  definitionTitle: string
  state: string
  queue: string | null
  client: string
  requestedBy: string
  requestedAt: string
  deadlineAt: string | null
  decision: { by: string; at: string; outcome: string; comment: string } | null
}

/** What a button does. */
export interface Outcome {
  /** Passed back to `inbox.preview` and `inbox.decide`. */
  name: string
  /** The verb and the object, for the button. */
  label: string
  description: string | null
  tone: 'approve' | 'refuse' | 'neutral'
  /** A second gesture is needed (`risk: high`, `confirm`). */
  confirm: boolean
  /** Form for the person, if the outcome takes arguments. */
  inputSchema: JsonSchema | null
  /** Prefilled arguments. */
  arguments: JsonObject
}

/** A step that will run by itself after a decision. */
export interface PreviewStep {
  state: string
  transition: string
  title: string
  /** The literal command, URL or tool call; null where it does nothing. */
  call: string | null
  because: string
  /** True if values are only known when it runs. */
  approximate: boolean
}

/** What will happen if this outcome is chosen; computed from the definition, not told by anyone. */
export interface Preview {
  outcome: string
  /** The literal call of the decision itself; null where nothing runs. */
  call: string | null
  /** Possible next states; more than one where a branch depends on a result. */
  nextStates: string[]
  steps: PreviewStep[]
  /** Where it stops again, in words. */
  stopsAt: string
  problems: { path: string; message: string; expected: string }[]
  /** Bind the decision to this (R5.2). */
  hash: string
}

export interface InboxDetail extends InboxItem {
  outcomes: Outcome[]
  /** What was asked for, with its schema; for kinds that carry arguments. */
  asked: { arguments: JsonObject; schema: JsonSchema | null } | null
  input: JsonObject
  context: JsonObject
  evidence: Evidence[]
  history: TimelineEntry[]
  diagram: Diagram
  guidance: { goal: string | null; instructions: string | null }
  /** The item is shown but cannot be decided any more, and why. */
  closedBecause: string | null
}

export interface RunSummary {
  id: string
  definitionId: string
  title: string
  state: string
  status: InstanceStatus
  version: number
  startedAt: string
  updatedAt: string
  startedBy: string
  owner: string
  /** Whom it waits for, in words; null if it has ended. */
  waitingFor: string | null
  attention: 'needs_person' | 'executing' | 'failed' | 'interrupted' | null
}

export interface Diagram {
  initial: string
  current: string | null
  states: { name: string; title: string; terminal: boolean; visited: boolean }[]
  transitions: { from: string; to: string; name: string; title: string; actor: Actor; taken: boolean }[]
}

export interface TimelineEntry {
  id: string
  at: string
  actor: string
  eventType: string
  /** A sentence about what happened. */
  text: string
  /** Free text of the actor (a comment, an error), shown as a quotation. */
  quote: string | null
  tone: 'neutral' | 'good' | 'bad' | 'person'
  /** Quiet events are folded. */
  quiet: boolean
  raw: JsonObject
}

export interface RunDetail extends RunSummary {
  input: JsonObject
  context: JsonObject
  evidence: Evidence[]
  timeline: TimelineEntry[]
  diagram: Diagram
  deadlineAt: string | null
  guidance: { goal: string | null; instructions: string | null }
  moves: { name: string; title: string; actor: Actor; allowed: boolean; because: string }[]
  failure: { code: string; message: string } | null
  pendingItem: string | null
  endReason: string | null
}

export interface CatalogItem {
  id: string
  kind: 'workflow' | 'capability' | 'connection'
  title: string
  description: string
  tags: string[]
  aliases: string[]
  source: string
  used: { count: number; lastAt: string | null }
}

export interface CatalogDetail extends CatalogItem {
  inputSchema: JsonSchema | null
  /** Exactly what `gateway.describe` answers. */
  seenByModel: JsonValue
  diagram: Diagram | null
  transitions: { state: string; name: string; title: string; actor: Actor; call: string | null }[]
}

export interface SearchExplanation {
  term: string
  field: 'title' | 'id' | 'tags' | 'aliases' | 'description' | 'text'
  strategy: 'exact' | 'prefix' | 'fuzzy'
  /** The word of the field that hit. */
  word: string
  points: number
}

export interface SearchView {
  query: string
  terms: string[]
  total: number
  hint: string | null
  /** Microseconds that the ranking took. */
  elapsedMicros: number
  results: {
    rank: number
    score: number
    item: CatalogItem
    explanation: SearchExplanation[]
  }[]
}

export interface ActivityEntry extends TimelineEntry {
  sequence: number
  workflowId: string | null
  correlationId: string | null
  hash: string
}

export interface SettingsView {
  workspace: { name: string; configuration: string; files: string[]; dataFolder: string; sample: boolean }
  connect: {
    mcpUrl: string
    tokenFile: string
    /** One block of text a client, ready to be copied. */
    snippets: { client: string; file: string | null; language: 'json' | 'toml' | 'shell'; text: string }[]
  }
  people: { name: string; roles: string[]; you: boolean }[]
  clients: { name: string; roles: string[]; permissions: string[]; sees: 'own' | 'all' }[]
  approvals: { timeoutMs: number; holdMs: number }
  problems: { severity: 'error' | 'warning'; file: string; line: number; column: number; message: string }[]
  licences: { name: string; licence: string }[]
}

export interface Paged<Item> {
  items: Item[]
  total: number
  nextCursor: string | null
}

/** The scripted agent of the first run: where it is in its script. */
export interface PlayView {
  running: boolean
  script: 'content_review' | 'file_change' | null
  /** What the agent did and heard, newest last. */
  lines: { at: string; who: 'agent' | 'gateway'; text: string }[]
  workflowId: string | null
  error: string | null
}

// ── calls ────────────────────────────────────────────────────────────────────────────────────────

const Id = Type.String({ minLength: 1, maxLength: 200 })
const Text = Type.String({ maxLength: 10_000 })
const Values = Type.Unsafe<JsonObject>(Type.Object({}, { additionalProperties: true }))
const Cursor = Type.Optional(Type.String({ maxLength: 400 }))
const Limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 500 }))

interface Call<Request extends TSchema, Reply> {
  request: Request
  /** Carries the reply's type; has no value. */
  reply?: Reply
}
function call<Request extends TSchema>(request: Request) {
  return { returns: <Reply>(): Call<Request, Reply> => ({ request }) }
}
const Nothing = Type.Object({}, { additionalProperties: false })
const strict = { additionalProperties: false }

export const CALLS = {
  'desk.status': call(Nothing).returns<DeskStatus>(),

  'inbox.list': call(
    Type.Object(
      {
        status: Type.Optional(Type.Union([Type.Literal('pending'), Type.Literal('decided')])),
        text: Type.Optional(Text),
        limit: Limit,
        cursor: Cursor,
      },
      strict,
    ),
  ).returns<Paged<InboxItem>>(),
  'inbox.item': call(Type.Object({ id: Id }, strict)).returns<InboxDetail>(),
  'inbox.preview': call(Type.Object({ id: Id, outcome: Id, arguments: Values }, strict)).returns<Preview>(),
  /** Fails with SEEN_CHANGED (and the new detail is to be fetched) if anything moved since `hash` was made. */
  'inbox.decide': call(
    Type.Object(
      { id: Id, outcome: Id, arguments: Values, comment: Text, hash: Type.String({ maxLength: 128 }) },
      strict,
    ),
  ).returns<{ item: InboxItem; message: string }>(),

  'runs.list': call(
    Type.Object(
      {
        view: Type.Optional(
          Type.Union([
            Type.Literal('all'),
            Type.Literal('waiting'),
            Type.Literal('running'),
            Type.Literal('failed'),
            Type.Literal('ended'),
          ]),
        ),
        text: Type.Optional(Text),
        limit: Limit,
        cursor: Cursor,
      },
      strict,
    ),
  ).returns<Paged<RunSummary>>(),
  'runs.get': call(Type.Object({ id: Id }, strict)).returns<RunDetail>(),
  'runs.cancel': call(Type.Object({ id: Id, reason: Text }, strict)).returns<RunSummary>(),

  'catalog.list': call(
    Type.Object(
      {
        text: Type.Optional(Text),
        kind: Type.Optional(Type.Union([Type.Literal('workflow'), Type.Literal('capability')])),
      },
      strict,
    ),
  ).returns<CatalogItem[]>(),
  'catalog.item': call(Type.Object({ id: Id }, strict)).returns<CatalogDetail>(),
  'connections.list': call(Nothing).returns<ConnectionView[]>(),
  'connections.restart': call(Type.Object({ name: Id }, strict)).returns<ConnectionView>(),

  'search.query': call(
    Type.Object(
      {
        query: Type.String({ maxLength: 2000 }),
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
      },
      strict,
    ),
  ).returns<SearchView>(),

  'activity.list': call(
    Type.Object(
      {
        text: Type.Optional(Text),
        workflowId: Type.Optional(Id),
        correlationId: Type.Optional(Id),
        eventType: Type.Optional(Id),
        limit: Limit,
        cursor: Cursor,
      },
      strict,
    ),
  ).returns<Paged<ActivityEntry>>(),

  'settings.get': call(Nothing).returns<SettingsView>(),

  /** The scripted agent: a real MCP client against this gateway. */
  'play.start': call(
    Type.Object(
      { script: Type.Union([Type.Literal('content_review'), Type.Literal('file_change')]) },
      strict,
    ),
  ).returns<PlayView>(),
  'play.status': call(Nothing).returns<PlayView>(),
  'play.stop': call(Nothing).returns<PlayView>(),
} as const

export type CallName = keyof typeof CALLS
export type RequestOf<Name extends CallName> = Static<(typeof CALLS)[Name]['request']>
export type ReplyOf<Name extends CallName> = NonNullable<(typeof CALLS)[Name]['reply']>

/** Errors cross as data and are rebuilt on the other side. */
export type DeskErrorCode =
  | 'UNKNOWN_CALL'
  | 'INVALID_REQUEST'
  | 'NOT_FOUND'
  | 'SEEN_CHANGED'
  | 'ALREADY_DECIDED'
  | 'NOT_ALLOWED'
  | 'REJECTED'
  | 'OFFLINE'
  | 'SIGNED_OUT'
  | 'INTERNAL'
export interface DeskErrorData {
  code: DeskErrorCode
  /** A sentence for a person. */
  message: string
  details?: JsonValue
}
export type Reply<Name extends CallName> =
  | { ok: true; value: ReplyOf<Name> }
  | { ok: false; error: DeskErrorData }

// ── pushes ───────────────────────────────────────────────────────────────────────────────────────

/** A push carries a name and an id, never data; the window asks again. */
export type Push =
  | { topic: 'instance'; id: string }
  | { topic: 'approval'; id: string }
  | { topic: 'audit' }
  | { topic: 'connection'; id: string }
  | { topic: 'configuration' }
  | { topic: 'clients' }
  | { topic: 'play' }
  /** The shell asks the window to go somewhere: a hash route. */
  | { topic: 'navigate'; id: string }

/** What the preload puts on `window.countersign`, and what the browser desk builds over HTTP. */
export interface Bridge {
  kind: 'app' | 'browser'
  call(
    name: CallName,
    request: unknown,
  ): Promise<{ ok: true; value: unknown } | { ok: false; error: DeskErrorData }>
  /** Returns the function that ends the subscription. */
  onPush(listener: (push: Push) => void): () => void
  /** Whether pushes arrive at present. */
  onLink(listener: (connected: boolean) => void): () => void
}
