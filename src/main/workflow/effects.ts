/** Everything that a definition can run, and whether a person decides before it on every way there. Pure. */
import type { Definition, ExecutorDeclaration, Gate, Guard, Transition } from '../model/definition.ts'

export interface Effect {
  /** Null: when the time of the workflow is up. */
  state: string | null
  /** Null: on entering the state. */
  transition: string | null
  step: Partial<Pick<Transition, 'actor' | 'gates' | 'reliability'>> & {
    executor: ExecutorDeclaration
    guards: Guard[]
  }
  /** There is a way from the start to it on which no person decides anything. */
  alone: boolean
}

/** `isAsked`: whether people agree to a step before it takes effect, by a gate that is declared elsewhere too. */
export function listEffects(
  definition: Definition,
  isAsked: (step: { executor?: ExecutorDeclaration; gates?: Gate[] }) => boolean,
): Effect[] {
  const asks = (step: Pick<Transition, 'actor' | 'executor' | 'gates'>) =>
    step.actor === 'human' || isAsked(step)
  const reached = reachAlone(definition, asks)
  const effects: Effect[] = []
  const add = (effect: Effect) => {
    if (effect.step.executor.kind !== 'noop' && effect.step.executor.kind !== 'human') effects.push(effect)
  }
  for (const [state, { onEnter, transitions }] of Object.entries(definition.states)) {
    const isReached = reached.has(state)
    if (onEnter !== undefined) {
      const alone = isReached && !isAsked(onEnter)
      add({ state, transition: null, step: { ...onEnter, guards: [] }, alone })
    }
    for (const [transition, step] of Object.entries(transitions)) {
      if (step.executor === undefined) continue
      const { executor, guards } = step
      add({ state, transition, step: { ...step, executor, guards }, alone: isReached && !asks(step) })
    }
  }
  const late = definition.onTimeout?.executor
  if (late !== undefined)
    add({
      state: null,
      transition: null,
      step: { executor: late, guards: [] },
      alone: !isAsked({ executor: late }),
    })
  return effects
}

/** The states that a run can be in before any person has decided anything. */
function reachAlone(
  { initialState, onTimeout, states }: Definition,
  asks: (step: Transition) => boolean,
): Set<string> {
  const reached = new Set<string>()
  const open = [initialState, ...(onTimeout === undefined ? [] : [onTimeout.target])]
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (reached.has(name) || !Object.hasOwn(states, name)) continue
    reached.add(name)
    for (const step of Object.values(states[name]?.transitions ?? {})) {
      // What fails has been tried: that needed the same decision.
      if (asks(step)) continue
      open.push(step.target, ...step.branches.map(({ target }) => target))
      if (step.onFailure !== undefined) open.push(step.onFailure.target)
    }
  }
  return reached
}
