/**
 * What does the work of a step, as it is stored: defaults filled in, nothing resolved, one shape a kind. What a kind
 * means stands in `workflow/executors/`, how it is written in `config/executors/`, what runs it in `executors/`.
 * May import: model.
 */
import type { ErrorClass } from './error.ts'
import type { Guard } from './guard.ts'
import type { JsonObject, JsonValue } from './json.ts'

/**
 * Values with `$.path` strings and operators (`add subtract multiply divide set concat`) in them;
 * a key of the mapping is the key that is written.
 */
export type Mapping = Record<string, JsonValue>

/** Whether running it twice does no harm, or a key by which the other side recognises a repetition. */
export interface Repetition {
  idempotent: boolean
  /** `true`, or a template with `{workflowId}`, `{transition}`, `{correlationId}`. */
  idempotencyKey?: true | string
}

export const HTTP_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const
export type HttpMethod = (typeof HTTP_METHODS)[number]

/** These change nothing, whatever their address. */
export function isReadingMethod(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** The four capabilities of seed 004. */
export const ORCHESTRATOR_ACTIONS = [
  'run_workflow',
  'list_workflows',
  'create_workflow',
  'cancel_workflow',
] as const
export type OrchestratorAction = (typeof ORCHESTRATOR_ACTIONS)[number]

export interface ParallelBranch {
  executor: ExecutorDeclaration
  reliability?: Reliability
  /** It is left out unless this holds. */
  when?: Guard
  /** `continue`: its failure is a result, not a failure of the whole. */
  onFailure: 'abort' | 'continue'
}

export interface ExecutorKinds {
  /** `map`: of who calls it as a capability; without it, the arguments as they are. */
  noop: { map?: Mapping; idempotent?: boolean }
  cli: {
    /** A `cli` connection that supplies command, working directory and environment. */
    connection?: string
    command?: string
    args: JsonValue[]
    workingDirectory?: string
    env: Record<string, string>
    stdin?: string
    treatNonZeroAsFailure: boolean
    /** Whether a value may begin with `-` (R7.1). */
    allowDash?: boolean
  } & Repetition
  mcp: { connection: string; tool: string; map?: Mapping } & Repetition
  rest: {
    connection: string
    method: HttpMethod
    /** Below the base address; `{name}` is filled in from arguments, context and input, encoded. */
    path: string
    query: Mapping
    headers: Record<string, string>
    body?: JsonValue
  } & Repetition
  workflow: { definitionId: string; input?: Mapping } & Repetition
  parallel: {
    branches: Record<string, ParallelBranch>
    /** How many run at once. */
    limit: number
    join: 'all' | 'any'
  }
  /** The engine's own; cannot be declared. */
  orchestrator: { action: OrchestratorAction }
  human: { queue?: string; timeoutMs?: number }
}

/** What each is with every path filled in; what may be left out of a declaration is null here. */
export interface CallKinds<PlannedBranch> {
  noop: { output: JsonValue }
  cli: {
    connection: string | null
    command: string
    args: string[]
    workingDirectory: string | null
    env: Record<string, string>
    stdin: string | null
    treatNonZeroAsFailure: boolean
  }
  mcp: { connection: string; tool: string; arguments: JsonObject }
  rest: {
    connection: string
    method: HttpMethod
    /** As the connection declares it, `${…}` unresolved. */
    baseUrl: string
    /** Below it, with the query, encoded. */
    path: string
    /** The executor's own; those of the connection are added where it runs. */
    headers: Record<string, string>
    /** Undefined: none. */
    body?: JsonValue
  }
  workflow: { definitionId: string; input: JsonObject }
  parallel: { branches: Record<string, PlannedBranch>; limit: number; join: 'all' | 'any' }
  orchestrator: { action: OrchestratorAction; arguments: JsonObject }
  human: { queue: string | null; timeoutMs: number | null; arguments: JsonObject }
}

export type ExecutorOf<Kind extends keyof ExecutorKinds> = {
  [Each in Kind]: { kind: Each } & ExecutorKinds[Each]
}[Kind]

export type ExecutorDeclaration = ExecutorOf<keyof ExecutorKinds>

/** `permanent`: whatever the failure; only steps with `onFailure: retry` have it. */
export type RetryClass = ErrorClass

export interface Retry {
  /** The first one included. */
  maxAttempts: number
  backoff: 'none' | 'fixed' | 'exponential'
  /** Milliseconds. */
  initialDelayMs: number
  maxDelayMs: number
  jitter: boolean
  retryOn: RetryClass[]
}

/** What happens when an executor fails. Without it: one attempt. */
export interface Reliability {
  /** Of one attempt. */
  timeoutMs?: number
  retry?: Retry
  /** Tried in order, each with the same policy, when the one before has failed for good. */
  fallback: ExecutorDeclaration[]
}
