/**
 * An executor's declaration with every path filled in: literally what will run. Pure to compute
 * (`workflow/executors/`), shown to people before they decide, hashed into their decision, then run.
 * Holds no secret: `${…}` exists in connections only (R2.6). May import: model.
 */

import type { ErrorClass } from './error.ts'
import type { ExecutorKinds, HttpMethod, OrchestratorAction, Retry } from './executor.ts'
import type { JsonObject, JsonValue } from './json.ts'
import type { ContentBlock } from './response.ts'

export interface CallKinds {
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

/** A kind of executor without a literal call of its own does not compile. */
export type CallOf<Kind extends keyof ExecutorKinds> = {
  [Each in Kind]: { kind: Each } & CallKinds[Each]
}[Kind]

export type ResolvedCall = CallOf<keyof ExecutorKinds>

/** Everything that one step may run: the call and its fallbacks, in order, each under the same policy. */
export interface Plan {
  /** Never empty. */
  calls: [PlannedCall, ...PlannedCall[]]
  /** Of one attempt. */
  timeoutMs: number | null
  retry: Retry | null
}

export interface PlannedCall {
  call: ResolvedCall
  /** The template of its key; null: none. */
  idempotencyKey: string | null
}

export interface PlannedBranch extends Plan {
  onFailure: 'abort' | 'continue'
}

export interface NewEvidence {
  kind: string
  summary: string
  data: JsonValue
}

export interface BranchEnd {
  /** In seconds. */
  duration: number
  /** It failed, and was gone on without. */
  error?: JsonObject
}

/** How an execution ended. A failure is a value: only bugs throw. */
export type ExecutionOutcome =
  | {
      ok: true
      output: JsonValue
      evidence: NewEvidence[]
      content: ContentBlock[]
      /** Of parallel branches that have ended. */
      branchEnds?: Record<string, BranchEnd>
    }
  | {
      ok: false
      errorClass: ErrorClass
      /** A sentence for a model and a person; no stack trace, no secret. */
      message: string
      details?: JsonValue
      content: ContentBlock[]
      /** The effect may have happened although no answer came. */
      uncertain: boolean
      /** The other side said when to come back (`Retry-After`). */
      retryAfterMs?: number
    }
