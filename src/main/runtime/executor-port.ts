/** What runs a resolved call, as the runtime needs it. */
import type { ExecutionOutcome, FailedOutcome, ResolvedCall } from '../model/call.ts'
import type { Principal } from '../model/principal.ts'

export interface ExecutionContext {
  /** Aborted when the call must stop: cancelled, timed out, or the gateway closes. */
  signal: AbortSignal
  correlationId: string
  workflowId: string
  /** Who calls, or decided that it runs; the engine where it does so by itself. */
  caller?: Principal
  /** The same over attempts, fallbacks and a repetition after a crash; null: none is declared. */
  idempotencyKey: string | null
  /** Progress of the execution, passed on to the caller. */
  progress(update: { progress: number; total?: number; message?: string }): void
  /** The connection that the call goes through, and whose limits hold for it; null: none. */
  connection: string | null
  /** The call waits for a free place at this connection; returns what ends that. */
  queued?(connection: string): () => void
  /** Why the call is not to be made any more; to be asked when it has waited, right before it is. */
  objection?(): FailedOutcome | null
}

/** Runs resolved calls of its kind. Failures are values; a throw is a bug and becomes INTERNAL. */
export interface Executor {
  run(call: ResolvedCall, context: ExecutionContext): Promise<ExecutionOutcome>
}
/** Waiting for people and runs, and running several at once, is the runtime's own work. */
export type Executors = {
  [Kind in Exclude<ResolvedCall['kind'], 'human' | 'workflow' | 'parallel'>]: Executor
}
