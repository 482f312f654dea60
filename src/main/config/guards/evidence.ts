/** `evidence` in a configuration: kinds that something records, by as many people as there are. */

import Type from 'typebox'
import type { EvidenceRequirement } from '../../model/guard.ts'
import { EVIDENCE_OF_PEOPLE } from '../../workflow/guards/evidence.ts'
import type { CheckContext } from '../check/checking.ts'
import { didYouMean, listNames } from '../check/nearest.ts'
import type { Path } from '../read/tree.ts'
import { flag, strict, whole, word } from '../schema/terms.ts'
import { type EvidenceDocument, type GuardDeclaration, UNCHECKED } from './kind.ts'

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
      { type: 'string', minLength: 1, maxLength: 400 },
      requirement,
      {
        type: 'array',
        minItems: 1,
        items: { anyOf: [{ type: 'string', minLength: 1, maxLength: 400 }, requirement] },
      },
    ],
  })

export const evidence: GuardDeclaration<'evidence'> = {
  ...UNCHECKED,
  schema: Type.Object(
    {
      kind: Type.Literal('evidence'),
      requires: evidenceRequirements(
        'The evidence that must have been recorded: kinds, or `{kind, count, distinct}`.',
      ),
    },
    { title: 'evidence', ...strict },
  ),
  compile({ requires }) {
    const all = Array.isArray(requires) ? requires : [requires]
    return { kind: 'evidence', requires: all.map(compileRequirement) }
  },
  check: (checking, guard, path, use) =>
    checkRequirements(checking, guard.requires, [...path, 'requires'], use.evidence),
}

function compileRequirement(document: EvidenceDocument): EvidenceRequirement {
  if (typeof document === 'string') return { kind: document, count: 1, distinct: false }
  return { kind: document.kind, count: document.count ?? 1, distinct: document.distinct ?? false }
}

/** What the engine records by itself. */
const RECORDED = ['cli_output', 'tool_result', 'http_response', ...EVIDENCE_OF_PEOPLE]

/** `declared`: what the workflow records itself. */
function checkRequirements(
  checking: CheckContext,
  requires: readonly EvidenceRequirement[],
  path: Path,
  declared: ReadonlySet<string>,
): void {
  for (const { kind, count, distinct } of requires) {
    const people = Object.keys(checking.compiled.people).length
    if (distinct && people > 0 && count > people) {
      const message = `${count} different people are needed, and ‘people’ has ${people}: this guard never passes.`
      checking.findings.warning(path, message)
    }
    if (RECORDED.includes(kind) || declared.has(kind)) continue
    const known = [...RECORDED, ...declared]
    const hint = didYouMean(kind, known) || ` The engine records ${listNames(RECORDED, 'and')}.`
    checking.findings.warning(path, `Nothing records evidence of the kind ‘${kind}’.${hint}`)
  }
}
