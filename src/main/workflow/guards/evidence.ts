/** `evidence`: what must have been recorded. Pure. */

import type { EvidenceRequirement } from '../../model/guard.ts'
import { isHumanId } from '../../model/principal.ts'
import type { Evidence } from '../../model/run.ts'
import { type GuardKind, PLAIN, verdictOf } from './kind.ts'

/** Whoever lets a call through a gate, or answers an executor that asks, leaves both. */
export const GATE_EVIDENCE: readonly string[] = ['approval', 'human_request']

/** These say that a person decided; the engine alone records them. */
export const EVIDENCE_OF_PEOPLE: readonly string[] = [...GATE_EVIDENCE, 'human_decision']

export const evidence: GuardKind<'evidence'> = {
  ...PLAIN,
  asksCaller: false,
  asksStore: true,
  text: (guard) => `evidence ${guard.requires.map(describeRequirement).join(', ')}`,
  evaluate(guard, { stored, unknown }) {
    const parts = guard.requires.map((requirement) => {
      const found = countEvidence(requirement, stored.evidence ?? [])
      const from = requirement.distinct ? ' from different people' : ''
      return {
        passed: found >= requirement.count,
        text: `${found} of ${requirement.count} needed ‘${requirement.kind}’${from}`,
      }
    })
    const passed = parts.every((part) => part.passed)
    // What is there stays; what is missing may still come.
    const known = passed || (stored.evidence !== null && unknown?.stored !== true)
    return verdictOf(known ? passed : null, `Evidence: ${parts.map((part) => part.text).join(', ')}.`)
  },
  implies: ({ requires }, other) =>
    other.requires.every((wanted) => requires.some((requirement) => asksNoLess(requirement, wanted))),
  needsApproval: (guard) => guard.requires.some(({ kind }) => EVIDENCE_OF_PEOPLE.includes(kind)),
}

/** Where different people are counted, there are no fewer entries. */
function asksNoLess(requirement: EvidenceRequirement, wanted: EvidenceRequirement): boolean {
  const { kind, count, distinct } = requirement
  return kind === wanted.kind && count >= wanted.count && (distinct || !wanted.distinct)
}

function describeRequirement(requirement: EvidenceRequirement): string {
  const times = requirement.count === 1 ? '' : ` × ${requirement.count}`
  return `${requirement.kind}${times}${requirement.distinct ? ' by different people' : ''}`
}

/** `distinct` counts people, and only people: an agent's evidence has no weight there (R5.7). */
function countEvidence(requirement: EvidenceRequirement, recorded: readonly Evidence[]): number {
  const fitting = recorded.filter((item) => item.kind === requirement.kind)
  if (!requirement.distinct) return fitting.length
  return new Set(fitting.map((item) => item.by).filter(isHumanId)).size
}
