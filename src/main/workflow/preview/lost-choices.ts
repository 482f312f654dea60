/**
 * What people could say where they decide, and no longer can, or not always: to send it back, or to stop it. Nothing more
 * runs by it; but what people could stop there they cannot. One sentence each. Pure.
 */
import type { Definition, Transition } from '../../model/definition.ts'
import { stateOf, transitionsAt } from '../advance.ts'
import { doesNothing } from '../executors/executors.ts'
import { declaredInFull } from '../executors/wording.ts'
import { quoteSaying } from '../wording/quote.ts'
import { type IsLike, lostGuards } from './conditions.ts'
import { goesOn, listEffects } from './effects.ts'
import { leadsThrough, type StatePair, targetsOf } from './refinement.ts'

interface LostChoice {
  message: string
  at: { state: string }
  /** The state before, which is gone, and whose place another one has that was there, too. */
  passed?: string
}

/**
 * `starts`: where runs begin, and where they go when their time is up. What ran something is no choice: it is less; but not
 * where something follows the end of its time (`isLate`), which it prevents.
 */
export function lostChoices(
  before: Definition,
  after: Definition,
  starts: readonly StatePair[],
  isLike: IsLike,
  isLate: boolean,
): LostChoice[] {
  const choices = Object.entries(before.states).flatMap(([was, { transitions }]) =>
    Object.entries(transitions)
      .filter(([, step]) => step.actor === 'human' && (isLate || runsNothing(step)) && step.target !== was)
      .map(([name, step]) => ({ was, name, step })),
  )
  const isGone = ({ was }: { was: string }) => stateOf(after, was) === null
  const called = choices.some(isGone) ? findNames(before, after, starts, isLike) : new Map()
  return choices.flatMap((choice): LostChoice[] => {
    const { was, name, step } = choice
    const names: string[] = isGone(choice) ? [...(called.get(was) ?? [])] : [was]
    const left = names.map((each) => stillChosen(before, after, [name, step], each))
    const [state] = names
    if (state === undefined || left.includes('by all')) return []
    const isHarder = left.includes('by some')
    const isPassed = isGone(choice) && stateOf(before, state) !== null
    const where = `‘${name}’ in state ‘${isPassed ? was : state}’, which ${isHarder ? 'leads' : 'led'} to ‘${step.target}’`
    const who = isLate ? 'Before its time is up, people can no longer ' : LOST_CHOICE
    const message = `${who}${isHarder ? 'always ' : ''}choose ${where}.`
    return [{ message, at: { state }, ...(isPassed && { passed: was }) }]
  })
}

const LOST_CHOICE = 'People can no longer '

export function saysLostChoice(sentence: string): boolean {
  return sentence.startsWith(LOST_CHOICE)
}

/** What the engine ran by itself in states that are gone, and nothing of the workflow runs any more. */
export function lostSteps(before: Definition, after: Definition): LostChoice[] {
  const callsOf = (definition: Definition) =>
    listEffects(definition, () => false).map((each) => ({
      ...each,
      call: declaredInFull(each.step.executor),
    }))
  const kept = new Set(callsOf(after).map(({ call }) => call))
  return callsOf(before).flatMap(({ state, transition, step, call }) => {
    const isGone = state !== null && transition !== null && stateOf(after, state) === null
    if (!isGone || kept.has(call) || !['deterministic', 'system'].includes(step.actor ?? '')) return []
    const message = `${LOST_STEP}${quoteSaying(call ?? '')}, by ‘${transition}’ in state ‘${state}’ of ‘${before.id}’.`
    return [{ message, at: { state } }]
  })
}

const LOST_STEP = 'No longer happens by itself: '

export function saysLostStep(sentence: string): boolean {
  return sentence.startsWith(LOST_STEP)
}

/** Whether what people could choose they still can in this state: as before, or only if more holds. */
function stillChosen(
  before: Definition,
  after: Definition,
  [name, was]: readonly [string, Transition],
  state: string,
): 'by all' | 'by some' | 'by nobody' {
  const steps = Object.entries(transitionsAt(after, state))
  if (steps.length === 0) return 'by all'
  const isRenamed = (target: string) =>
    stateOf(after, was.target) === null && stateOf(before, target) === null
  // Who may do it without them is compared by itself.
  const isSame = (key: string, step: Transition) =>
    runsNothing(was) ? runsNothing(step) : key === name || isWritten(step.executor, was.executor)
  const same = steps
    .filter(([key, step]) => isSame(key, step) && ['human', 'agent'].includes(step.actor))
    .map(([, step]) => step)
    .filter(({ target }) => isRenamed(target) || leadsThrough(before, after, { is: target, was: was.target }))
  const isAsNear = ({ guards, gates = [] }: Transition) =>
    lostGuards(guards, was.guards, '').length === 0 && gates.length <= (was.gates ?? []).length
  if (same.some(isAsNear)) return 'by all'
  if (same.length === 0) return 'by nobody'
  // Who may let it go on is asked for more: that is stricter.
  return runsNothing(was) && same.every(({ target }) => goesOn(after, target)) ? 'by all' : 'by some'
}

function isWritten(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function runsNothing({ executor }: Transition): boolean {
  return executor === undefined || doesNothing(executor)
}

/** States alike make many more pairs: of these so many are followed. */
const MOST_PAIRS = 20_000

/** What a state that is gone may be called now: where steps of the same name lead, or else steps alike. */
function findNames(
  before: Definition,
  after: Definition,
  starts: readonly StatePair[],
  isLike: IsLike,
): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>()
  const seen = new Set<string>()
  const open = [...starts]
  for (let pair = open.pop(); pair !== undefined && seen.size < MOST_PAIRS; pair = open.pop()) {
    const { was, is } = pair
    const key = JSON.stringify([was, is])
    if (seen.has(key) || stateOf(before, was) === null || stateOf(after, is) === null) continue
    seen.add(key)
    if (stateOf(after, was) === null) names.set(was, (names.get(was) ?? new Set()).add(is))
    const steps = transitionsAt(before, was)
    for (const [name, step] of Object.entries(transitionsAt(after, is))) {
      const same = Object.hasOwn(steps, name) ? steps[name] : undefined
      const others = same === undefined ? Object.values(steps).filter((other) => isLike(other, step)) : [same]
      open.push(...others.flatMap((other) => targetsOf(other, step)))
    }
  }
  return names
}
