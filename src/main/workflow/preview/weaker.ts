/**
 * What stood in the way of a step and no longer does: said first where a person is asked to accept a definition
 * (R2.2, R6.3). Pure.
 */

import type { Definition, State, Transition } from '../../model/definition.ts'
import { isJsonObject, type JsonObject } from '../../model/json.ts'
import { stateOf } from '../advance.ts'
import { declaredInFull } from '../executors/wording.ts'
import { quoteSaying } from '../wording/quote.ts'
import type { Backdrop } from './backdrop.ts'
import { asks, compareSteps, type IsLike, likenessBy, lostGuards } from './conditions.ts'
import { longerDeadlines } from './longer-deadlines.ts'
import { lostChoices, lostSteps } from './lost-choices.ts'
import { definitionMeaning, stateMeaning, transitionMeaning } from './meaning.ts'
import { isNarrowerSchema } from './narrower-schema.ts'
import { endsByItself, leadsThrough, ownMeaning, refine, type StatePair, targetsOf } from './refinement.ts'
import { spellSteps } from './spell-steps.ts'
import { findUnlike, type IsHarmless, sayUnlike, type Unlike } from './unlike.ts'
import { withoutUnread } from './unread-steps.ts'

export interface Loss {
  message: string
  /** Where it shows; empty: nowhere in particular. */
  at: { state?: string; transition?: string }
  /** The state in which people decided, and which is passed over. */
  passed?: string
}

/** One sentence each; empty if the definition after asks for at least what the one before did. */
export function findWeaker(before: Definition, after: Definition, backdrop: Backdrop): string[] {
  return findWeakerAt(before, after, backdrop).map(({ message }) => message)
}

export function findWeakerAt(declared: Definition, changed: Definition, backdrop: Backdrop): Loss[] {
  const [before, after] = withoutUnread(...spellSteps(declared, changed), backdrop)
  const start = { is: after.initialState, was: before.initialState }
  const [target, wasTarget] = [after.onTimeout?.target, before.onTimeout?.target]
  const starts: Link[] = [{ pair: start, path: ['initialState'], at: {} }]
  if (target !== undefined && wasTarget !== undefined)
    starts.push({ pair: { is: target, was: wasTarget }, path: ['onTimeout', 'target'], at: {} })
  const guards = lostGuards(before.guards, after.guards, `A start of ‘${after.id}’`)
  const late = sayLate(before, after)
  const isFollowed = backdrop.failover.has(after.id)
  const isStarted = backdrop.started.has(after.id)
  const isLate = backdrop.hurried.has(after.id) || (isFollowed && after.timeoutMs !== undefined)
  const isHarmless = harmlessFrame(before, after, { isFollowed, isStarted })
  const frame = findUnlike(frameOf(before), frameOf(after), isHarmless).filter(
    ({ path: [section] }) => late === null || section !== 'onTimeout',
  )
  const isLike = likenessBy(backdrop)
  const waiting = sayWaiting(before, after, backdrop, starts, isLike)
  const states = waiting ?? followStates(before, after, backdrop, starts, isLike)
  const pairs = starts.map(({ pair }) => pair)
  return [
    ...[...guards, ...(late ?? [])].map((message) => ({ message, at: {} })),
    ...frame.map((each) => {
      const { message, at } = lossOf(after.id, each)
      return { message: `${message}${isFollowed ? sayRefusal(each, before, after) : ''}`, at }
    }),
    ...states,
    ...lostChoices(before, after, pairs, isLike, isLate).filter(
      ({ passed }) => passed === undefined || !states.some((loss) => loss.passed === passed),
    ),
    // Where more differs, what leads elsewhere is named.
    ...(states.length === 0 ? lostSteps(before, after) : []),
    ...longerDeadlines(before, after, backdrop, isLike),
  ]
}

/** What its deadline does that it did not; null: all of that is said as it is written. */
function sayLate({ onTimeout: was }: Definition, { id, onTimeout: is }: Definition): string[] | null {
  const [ran, runs] = [was, is].map((late) => declaredInFull(late?.executor))
  if (is === undefined || (was !== undefined && (was.executor?.kind === is.executor?.kind || !runs)))
    return null
  const does = runs ? `runs ${quoteSaying(runs)} and goes to` : 'goes to'
  return [
    `A run of ‘${id}’ whose time is up now ${does} ‘${is.target}’${ran ? `; it ran ${quoteSaying(ran)}` : ''}.`,
  ]
}

/** A definition without its states: what holds for all of them. */
function frameOf(definition: Definition): JsonObject {
  const {
    id: _,
    states: _states,
    initialState: _initial,
    onTimeout,
    ...frame
  } = definitionMeaning(definition, true)
  if (!isJsonObject(onTimeout)) return frame
  // Where it leads is followed.
  const { target: _target, ...late } = onTimeout
  return { ...frame, onTimeout: late }
}

/**
 * A label of the author's; guards are compared by themselves, tags with all that a client may see. A shorter chain is
 * harmless only where none meets its limit: where the engine stops on its way, somebody else may go on. Nor is, where something follows a failure
 * (`isFollowed`), a start that is refused now.
 */
const harmlessFrame =
  (
    before: Definition,
    after: Definition,
    { isFollowed, isStarted }: { isFollowed: boolean; isStarted: boolean },
  ): IsHarmless =>
  ({ path: [section = '', ...deeper], was, is }) => {
    if (deeper.length > 0) return false
    if (section === 'guards') return !isFollowed || lostGuards(after.guards, before.guards, '').length === 0
    if (section === 'inputSchema') return !isFollowed && isNarrowerSchema(was, is)
    // Where its time is up it ends, and nobody waits for its end.
    if (section === 'timeoutMs')
      return (
        !isFollowed &&
        !isStarted &&
        [before, after].every(({ onTimeout }) => onTimeout === undefined) &&
        is !== undefined &&
        (was === undefined || Number(is) < Number(was))
      )
    if (section === 'maxChainDepth') return [before, after].every(endsByItself)
    return ['version', 'tags', 'linkFilter'].includes(section)
  }

/** What else comes of a start that is refused now. */
function sayRefusal({ path: [section] }: Unlike, before: Definition, after: Definition): string {
  const refuses =
    section === 'guards' ||
    (section === 'inputSchema' && !isNarrowerSchema(after.inputSchema, before.inputSchema))
  return refuses ? ' A step fails where this refuses to start, and what follows a failure happens.' : ''
}

/** Something that leads to a state, and where it stands. */
interface Link {
  pair: StatePair
  path: string[]
  at: Loss['at']
}

/** Null: more than that has changed, or nothing comes of it where nobody decides. */
function sayWaiting(
  before: Definition,
  after: Definition,
  backdrop: Backdrop,
  starts: readonly Link[],
  isLike: IsLike,
): Loss[] | null {
  const isFollowed = [backdrop.failover, backdrop.hurried].some((ids) => ids.has(after.id))
  const [state] = Object.keys(after.states).filter((name) => stateOf(before, name) === null)
  if (!isFollowed || state === undefined) return null
  const holds = (around: Backdrop) => {
    const relation = refine(before, after, around, isLike)
    return starts.every(({ pair }) => relation.holds(pair))
  }
  if (!holds({ ...backdrop, failover: new Set(), hurried: new Set() }) || holds(backdrop)) return null
  const message = `A run of ‘${after.id}’ waits for people where it did not, in ‘${state}’: what follows the end of its time, or its failure, happens where nobody decides.`
  return [{ message, at: { state } }]
}

/** From the states where runs begin to wherever more can happen than before, and no further. */
function followStates(
  before: Definition,
  after: Definition,
  backdrop: Backdrop,
  starts: Link[],
  isLike: IsLike,
): Loss[] {
  const relation = refine(before, after, backdrop, isLike)
  const seen = new Set<string>()
  const open = starts.filter(({ pair }) => !relation.holds(pair))
  const found: Loss[] = []

  function lookAt(pair: StatePair): void {
    const name = pair.is
    // Nothing could happen in a state that was not there.
    const was = stateOf(before, pair.was) ?? NOWHERE
    const is = stateOf(after, name)
    if (is === null) return
    const place = ['states', name]
    const losses = findUnlike(ownMeaning(was, pair.later), ownMeaning(is), () => false, place)
    if (was !== NOWHERE && is.terminal && !was.terminal)
      losses.push({ path: [...place, 'terminal'], was: false, is: true })
    // Of a state that stands before another one now, what leads there is named, and each of its steps.
    const isPutIn = !pair.later && stateOf(before, name) === null && stateOf(after, pair.was) !== null
    // What the engine does not do by itself any more, somebody else may do instead.
    if (was !== NOWHERE && losses.length === 0 && !isPutIn && !relation.isAlike(pair))
      losses.push(...findUnlike(stateMeaning(was), stateMeaning(is), () => false, place))
    const said = found.length
    for (const [transition, step] of Object.entries(is.transitions)) {
      if (relation.matches(pair, transition, step)) continue
      const at = { state: name, transition }
      const path = [...place, 'transitions', transition]
      const what = `‘${transition}’ in state ‘${name}’`
      const other = counterpartOf(was, is, [transition, step], isLike)
      const later = { is: step.target, was: pair.was, later: true } as const
      const isNew = stateOf(before, step.target) === null && !relation.readsName(later)
      const isEnd = stateOf(after, step.target)?.terminal === true
      if (other === null && isNew && !isEnd && relation.isIdle(pair, step)) {
        open.push({ pair: later, path: [...path, 'target'], at })
      } else if (other === null) {
        found.push({ message: sayNewStep(what, step, was), at })
        open.push(...linksOf(step, step, path, at))
      } else {
        const messages = compareSteps(what, other, step, backdrop, [after.id, ...path])
        const links = linksOf(other, step, path, at).filter((link) => !relation.holds(link.pair))
        found.push(...messages.map((message) => ({ message, at })))
        open.push(...links)
        // What cannot be shown to be the same or stricter is never left out.
        if (messages.length > 0 || relation.isStricter(pair, other, step)) continue
        const whole = findUnlike(transitionMeaning(other), transitionMeaning(step), () => false, path)
        found.push(...whole.map((each) => lossOf(after.id, each)))
      }
    }
    // A step that is new, or what it runs, is named by itself where anything is.
    const told = new Set(found.slice(said).map(({ at }) => at.transition))
    const isTold = ({ path: [, , , transition, field = 'executor'] }: Unlike) =>
      told.has(transition) && ['executor', 'onFailure'].includes(field)
    const rest = losses.filter((each) => each.path.length < 4 || !isTold(each))
    found.splice(said, 0, ...rest.map((each) => lossOf(after.id, each)))
  }

  for (let link = open.pop(); link !== undefined; link = open.pop()) {
    const { pair, path, at } = link
    const isElsewhere = pair.is !== pair.was && !pair.later
    const isKnown = stateOf(before, pair.is) !== null
    // It leads to another state than before, not to the same one by another name.
    const isRenamed = !isKnown && stateOf(after, pair.was) === null && stateOf(after, pair.is) !== null
    // That a failure leads anywhere is named by itself.
    if (isElsewhere && pair.was !== '' && (!isRenamed || relation.readsName(pair))) {
      const left = stateOf(before, pair.was)
      const loss = lossOf(after.id, { path, was: pair.was, is: pair.is })
      found.push(
        left !== null && asksPeople(left) && !leadsThrough(before, after, pair)
          ? { message: sayPassed(after, link), at, passed: pair.was }
          : { message: loss.message, at },
      )
    }
    const next = isElsewhere && isKnown ? { is: pair.is, was: pair.is } : pair
    const key = JSON.stringify(next)
    if (seen.has(key)) continue
    seen.add(key)
    lookAt(next)
  }
  return found
}

/** As a state that was not there: whatever is there now is new. */
const NOWHERE: State = { terminal: false, transitions: {} }

function asksPeople({ transitions }: State): boolean {
  return Object.values(transitions).some(
    ({ actor, executor, gates = [] }) =>
      actor === 'human' || gates.length > 0 || asks({ ...(executor && { executor }) }),
  )
}

/** A state in which people decided is passed over. */
function sayPassed({ id }: Definition, { pair, path, at: { state, transition } }: Link): string {
  const [what, to] =
    transition !== undefined
      ? [`‘${transition}’ in state ‘${state}’ leads`, 'to']
      : path.includes('onTimeout')
        ? [`A run of ‘${id}’ whose time is up goes`, 'to']
        : [`A run of ‘${id}’ begins`, 'in']
  return `${what} ${to} ‘${pair.is}’ and no longer ${to} ‘${pair.was}’, where a person decides.`
}

/** The transition before that this one is held against: of the same name, or else one that is gone and did the same work. */
function counterpartOf(
  was: State,
  is: State,
  [name, step]: readonly [string, Transition],
  isLike: IsLike,
): Transition | null {
  const same = Object.hasOwn(was.transitions, name) ? was.transitions[name] : undefined
  const gone = Object.entries(was.transitions).filter(([each]) => !Object.hasOwn(is.transitions, each))
  return same ?? gone.find(([, other]) => isLike(other, step))?.[1] ?? null
}

function linksOf(was: Transition, is: Transition, path: string[], at: Loss['at']): Link[] {
  return targetsOf(was, is).map((pair, index) => ({
    pair,
    path: [...path, index === 0 ? 'target' : index > is.branches.length ? 'onFailure' : 'branches'],
    at,
  }))
}

function sayNewStep(
  what: string,
  { actor, executor, gates = [], target }: Transition,
  beside: State,
): string {
  const ways = Object.values(beside.transitions).filter((way) => way.target === target)
  if (
    actor !== 'human' &&
    gates.length === 0 &&
    ways.length > 0 &&
    ways.every((way) => way.actor === 'human')
  )
    return `${what} is new and leads to ‘${target}’ without a person.`
  const who =
    { agent: 'an agent fires it', human: 'a person fires it' }[String(actor)] ?? 'it fires by itself'
  const call = executor === undefined ? null : declaredInFull(executor)
  const asked = gates.length > 0 ? ' after an approval' : ''
  return `${what} is new: ${who}${asked}, ${call === null ? 'and it' : `it runs ${quoteSaying(call)} and`} leads to ‘${target}’.`
}

function lossOf(id: string, { path, ...each }: Unlike): Loss {
  const [section, state, ways, transition] = path
  const place = section !== 'states' || state === undefined ? {} : { state }
  return {
    message: sayUnlike({ ...each, path: [id, ...path] }),
    at: ways !== 'transitions' || transition === undefined ? place : { ...place, transition },
  }
}
