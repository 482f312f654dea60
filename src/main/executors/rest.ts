/** Makes an HTTP request (gateway.md §4.4). */
import type { Executor } from '../runtime/ports.ts'
import { executorOf, refuse } from './executor-of.ts'

export function createRestExecutor(): Executor {
  return executorOf('rest', async () => refuse('HTTP requests are not in this version.'))
}
