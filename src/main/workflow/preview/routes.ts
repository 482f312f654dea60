/**
 * Who decides on each way to a step of a definition, and whether whoever decided on one way still does on another. Pure.
 */
import type { Actor, Definition, Gate, State, Transition } from '../../model/definition.ts'
import type { Guard } from '../../model/guard.ts'
import { canFire } from '../advance.ts'
import { lostGates, lostGuards } from './conditions.ts'

/** Something for which a way needs people. */
export type Vote =
  /** One person may satisfy all gates of a step. `sometimes`: those that may be left out before other calls than `of`. */
  | { kind: 'gates'; always: Gate[]; sometimes: Gate[]; of: string; takes: Gestures }
  /** Fired by a person; `rights`: what they must be. */
  | { kind: 'hand'; rights: Guard[]; takes: Gestures }
  /** A question that people answer; null: in no queue. */
  | { kind: 'asked'; queue: string | null }
  /** Some hold only after people have decided, wherever they did. `of`: of whose rights it speaks; null: of nobody’s. */
  | { kind: 'condition'; guard: Guard; of: Actor | null }

/** What deciding takes beyond a press, and for how many milliseconds it can be taken back. */
export interface Gestures {
  isOfHighRisk: boolean
  isConfirmed: boolean
  undoMs: number
}

export const A_PRESS: Gestures = { isOfHighRisk: false, isConfirmed: false, undoMs: 0 }

/** What a way needs, in no order. */
export type Route = readonly Vote[]

/** Ways to one state that are told apart, at most. */
const MOST_ROUTES = 64

/**
 * The ways to each state from where runs begin; one that needs all that another one does, and more, is left out.
 * `beyond`: what is said of the ways to a state where there are too many: one that needs nobody, or nothing of those
 * that are too many.
 */
export function listRoutes(
  { initialState, onTimeout, states }: Definition,
  votesFor: (step: Transition) => Route,
  beyond: 'open' | 'unknown',
): ReadonlyMap<string, Route[]> {
  const votes: Vote[] = []
  const numbers = new Map<string, number>()
  const numberOf = (vote: Vote): number => {
    const text = JSON.stringify(vote)
    const number = numbers.get(text) ?? votes.push(vote) - 1
    numbers.set(text, number)
    return number
  }
  const routes = new Map<string, VoteNumbers[]>()
  const open: { name: string; route: VoteNumbers }[] = [{ name: initialState, route: [] }]
  if (onTimeout !== undefined) open.push({ name: onTimeout.target, route: [] })
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const { name } = next
    if (!Object.hasOwn(states, name)) continue
    const known = routes.get(name) ?? []
    const isMore = known.length >= MOST_ROUTES
    if (isMore && beyond === 'unknown') continue
    const route = isMore ? [] : next.route
    if (known.some((other) => isWithin(other, route))) continue
    routes.set(name, [...known.filter((other) => !isWithin(route, other)), route])
    for (const step of stepsFrom(states[name])) {
      const after = [...route, ...votesFor(step).map(numberOf)].sort((one, other) => one - other)
      const { target, branches, onFailure } = step
      const targets = [target, ...branches.map((branch) => branch.target)]
      if (onFailure !== undefined) targets.push(onFailure.target)
      open.push(...targets.map((each) => ({ name: each, route: after })))
    }
  }
  const read = (route: VoteNumbers): Route => route.flatMap((number) => votes[number] ?? [])
  return new Map([...routes].map(([name, known]) => [name, known.map(read)]))
}

/** Its votes by their numbers, the same for what is literally the same, in ascending order. */
type VoteNumbers = readonly number[]

function stepsFrom(state: State | undefined): Transition[] {
  return state === undefined ? [] : Object.values(state.transitions).filter((step) => canFire(state, step))
}

/** Each as often. */
function isWithin(some: VoteNumbers, all: VoteNumbers): boolean {
  if (some.length > all.length) return false
  let at = 0
  return some.every((vote) => {
    while (at < all.length && (all[at] ?? vote) < vote) at += 1
    at += 1
    return all[at - 1] === vote
  })
}

/** Whether for everybody who had to decide somebody has to who might have, too: a different one for each. */
export function coversRoute(before: Route, after: Route): boolean {
  const taken = new Map<Vote, Vote>()
  const find = (vote: Vote, tried: Set<Vote>): boolean =>
    after.some((candidate) => {
      if (tried.has(candidate) || !covers(vote, candidate)) return false
      tried.add(candidate)
      const other = taken.get(candidate)
      if (other !== undefined && !find(other, tried)) return false
      taken.set(candidate, vote)
      return true
    })
  return before.every((vote) => find(vote, new Set()))
}

function covers(was: Vote, is: Vote): boolean {
  switch (was.kind) {
    case 'gates': {
      if (is.kind !== 'gates') return false
      const kept = is.of === was.of ? [...is.always, ...is.sometimes] : is.always
      return lostGates([...was.always, ...was.sometimes], kept, '').length === 0 && takesNoLess(was.takes, is)
    }
    case 'hand':
      if (is.kind === 'hand' && lostGuards(was.rights, is.rights, '').length > 0) return false
      return (is.kind === 'hand' || (was.rights.length === 0 && isAlways(is))) && takesNoLess(was.takes, is)
    case 'asked':
      if (is.kind === 'asked') return was.queue === null || was.queue === is.queue
      return was.queue === null && isAlways(is)
    case 'condition':
      return (
        is.kind === 'condition' && is.of === was.of && lostGuards([was.guard], [is.guard], '').length === 0
      )
  }
}

function takesNoLess(before: Gestures, vote: Vote): boolean {
  const after = 'takes' in vote ? vote.takes : A_PRESS
  return (
    before.undoMs <= after.undoMs &&
    (after.isOfHighRisk || (!before.isOfHighRisk && (after.isConfirmed || !before.isConfirmed)))
  )
}

/** A person decides there, whatever the call is. */
function isAlways(vote: Vote): boolean {
  return vote.kind === 'gates' ? vote.always.length > 0 : vote.kind !== 'condition'
}
