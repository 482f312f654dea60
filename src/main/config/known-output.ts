/** What the result of an executor holds, as far as its kind says so beforehand. Pure. */
import type { Definition, ExecutorDeclaration, Reliability } from '../model/definition.ts'
import { splitPath } from '../workflow/path.ts'
import { contextKeys, type KnownOutput } from './known-keys.ts'
import { didYouMean, listNames } from './nearest.ts'

const CLI = leaves(['exitCode', 'success', 'stdout', 'stderr', 'text', 'json'])
const REST = leaves(['status', 'ok', 'headers', 'body'])
const HUMAN = leaves(['decision', 'by', 'comment', 'requestId'])
const CHILD_RUN = leaves(['id', 'definitionId', 'state', 'status'])

/** Each workflow is looked through once, however many steps start it. */
const childOutputs = new WeakMap<Definition, KnownOutput>()

/** Of an executor and whatever may run instead of it. */
export function knownOutput(
  executor: ExecutorDeclaration,
  reliability: Reliability | undefined,
  workflows: Readonly<Record<string, Definition>>,
): KnownOutput {
  return merge([executor, ...(reliability?.fallback ?? [])].map((each) => outputOf(each, workflows)))
}

function outputOf(
  executor: ExecutorDeclaration,
  workflows: Readonly<Record<string, Definition>>,
): KnownOutput {
  switch (executor.kind) {
    case 'cli':
      return CLI
    case 'rest':
      return REST
    case 'human':
      return HUMAN
    case 'workflow':
      return outputOfChild(
        Object.hasOwn(workflows, executor.definitionId) ? workflows[executor.definitionId] : undefined,
      )
    case 'parallel':
      return new Map(
        Object.entries(executor.branches).map(([name, branch]) => {
          const output = knownOutput(branch.executor, branch.reliability, workflows)
          return [name, merge([output, leaves(['error'])])]
        }),
      )
    default:
      return null
  }
}

function outputOfChild(child: Definition | undefined): KnownOutput {
  if (!child) return null
  const known = childOutputs.get(child)
  if (known !== undefined) return known
  const output = new Map<string, KnownOutput>([...leaves(contextKeys(child)), ['workflow', CHILD_RUN]])
  childOutputs.set(child, output)
  return output
}

/** Why a path into the result never finds anything, as a sentence; null: it may. */
export function outputProblem(read: string, output: KnownOutput): string | null {
  let known = output
  for (const name of (splitPath(read) ?? []).slice(1)) {
    if (known === null) return null
    const below = known.get(name)
    if (below === undefined) {
      const near = didYouMean(name, known.keys())
      const has = near === '' && known.size > 0 ? ` It can have ${listNames([...known.keys()])}.` : near
      return `‘${read}’ is read here, but the result has no ‘${name}’.${has}`
    }
    known = below
  }
  return null
}

function merge(outputs: readonly KnownOutput[]): KnownOutput {
  const [only, ...others] = outputs
  if (only !== undefined && others.length === 0) return only
  const merged = new Map<string, KnownOutput>()
  for (const output of outputs) {
    if (output === null) return null
    for (const [name, below] of output) {
      const other = merged.get(name)
      merged.set(name, other === undefined ? below : merge([other, below]))
    }
  }
  return merged
}

function leaves(names: Iterable<string>): ReadonlyMap<string, KnownOutput> {
  return new Map([...names].map((name) => [name, null]))
}
