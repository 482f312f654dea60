/** Deadlines: they must lead somewhere, and never round a person (R2.7). */
import type { Definition, ExecutorDeclaration, Transition } from '../model/definition.ts'
import { closure } from './check-graph.ts'
import { isWhole, type Subject, type WorkflowSubject } from './subject.ts'

export function checkTimeout(workflow: WorkflowSubject): void {
  const { definition, path, subject } = workflow
  const { timeoutMs, onTimeout } = definition
  if (timeoutMs === undefined && onTimeout && isWhole(subject, path)) {
    subject.findings.warning(
      [...path, 'onTimeout'],
      '‘onTimeout’ never happens: the workflow has no ‘timeoutMs’.',
    )
  }
  if (!onTimeout || subject.document.workflows?.[definition.id]?.onTimeout?.allowUnapproved) return
  const bypassed = statesBehindPeople(definition, subject)
  const automatic = closure([onTimeout.target], (name) => {
    const transitions = Object.values(definition.states[name]?.transitions ?? {})
    const chains = transitions.every(({ actor }) => actor === 'deterministic')
    return transitions
      .filter((each) => (chains || each.actor === 'system') && !asksPeople(each, subject))
      .flatMap(targetsOf)
  })
  const wrong = [...automatic].find((name) => bypassed.has(name))
  if (wrong === undefined) return
  const way = wrong === onTimeout.target ? '' : `, from where the engine goes on to ‘${wrong}’`
  subject.findings.error(
    [...path, 'onTimeout', 'target'],
    `When the time is up the workflow would go to ‘${onTimeout.target}’${way}, which otherwise needs a person's decision: a timeout must not approve. Choose another state, or say ‘allowUnapproved: true’.`,
  )
}

function targetsOf({ target, branches, onFailure }: Transition): string[] {
  return [
    target,
    ...branches.map((branch) => branch.target),
    ...(onFailure === undefined ? [] : [onFailure.target]),
  ]
}

/** States that can be reached, but not without a decision of a person. */
function statesBehindPeople(definition: Definition, subject: Subject): Set<string> {
  const free = statesWithoutPeople(definition, [definition.initialState], subject)
  const all = closure([definition.initialState], (name) => transitionsOf(definition, name).flatMap(targetsOf))
  return new Set([...all].filter((name) => !free.has(name)))
}

function statesWithoutPeople(definition: Definition, from: string[], subject: Subject): Set<string> {
  return closure(from, (name) =>
    transitionsOf(definition, name)
      .filter((each) => each.actor !== 'human' && !asksPeople(each, subject))
      .flatMap(targetsOf),
  )
}

function transitionsOf(definition: Definition, state: string): Transition[] {
  return Object.values(definition.states[state]?.transitions ?? {})
}

/** Whether it waits for people before it completes: for an answer, or at a gate of its own or of what it calls. */
function asksPeople({ executor, gates = [] }: Transition, subject: Subject): boolean {
  if (gates.length > 0) return true
  return executor !== undefined && isGated(executor, subject)
}

function isGated(executor: ExecutorDeclaration, subject: Subject): boolean {
  if (executor.kind === 'human') return true
  if (executor.kind === 'parallel') {
    return Object.values(executor.branches).some((branch) => isGated(branch.executor, subject))
  }
  if (executor.kind === 'workflow') return askingWorkflows(subject).has(executor.definitionId)
  if (!('connection' in executor) || executor.connection === undefined) return false
  const { connection } = executor
  const { connections, imports } = subject.compiled
  if (connections[connection]?.gate) return true
  if (executor.kind !== 'mcp') return false
  const { tool } = executor
  return imports.some(
    (rule) =>
      rule.gate !== undefined &&
      rule.connection === connection &&
      (rule.include.length === 0 || rule.include.includes(tool)) &&
      !rule.exclude.includes(tool),
  )
}

/** Workflows within workflows are followed so deep: what is deeper counts as asking nobody. */
const DEEPEST = 20

const askingIn = new WeakMap<Subject, Set<string>>()

/** The workflows that come to no end without a decision of a person, be it in a workflow that they run. */
function askingWorkflows(subject: Subject): ReadonlySet<string> {
  const known = askingIn.get(subject)
  if (known !== undefined) return known
  const asking = new Set<string>()
  askingIn.set(subject, asking)
  for (let round = 0, before = -1; round < DEEPEST && asking.size > before; round += 1) {
    before = asking.size
    for (const definition of Object.values(subject.compiled.workflows)) {
      if (!asking.has(definition.id) && endsWithPeopleOnly(definition, subject)) asking.add(definition.id)
    }
  }
  return asking
}

function endsWithPeopleOnly(definition: Definition, subject: Subject): boolean {
  const { initialState, onTimeout } = definition
  const from = onTimeout === undefined ? [initialState] : [initialState, onTimeout.target]
  const free = statesWithoutPeople(definition, from, subject)
  return [...free].every((name) => transitionsOf(definition, name).length > 0)
}
