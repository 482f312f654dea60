/** What the attempts of one plan share. */
import type { ExecutionOutcome, FailedOutcome, ResolvedCall } from '../../model/call.ts'
import type { CallContext } from '../call-context.ts'
import type { ExecutionContext } from '../ports.ts'

export type Progress = ExecutionContext['progress']

export interface PlanRun {
  context: CallContext
  workflowId: string
  /** Aborted when all of it must stop. */
  signal: AbortSignal
  /** Of a parallel executor; null: this is the plan of the step itself. */
  branch: string | null
  /** The most branches that run at once, whatever the executor says. */
  parallelLimit: number
  /** The key for a call that declares this template. */
  keyOf(template: string, branch: string | null): string
  /** Makes a step between two attempts durable before the next one begins. */
  note(note: PlanNote): Promise<void>
  /** Runs the branches of a parallel call. */
  runParallel(
    run: PlanRun,
    call: Extract<ResolvedCall, { kind: 'parallel' }>,
    progress: Progress,
  ): Promise<ExecutionOutcome>
  /** Whether people must approve this fallback before it may run. */
  isHeld(position: number): boolean
}

export type PlanNote =
  | {
      kind: 'retry'
      branch: string | null
      call: ResolvedCall
      /** The one that failed, from 1, and how many there may be. */
      attempt: number
      attempts: number
      delayMs: number
      failed: FailedOutcome
    }
  | { kind: 'fallback'; branch: string | null; position: number; call: ResolvedCall; failed: FailedOutcome }
