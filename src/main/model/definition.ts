/**
 * What a configuration declares, normalised: defaults filled in, spellings unified (`all_of` → `allOf`),
 * nothing resolved. A Definition is plain JSON: it is stored by content hash and pinned by running instances.
 * May import: model.
 */
import type { JsonObject, JsonSchema, JsonValue } from './json.ts'

/** Who may fire a transition. `deterministic` and `system` are the engine's own. */
export type Actor = 'agent' | 'human' | 'deterministic' | 'system'

export type Guard =
  | { kind: 'permission'; permission: string }
  | { kind: 'role'; role: string }
  | { kind: 'expr'; expr: string }
  | { kind: 'evidence'; requires: EvidenceRequirement[] }
  | { kind: 'allOf'; guards: Guard[] }
  | { kind: 'anyOf'; guards: Guard[] }
  | { kind: 'not'; guard: Guard }

export interface EvidenceRequirement {
  kind: string
  count: number
  /** Count different people, not entries. */
  distinct: boolean
}

/**
 * Values with `$.path` strings and operators (`add subtract multiply divide set concat`) in them;
 * a key of the mapping is the key that is written.
 */
export type Mapping = Record<string, JsonValue>

export type ExecutorDeclaration =
  | { kind: 'noop'; idempotent?: boolean }
  | {
      kind: 'cli'
      /** A `cli` connection that supplies command, working directory and environment. */
      connection?: string
      command?: string
      args: JsonValue[]
      workingDirectory?: string
      env: Record<string, string>
      stdin?: string
      treatNonZeroAsFailure: boolean
      idempotent: boolean
    }
  | { kind: 'mcp'; connection: string; tool: string; map?: Mapping; idempotent: boolean }
  | { kind: 'human'; queue?: string }

export interface Branch {
  when: Guard
  target: string
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
  /** One-line template for people, `{path}` places filled from arguments, context and input. */
  summary?: string
  risk?: Risk
  confirm?: boolean
}

export interface OnEnter {
  executor: ExecutorDeclaration
  output: Mapping
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
  onTimeout?: { target: string }
  linkFilter: LinkFilter
  states: Record<string, State>
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
  source: { kind: 'expose' } | { kind: 'import'; connection: string; tool: string }
  /** True only when the declaration, or the pinned definition of the tool, says that it changes nothing. */
  readOnly: boolean
}

/** The workflow that every capability runs in: one state, `ready`, that leads back to itself (seed 003). */
export const PROXY_DEFINITION = 'proxy_default'
export const PROXY_STATE = 'ready'
