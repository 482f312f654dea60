/** Evidence: what the engine alone records, and guards that ask for what nothing records (R2.7, R5.7). */

import { EVIDENCE_OF_PEOPLE } from '../../workflow/guards/evidence.ts'
import type { Path } from '../read/tree.ts'
import type { DeclaredEvidenceDocument } from '../schema/evidence.ts'
import type { Subject } from './subject.ts'

export function checkEvidence(subject: Subject): void {
  for (const [id, { states = {} }] of Object.entries(subject.document.workflows ?? {})) {
    for (const [state, { transitions = {} }] of Object.entries(states)) {
      for (const [name, { evidence }] of Object.entries(transitions)) {
        const path = ['workflows', id, 'states', state, 'transitions', name, 'evidence']
        for (const { kind, at } of declaredKinds(evidence, path)) {
          if (!EVIDENCE_OF_PEOPLE.includes(kind)) continue
          subject.findings.error(
            at,
            `Evidence of the kind ‘${kind}’ says that a person decided; the engine alone records it. Choose another kind.`,
          )
        }
      }
    }
  }
}

function declaredKinds(
  evidence: DeclaredEvidenceDocument | undefined,
  path: Path,
): { kind: string; at: Path }[] {
  const [records = [], at] = Array.isArray(evidence)
    ? [evidence, path]
    : [evidence?.records, [...path, 'records']]
  return records.map((each, index) =>
    typeof each === 'string'
      ? { kind: each, at: [...at, index] }
      : { kind: each.kind, at: [...at, index, 'kind'] },
  )
}
