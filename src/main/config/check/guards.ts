/** The guards of whole workflows: who fires what they belong to, and what is recorded there. */

import type { Actor } from '../../model/definition.ts'
import type { ExecutorDeclaration, Reliability } from '../../model/executor.ts'
import { declaredKinds, engineKinds } from '../../workflow/declared-evidence.ts'
import { branchesOf, triedBy } from '../../workflow/executors/executors.ts'
import { checkGuard, checkGuards } from '../guards/guards.ts'
import { type GuardUse, NO_EVIDENCE, type RecordableEvidence } from '../guards/kind.ts'
import type { Path } from '../read/tree.ts'
import type { CompiledConfiguration } from './checking.ts'
import type { Subject, WorkflowSubject } from './subject.ts'

/** People may fire what is for agents, too (R1.7). */
const FIRED_BY: Record<Actor, GuardUse['by']> = {
  agent: 'anybody',
  human: 'people',
  deterministic: 'engine',
  system: 'engine',
}

export function checkWorkflowGuards({ definition, path, subject }: WorkflowSubject): void {
  const recorded = {
    declared: declaredKinds(definition),
    byEngine: engineKinds(definition, hasLiveGates(subject.compiled)),
  }
  checkGuards(subject, definition.guards, [...path, 'guards'], { by: 'anybody', evidence: NO_EVIDENCE })
  for (const [state, { onEnter, transitions }] of Object.entries(definition.states)) {
    const here = [...path, 'states', state]
    if (onEnter) checkBranchGuards(subject, onEnter, [...here, 'onEnter'], recorded)
    for (const [name, transition] of Object.entries(transitions)) {
      const at = [...here, 'transitions', name]
      const use = { by: FIRED_BY[transition.actor], evidence: recorded }
      checkGuards(subject, transition.guards, [...at, 'guards'], use)
      for (const [index, branch] of transition.branches.entries()) {
        checkGuard(subject, branch.when, [...at, 'branches', index, 'when'], use)
      }
      checkBranchGuards(subject, transition, at, recorded)
    }
  }
}

/** Gates that are met wherever a call leads: those of connections, imports and capabilities. */
function hasLiveGates({ connections, imports, capabilities, gated = [] }: CompiledConfiguration): boolean {
  const rules = [...Object.values(connections), ...imports]
  const exposed = [...capabilities, ...gated]
  return rules.some(({ gate }) => gate !== undefined) || exposed.some(({ gates = [] }) => gates.length > 0)
}

/** The conditions of parallel branches, which the engine evaluates. */
export function checkBranchGuards(
  subject: Subject,
  { executor, reliability }: { executor?: ExecutorDeclaration; reliability?: Reliability },
  path: Path,
  recorded: RecordableEvidence,
): void {
  const use = { by: 'engine' as const, evidence: recorded }
  for (const each of triedBy({ executor, reliability })) {
    for (const [name, branch] of Object.entries(branchesOf(each))) {
      const at = [...path, 'executor', 'branches', name]
      if (branch.when) checkGuard(subject, branch.when, [...at, 'when'], use)
      checkBranchGuards(subject, branch, at, recorded)
    }
  }
}
