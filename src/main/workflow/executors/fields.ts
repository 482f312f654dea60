/** The fields of executors in which paths are filled in: edited, or only read. Pure. May import: model, workflow. */
import type { ExecutorDeclaration, ParallelBranch, Reliability } from '../../model/executor.ts'
import { mapEntries } from '../../model/json.ts'
import { kindOf } from './executors.ts'
import type { FieldEdit, FieldPath } from './kind.ts'

/** The same declaration with every field edited in which paths are filled in, and so inside it. */
export function editExecutor(
  executor: ExecutorDeclaration,
  edit: FieldEdit,
  at: FieldPath = [],
): ExecutorDeclaration {
  const kind = kindOf(executor)
  const branches = mapEntries(kind.branches(executor), (branch, name) =>
    editBranch(branch, edit, [...at, 'branches', name]),
  )
  return kind.withBranches(kind.edit(executor, edit, at), branches)
}

function editBranch({ when, ...branch }: ParallelBranch, edit: FieldEdit, at: FieldPath): ParallelBranch {
  const condition = when && edit.when(when, [...at, 'when'])
  const { reliability } = branch
  return {
    ...branch,
    executor: editExecutor(branch.executor, edit, [...at, 'executor']),
    ...(reliability && { reliability: editReliability(reliability, edit, [...at, 'reliability']) }),
    ...(condition && { when: condition }),
  }
}

export function editReliability(reliability: Reliability, edit: FieldEdit, at: FieldPath = []): Reliability {
  const fallback = reliability.fallback.map((executor, index) =>
    editExecutor(executor, edit, [...at, 'fallback', 'executors', index]),
  )
  return { ...reliability, fallback }
}

/** What somebody who changes nothing looks at. */
export type FieldReader = {
  [Field in keyof FieldEdit]: (...given: Parameters<FieldEdit[Field]>) => void
}

/** Every field in which paths are filled in, of the executor and inside it. */
export function readFields(executor: ExecutorDeclaration, reader: FieldReader, at: FieldPath): void {
  const keeping =
    <Value, More extends unknown[]>(read: (value: Value, ...more: More) => void) =>
    (value: Value, ...more: More) => {
      read(value, ...more)
      return value
    }
  const edit: FieldEdit = {
    text: keeping(reader.text),
    value: keeping(reader.value),
    header: keeping(reader.header),
    template: keeping(reader.template),
    mapping: keeping(reader.mapping),
    when: keeping(reader.when),
  }
  editExecutor(executor, edit, at)
}

/** A path or a place, or what looks like one. */
const FILLED_IN = /\$\.|\{[\p{L}_]/u

/** Fields of its call that go without saying where its name stands: its author wrote them, and no value fills them in. */
export function unsaidFields(executor: ExecutorDeclaration): string[] {
  const filled = new Set<FieldPath[number] | undefined>()
  const look = (value: unknown, [field]: FieldPath) => {
    if (FILLED_IN.test(JSON.stringify(value ?? null))) filled.add(field)
  }
  readFields(
    executor,
    { text: look, value: look, header: look, template: look, mapping: look, when: look },
    [],
  )
  return kindOf(executor).named.filter((field) => !filled.has(field))
}
