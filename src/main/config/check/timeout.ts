/** Deadlines: they must lead somewhere, and never round a person (R2.7). */

import { declaredCapabilities } from '../../model/configuration.ts'
import { type Definition, type Gate, type Transition, targetsOf } from '../../model/definition.ts'
import type { ExecutorDeclaration } from '../../model/executor.ts'
import { obtain } from '../../model/obtain.ts'
import { ownSteps, stateOf, transitionsAt } from '../../workflow/advance.ts'
import {
  asksPerson,
  connectionOf,
  isGroup,
  readsOnly,
  startsRun,
  toolOf,
} from '../../workflow/executors/executors.ts'
import { gatesOfTool } from '../../workflow/gates/tool-settings.ts'
import { needsApproval } from '../../workflow/guards/guards.ts'
import { isWhole } from './checking.ts'
import { closure } from './graph.ts'
import type { Subject, WorkflowSubject } from './subject.ts'

export function checkTimeout(workflow: WorkflowSubject): void {
  const { definition, path, subject } = workflow
  const { timeoutMs, onTimeout } = definition
  if (timeoutMs === undefined && onTimeout && isWhole(subject, path)) {
    subject.findings.warning(
      [...path, 'onTimeout'],
      '‘onTimeout’ never happens: the workflow has no ‘timeoutMs’. Add it, or remove ‘onTimeout’.',
    )
  }
  if (!onTimeout || subject.document.workflows?.[definition.id]?.onTimeout?.allowUnapproved) return
  // Behind which decisions a state lies is seen from where a run begins.
  if (!isWhole(subject, [...path, 'initialState'])) return
  const { maybe, always } = askingOf(subject)
  const bypassed = statesBehindPeople(definition, maybe)
  const automatic = closure([onTimeout.target], (name) => {
    if (asksOnEntering(definition, name, always)) return []
    return ownSteps(stateOf(definition, name)).flatMap(([, step]) =>
      asksPeople(step, always) ? [] : targetsOf(step),
    )
  })
  const wrong = [...automatic].find((name) => bypassed.has(name))
  if (wrong === undefined) return
  const way = wrong === onTimeout.target ? '' : `, from where the engine goes on to ‘${wrong}’`
  subject.findings.error(
    [...path, 'onTimeout', 'target'],
    `When the time is up the workflow would go to ‘${onTimeout.target}’${way}, which otherwise needs a person's decision: a timeout must not approve. Add a state for this end, such as ‘expired: {}’, and lead there; or say ‘allowUnapproved: true’.`,
  )
}

/** How it is told whether a step asks people. */
interface ApprovalSearch {
  subject: Subject
  /** Only what asks whatever the values and the time are counts. */
  always: boolean
  /** The workflows that come to no end without a decision of a person; null: not looked for yet. */
  workflows: Set<string> | null
}

const askings = new WeakMap<Subject, { maybe: ApprovalSearch; always: ApprovalSearch }>()

function askingOf(subject: Subject): { maybe: ApprovalSearch; always: ApprovalSearch } {
  return obtain(askings, subject, () => ({
    maybe: { subject, always: false, workflows: null },
    always: { subject, always: true, workflows: null },
  }))
}

/** States that can be reached, but not without a decision of a person. */
function statesBehindPeople(definition: Definition, asking: ApprovalSearch): Set<string> {
  const free = statesWithoutPeople(definition, [definition.initialState], asking)
  const all = closure([definition.initialState], (name) =>
    Object.values(transitionsAt(definition, name)).flatMap(targetsOf),
  )
  return new Set([...all].filter((name) => !free.has(name)))
}

function statesWithoutPeople(definition: Definition, from: string[], asking: ApprovalSearch): Set<string> {
  return closure(from, (name) => {
    // People who refuse what entering calls stop the engine there; an agent may go on from there all the same.
    const stops = asksOnEntering(definition, name, asking)
    return Object.values(transitionsAt(definition, name))
      .filter(({ actor }) => actor !== 'human' && (actor === 'agent' || !stops))
      .filter((each) => !asksPeople(each, asking))
      .flatMap(targetsOf)
  })
}

function asksOnEntering(definition: Definition, state: string, asking: ApprovalSearch): boolean {
  const onEnter = definition.states[state]?.onEnter
  return onEnter !== undefined && isGated(onEnter.executor, asking)
}

/**
 * Whether it does not complete without people: it waits for an answer, or at a gate of its own or of what it calls, or
 * its guards want to see that somebody has approved.
 */
function asksPeople({ executor, gates = [], guards }: Transition, asking: ApprovalSearch): boolean {
  if (gates.some((gate) => holds(gate, executor, asking)) || guards.some(needsApproval)) return true
  return executor !== undefined && isGated(executor, asking)
}

/** Whether people may be asked about it in this run, by itself or at a gate that it meets: another workflow has a record of its own. */
export function meetsGate(subject: Subject, executor: ExecutorDeclaration): boolean {
  return !startsRun(executor) && isGated(executor, askingOf(subject).maybe)
}

function isGated(executor: ExecutorDeclaration, asking: ApprovalSearch): boolean {
  if (asksPerson(executor)) return true
  if (isGroup(executor)) {
    return Object.values(executor.branches).some(
      // A branch with a condition may be left out.
      ({ executor: inner, when }) => !(asking.always && when !== undefined) && isGated(inner, asking),
    )
  }
  if (startsRun(executor)) return askingWorkflows(asking).has(executor.definitionId)
  const connection = connectionOf(executor)
  if (connection === null) return false
  const { compiled } = asking.subject
  const { connections, imports } = compiled
  if (holds(connections[connection]?.gate, executor, asking)) return true
  const tool = toolOf(executor)?.tool
  if (tool === undefined) return false
  const called = declaredCapabilities(compiled).filter((each) => callsTool(each.executor, connection, tool))
  if (called.some(({ gates = [] }) => gates.some((gate) => holds(gate, executor, asking)))) return true
  return gatesOfTool(imports, connection, tool).some((gate) => holds(gate, executor, asking))
}

function callsTool(executor: ExecutorDeclaration, connection: string, tool: string): boolean {
  const called = toolOf(executor)
  return called?.connection === connection && called.tool === tool
}

/** Of a tool it is not known here whether it only reads. */
function holds(
  gate: Gate | undefined,
  executor: ExecutorDeclaration | undefined,
  { always }: ApprovalSearch,
): boolean {
  if (gate === undefined || (always && gate.except !== undefined)) return false
  if (gate.required === true) return true
  if (executor === undefined) return true
  return !readsOnly(executor) && !(always && toolOf(executor) !== null)
}

/** Workflows within workflows are followed so deep: what is deeper counts as asking nobody. */
const DEEPEST = 20

/** The workflows that come to no end without a decision of a person, be it in a workflow that they run. */
function askingWorkflows(asking: ApprovalSearch): ReadonlySet<string> {
  if (asking.workflows !== null) return asking.workflows
  const found = new Set<string>()
  asking.workflows = found
  for (let round = 0, before = -1; round < DEEPEST && found.size > before; round += 1) {
    before = found.size
    for (const definition of Object.values(asking.subject.compiled.workflows)) {
      if (!found.has(definition.id) && endsWithPeopleOnly(definition, asking)) found.add(definition.id)
    }
  }
  return found
}

function endsWithPeopleOnly(definition: Definition, asking: ApprovalSearch): boolean {
  const { initialState, onTimeout } = definition
  const from = onTimeout === undefined ? [initialState] : [initialState, onTimeout.target]
  const free = statesWithoutPeople(definition, from, asking)
  return [...free].every(
    (name) =>
      Object.values(transitionsAt(definition, name)).length > 0 || asksOnEntering(definition, name, asking),
  )
}
