/**
 * What stood in the way of a step and no longer does: said first where a person is asked to accept a definition
 * (R2.2, R6.3). Pure.
 */

import { USUAL_UNDO_MS } from '../../model/configuration.ts'
import type { Definition, Gate, State, Transition } from '../../model/definition.ts'
import type { Guard } from '../../model/guard.ts'
import { asksPerson } from '../executors/executors.ts'
import { describeGuard } from '../guards/guards.ts'
import { definitionMeaning } from './meaning.ts'
import { findUnlike, type IsHarmless, sayUnlike } from './unlike.ts'

export interface Loss {
  message: string
  /** Where it shows; empty: nowhere in particular. */
  at: { state?: string; transition?: string }
}

/** One sentence each; empty if the definition after asks for at least what the one before did. */
export function findWeaker(before: Definition, after: Definition): string[] {
  return findWeakerAt(before, after).map(({ message }) => message)
}

export function findWeakerAt(before: Definition, after: Definition): Loss[] {
  const found = lostGuards(before.guards, after.guards, `A start of ‘${after.id}’`).map(
    (message): Loss => ({ message, at: {} }),
  )
  for (const [name, state] of Object.entries(before.states)) {
    const next = Object.hasOwn(after.states, name) ? after.states[name] : undefined
    if (next === undefined) continue
    for (const [transition, was] of Object.entries(state.transitions)) {
      const is = Object.hasOwn(next.transitions, transition) ? next.transitions[transition] : undefined
      if (is === undefined) continue
      const lost = weakerTransition(`‘${transition}’ in state ‘${name}’`, was, is)
      found.push(...lost.map((message) => ({ message, at: { state: name, transition } })))
    }
    found.push(...newWaysRound(name, state, next))
  }
  const [people, remaining] = [countPeople(before), countPeople(after)]
  if (remaining < people && found.length === 0) {
    const message = `‘${after.id}’ waits for people at ${remaining} places; before, it did at ${people}.`
    found.push({ message, at: {} })
  }
  return [...found, ...unproven(before, after, found)]
}

/** Whatever else differs beyond words, as it is written: a renamed state, a timeout, what runs on entering one. */
function unproven(before: Definition, after: Definition, found: readonly Loss[]): Loss[] {
  const isHarmless: IsHarmless = ({ path, was, is }) => {
    const [section, state, ways, transition, field, ...deeper] = path
    // A label of the author's; guards are compared above, tags with all that a client may see.
    if (path.length === 1) return section === 'version' || section === 'guards' || section === 'tags'
    if (section !== 'states' || ways !== 'transitions' || transition === undefined) return false
    const isNamed = found.some(({ at }) => at.state === state && at.transition === transition)
    if (field === undefined) return was === undefined && isNamed
    if (field === 'executor') return deeper.length === 1 && deeper[0] === 'queue'
    if (deeper.length > 0) return false
    if (field === 'actor') return was === 'human' || is === 'human'
    // What is not declared follows from the risk, so a first declaration may be a shorter time, or a lower risk.
    if (field === 'undoMs') return isNamed || Number(is ?? 0) >= Number(was ?? USUAL_UNDO_MS)
    if (field === 'risk') return isNamed || is === 'high'
    return ['guards', 'gates', 'confirm'].includes(field)
  }
  const unlike = findUnlike(definitionMeaning(before, true), definitionMeaning(after, true), isHarmless)
  return unlike.map((each) => {
    const [section, state, ways, transition] = each.path
    const place = section !== 'states' || state === undefined ? {} : { state }
    const at = ways !== 'transitions' || transition === undefined ? place : { ...place, transition }
    return { message: sayUnlike({ ...each, path: [after.id, ...each.path] }), at }
  })
}

function weakerTransition(what: string, before: Transition, after: Transition): string[] {
  const found: string[] = []
  if (before.actor === 'human' && after.actor !== 'human') {
    found.push(`${what} is no longer a person’s to fire.`)
  }
  if (asks(before) && !asks(after)) {
    found.push(`${what} no longer asks a person.`)
  }
  const [asked, queue] = [queueOf(before), queueOf(after)]
  if (asked !== undefined && queue !== asked && asks(after)) {
    found.push(
      `${what} asks ${queue === undefined ? 'anybody' : `in the queue ‘${queue}’`}, not in ‘${asked}’.`,
    )
  }
  if (before.undoMs !== undefined && before.undoMs > (after.undoMs ?? 0) && after.risk !== 'high') {
    found.push(`${what} can be taken back for a shorter time.`)
  }
  if (before.risk === 'high' && after.risk !== 'high') {
    found.push(`${what} is no longer of high risk: deciding it takes no second gesture, and no proof.`)
  }
  if (before.confirm === true && after.confirm !== true && after.risk !== 'high') {
    found.push(`${what} no longer takes a second gesture.`)
  }
  return [
    ...found,
    ...lostGates(before.gates ?? [], after.gates ?? [], what),
    ...lostGuards(before.guards, after.guards, what),
  ]
}

function queueOf({ executor }: Transition): string | undefined {
  return executor !== undefined && asksPerson(executor) ? executor.queue : undefined
}

function asks({ executor }: Pick<Transition, 'executor'>): boolean {
  return executor !== undefined && asksPerson(executor)
}

/** A transition beside the person's that leads to the same place. */
function newWaysRound(name: string, before: State, after: State): Loss[] {
  const ways = Object.values(before.transitions)
  return Object.entries(after.transitions).flatMap(([transition, { actor, target, gates = [] }]) => {
    if (Object.hasOwn(before.transitions, transition) || actor === 'human' || gates.length > 0) return []
    const same = ways.filter((way) => way.target === target)
    if (same.length === 0 || same.some((way) => way.actor !== 'human')) return []
    const message = `‘${transition}’ in state ‘${name}’ is new and leads to ‘${target}’ without a person.`
    return [{ message, at: { state: name, transition } }]
  })
}

export function lostGates(before: Gate[], after: Gate[], what: string): string[] {
  if (after.length < before.length) {
    return [
      after.length === 0
        ? `${what} no longer waits for an approval.`
        : `${what} waits for ${after.length} approvals instead of ${before.length}.`,
    ]
  }
  return before.flatMap((gate, index) => {
    const now = after[index]
    return now === undefined ? [] : describeLoss(gate, now).map((loss) => `${what}: its approval ${loss}.`)
  })
}

function describeLoss(before: Gate, after: Gate): string[] {
  const losses: string[] = []
  if (before.required === true && after.required !== true) losses.push('is left out for read-only tools')
  if (after.quorum < before.quorum) losses.push(`takes ${after.quorum} instead of ${before.quorum} people`)
  if (before.notRequester && !after.notRequester) losses.push('may be given by who asked')
  // Where the gate itself names nobody, the people of its queue decide.
  const named = before.by !== undefined || before.queue !== undefined
  if (JSON.stringify(before.by ?? null) !== JSON.stringify(after.by ?? null) && named) {
    losses.push(
      after.by === undefined && after.queue === undefined
        ? 'may be given by anybody'
        : 'is for other people to give',
    )
  }
  if (
    before.by === undefined &&
    after.by === undefined &&
    before.queue !== undefined &&
    before.queue !== after.queue
  ) {
    losses.push(
      after.queue === undefined
        ? `no longer waits in the queue ‘${before.queue}’`
        : `waits in the queue ‘${after.queue}’ instead of ‘${before.queue}’`,
    )
  }
  return [...losses, ...describeException(before, after)]
}

/** What a gate lets through that it held before; of a new one, or of one that reaches further. */
function describeException(before: Gate, after: Gate): string[] {
  const { except } = after
  if (except === undefined) return []
  const same =
    before.except !== undefined && JSON.stringify(before.except.when) === JSON.stringify(except.when)
  if (same && before.except !== undefined && before.except.until >= except.until) return []
  const until = except.until.slice(0, 10)
  if (same) return [`is left out for longer, until ${until}, where ${describeGuards(except.when)}`]
  return [`is left out until ${until} where ${describeGuards(except.when)}`]
}

function describeGuards(guards: Guard[]): string {
  return guards.map(describeGuard).join(' and ')
}

/** Guards are compared as they are written: one that says the same in other words is named, too. */
export function lostGuards(before: Guard[], after: Guard[], what: string): string[] {
  const kept = new Set(after.map((guard) => JSON.stringify(guard)))
  return before
    .filter((guard) => !kept.has(JSON.stringify(guard)))
    .map((guard) => `${what} no longer checks: ${describeGuard(guard)}.`)
}

/** Places at which a person is waited for. */
function countPeople({ states }: Definition): number {
  return Object.values(states)
    .flatMap(({ transitions }) => Object.values(transitions))
    .reduce((sum, { actor, executor, gates = [] }) => {
      const own = actor === 'human' || (executor !== undefined && asksPerson(executor)) ? 1 : 0
      return sum + own + gates.length
    }, 0)
}
