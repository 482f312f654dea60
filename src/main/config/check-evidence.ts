/** Evidence: what the engine alone records, and guards that ask for what nothing records (R2.7, R5.7). */
import type { Definition, EvidenceRequirement } from '../model/definition.ts'
import { didYouMean, listNames } from './nearest.ts'
import type { DeclaredEvidenceDocument } from './schema-evidence.ts'
import type { Subject } from './subject.ts'
import type { Path } from './tree.ts'

/** These say that a person decided. */
export const OF_PEOPLE: readonly string[] = ['approval', 'human_request', 'human_decision']
/** What the engine records by itself. */
const RECORDED = ['cli_output', 'tool_result', 'http_response', ...OF_PEOPLE]

export function checkEvidence(subject: Subject): void {
  for (const [id, { states = {} }] of Object.entries(subject.document.workflows ?? {})) {
    for (const [state, { transitions = {} }] of Object.entries(states)) {
      for (const [name, { evidence }] of Object.entries(transitions)) {
        const path = ['workflows', id, 'states', state, 'transitions', name, 'evidence']
        for (const { kind, at } of declaredKinds(evidence, path)) {
          if (!OF_PEOPLE.includes(kind)) continue
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

/** All kinds that a workflow's own transitions record. */
export function declaredEvidence(definition: Definition): Set<string> {
  const transitions = Object.values(definition.states).flatMap((state) => Object.values(state.transitions))
  return new Set(transitions.flatMap(({ evidence = [] }) => evidence.map(({ kind }) => kind)))
}

/** `declared`: what the workflow records itself. */
export function checkRequirements(
  subject: Subject,
  requires: readonly EvidenceRequirement[],
  path: Path,
  declared: ReadonlySet<string>,
): void {
  for (const { kind, count, distinct } of requires) {
    const people = Object.keys(subject.compiled.people).length
    if (distinct && people > 0 && count > people) {
      const message = `${count} different people are needed, and ‘people’ has ${people}: this guard never passes.`
      subject.findings.warning(path, message)
    }
    if (RECORDED.includes(kind) || declared.has(kind)) continue
    const known = [...RECORDED, ...declared]
    const hint = didYouMean(kind, known) || ` The engine records ${listNames(RECORDED, 'and')}.`
    subject.findings.warning(path, `Nothing records evidence of the kind ‘${kind}’.${hint}`)
  }
}
