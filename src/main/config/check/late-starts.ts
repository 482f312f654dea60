/** Workflows that the engine starts when the time of a run is up: nobody has asked for them, whose rights they would be started with. */

import { type OnEnter, type Transition, targetsOf } from '../../model/definition.ts'
import { ownOf } from '../../model/json.ts'
import { ENGINE } from '../../model/principal.ts'
import { ownSteps, stateOf } from '../../workflow/advance.ts'
import { startsRun, triedBy } from '../../workflow/executors/executors.ts'
import { refusedToAll } from '../../workflow/guards/guards.ts'
import type { Path } from '../read/tree.ts'
import { closure } from './graph.ts'
import type { Subject, WorkflowSubject } from './subject.ts'

export function checkLateStarts({ definition, path, subject }: WorkflowSubject): void {
  const { timeoutMs, onTimeout } = definition
  if (timeoutMs === undefined || !onTimeout) return
  const own = (name: string) => ownSteps(stateOf(definition, name))
  const late = closure([onTimeout.target], (name) => own(name).flatMap(([, step]) => targetsOf(step)))
  for (const name of late) {
    const at = [...path, 'states', name]
    const onEnter = stateOf(definition, name)?.onEnter
    if (onEnter) checkStart(subject, onEnter, [...at, 'onEnter'])
    for (const [transition, step] of own(name)) checkStart(subject, step, [...at, 'transitions', transition])
  }
}

function checkStart({ compiled, findings }: Subject, step: OnEnter | Transition, path: Path): void {
  for (const executor of triedBy(step)) {
    const child = startsRun(executor) ? ownOf(compiled.workflows, executor.definitionId) : undefined
    const refusal = child && refusedToAll(child.guards, null, [ENGINE])
    if (!child || !refusal) continue
    const message = `When the time is up nobody has asked for this, and the engine has no roles or permissions: ‘${child.id}’ is not started then. Its guards say: “${refusal}” Let an agent or a person lead on to it, with ‘actor’; or remove those guards there.`
    findings.warning([...path, 'executor'], message)
  }
}
