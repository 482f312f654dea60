/** Whether what a transition leads to by itself may end where a person is asked. Pure; follows each state once. */
import type { Definition, Transition } from '../model/definition.ts'
import { stateOf } from './advance.ts'

export function leadsToPerson(definition: Definition, transition: Transition): boolean {
  const seen = new Set<string>()
  const waiting = targetsOf(transition)
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (seen.has(name)) continue
    seen.add(name)
    const transitions = Object.values(stateOf(definition, name)?.transitions ?? {})
    if (transitions.some(({ actor }) => actor === 'human')) return true
    const chains = transitions.every(({ actor }) => actor === 'deterministic')
    const own = transitions.filter(({ actor }) => chains || actor === 'system')
    waiting.push(...own.flatMap(targetsOf))
  }
  return false
}

function targetsOf({ target, branches, onFailure }: Transition): string[] {
  return [
    target,
    ...branches.map((branch) => branch.target),
    ...(onFailure === undefined ? [] : [onFailure.target]),
  ]
}
