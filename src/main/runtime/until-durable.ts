/** Writing down what has already happened outside: dropping it would leave a run that says it is still going on. */
import { GatewayError } from '../model/error.ts'
import { pauseFor } from './after.ts'
import type { Execution } from './executions.ts'
import type { Operation } from './operation.ts'

const AGAIN_MS = 1000

/**
 * Tries again for as long as the store refuses (a full disk, a database that another program holds). The gateway's end
 * ends it, and so does who stopped the step: then the claim stands without an outcome, as after a crash, and a person
 * is asked.
 * @throws what the store threw last
 */
export async function untilDurable<Result>(
  { parts, correlationId }: Operation,
  execution: Execution,
  write: () => Promise<Result>,
): Promise<Result> {
  for (let reported = false; ; reported = true) {
    try {
      const written = await write()
      execution.obstacle = null
      return written
    } catch (fault) {
      execution.obstacle = null
      if (!isPassing(fault)) throw fault
      if (execution.stopped) {
        execution.abandon()
        throw fault
      }
      if (!reported) parts.fault(fault, correlationId)
      execution.obstacle = fault
      await pauseFor(parts.clock, AGAIN_MS, execution.signal)
    }
  }
}

export function isPassing(fault: unknown): fault is GatewayError {
  if (!(fault instanceof GatewayError)) return false
  const { details } = fault
  return (
    typeof details === 'object' && details !== null && 'isPassing' in details && details.isPassing === true
  )
}
