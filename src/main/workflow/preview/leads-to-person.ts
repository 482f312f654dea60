/** Whether what the engine does by itself may end where a person is asked. Pure; follows each state once. */
import { type Definition, type OnEnter, type Transition, targetsOf } from '../../model/definition.ts'
import { wayOfEngine } from '../advance.ts'

export function leadsToPerson(
  definition: Definition,
  /** The transition to be taken, or null: the start. */
  transition: Transition | null,
  /** Whether people must approve what the engine does there by itself. */
  isHeld: (step: Transition | OnEnter) => boolean,
): boolean {
  const from = transition === null ? [definition.initialState] : targetsOf(transition)
  for (const { state, own } of wayOfEngine(definition, from)) {
    if (state?.onEnter !== undefined && isHeld(state.onEnter)) return true
    if (Object.values(state?.transitions ?? {}).some(({ actor }) => actor === 'human')) return true
    if (own.some(isHeld)) return true
  }
  return false
}
