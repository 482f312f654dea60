/** `evidence` in a configuration: kinds that something records, by as many people as there are. */

import Type from 'typebox'
import { transitionsOf } from '../../model/definition.ts'
import type { EvidenceRequirement } from '../../model/guard.ts'
import { recordersOfEvidence } from '../../workflow/executors/executors.ts'
import { GATE_EVIDENCE } from '../../workflow/guards/evidence.ts'
import { type CheckContext, isWhole } from '../check/checking.ts'
import { didYouMean, listNames } from '../check/nearest.ts'
import type { Path } from '../read/tree.ts'
import { bareWord, flag, strict, whole, word } from '../schema/terms.ts'
import { type Before, type GuardDeclaration, guardShape, NOTHING_BEFORE, UNCHECKED } from './kind.ts'

export type EvidenceDocument = string | { kind: string; count?: number; distinct?: boolean }

const requirement = {
  type: 'object',
  required: ['kind'],
  ...strict,
  properties: {
    kind: word('The kind of evidence.'),
    count: whole('How many entries, or people, are needed.', 1, 1000),
    distinct: flag('Count different people, not entries.'),
  },
}

export const evidenceRequirements = (description: string) =>
  Type.Unsafe<EvidenceDocument | EvidenceDocument[]>({
    description,
    anyOf: [
      bareWord,
      requirement,
      {
        type: 'array',
        minItems: 1,
        items: { anyOf: [bareWord, requirement] },
      },
    ],
  })

export const evidence: GuardDeclaration<
  'evidence',
  { kind: 'evidence'; requires: EvidenceDocument | EvidenceDocument[] }
> = {
  ...UNCHECKED,
  schema: guardShape('evidence', 'Something was recorded in this run.', {
    kind: Type.Literal('evidence'),
    requires: evidenceRequirements(
      'The evidence that must have been recorded: kinds, or `{kind, count, distinct}`.',
    ),
  }),
  compile({ requires }) {
    const all = Array.isArray(requires) ? requires : [requires]
    return { kind: 'evidence', requires: all.map(compileRequirement) }
  },
  check: (checking, guard, path, use) =>
    checkRequirements(checking, guard.requires, [...path, 'requires'], use.before),
}

function compileRequirement(document: EvidenceDocument): EvidenceRequirement {
  if (typeof document === 'string') return { kind: document, count: 1, distinct: false }
  return { kind: document.kind, count: document.count ?? 1, distinct: document.distinct ?? false }
}

/** Whether people, and something in the workflow, can ever record it. */
function checkRequirements(
  checking: CheckContext,
  requires: readonly EvidenceRequirement[],
  path: Path,
  before: Before,
): void {
  const { byEngine, whole } = before
  const declared = declaredIn(before)
  if (before === NOTHING_BEFORE) {
    const message =
      'Nothing has been recorded here yet, so this guard never passes. Put it on a step behind the one that records it.'
    checking.findings.warning(path, message)
    return
  }
  for (const { kind, count, distinct } of requires) {
    const people = Object.keys(checking.compiled.people).length
    if (distinct && people > 0 && count > people && isWhole(checking, ['people'])) {
      const message = `${count} different people are needed, and ‘people’ has ${people}: this guard never passes.`
      checking.findings.warning(path, message)
      continue
    }
    if (declared.has(kind) || byEngine?.has(kind)) {
      const most = before.most?.(kind) ?? count
      if (most >= count) continue
      const message = `‘${kind}’ is needed ${count} times, and what comes before can record it ${most === 1 ? 'once' : `${most} times`}: this guard never passes. Ask for fewer, or let a step record it that can be taken again.`
      checking.findings.warning(path, message)
      continue
    }
    if ((whole && declaredIn(whole).has(kind)) || whole?.byEngine?.has(kind)) {
      const message = `Evidence of the kind ‘${kind}’ is recorded only by this step or after it, so this guard never passes. Put the guard on a step behind the one that records it.`
      checking.findings.warning(path, message)
      continue
    }
    const recorder = RECORDERS[kind]
    if (recorder === undefined) {
      const engine = Object.keys(RECORDERS)
      const hint =
        didYouMean(kind, [...engine, ...declared]) || ` The engine records ${listNames(engine, 'and')}.`
      checking.findings.warning(path, `Nothing records evidence of the kind ‘${kind}’.${hint}`)
    } else if (byEngine !== null) {
      const message = `Nothing in this workflow records evidence of the kind ‘${kind}’. ${recorder} does.`
      checking.findings.warning(path, message)
    }
  }
}

function declaredIn({ workflow }: Before): ReadonlySet<string> {
  return new Set(transitionsOf(workflow).flatMap(({ evidence = [] }) => evidence.map(({ kind }) => kind)))
}

/** What leaves each kind of evidence behind that the engine records by itself. */
const RECORDERS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [...recordersOfEvidence()].map(([kind, executors]) => [
      kind,
      `An earlier step with an executor of the kind ${listNames(executors)}`,
    ]),
  ),
  ...Object.fromEntries(
    GATE_EVIDENCE.map((kind) => [
      kind,
      'An earlier step with ‘approval’, or with an executor of the kind ‘human’,',
    ]),
  ),
  human_decision: 'An earlier transition with ‘actor: human’',
}
