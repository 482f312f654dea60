/** Does nothing and answers with what it was given. */
import { plainOutcome } from '../model/call.ts'
import type { Executor } from '../runtime/executor-port.ts'
import { executorOf } from './executor-of.ts'

export function createNoopExecutor(): Executor {
  return executorOf('noop', async ({ output }) => plainOutcome(output))
}
