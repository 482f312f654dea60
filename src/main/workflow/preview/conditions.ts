/**
 * What stands before a step, compared: who fires it, guards, gates and what they let through, second gestures, the time
 * in which it can be taken back. Whatever else differs is named as it is written (R2.2). One sentence each. Pure.
 */
import type { Deciders, Gate, GateException, Transition } from '../../model/definition.ts'
import type { ExecutorDeclaration } from '../../model/executor.ts'
import type { Guard } from '../../model/guard.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.ts'
import { asksPerson, declaresRepetition, triedBy } from '../executors/executors.ts'
import { declaredInFull } from '../executors/wording.ts'
import { parseExpression } from '../expression/expression.ts'
import { exceptionsOf, isOfHighRisk, undoWindowOf } from '../gates/gates.ts'
import { demandsOf, describeGuard, implies, rewriteExpressions } from '../guards/guards.ts'
import { sayInUtc } from '../wording/in-utc.ts'
import { quoteKey, quoteSaying } from '../wording/quote.ts'
import type { Backdrop } from './backdrop.ts'
import { isLesserWork } from './lesser-work.ts'
import { transitionMeaning } from './meaning.ts'
import { isNarrowerSchema } from './narrower-schema.ts'
import { findUnlike, type IsHarmless, sayUnlike, type Unlike } from './unlike.ts'

/** What of a step is neither the same nor stricter, but for where it leads: one sentence each. */
export function compareSteps(
  what: string,
  was: Transition,
  is: Transition,
  backdrop: Backdrop,
  path: string[] = [],
): string[] {
  const unlike = findUnlike(withoutTargets(was), withoutTargets(is), harmlessFor(was, is, backdrop))
  const other = sayOther(what, was.executor, is.executor)
  const rest = unlike.filter(({ path: [field] }) => other === null || field !== 'executor')
  return [
    ...weakerTransition(what, was, is, backdrop),
    ...(other === null ? [] : [other]),
    ...sayMore(what, was, is),
    ...rest.map((each) =>
      each.path[0] === 'onFailure' && is.onFailure !== undefined
        ? `${what} no longer stops the run where it fails: that goes on to ‘${is.onFailure.target}’.`
        : `${sayUnlike({ ...each, path: [...path, ...each.path] })}${sayGiver(each, is)}`,
    ),
  ]
}

/** Of another thing altogether, in one sentence; null: it is the same, with other values perhaps. */
function sayOther(
  what: string,
  was: ExecutorDeclaration | undefined,
  is: ExecutorDeclaration | undefined,
): string | null {
  const [ran, runs] = [was, is].map(declaredInFull)
  if (was?.kind === is?.kind || ran === runs) return null
  if (!runs) return `${what} no longer runs ${quoteSaying(ran ?? '')}.`
  return `${what} now runs ${quoteSaying(runs)}${ran ? `, not ${quoteSaying(ran)}` : ''}.`
}

type Work = Pick<Transition, 'executor' | 'reliability'>

/** What it does beyond its call, and how often: it is named as it is written, too. */
export function sayMore(what: string, was: Work, is: Work): string[] {
  const [had, have] = [was, is].map(({ reliability }) => reliability?.retry?.maxAttempts ?? 1)
  const known = triedBy(was).map(declaredInFull)
  const added = (is.reliability?.fallback ?? []).map(declaredInFull).filter((call) => !known.includes(call))
  const isRepeated = ({ executor }: Work) => executor !== undefined && declaresRepetition(executor)
  return [
    ...added.map((call) => `${what} now runs ${quoteSaying(call ?? '')} if it fails.`),
    ...(Number(have) > Number(had) ? [`${what} now runs up to ${have} times if it fails.`] : []),
    ...(isRepeated(is) && !isRepeated(was)
      ? [`${what} may run twice now: after a crash nobody is asked before it runs again.`]
      : []),
  ]
}

/** A value of a call that came from elsewhere before. */
function sayGiver({ path: [field], was, is }: Unlike, { actor }: Transition): string {
  const isGiven = (value: JsonValue | undefined) => JSON.stringify(value ?? '').includes('$.arguments')
  if (field !== 'executor' || isGiven(was) || !isGiven(is)) return ''
  return actor === 'human' ? ' A person gives it now.' : ' An agent gives it now.'
}

/** Compared by itself, in `weakerTransition`. */
const harmlessFor =
  (before: Transition, after: Transition, backdrop: Backdrop): IsHarmless =>
  ({ path, was, is }) => {
    const [field = '', ...deeper] = path
    if (isLesserWork(path, was, is, [before, after], backdrop)) return true
    if (field === 'executor') return deeper.join() === 'queue'
    if (deeper.length > 0) return false
    if (field === 'actor') return was === 'human' || is === 'human'
    // What is not declared follows from what it runs, and is low or medium then; a first declaration may be lower.
    if (field === 'risk') return [was, is].includes('high') || was === 'low' || is === 'medium'
    // Of what nobody decided no card has said anything.
    if (field === 'summary') return was === undefined && !isDecided(before, backdrop)
    // A person may say less then.
    if (field === 'inputSchema') return after.actor === 'agent' && isNarrowerSchema(was, is)
    return ['guards', 'gates', 'confirm', 'undoMs'].includes(field)
  }

function isDecided(step: Transition, { stoodBefore }: Backdrop): boolean {
  const { actor, gates = [] } = step
  return actor === 'human' || gates.length > 0 || asks(step) || stoodBefore(step).length > 0
}

/** Whether a step is the same or stricter, but for where it leads. */
export type IsLike = (was: Transition, is: Transition) => boolean

/** Two that mean the same are held against others once. */
export function likenessBy(backdrop: Backdrop): IsLike {
  const numbers = new Map<string, number>()
  const meanings = new Map<Transition, number>()
  const meaningOf = (step: Transition) => {
    const known = meanings.get(step)
    if (known !== undefined) return known
    const meaning = JSON.stringify(withoutTargets(step))
    const number = numbers.get(meaning) ?? numbers.size
    numbers.set(meaning, number)
    meanings.set(step, number)
    return number
  }
  const verdicts = new Map<number, boolean>()
  return (was, is) => {
    const key = meaningOf(was) * 2 ** 26 + meaningOf(is)
    const verdict = verdicts.get(key) ?? compareSteps('', was, is, backdrop).length === 0
    verdicts.set(key, verdict)
    return verdict
  }
}

/** All of a step but its words and where it leads. */
export function withoutTargets(transition: Transition): JsonObject {
  const { target: _, branches, onFailure, ...rest } = transitionMeaning(transition)
  return {
    ...rest,
    branches: Array.isArray(branches)
      ? branches.map((branch) => (isJsonObject(branch) ? (branch.when ?? null) : null))
      : [],
    ...(onFailure === undefined ? {} : { onFailure: {} }),
  }
}

function weakerTransition(
  what: string,
  before: Transition,
  after: Transition,
  { undoMs, standingBefore, standingThroughout, ofArguments }: Backdrop,
): string[] {
  const found: string[] = []
  if (before.actor === 'human' && after.actor !== 'human') {
    found.push(`${what} is no longer for a person to decide: ${sayTaken(after)}.`)
  }
  if (asks(before) && !asks(after)) {
    found.push(`${what} no longer asks a person.`)
  }
  const [asked, queue] = [queueOf(before), queueOf(after)]
  if (asked !== undefined && queue !== asked && asks(after)) {
    found.push(
      `${what} asks ${queue === undefined ? 'anybody' : `in the queue ${quoteKey(queue)}`}, not in ${quoteKey(asked)}.`,
    )
  }
  // What waits for an approval takes what that asks for.
  const gates = after.actor === 'human' ? [] : firmGates(after, standingThroughout)
  const isGrave = after.risk === 'high' || isOfHighRisk(gates)
  if (before.risk === 'high' && !isGrave) {
    found.push(`${what} is no longer of high risk: deciding it takes no second gesture, and no proof.`)
  }
  if (undoWindowOf(before, undoMs) > undoWindowOf(after, undoMs, gates)) {
    found.push(`${what} can be taken back for a shorter time.`)
  }
  if (before.confirm === true && after.confirm !== true && !isGrave) {
    found.push(`${what} no longer takes a second gesture.`)
  }
  return [
    ...found,
    ...lostGates(notStanding(before.gates ?? [], after, standingBefore), after.gates ?? [], what),
    ...takenOver(before.gates, after.gates, what, ofArguments),
    ...lostGuards(before.guards, after.guards, what),
  ]
}

/** Those of its own that always stand, and those that do before all that it tries. */
function firmGates(step: Transition, standingThroughout: Backdrop['standingThroughout']): Gate[] {
  const own = (step.gates ?? []).filter(({ required, except }) => required === true && except === undefined)
  return [...own, ...standingThroughout(step)]
}

/** Who takes it in place of a person, and what comes of that. */
function sayTaken({ actor, executor, gates = [] }: Transition): string {
  const asked = gates.length > 0 ? ' after an approval' : ''
  const who = `${actor === 'agent' ? 'an agent can' : 'it happens by itself'}${asked}`
  const runs = declaredInFull(executor)
  return runs ? `${who}, and it runs ${quoteSaying(runs)}` : who
}

function queueOf({ executor }: Transition): string | undefined {
  return executor !== undefined && asksPerson(executor) ? executor.queue : undefined
}

export function asks({ executor }: Pick<Transition, 'executor'>): boolean {
  return executor !== undefined && asksPerson(executor)
}

export function lostGates(before: Gate[], after: Gate[], what: string): string[] {
  if (after.length < before.length) {
    return [
      after.length === 0
        ? `${what} no longer waits for an approval.`
        : `${what} waits for ${after.length} approvals instead of ${before.length}.`,
    ]
  }
  const gained = withoutEach(after, before)
  return withoutEach(before, after).flatMap((gate, index) => {
    const now = gained[index]
    return now === undefined ? [] : describeLoss(gate, now).map((loss) => `${what}: its approval ${loss}.`)
  })
}

/** One more gate is no loss, but for what it lets through that stood before the call without it. */
export function takenOver(
  before: readonly Gate[] = [],
  after: readonly Gate[] = [],
  what: string,
  ofArguments: Backdrop['ofArguments'],
): string[] {
  const known = new Set(exceptionsOf(before).map(({ of }) => of))
  return exceptionsOf(after)
    .filter(({ of }) => ofArguments.has(of) && !known.has(of))
    .map((except) => `${what}: its approval ${sayException(except)}.`)
}

/** Without those that stand, or stricter ones, before everything that a step tries wherever that is called. */
export function notStanding(
  gates: Gate[],
  step: Parameters<typeof triedBy>[0],
  standingBefore: Backdrop['standingBefore'],
): Gate[] {
  if (gates.length === 0) return []
  const tried = triedBy(step).map(standingBefore)
  const isStanding = (gate: Gate) =>
    tried.length > 0 &&
    tried.every((others) => others.some((other) => lostGates([gate], [other], '').length === 0))
  return gates.filter((gate) => !isStanding(gate))
}

/** Those that are left when each of the others has been taken out once, wherever it stands. */
function withoutEach(gates: Gate[], others: Gate[]): Gate[] {
  const left = others.map((gate) => JSON.stringify(gate))
  return gates.filter((gate) => {
    const place = left.indexOf(JSON.stringify(gate))
    if (place !== -1) left.splice(place, 1)
    return place === -1
  })
}

function describeLoss(before: Gate, after: Gate): string[] {
  const losses: string[] = []
  if (before.required === true && after.required !== true) losses.push('is left out for read-only tools')
  if (after.quorum < before.quorum) losses.push(`takes ${after.quorum} instead of ${before.quorum} people`)
  if (before.notRequester && !after.notRequester) losses.push('may be given by who asked')
  if (before.risk === 'high' && after.risk !== 'high')
    losses.push(
      'is no longer of high risk: it takes no second gesture, no proof, and no time to take it back',
    )
  return [...losses, ...describeDeciders(before, after), ...describeException(before, after)]
}

/** Who decides in the queue of a gate, where that is known: no part of what is declared, and of no comparison by its text. */
export const OF_QUEUE: unique symbol = Symbol('of its queue')
export type ToldGate = Gate & { [OF_QUEUE]?: Deciders }

/** Null: whoever decides in its queue. */
function decidersOf({ by, queue, [OF_QUEUE]: rules }: ToldGate): Deciders | null {
  return by ?? (queue === undefined ? {} : (rules ?? null))
}

function describeDeciders(before: Gate, after: Gate): string[] {
  const [was, is] = [decidersOf(before), decidersOf(after)]
  if (was !== null && asksNoLess(was, is ?? {})) return []
  if (before.by !== undefined || after.by !== undefined) return [sayOthers(before, after)]
  if (before.queue === undefined || before.queue === after.queue) return []
  return [
    after.queue === undefined
      ? `no longer waits in the queue ${quoteKey(before.queue)}`
      : `waits in the queue ${quoteKey(after.queue)} instead of ${quoteKey(before.queue)}`,
  ]
}

/** Who decides in a queue is said where that is declared, and may be the same. */
function sayOthers({ by: was, queue: waited }: Gate, { by: is, queue }: Gate): string {
  if (is === undefined && queue === undefined) return 'may be given by anybody'
  const [had, has] = [sayDeciders(was, waited), sayDeciders(is, queue)]
  return (was === undefined) === (is === undefined)
    ? 'is for other people to give'
    : `is for ${has} to give, and no longer for ${had}`
}

function sayDeciders(by: Deciders | undefined, queue = ''): string {
  if (by === undefined) return `whoever decides in the queue ${quoteKey(queue)}`
  const rights = [
    by.role && `the role ${quoteKey(by.role)}`,
    by.permission && `the permission ${quoteKey(by.permission)}`,
  ]
  return rights.filter(Boolean).join(' and ') || 'anybody'
}

/** Whoever may decide now might have decided before. */
export function asksNoLess(before: Deciders, after: Deciders = {}): boolean {
  return (['role', 'permission'] as const).every(
    (right) => before[right] === undefined || before[right] === after[right],
  )
}

/** What a gate lets through that it held before; of a new one, or of one that reaches further. */
function describeException(before: Gate, after: Gate): string[] {
  const { except } = after
  if (except === undefined) return []
  const same = before.except !== undefined && missingFrom(except.when, before.except.when).length === 0
  if (same && before.except !== undefined && before.except.until >= except.until) return []
  return [sayException(except, same ? ' for longer,' : '')]
}

function sayException({ until, when }: GateException, longer = ''): string {
  return `is left out${longer} until ${sayInUtc(until)}${longer && ','} where ${quoteSaying(describeGuards(when))}`
}

function describeGuards(guards: Guard[]): string {
  return guards.map(describeGuard).join(' and ')
}

/**
 * Guards are compared as they are written, blanks and what all must hold aside, and by their numbers: any other that says
 * the same in other words is named, too.
 */
export function lostGuards(before: Guard[], after: Guard[], what: string): string[] {
  const kept = after.flatMap(demandsOf)
  return missingFrom(after, before).map((guard) => {
    const looser = kept.find((each) => implies(guard, each))
    return looser === undefined
      ? `${what} no longer checks ${quoteSaying(describeGuard(guard))}.`
      : `${what} checks ${quoteSaying(describeGuard(looser))} instead of ${quoteSaying(describeGuard(guard))}.`
  })
}

function missingFrom(guards: Guard[], wanted: Guard[]): Guard[] {
  const kept = guards.flatMap(demandsOf)
  const written = new Set(kept.map(write))
  return wanted
    .flatMap(demandsOf)
    .filter((guard) => !written.has(write(guard)) && !kept.some((each) => implies(each, guard)))
}

function write(guard: Guard): string {
  const read = (text: string) => {
    const parsed = parseExpression(text)
    return parsed.ok ? JSON.stringify(parsed.expression) : text
  }
  return JSON.stringify(rewriteExpressions(guard, read))
}
