/** Whether what the engine does by itself may end where a person is asked. Pure; follows each state once. */
import { type Definition, type OnEnter, type Transition, targetsOf } from '../../model/definition.ts'
import { humanTransitions, ownSteps, stateOf } from '../advance.ts'

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
    if (state?.onEnter !== undefined && isHeld(state.onEnter)) return true
    if (humanTransitions(definition, name).length > 0) return true
    const own = ownSteps(state).map(([, step]) => step)
    if (own.some(isHeld)) return true
    waiting.push(...own.flatMap(targetsOf))
  }
  return false
}
