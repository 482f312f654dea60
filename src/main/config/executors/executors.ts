/**
 * Executors in a configuration: the table of kinds, complete or it does not compile.
 * May import: model, workflow, and files of config.
 */
import Type, { type Static } from 'typebox'
import type { Definition } from '../../model/definition.ts'
import type { ExecutorDeclaration, ParallelBranch, Reliability } from '../../model/executor.ts'
import { kindEntry } from '../../model/kinds.ts'
import { triedBy } from '../../workflow/executors/executors.ts'
import type { CheckContext } from '../check/checking.ts'
import { type KnownOutput, mergeOutputs } from '../check/reads.ts'
import type { ReliabilityOf } from '../schema/reliability.ts'
import { byKind, jsonObject, MAPPING, part, strict, word } from '../schema/terms.ts'
import { cli } from './cli.ts'
import { human } from './human.ts'
import type { BranchOf, DeclaredKind, ExecutorForm, ExecutorUse } from './kind.ts'
import { mcp } from './mcp.ts'
import { noop } from './noop.ts'
import { type ParallelOf, parallel } from './parallel.ts'
import { rest } from './rest.ts'
import { workflow } from './workflow.ts'

const EXECUTORS = { noop, cli, mcp, human, rest, workflow, parallel } satisfies {
  readonly [Kind in DeclaredKind]: ExecutorForm<Kind, never>
}

type DocumentOf<Kind extends DeclaredKind> = Parameters<(typeof EXECUTORS)[Kind]['compile']>[0]

const Capability = Type.Object(
  {
    kind: Type.Optional(Type.Literal('capability')),
    capability: word('A name under `capabilities`.'),
    map: Type.Optional(
      jsonObject(`The capability's arguments. ${MAPPING} Without it: the arguments as they are.`),
    ),
  },
  {
    title: 'capability',
    description:
      'Runs a declared capability: its executor, with its guards, gates and reliability added to those declared here.',
    ...strict,
  },
)

const WithKind = byKind('What does the work.', [
  ...Object.values(EXECUTORS).map(({ schema }) => schema),
  Type.Object(
    { kind: Type.Literal('capability'), capability: word('A name under `capabilities`.') },
    { title: 'capability', description: 'Runs a declared capability.', ...strict },
  ),
])

export type CapabilityReference = Static<typeof Capability>
export type PlainExecutorDocument =
  | DocumentOf<Exclude<DeclaredKind, 'parallel'>>
  | ParallelOf<ExecutorDocument>
export type ExecutorDocument = PlainExecutorDocument | CapabilityReference
export type BranchDocument = BranchOf<ExecutorDocument>

export const ExecutorSchema = {
  type: 'object',
  description: 'What does the work of a transition: one of the kinds, or a declared capability.',
  if: { required: ['capability'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, not a promise
  then: Capability,
  else: WithKind,
}
export type ReliabilityDocument = ReliabilityOf<ExecutorDocument>
export const reliabilityPart = () =>
  Type.Optional(part<ReliabilityDocument>('reliability', 'What happens when the executor is slow or fails.'))
export const executorPart = (description?: string) => part<ExecutorDocument>('executor', description)

export function isCapabilityReference(executor: ExecutorDocument): executor is CapabilityReference {
  return 'capability' in executor
}

/** What runs inside it, by name, as it is written. */
export function branchDocuments(
  executor: ExecutorDocument,
): Readonly<Record<string, ExecutorDocument | BranchDocument>> {
  return executor.kind === 'parallel' ? executor.branches : {}
}

type Form = ExecutorForm<DeclaredKind, never>

/** The compiler cannot know that the entry of an executor's own kind takes that executor. */
function formOf(kind: string): Form | null {
  // The engine's own are declared by nobody, and there is nothing to check in them.
  return kind === 'orchestrator' ? null : (kindEntry(EXECUTORS, kind, 'executor') as unknown as Form)
}

/** Null: something that runs inside cannot be compiled. */
export function compileOwn(
  document: PlainExecutorDocument,
  branch: (document: BranchDocument) => ParallelBranch | null,
): ExecutorDeclaration | null {
  return formOf(document.kind)?.compile(document as never, branch) ?? null
}

export function checkOwn(checking: CheckContext, executor: ExecutorDeclaration, use: ExecutorUse): void {
  formOf(executor.kind)?.check(checking, executor as never, use)
}

/** What the result of an executor and of whatever may run instead of it holds, as far as their kinds say so beforehand. */
export function knownOutput(
  executor: ExecutorDeclaration,
  reliability: Reliability | undefined,
  workflows: Readonly<Record<string, Definition>>,
): KnownOutput {
  const outputs = triedBy({ executor, reliability }).map(
    (each) =>
      formOf(each.kind)?.output(each as never, workflows, (branch) =>
        knownOutput(branch.executor, branch.reliability, workflows),
      ) ?? null,
  )
  return mergeOutputs(outputs)
}
