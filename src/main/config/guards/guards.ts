/**
 * Guards in a configuration: the table of kinds, complete or it does not compile.
 * May import: model, workflow, and files of config.
 */

import type { Guard, GuardKinds } from '../../model/guard.ts'
import { kindEntry } from '../../model/kinds.ts'
import { asksStore, guardsIn, stepsOf } from '../../workflow/guards/guards.ts'
import type { CheckContext } from '../check/checking.ts'
import { didYouMean } from '../check/nearest.ts'
import type { Readable } from '../check/reads.ts'
import type { Path } from '../read/tree.ts'
import { byKind } from '../schema/terms.ts'
import { allOf, anyOf, not } from './composites.ts'
import { evidence } from './evidence.ts'
import { expr } from './expr.ts'
import { fired } from './fired.ts'
import type { GuardDeclaration, GuardDocument, GuardUse } from './kind.ts'
import { permission, role } from './rights.ts'

/** Of whichever kind. */
type Written = Pick<GuardDocument, 'kind'>

const GUARDS: { readonly [Kind in keyof GuardKinds]: GuardDeclaration<Kind, Written> } = {
  permission,
  role,
  expr,
  evidence,
  fired,
  allOf,
  anyOf,
  not,
}

/** Where a kind may be written in two ways. */
const SPELLINGS: Readonly<Record<string, keyof GuardKinds>> = { all_of: 'allOf', any_of: 'anyOf' }

/** The compiler cannot know that the entry of a guard's own kind takes that guard. */
function declarationOf(kind: string): GuardDeclaration<keyof GuardKinds, Written> {
  return kindEntry(GUARDS, SPELLINGS[kind] ?? kind, 'guard')
}

export const GuardSchema = byKind(
  'A condition that must hold before a transition runs.',
  Object.values(GUARDS).map(({ schema }) => schema),
)

export function compileGuards(documents: readonly GuardDocument[] | undefined): Guard[] {
  return (documents ?? []).map(compileGuard)
}

export function compileGuard(document: GuardDocument): Guard {
  return declarationOf(document.kind).compile(document, compileGuard)
}

export function checkGuards(
  checking: CheckContext,
  guards: readonly Guard[],
  path: Path,
  use: GuardUse,
): void {
  for (const [index, guard] of guards.entries()) checkGuard(checking, guard, [...path, index], use)
}

export function checkGuard(checking: CheckContext, guard: Guard, path: Path, use: GuardUse): void {
  for (const { at, guard: each, isDenied } of guardsIn(guard)) {
    const here = [...path, ...at]
    if (use.of === 'branch' && asksStore(each)) {
      const message = `Which branches of ‘parallel’ run is decided by values alone: nothing that is recorded is looked up, and a guard of the kind ‘${each.kind}’ cannot stand here. Put it on the step.`
      checking.findings.error(here, message)
    } else {
      checkSteps(checking, each, here, use)
      declarationOf(each.kind).check(checking, each, here, { ...use, isDenied })
    }
  }
}

/** Whether the steps that it speaks of can come before. */
function checkSteps({ findings }: CheckContext, guard: Guard, path: Path, { of, before }: GuardUse): void {
  const steps = stepsOf(guard)
  if (steps.length === 0) return
  if (of === 'capability' || of === 'exception') {
    const message = `This is asked of a call, whichever workflow makes it, so no step can be meant: a guard of the kind ‘${guard.kind}’ cannot stand here. Put it on the step.`
    findings.error(path, message)
    return
  }
  const { taken, whole } = before
  const all = whole?.taken ?? taken
  for (const step of steps.filter((each) => !taken.has(each))) {
    const message = all.has(step)
      ? `The step ‘${step}’ comes only here or after this, so it has never been taken when this is asked.`
      : `No step ‘${step}’ can have been taken before this.${didYouMean(step, all)}`
    findings.warning(path, message)
  }
}

/** What a guard reads, held against what can be read where it stands. */
export function checkGuardReads(checking: CheckContext, guard: Guard, path: Path, readable: Readable): void {
  for (const { at, guard: each } of guardsIn(guard))
    declarationOf(each.kind).checkReads(checking, each, [...path, ...at], readable)
}
