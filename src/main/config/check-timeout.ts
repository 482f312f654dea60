/** Deadlines: they must lead somewhere, and never round a person (R2.7). */
import type { Definition, ExecutorDeclaration, Gate, Guard, Transition } from '../model/definition.ts'
import { OF_PEOPLE } from './check-evidence.ts'
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
    if (asksOnEntering(definition, name, subject)) return []
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
  return closure(from, (name) => {
    // People who refuse what entering calls stop the engine there; an agent may go on from there all the same.
    const stops = asksOnEntering(definition, name, subject)
    return transitionsOf(definition, name)
      .filter(({ actor }) => actor !== 'human' && (actor === 'agent' || !stops))
      .filter((each) => !asksPeople(each, subject))
      .flatMap(targetsOf)
  })
}

function asksOnEntering(definition: Definition, state: string, subject: Subject): boolean {
  const onEnter = definition.states[state]?.onEnter
  return onEnter !== undefined && isGated(onEnter.executor, subject)
}

function transitionsOf(definition: Definition, state: string): Transition[] {
  return Object.values(definition.states[state]?.transitions ?? {})
}

/**
 * Whether it does not complete without people: it waits for an answer, or at a gate of its own or of what it calls, or
 * its guards want to see that somebody has approved.
 */
function asksPeople({ executor, gates = [], guards }: Transition, subject: Subject): boolean {
  if (gates.length > 0 || guards.some(wantsApproval)) return true
  return executor !== undefined && isGated(executor, subject)
}

function wantsApproval(guard: Guard): boolean {
  switch (guard.kind) {
    case 'evidence':
      return guard.requires.some(({ kind }) => OF_PEOPLE.includes(kind))
    case 'allOf':
      return guard.guards.some(wantsApproval)
    case 'anyOf':
      return guard.guards.length > 0 && guard.guards.every(wantsApproval)
    default:
      return false
  }
}

function isGated(executor: ExecutorDeclaration, subject: Subject): boolean {
  if (executor.kind === 'human') return true
  if (executor.kind === 'parallel') {
    return Object.values(executor.branches).some((branch) => isGated(branch.executor, subject))
  }
  if (executor.kind === 'workflow') return askingWorkflows(subject).has(executor.definitionId)
  if (!('connection' in executor) || executor.connection === undefined) return false
  const { connection } = executor
  const { capabilities, connections, gated = [], imports } = subject.compiled
  if (holds(connections[connection]?.gate, executor)) return true
  if (executor.kind !== 'mcp') return false
  const { tool } = executor
  const called = [...capabilities, ...gated].filter((each) => callsTool(each.executor, connection, tool))
  if (called.some(({ gates = [] }) => gates.length > 0)) return true
  return imports.some(
    (rule) =>
      holds(rule.gate, executor) &&
      rule.connection === connection &&
      (rule.include.length === 0 || rule.include.includes(tool)) &&
      !rule.exclude.includes(tool),
  )
}

function callsTool(executor: ExecutorDeclaration, connection: string, tool: string): boolean {
  return executor.kind === 'mcp' && executor.connection === connection && executor.tool === tool
}

/** Of a tool it is not known here whether it only reads. */
function holds(gate: Gate | undefined, executor: ExecutorDeclaration): boolean {
  if (gate?.required !== 'unlessReadOnly') return gate !== undefined
  return executor.kind !== 'rest' || (executor.method !== 'GET' && executor.method !== 'HEAD')
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
  return [...free].every(
    (name) => transitionsOf(definition, name).length > 0 || asksOnEntering(definition, name, subject),
  )
}
