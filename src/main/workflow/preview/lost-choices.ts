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
      .filter(([, step]) => step.actor === 'human' && (isLate || runsNothing(step)))
      .filter(([, step]) => step.target !== was || notes(step))
      .map(([name, step]) => ({ was, name, step })),
  )
  const isGone = ({ was }: { was: string }) => stateOf(after, was) === null
  const called = choices.length === 0 ? new Map() : findNames(before, after, starts, isLike)
  return choices.flatMap((choice): LostChoice[] => {
    const { was, name, step } = choice
    const others: string[] = [...(called.get(was) ?? [])].filter((each) => each !== was)
    const left = (names: readonly string[]) =>
      names.map((each) => ({ state: each, by: stillChosen(before, after, [name, step], each) }))
    const own = left(isGone(choice) ? others : [was])
    const isKept = own.length === 0 || own.some(({ by }) => by === 'by all')
    // Wherever others go on as they did in that state, people have to have it.
    const beside = others.filter((is) => goesOnAlike(before, after, { was, is }, isLike))
    const [missed] = isKept ? left(beside).filter(({ by }) => by !== 'by all') : own
    if (missed === undefined) return []
    const { state } = missed
    const isHarder = isKept ? missed.by === 'by some' : own.some(({ by }) => by === 'by some')
    const isPassed = isGone(choice) && stateOf(before, state) !== null
    const leads = step.target === was ? '' : `, which ${isHarder ? 'leads' : 'led'} to ‘${step.target}’`
    const where = `‘${name}’ in state ‘${isPassed ? was : state}’${leads}`
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
    runsNothing(was)
      ? runsNothing(step) && (was.target !== state || isWritten(noted(step), noted(was)))
      : key === name || isWritten(step.executor, was.executor)
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

/** Whether others than people can fire something there that they could. */
function goesOnAlike(before: Definition, after: Definition, { was, is }: StatePair, isLike: IsLike): boolean {
  const steps = transitionsAt(before, was)
  return Object.entries(transitionsAt(after, is)).some(([name, step]) => {
    if (step.actor === 'human') return false
    const same = Object.hasOwn(steps, name) ? steps[name] : undefined
    return same === undefined
      ? Object.values(steps).some((other) => isLike(other, step))
      : same.actor !== 'human'
  })
}

/** What may open or hold another step, there too. */
function noted({ output, evidence = [] }: Transition) {
  return { output, evidence }
}

function notes(step: Transition): boolean {
  return !isWritten(noted(step), { output: {}, evidence: [] })
}

function isWritten(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function runsNothing({ executor }: Transition): boolean {
  return executor === undefined || doesNothing(executor)
}

/** States alike make many more pairs: of these so many are followed. */
const MOST_PAIRS = 20_000

/** What each state may be called now: where steps of the same name lead, or else steps alike. */
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
    names.set(was, (names.get(was) ?? new Set()).add(is))
    const steps = transitionsAt(before, was)
    for (const [name, step] of Object.entries(transitionsAt(after, is))) {
      const same = Object.hasOwn(steps, name) ? steps[name] : undefined
      const others = same === undefined ? Object.values(steps).filter((other) => isLike(other, step)) : [same]
      open.push(...others.flatMap((other) => targetsOf(other, step)))
      // Whatever runs nothing may lead away from where people choose.
      if (others.length === 0 && step.actor !== 'human' && runsNothing(step))
        open.push({ was, is: step.target })
    }
  }
  return names
}
