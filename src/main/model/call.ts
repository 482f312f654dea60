/**
 * An executor's declaration with every path filled in: literally what will run. Pure to compute
 * (`workflow/executors/`), shown to people before they decide, hashed into their decision, then run.
 * Holds no secret: `${…}` exists in connections only (R2.6). May import: model.
 */

import { type ErrorClass, isTimeout } from './error.ts'
import type { CallKinds, ExecutorKinds, Retry } from './executor.ts'
import type { JsonObject, JsonValue } from './json.ts'
import type { ContentBlock } from './response.ts'

/** A kind of executor without a literal call of its own does not compile. */
export type CallOf<Kind extends keyof ExecutorKinds> = {
  [Each in Kind]: { kind: Each } & CallKinds<PlannedBranch>[Each]
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
      /** What it names was taken away meanwhile: nothing follows it (`Failure.gone`). */
      gone?: true
    }

export type FailedOutcome = Extract<ExecutionOutcome, { ok: false }>

/** It has given an output, and there is nothing else to remember of it. */
export function plainOutcome(output: JsonValue): Extract<ExecutionOutcome, { ok: true }> {
  return { ok: true, output, evidence: [], content: [] }
}

/** `uncertain`: it may have taken effect all the same. */
export function failure(errorClass: ErrorClass, message: string, uncertain = false): FailedOutcome {
  return { ok: false, errorClass, message, content: [], uncertain }
}

/** Trying again does not help. */
export function permanentFailure(message: string, uncertain = false): FailedOutcome {
  return failure('permanent', message, uncertain)
}

/** Somebody has stopped it, or its time was up. `say` is given why, as it goes on after a sentence. */
export function stoppedFailure(
  { reason }: AbortSignal,
  say: (why: string) => string,
  uncertain = false,
): FailedOutcome {
  return isTimeout(reason)
    ? failure('timeout', say(', because it took too long'), uncertain)
    : failure('permanent', say(''), uncertain)
}
