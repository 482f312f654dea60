/** Writing down what the store refuses for a while: dropping it would leave a run that says it is still going on. */
import { GatewayError } from '../../model/error.ts'
import type { UnpersistedOutcome } from '../../workflow/wording/pause.ts'
import type { CallContext, RuntimeParts } from '../call-context.ts'
import type { Clock } from '../ports.ts'
import { pauseFor } from '../time/alarms.ts'
import type { Execution } from './executions.ts'

const AGAIN_MS = 1000

/** Whose step it is, and what of it is to be written. */
export interface ToWrite extends Pick<UnpersistedOutcome, 'transition'> {
  workflowId: string
  what: 'outcome' | 'attempt' | 'move'
}

/**
 * Tries again for as long as the store refuses (a full disk, a database that another program holds). The gateway's end
 * ends it, and so does who stopped the step, and a fault that does not pass by itself: then the claim stands without an
 * outcome, as after a crash, and a person is asked.
 * @throws what the store threw last
 */
export async function untilDurable<Result>(
  { parts, correlationId, beginning }: CallContext,
  execution: Execution,
  { workflowId, transition, what }: ToWrite,
  write: () => Promise<Result>,
): Promise<Result> {
  for (let reported = false; ; reported = true) {
    try {
      const written = await write()
      execution.obstacle = null
      parts.unwritten.set(workflowId, null)
      return written
    } catch (fault) {
      execution.obstacle = null
      // Nobody has heard of it, and it has changed nothing.
      if (beginning?.isWritten === false) throw fault
      if (!isPassing(fault) || execution.stopped) {
        execution.abandon({ transition, claimed: what !== 'move', fault })
        throw fault
      }
      if (!reported) parts.fault(fault, correlationId)
      execution.obstacle = fault
      parts.unwritten.set(workflowId, { transition, what, reason: reasonOf(fault) })
      await pauseFor(parts.clock, AGAIN_MS, execution.signal)
    }
  }
}

/**
 * For what nobody else comes back to before the next start: tried again for as long as the store refuses it, until
 * `signal` is aborted or `isOver`. `mayPass` says of a fault whether it is worth trying again. Never rejects.
 */
export async function untilTaken(
  parts: Pick<RuntimeParts, 'fault'> & { clock: Clock },
  workflowId: string,
  signal: AbortSignal,
  task: () => Promise<void>,
  isOver: () => boolean = () => signal.aborted,
  mayPass: (fault: unknown) => boolean = isPassing,
): Promise<void> {
  for (let reported = false; ; reported = true) {
    try {
      return await task()
    } catch (fault) {
      const isLast = !mayPass(fault) || isOver()
      if (isLast || !reported) parts.fault(fault, workflowId)
      if (isLast) return
      await pauseFor(parts.clock, AGAIN_MS, signal)
      if (isOver()) return
    }
  }
}

/** The same, but resolves when it was tried once: whoever waits for it is not kept by a disk that is full for hours. */
export function triedOnce(
  ...[parts, workflowId, signal, task, ...more]: Parameters<typeof untilTaken>
): Promise<void> {
  return new Promise((tried) => {
    void untilTaken(parts, workflowId, signal, () => task().finally(tried), ...more)
  })
}

/** What the store says, without that nothing was saved. */
export function reasonOf(fault: unknown): string {
  if (!(fault instanceof GatewayError)) return 'Countersign has a fault of its own; its log says which.'
  const { details, message } = fault
  const reason =
    typeof details === 'object' && details !== null && 'reason' in details ? details.reason : null
  return typeof reason === 'string' ? reason : message
}

export function isPassing(fault: unknown): fault is GatewayError {
  if (!(fault instanceof GatewayError)) return false
  const { details } = fault
  return (
    typeof details === 'object' && details !== null && 'isPassing' in details && details.isPassing === true
  )
}
