/** Everything that a definition can run, and whether a person decides before it on every way there. Pure. */

import {
  type Definition,
  type Gate,
  successTargets,
  type Transition,
  targetsOf,
} from '../../model/definition.ts'
import type { ExecutorDeclaration, Reliability } from '../../model/executor.ts'
import type { Guard } from '../../model/guard.ts'
import { present } from '../../model/json.ts'
import { canFire, stateOf, transitionOf } from '../advance.ts'
import { certainPart, hasEffect, triedBy } from '../executors/executors.ts'
import { quoteName } from '../wording/quote.ts'
import { stateTitle, transitionTitle } from '../wording/sentence.ts'

export interface Effect {
  /** Null: when the time of the workflow is up. */
  state: string | null
  /** Null: on entering the state. */
  transition: string | null
  step: Step & { executor: ExecutorDeclaration; guards: Guard[] }
  /** What is tried before it in the same step: it runs only when all of that has failed. */
  tried: ExecutorDeclaration[]
  /** All that its step may try: where one of them cannot be called, nothing of it runs. */
  plan: ExecutorDeclaration[]
  /** There is a way from the start to it on which no person decides anything. */
  alone: boolean
  /** What leads to its state on that way, for people; empty: nothing, or there is no such way. */
  way: string[]
}

type Step = Partial<Pick<Transition, 'actor' | 'gates' | 'risk' | 'confirm' | 'undoMs'>>
type Work = Step & { executor?: ExecutorDeclaration; reliability?: Reliability; guards?: Guard[] }

/**
 * `isAsked`: whether people agree to a call, by a gate that is declared elsewhere too, before it takes effect: always, not
 * only in some cases.
 */
export function listEffects(
  definition: Definition,
  isAsked: (call: { executor?: ExecutorDeclaration; gates?: Gate[] }) => boolean,
): Effect[] {
  const asks = ({ actor, executor, gates }: Work) =>
    actor === 'human' ||
    isAsked({ ...(executor && { executor: certainPart(executor) }), ...(gates && { gates }) })
  const reached = reachAlone(definition, asks)
  const effects: Effect[] = []
  const add = (
    state: string | null,
    transition: string | null,
    { executor, reliability, guards = [], ...step }: Work,
  ) => {
    const way = state === null ? [] : (reached.get(state) ?? [])
    let alone = state === null || reached.has(state)
    const plan = triedBy({ executor, reliability })
    for (const [place, call] of plan.entries()) {
      // What fails has been tried: that needed the same decision, and so does what runs instead.
      alone &&= !asks({ ...step, executor: call })
      if (hasEffect(call))
        effects.push({
          state,
          transition,
          step: { ...step, executor: call, guards },
          tried: plan.slice(0, place),
          plan,
          alone,
          way: alone ? way : [],
        })
    }
  }
  for (const [state, declared] of Object.entries(definition.states)) {
    const { onEnter, transitions } = declared
    if (onEnter !== undefined) add(state, null, { executor: onEnter.executor, ...reliabilityOf(onEnter) })
    for (const [transition, step] of Object.entries(transitions)) {
      if (!canFire(declared, step)) continue
      const { actor, executor, gates, guards, risk, confirm, undoMs } = step
      add(state, transition, {
        actor,
        guards,
        ...present({ executor, gates, risk, confirm, undoMs }),
        ...reliabilityOf(step),
      })
    }
  }
  const late = definition.onTimeout?.executor
  if (late !== undefined) add(null, null, { executor: late })
  return effects
}

/** Where it runs, after ‘in’ or ‘when’: the titles are quotations, since an agent may have written them. */
export function placeOf(definition: Definition, { state, transition, tried }: Effect): string {
  const step = transition === null || state === null ? null : transitionOf(definition, state, transition)
  const when =
    state === null
      ? 'when its time is up'
      : `in ${quoteName(stateTitle(definition, state))}, ${transition === null ? 'on entering it' : quoteName(transitionTitle(step, transition))}`
  return `${when}${tried.length > 0 ? ', if what comes before fails' : ''}`
}

function reliabilityOf({ reliability }: { reliability?: Reliability }): { reliability?: Reliability } {
  return reliability === undefined ? {} : { reliability }
}

/** The states that a run can be in before any person has decided anything, each with what leads there. */
function reachAlone(definition: Definition, asks: (step: Transition) => boolean): Map<string, string[]> {
  const { initialState, onTimeout } = definition
  const reached = new Map<string, string[]>()
  const open = [{ name: initialState, way: [] as string[] }]
  if (onTimeout !== undefined) open.push({ name: onTimeout.target, way: ['its time is up'] })
  // The shortest way first.
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const { name, way } = next
    const state = stateOf(definition, name)
    if (reached.has(name) || state === null) continue
    reached.set(name, way)
    for (const [transition, step] of Object.entries(state.transitions)) {
      // What fails has been tried: that needed the same decision.
      if (!canFire(state, step) || asks(step)) continue
      const on = [...way, quoteName(transitionTitle(step, transition))]
      const targets = successTargets(step)
      if (step.onFailure !== undefined) targets.push(step.onFailure.target)
      open.push(...targets.map((target) => ({ name: target, way: on })))
    }
  }
  return reached
}

/** Whether anything runs when its time is up. */
export function runsLate(definition: Definition): boolean {
  const { timeoutMs, onTimeout } = definition
  if (timeoutMs === undefined || onTimeout === undefined) return false
  return triedBy(onTimeout).some(hasEffect) || goesOn(definition, onTimeout.target)
}

/** Whether anything can run from there. */
export function goesOn(definition: Definition, state: string): boolean {
  const reached = new Set([state])
  for (const name of reached) {
    const { onEnter = {}, transitions = {} } = stateOf(definition, name) ?? {}
    const steps = Object.values(transitions)
    if ([onEnter, ...steps].flatMap(triedBy).some(hasEffect)) return true
    for (const target of steps.flatMap(targetsOf)) reached.add(target)
  }
  return false
}
