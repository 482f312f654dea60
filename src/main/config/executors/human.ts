/** `human` in a configuration: a queue that people decide in. */
import Type, { type Static } from 'typebox'
import { present } from '../../model/json.ts'
import { type CheckContext, isWhole } from '../check/checking.ts'
import { didYouMean, listNames } from '../check/nearest.ts'
import { leaves } from '../check/reads.ts'
import type { Path } from '../read/tree.ts'
import { milliseconds, strict, word } from '../schema/terms.ts'
import type { ExecutorForm } from './kind.ts'

const schema = Type.Object(
  {
    kind: Type.Literal('human'),
    queue: Type.Optional(word('The queue of the inbox in which it waits.')),
    timeoutMs: Type.Optional(milliseconds('After this it is refused. Default: it waits without end.')),
  },
  { title: 'human', description: 'Waits for a person to approve or refuse it.', ...strict },
)

export type HumanDocument = Static<typeof schema>

const ANSWER = leaves(['decision', 'by', 'comment', 'requestId'])

export const human: ExecutorForm<'human', HumanDocument> = {
  schema,
  compile: ({ queue, timeoutMs }) => ({ kind: 'human', ...present({ queue, timeoutMs }) }),
  check(checking, { queue }, { path }) {
    if (queue !== undefined) checkQueue(checking, queue, [...path, 'queue'])
  },
  output: () => ANSWER,
}

/** A queue that no rule names is open to everybody at the desk, which a misspelt one would be, too. */
export function checkQueue(checking: CheckContext, queue: string, path: Path): void {
  const names = Object.keys(checking.compiled.approvals.queues)
  // What was left out may have been its rule.
  if (names.includes(queue) || !isWhole(checking, ['approvals', 'queues'])) return
  const there = names.length === 0 ? '' : ` There is ${listNames(names, 'and')}.`
  const declare = ` Declare it: ‘approvals: { queues: { ${queue}: { role: ROLE } } }’, or ‘{}’ for anybody.`
  checking.findings.warning(
    path,
    `‘approvals.queues’ has no ‘${queue}’, so anybody at the desk may decide in it.${didYouMean(queue, names) || there + declare}`,
  )
}
