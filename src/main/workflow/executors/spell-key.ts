/**
 * Keys by which the other side knows a call that it has had, whichever run makes it: what a step is called is more than a
 * name where it stands in one. Under another name the call counts as a new one, and takes effect again. Pure.
 */
import type { ExecutorDeclaration } from '../../model/executor.ts'
import { keyOfRepetition } from './executors.ts'

/**
 * The same with the name of the step in such a key; one that is another one in each run, or each call, stays as it is.
 * `within` one run, only the latter does.
 */
export function spellKey(
  executor: ExecutorDeclaration,
  transition: string,
  within: 'all' | 'one' = 'all',
): ExecutorDeclaration {
  const key = keyOfRepetition(executor)
  const isOther = within === 'one' ? /\{correlationId\}/ : /\{(?:workflowId|correlationId)\}/
  return typeof key !== 'string' || isOther.test(key)
    ? executor
    : ({
        ...executor,
        idempotencyKey: key.replaceAll('{transition}', () => transition),
      } as ExecutorDeclaration)
}
