/** The guards of whole workflows: who fires what they belong to, and what is recorded there. */

import type { Actor, Definition, Transition } from '../../model/definition.ts'
import type { ExecutorDeclaration, Reliability } from '../../model/executor.ts'
import { declaredKinds, engineKinds } from '../../workflow/declared-evidence.ts'
import { branchesOf, triedBy } from '../../workflow/executors/executors.ts'
import { checkGuard, checkGuards } from '../guards/guards.ts'
import { type GuardUse, NO_EVIDENCE, type RecordableEvidence } from '../guards/kind.ts'
import type { Path } from '../read/tree.ts'
import type { CompiledConfiguration } from './checking.ts'
import { closure, comingFrom } from './graph.ts'
import type { Subject, WorkflowSubject } from './subject.ts'

/** People may fire what is for agents, too (R1.7). */
const FIRED_BY: Record<Actor, GuardUse['by']> = {
  agent: 'anybody',
  human: 'people',
  deterministic: 'engine',
  system: 'engine',
}

export function checkWorkflowGuards({ definition, path, subject }: WorkflowSubject): void {
  const isGated = hasLiveGates(subject.compiled)
  const whole = recordedIn(definition, isGated)
  const comes = comingFrom(definition)
  checkGuards(subject, definition.guards, [...path, 'guards'], { by: 'anybody', evidence: NO_EVIDENCE })
  for (const [state, { onEnter, transitions }] of Object.entries(definition.states)) {
    const here = [...path, 'states', state]
    const recorded = createRecordable(() => recordedIn(until(definition, state, comes), isGated), whole)
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

function recordedIn(definition: Definition, isGated: boolean): RecordableEvidence {
  return { declared: declaredKinds(definition), byEngine: engineKinds(definition, isGated) }
}

/** Looked up where a guard asks for it: few do, and a workflow may have thousands of states. */
function createRecordable(find: () => RecordableEvidence, whole: RecordableEvidence): RecordableEvidence {
  let found: RecordableEvidence | undefined
  const look = () => {
    found ??= find()
    return found
  }
  return {
    get declared() {
      return look().declared
    },
    get byEngine() {
      return look().byEngine
    },
    whole,
  }
}

/** The workflow without what can only come after this state: whatever leads away from it. */
function until(
  definition: Definition,
  state: string,
  comes: (name: string) => readonly string[],
): Definition {
  const leading = closure([state], comes)
  const leads = ({ target, branches }: Transition) =>
    leading.has(target) || branches.some((branch) => leading.has(branch.target))
  const states = Object.entries(definition.states).flatMap(([name, each]) => {
    if (!leading.has(name)) return []
    const transitions = Object.entries(each.transitions).filter(([, one]) => name === state || leads(one))
    return [[name, { ...each, transitions: Object.fromEntries(transitions) }]]
  })
  return { ...definition, states: Object.fromEntries(states) }
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
