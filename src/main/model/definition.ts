/**
 * What a configuration declares, normalised: defaults filled in, spellings unified (`all_of` → `allOf`),
 * nothing resolved. A Definition is plain JSON: it is stored by content hash and pinned by running runs.
 * May import: model.
 */
import type { ExecutorDeclaration, Mapping, Reliability } from './executor.ts'
import type { Guard } from './guard.ts'
import type { JsonObject, JsonSchema } from './json.ts'

/** Who may fire a transition. `deterministic` and `system` are the engine's own. */
export type Actor = 'agent' | 'human' | 'deterministic' | 'system'

/** People with this role or this permission; with both, both are needed. */
export interface Deciders {
  role?: string
  permission?: string
}

/** Nothing behind it runs before people have approved it. */
export interface Gate {
  required: true | 'unlessReadOnly'
  queue?: string
  /** Milliseconds after which it is refused; absent: `approvals.timeoutMs`. */
  timeoutMs?: number
  /** How many different people must approve. */
  quorum: number
  notRequester: boolean
  /** What is behind it is of high risk, whatever the step says that meets it. */
  risk?: 'high'
  by?: Deciders
  except?: GateException
}

/** While every guard holds and the time is not past, its gate does not stand before the call. */
export interface GateException {
  /** Of what is declared, and where: an exception that the configuration in force does not declare any more is none. */
  id: string
  /** Where the gate is declared, for example `connections.files`. */
  of: string
  when: Guard[]
  /** ISO time, inclusive. */
  until: string
}

/** Evidence that a transition records of itself when it has completed. */
export interface DeclaredEvidence {
  kind: string
  /** A template like `summary` of a transition. */
  summary?: string
  data: Mapping
}

export interface Branch {
  when: Guard
  target: string
}

/** What the transition of a step (`steps:`) records under `context.steps`. */
export interface StepRecord {
  name: string
  as: 'success' | 'skipped' | 'refused'
  /** The branches of a parallel group: each is recorded by itself, too. */
  members: string[]
}

export type Risk = 'low' | 'medium' | 'high'

export interface Transition {
  target: string
  title?: string
  description?: string
  actor: Actor
  inputSchema?: JsonSchema
  prefill: Mapping
  guards: Guard[]
  executor?: ExecutorDeclaration
  output: Mapping
  branches: Branch[]
  /** Absent: none, as in what an earlier version stored. */
  evidence?: DeclaredEvidence[]
  reliability?: Reliability
  /** Declared here, or on the capability that this calls; those of connections and imports are live. */
  gates?: Gate[]
  step?: StepRecord
  /** Where it leads when its executor has failed for good; absent: the state stays. */
  onFailure?: { target: string }
  /** One-line template for people, `{path}` places filled from arguments, context and input. */
  summary?: string
  /** Path to what it is about; an earlier decision about the same is what a card compares with. */
  subject?: string
  risk?: Risk
  confirm?: boolean
  /** For so many milliseconds a decision can be taken back before it runs (R5.6). */
  undoMs?: number
}

export interface OnEnter {
  executor: ExecutorDeclaration
  output: Mapping
  reliability?: Reliability
}

export type LinkFilter = 'all' | 'byGuards'

export interface State {
  title?: string
  description?: string
  goal?: string
  guidance?: string
  onEnter?: OnEnter
  linkFilter?: LinkFilter
  /** Declared, or true because the state has no transitions (R2.5). */
  terminal: boolean
  transitions: Record<string, Transition>
}

export interface Definition {
  id: string
  /** The author's version label; "1" when none is declared. */
  version: string
  title: string
  description?: string
  tags: string[]
  aliases: string[]
  examples: string[]
  inputSchema?: JsonSchema
  guards: Guard[]
  initialState: string
  initialContext: JsonObject
  maxChainDepth: number
  timeoutMs?: number
  onTimeout?: { target: string; executor?: ExecutorDeclaration }
  linkFilter: LinkFilter
  states: Record<string, State>
}

/** Every transition of every state, in the order of their declaration. */
export function transitionsOf({ states }: Pick<Definition, 'states'>): Transition[] {
  return Object.values(states).flatMap(({ transitions }) => Object.values(transitions))
}

/** Where a transition may lead when it has completed. */
export function successTargets({ target, branches }: Pick<Transition, 'target' | 'branches'>): string[] {
  return [target, ...branches.map((branch) => branch.target)]
}

/** Where a transition may lead, also when it has failed. */
export function targetsOf(transition: Pick<Transition, 'target' | 'branches' | 'onFailure'>): string[] {
  const { onFailure } = transition
  return [...successTargets(transition), ...(onFailure === undefined ? [] : [onFailure.target])]
}

/** One callable thing behind the gateway: exposed by hand, or imported from an MCP server. */
export interface Capability {
  id: string
  title: string
  description: string
  tags: string[]
  aliases: string[]
  examples: string[]
  inputSchema?: JsonSchema
  outputSchema?: JsonSchema
  guards: Guard[]
  executor: ExecutorDeclaration
  reliability?: Reliability
  gates?: Gate[]
  source: { kind: 'expose' } | { kind: 'import'; connection: string; tool: string } | { kind: 'engine' }
  /** True only when the declaration, or the pinned definition of the tool, says that it changes nothing. */
  readOnly: boolean
}

/** The workflow that every capability runs in: one state, `ready`, that leads back to itself (seed 003). */
export const PROXY_DEFINITION = 'proxy_default'
export const PROXY_STATE = 'ready'
