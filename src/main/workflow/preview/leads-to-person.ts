/** Whether what the engine does by itself may end where a person is asked. Pure; follows each state once. */
import { type Definition, type OnEnter, type Transition, targetsOf } from '../../model/definition.ts'
import { stateOf } from '../advance.ts'

export function leadsToPerson(
  definition: Definition,
  /** The transition to be taken, or null: the start. */
  transition: Transition | null,
  /** Whether people must approve what the engine does there by itself. */
  isHeld: (step: Transition | OnEnter) => boolean,
): boolean {
  const seen = new Set<string>()
  const waiting = transition === null ? [definition.initialState] : targetsOf(transition)
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (seen.has(name)) continue
    seen.add(name)
    const state = stateOf(definition, name)
    const transitions = Object.values(state?.transitions ?? {})
    if (state?.onEnter !== undefined && isHeld(state.onEnter)) return true
    if (transitions.some(({ actor }) => actor === 'human')) return true
    const chains = transitions.every(({ actor }) => actor === 'deterministic')
    const own = transitions.filter(({ actor }) => chains || actor === 'system')
    if (own.some(isHeld)) return true
    waiting.push(...own.flatMap(targetsOf))
  }
  return false
}
