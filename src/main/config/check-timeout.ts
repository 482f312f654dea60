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

function targetsOf(transition: { target: string; branches: { target: string }[] }): string[] {
  return [transition.target, ...transition.branches.map((branch) => branch.target)]
}

/** States that can be reached, but not without a decision of a person. */
function statesBehindPeople(definition: Definition, subject: Subject): Set<string> {
  const reach = (withPeople: boolean) =>
    closure([definition.initialState], (name) =>
      Object.values(definition.states[name]?.transitions ?? {})
        .filter((each) => withPeople || (each.actor !== 'human' && !asksPeople(each, subject)))
        .flatMap(targetsOf),
    )
  const free = reach(false)
  return new Set([...reach(true)].filter((name) => !free.has(name)))
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
