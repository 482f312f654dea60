/** `parallel` in a configuration: branches, each an executor or one with its conditions. */
import Type from 'typebox'
import type { ParallelBranch } from '../../model/executor.ts'
import { leaves, mergeOutputs } from '../check/reads.ts'
import { choice, NAME_PATTERN, strict, whole } from '../schema/terms.ts'
import type { BranchOf, ExecutorForm } from './kind.ts'

const branchSchema = {
  type: 'object',
  description: 'A branch: an executor, or `executor` with conditions.',
  if: { required: ['executor'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, not a promise
  then: {
    type: 'object',
    ...strict,
    properties: {
      executor: { $ref: '#/$defs/executor', description: 'What does the work of the branch.' },
      reliability: { $ref: '#/$defs/reliability', description: 'What happens when it is slow or fails.' },
      when: { $ref: '#/$defs/guard', description: 'The branch is left out unless this holds.' },
      onFailure: choice(
        ['abort', 'continue'],
        'Whether its failure is one of the whole (default), or a result like any other.',
      ),
    },
  },
  else: { $ref: '#/$defs/executor' },
}

const schema = Type.Object(
  {
    kind: Type.Literal('parallel'),
    branches: Type.Unsafe<object>({
      type: 'object',
      description: 'What runs at once, by name; the result has the same names.',
      minProperties: 1,
      maxProperties: 100,
      propertyNames: { pattern: NAME_PATTERN },
      additionalProperties: branchSchema,
    }),
    limit: Type.Optional(whole('How many run at once. Default: 4.', 1, 100)),
    join: Type.Optional(
      choice(['all', 'any'], 'Whether all must succeed (default), or one, whereupon the others are stopped.'),
    ),
  },
  { title: 'parallel', description: 'Runs several executors at once.', ...strict },
)

/** Written out, because it is made of executors. */
export interface ParallelOf<Executor> {
  kind: 'parallel'
  branches: Record<string, Executor | BranchOf<Executor>>
  limit?: number
  join?: 'all' | 'any'
}

export const parallel: ExecutorForm<'parallel', ParallelOf<object>> = {
  schema,
  compile({ branches: documents, limit = 4, join = 'all' }, compileBranch) {
    const branches: Record<string, ParallelBranch> = {}
    for (const [name, document] of Object.entries(documents)) {
      const compiled = compileBranch(
        (isBranch(document) ? document : { executor: document }) as BranchOf<never>,
      )
      if (compiled === null) return null
      branches[name] = compiled
    }
    return { kind: 'parallel', branches, limit, join }
  },
  check: () => {},
  output: ({ branches }, _, branchOutput) =>
    new Map(
      Object.entries(branches).map(([name, branch]) => [
        name,
        mergeOutputs([branchOutput(branch), leaves(['error'])]),
      ]),
    ),
}

/** Whether a branch is written with its conditions, or is just what runs. */
export function isBranch<Executor extends object>(
  document: Executor | BranchOf<Executor>,
): document is BranchOf<Executor> {
  return 'executor' in document
}
