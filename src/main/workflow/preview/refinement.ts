/**
 * Whether a run of one definition can do only what a run of another can: step by step, whatever states and transitions
 * are called and wherever they stand. It is the greatest simulation of automata, with what stands before each step (who
 * fires it, guards, gates) the same or stricter and everything else the same. Pure.
 */
import {
  type Definition,
  targetsOf as reachedBy,
  type State,
  type Transition,
} from '../../model/definition.ts'
import type { JsonObject } from '../../model/json.ts'
import { canFire, chains, isOfEngine, ownSteps, stateOf, transitionsAt } from '../advance.ts'
import { doesNothing, executorsIn, passesOn, startedBy, startsRun, triedBy } from '../executors/executors.ts'
import { type Backdrop, countsDecisions, countsRequesters, exceptsCallers, readsStates } from './backdrop.ts'
import { definitionMeaning, stateMeaning } from './meaning.ts'

/** A state of the definition after, and the one before that it is held against. */
export interface StatePair {
  is: string
  was: string
  /** The one before was entered a step ago: since then somebody has fired what changes nothing. */
  later?: true
}

export interface Refinement {
  /** A condition or a value reads what the state is called, or what it is called in which a run ends: then its name is more than a name. */
  readsName(pair: StatePair): boolean
  /** From here on, nothing more can happen after than before. */
  holds(pair: StatePair): boolean
  /** Whether the state before has a transition that this one is the same as, or stricter, with all that follows. */
  matches(pair: StatePair, name: string, is: Transition): boolean
  /** What the engine does by itself is the same in both, and it is no earlier end. */
  isAlike(pair: StatePair): boolean
  /** Whether it is the same as that one, or stricter, but for where they lead. */
  isStricter(pair: StatePair, was: Transition, is: Transition): boolean
  /** Whether it changes nothing, so that everything afterwards is as it was before. */
  isIdle(pair: StatePair, is: Transition): boolean
}

/** `compare`: whether one transition is the same or stricter, but for where it leads. */
export function refine(
  before: Definition,
  after: Definition,
  backdrop: Backdrop,
  compare: (was: Transition, is: Transition) => boolean,
): Refinement {
  const declared = write([before, after].map((definition) => definitionMeaning(definition, false)))
  const readsNames = backdrop.readsStates || readsStates(declared)
  const counts = backdrop.countsDecisions || countsDecisions(declared)
  const isExact = counts || backdrop.failover.has(after.id) || backdrop.hurried.has(after.id)
  const isStarted = backdrop.started.has(after.id) || startedBy(after).includes(after.id)
  // Whoever fires a step asks for what follows by itself; where nobody did, whoever started the run had, and has.
  const isAskedFor = isStarted || Object.values(before.states).some((state) => !isEngines(state))
  const asksOthers = isAskedFor && (backdrop.countsRequesters(after) || countsRequesters(declared))
  const asksStarter = [before, after].flatMap(startedBy).some((id) => backdrop.asking.has(id))
  // Somebody may fire what the engine did by itself, or before it.
  const mayWait = !isExact && !asksOthers && !asksStarter && endsByItself(before)
  const settled = new Map<number, boolean>()
  const keyOf = keysOfPairs()
  const tell = once(tellOwn)
  const tellLater = once((state: State) => tellOwn(state, true))
  const gatesOf = once(({ gates = [] }: Transition) => write(gates))
  const guardsOf = once(askedOf)

  function stricter(was: Transition, is: Transition): boolean {
    return isSameKind(was, is) && compare(was, is)
  }

  function isSameKind(was: Transition, is: Transition): boolean {
    const isSame = was.actor === is.actor
    // One more decision may open what another one was to open.
    if (counts && !isSame) return false
    // And where nobody gives an approval, what follows a failure, or the end of its time, comes about.
    if (isExact && gatesOf(was) !== gatesOf(is)) return false
    if (!isOfEngine(was) && !isOfEngine(is)) return true
    // What the engine does not do by itself, somebody else may.
    const isHeld = is.actor === 'system' && gatesOf(was) !== gatesOf(is)
    return isSame && !isHeld && guardsOf(was) === guardsOf(is)
  }

  function simulates(pair: StatePair, follow: (pair: StatePair) => boolean): boolean {
    const is = stateOf(after, pair.is)
    if (is === null) return false
    const steps = Object.entries(is.transitions).filter(([, step]) => canFire(is, step))
    if (isEarlierEnd(pair)) return true
    const goesOn =
      isAlike(pair) &&
      steps.every(
        ([name, step]) =>
          fits(pair, name, step, follow) ||
          (isIdle(pair, step) && follow({ is: step.target, was: pair.was, later: true })),
      )
    return goesOn || (isPause(pair) && steps.every(([, step]) => waits(pair, step, follow)))
  }

  /** Where the engine alone went on to an end, the run has ended: nobody waits for that, or reads where it ends. */
  function isEarlierEnd(pair: StatePair): boolean {
    const [is, was] = [stateOf(after, pair.is), stateOf(before, pair.was)]
    if (is === null || was === null || !is.terminal || was.terminal || is.onEnter !== undefined) return false
    return !isStarted && !isExact && !readsName(pair) && endsAlone(before, pair.was)
  }

  /**
   * Where the engine went on by itself, or agents did in a state that was not there, people alone act now; or the engine does
   * something that changes nothing before.
   */
  function isPause(pair: StatePair): boolean {
    const [is, was] = [stateOf(after, pair.is), stateOf(before, pair.was)]
    if (is === null || was === null || !mayWait || is.terminal || !mayHoldUp(is, was, pair)) return false
    if (pair.is !== pair.was && readsName(pair)) return false
    return write(ownMeaning(is)) === write(ownMeaning(was, pair.later))
  }

  function mayHoldUp(is: State, was: State, pair: StatePair): boolean {
    const steps = Object.values(is.transitions)
    const isOfPeople = steps.every(({ actor }) => actor === 'human')
    if (chains(was)) return isOfPeople || (chains(is) && steps.every(changesNothing))
    const isPutIn = stateOf(before, pair.is) === null
    return isOfPeople && isPutIn && Object.values(was.transitions).every(({ actor }) => actor === 'agent')
  }

  /** It changes nothing, or a person fires what was fired there, or ends the run. */
  function waits(pair: StatePair, is: Transition, follow: (pair: StatePair) => boolean): boolean {
    const steps = Object.values(transitionsAt(before, pair.was))
    // Where several passed, the engine stood still.
    const isFired = (was: Transition) =>
      steps.length === 1 && gatesOf(was) === gatesOf(is) && !takesOfCaller(was, backdrop) && compare(was, is)
    const isHeldUp = (was: Transition) =>
      is.actor === 'human' && (isOfEngine(was) ? isFired(was) : stricter(was, is))
    if (steps.some((was) => isHeldUp(was) && targetsOf(was, is).every(follow))) return true
    if (!changesNothing(is)) return false
    return isEnd(is) || follow({ is: is.target, was: pair.was, later: true })
  }

  /** Nothing follows, as the run is no step of another one. */
  function isEnd({ actor, target }: Transition): boolean {
    const end = stateOf(after, target)
    return actor === 'human' && !isStarted && end?.terminal === true && end.onEnter === undefined
  }

  function fits(
    pair: StatePair,
    name: string,
    is: Transition,
    follow: (pair: StatePair) => boolean,
  ): boolean {
    const steps = transitionsAt(before, pair.was)
    // First the one of the same name: as a rule it is the same, and nothing else needs to be followed.
    const same = Object.hasOwn(steps, name) ? steps[name] : undefined
    return [...(same === undefined ? [] : [same]), ...Object.values(steps)].some(
      (was) => isStricter(pair, was, is) && targetsOf(was, is).every(follow),
    )
  }

  function isStricter(pair: StatePair, was: Transition, is: Transition): boolean {
    const state = stateOf(before, pair.was)
    return state !== null && canFire(state, was) && stricter(was, is)
  }

  function isIdle(pair: StatePair, is: Transition): boolean {
    const { actor } = is
    if (!changesNothing(is) || (actor !== 'agent' && (actor !== 'human' || counts))) return false
    const state = stateOf(before, pair.was)
    if (state === null || ownSteps(state).length > 0) return false
    // Going there was for people to say, though nothing comes of it; what is gone may be called otherwise.
    const isCalled = (target: string) => stateOf(after, target) === null && is.target !== pair.is
    const isPeoples = ({ actor: by, target }: Transition) =>
      by === 'human' && (target === is.target || isCalled(target))
    return actor === 'human' || !Object.values(state.transitions).some(isPeoples)
  }

  function isAlike(pair: StatePair): boolean {
    const [is, was] = [stateOf(after, pair.is), stateOf(before, pair.was)]
    if (is === null || was === null) return false
    if (pair.is !== pair.was && readsName(pair)) return false
    if (is.terminal && !isSameEnd(pair, was)) return false
    if (tell(is) !== (pair.later ? tellLater : tell)(was)) return false
    const [own, others] = [ownSteps(is), ownSteps(was)]
    return (
      own.every(([, step]) => others.some(([, other]) => stricter(other, step))) &&
      others.every(([, other]) => own.some(([, step]) => stricter(other, step)))
    )
  }

  function readsName({ is, was }: StatePair): boolean {
    const { ends, compared, states } = backdrop.namesRead
    const isCompared = compared.ids.has(after.id) && [is, was].some((name) => compared.names.has(name))
    const isRead = ends.has(after.id) || isCompared
    const isReadAtEnd = isRead && stateOf(after, is)?.terminal === true
    return readsNames || isReadAtEnd || states.has(after.id)
  }

  /** Where a run ends is what everybody reads of it. */
  function isSameEnd(pair: StatePair, was: State): boolean {
    const isRenamed = stateOf(before, pair.is) === null && stateOf(after, pair.was) === null
    return was.terminal && (pair.is === pair.was || isRenamed)
  }

  /**
   * Each pair is held to be true until it is refuted: a loop that meets itself has found nothing more. Who rested on what
   * is refuted is looked at again. One after the other, not one within the other: states may stand in a row of thousands.
   */
  function holds(pair: StatePair): boolean {
    const assumed = new Map<number, { pair: StatePair; resting: Set<number> }>()
    const queue: number[] = []
    const follow = (next: StatePair, from?: number): boolean => {
      const key = keyOf(next)
      const known = settled.get(key)
      if (known !== undefined) return known
      const resting = assumed.get(key)?.resting ?? new Set()
      if (from !== undefined) resting.add(from)
      if (assumed.has(key)) return true
      assumed.set(key, { pair: next, resting })
      queue.push(key)
      return true
    }
    follow(pair)
    for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
      const looked = key
      const found = assumed.get(looked)
      if (found === undefined || simulates(found.pair, (next) => follow(next, looked))) continue
      assumed.delete(looked)
      settled.set(looked, false)
      queue.push(...found.resting)
    }
    for (const key of assumed.keys()) settled.set(key, true)
    return follow(pair)
  }
  return {
    readsName,
    holds,
    isAlike,
    isStricter,
    isIdle,
    // What waits by itself does so with all its steps, or not at all.
    matches: (pair, name, is) =>
      fits(pair, name, is, holds) || (is.actor === 'human' && isPause(pair) && waits(pair, is, holds)),
  }
}

function changesNothing({
  executor,
  output,
  branches,
  onFailure,
  evidence = [],
  step,
  gates = [],
}: Transition) {
  if (executor !== undefined && !doesNothing(executor)) return false
  const parts = [Object.keys(output), branches, evidence, gates]
  return parts.every(({ length }) => length === 0) && onFailure === undefined && step === undefined
}

/** Whether it runs otherwise, or with other values, as somebody else fires it. */
function takesOfCaller(step: Transition, backdrop: Backdrop): boolean {
  const inside = triedBy(step).flatMap(executorsIn)
  return (
    backdrop.exceptsCallers ||
    exceptsCallers(step.gates ?? []) ||
    /\$\.arguments|\{[\p{L}_]/u.test(write(step)) ||
    inside.some((each) => startsRun(each) || passesOn(each))
  )
}

/** Whether its chains surely end before their limit, so that it does not matter where they rest. */
export function endsByItself({ states, maxChainDepth }: Definition): boolean {
  const left = new Map(
    Object.entries(states).flatMap(([name, state]): [string, string[]][] => {
      const steps = Object.values(state.transitions).filter(isOfEngine)
      return steps.length === 0 ? [] : [[name, steps.flatMap(reachedBy)]]
    }),
  )
  if (left.size > maxChainDepth) return false
  // What leads to none of those that are left is taken out; what goes round stays.
  for (let size = -1; size !== left.size; ) {
    size = left.size
    for (const [name, targets] of left) if (!targets.some((each) => left.has(each))) left.delete(name)
  }
  return left.size === 0
}

/** Whether all that happens from there on the engine does by itself, to an end. */
function endsAlone(definition: Definition, name: string): boolean {
  const reached = new Set([name])
  for (const each of reached) {
    const state = stateOf(definition, each)
    if (state === null || !(state.terminal || chains(state))) return false
    for (const step of Object.values(state.transitions))
      for (const target of reachedBy(step)) reached.add(target)
  }
  return true
}

/** What of a state two must have in common. */
function tellOwn(state: State, later = false): string {
  // Where several may fire, the engine stops, and goes on where one alone may.
  return write([
    ownMeaning(state, later),
    chains(state),
    ownSteps(state)
      .map(([, step]) => askedOf(step))
      .sort(),
  ])
}

/** Each meets many others: it is written once. */
function once<Of extends object>(spell: (of: Of) => string): (of: Of) => string {
  const known = new Map<Of, string>()
  return (of) => {
    const text = known.get(of) ?? spell(of)
    known.set(of, text)
    return text
  }
}

/** Hundreds of states alike make hundreds of thousands of pairs: a number each. */
function keysOfPairs(): (pair: StatePair) => number {
  const numbers = new Map<string, number>()
  const numberOf = (name: string) => {
    const number = numbers.get(name) ?? numbers.size
    numbers.set(name, number)
    return number
  }
  return ({ is, was, later }) => (numberOf(is) * 2 ** 25 + numberOf(was)) * 2 + Number(later ?? 0)
}

/** What of a state is compared as it is written. `later`: what was done on entering it was done then. */
export function ownMeaning(state: State, later = false): JsonObject {
  // Which links are shown opens nothing: guards are asked of whoever fires a step.
  const { transitions: _, terminal: _terminal, linkFilter: _links, onEnter, ...own } = stateMeaning(state)
  return { ...own, ...(onEnter === undefined || later ? {} : { onEnter }) }
}

/** Whether the one leads to the other, through what is put in between, if anything. */
export function leadsThrough(before: Definition, after: Definition, { is, was }: StatePair): boolean {
  const reached = new Set([is])
  for (const name of reached) {
    if (name === was) return true
    if (stateOf(before, name) !== null) continue
    for (const step of Object.values(transitionsAt(after, name)))
      for (const target of reachedBy(step)) reached.add(target)
  }
  return false
}

/** Where both lead, each with its counterpart. */
export function targetsOf(was: Transition, is: Transition): StatePair[] {
  const pairs = is.branches.map(({ target }, index) => ({
    is: target,
    was: was.branches[index]?.target ?? was.target,
  }))
  if (is.onFailure !== undefined) pairs.push({ is: is.onFailure.target, was: was.onFailure?.target ?? '' })
  return [{ is: is.target, was: was.target }, ...pairs]
}

function isEngines({ transitions }: State): boolean {
  return Object.values(transitions).every(isOfEngine)
}

/** Its guards, in whichever order they stand. */
function askedOf({ guards }: Transition): string {
  return write(guards.map(write).sort())
}

function write(value: unknown): string {
  return JSON.stringify(value ?? null)
}
