/** How a kind of executor is written, read and checked. May import: model, workflow, and files of config but no table of kinds. */
import Type, { type TSchema } from 'typebox'
import type { Connection } from '../../model/configuration.ts'
import type { Actor, Definition } from '../../model/definition.ts'
import type { ExecutorKinds, ExecutorOf, ParallelBranch, Repetition } from '../../model/executor.ts'
import { ownOf } from '../../model/json.ts'
import type { CheckContext } from '../check/checking.ts'
import { didYouMean } from '../check/nearest.ts'
import type { KnownOutput } from '../check/reads.ts'
import type { GuardDocument } from '../guards/kind.ts'
import type { Path } from '../read/tree.ts'
import type { ReliabilityOf } from '../schema/reliability.ts'
import { flag } from '../schema/terms.ts'

/** The engine's own are declared by nobody. */
export type DeclaredKind = Exclude<keyof ExecutorKinds, 'orchestrator'>

/** What an executor does the work of. */
export type ExecutorOwner =
  | { kind: 'transition'; actor: Actor; name: string; workflow: string }
  | { kind: 'step'; name: string; workflow: string }
  | { kind: 'onEnter'; name: string; workflow: string }
  | { kind: 'onTimeout'; name: string; workflow: string }
  | { kind: 'capability'; name: string; workflow: null }

export interface ExecutorUse {
  path: Path
  of: ExecutorOwner
}

/** One branch: an executor, or an executor with what belongs to it. */
export interface BranchOf<Executor> {
  executor: Executor
  reliability?: ReliabilityOf<Executor>
  when?: GuardDocument
  onFailure?: 'abort' | 'continue'
}

export interface ExecutorForm<Kind extends DeclaredKind, Document> {
  schema: TSchema
  /** `branch` does what runs inside; null: that cannot be compiled. */
  compile(
    document: Document,
    branch: (document: BranchOf<never>) => ParallelBranch | null,
  ): ExecutorOf<Kind> | null
  check(checking: CheckContext, executor: ExecutorOf<Kind>, use: ExecutorUse): void
  /** What the result holds; null: anything. `branch` says it of what runs inside. */
  output(
    executor: ExecutorOf<Kind>,
    workflows: Readonly<Record<string, Definition>>,
    branch: (branch: Pick<ParallelBranch, 'executor' | 'reliability'>) => KnownOutput,
  ): KnownOutput
}

export const repetition = {
  idempotent: Type.Optional(
    flag('Running it twice does no harm, so that it may be run again after a crash.'),
  ),
  idempotencyKey: Type.Optional(
    Type.Unsafe<boolean | string>({
      type: ['boolean', 'string'],
      description:
        'A key by which the other side recognises a repetition, the same over attempts and fallbacks: `true`, or a template with `{workflowId}`, `{transition}`, `{correlationId}`.',
    }),
  ),
}

export function repetitionOf(document: {
  idempotent?: boolean
  idempotencyKey?: boolean | string
}): Repetition {
  const { idempotent = false, idempotencyKey = false } = document
  return { idempotent, ...(idempotencyKey === false ? {} : { idempotencyKey }) }
}

/** Whether the connection is declared and of the right kind. */
export function expectConnection(
  checking: CheckContext,
  name: string,
  kind: Connection['kind'],
  path: Path,
): boolean {
  const { connections } = checking.compiled
  const declared = ownOf(connections, name)
  if (declared?.disabled) {
    const message = `The connection ‘${name}’ is disabled (‘enabled: false’): until it is enabled, this call is refused.`
    checking.findings.warning(path, message)
  }
  if (declared?.kind === kind) return true
  if (declared !== undefined) {
    const message = `‘${name}’ is a connection of the kind ‘${declared.kind}’; one of the kind ‘${kind}’ is needed here.`
    checking.findings.error(path, message)
    return false
  }
  const names = checking.declaredNames('connections')
  if (names !== null && !names.has(name)) {
    const hint =
      didYouMean(name, names) || ` Declare it under ‘connections’, with ‘kind: ${kind}’ and what it needs.`
    checking.findings.error(path, `There is no connection ‘${name}’.${hint}`)
  }
  return false
}
