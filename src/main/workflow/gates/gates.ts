/**
 * Which gates stand before a call, and when people have opened them (R5.1, R5.3, R5.4).
 * Pure.
 */
import type { Plan, ResolvedCall } from '../../model/call.ts'
import type { Deciders, Gate, GateException, Transition } from '../../model/definition.ts'
import type { Guard, StoredFacts } from '../../model/guard.ts'
import type { Vote } from '../../model/item.ts'
import { type JsonValue, ownOf } from '../../model/json.ts'
import { ENGINE, humanId, type Rights } from '../../model/principal.ts'
import type { Requester } from '../../model/run.ts'
import { callsIn, isGroup, readsOnly, toolOf } from '../executors/executors.ts'
import { asksCaller, evaluateGuards, guardsIn, readsRoot } from '../guards/guards.ts'
import type { Moment } from '../scope.ts'
import { listWith } from '../wording/listing.ts'

export interface GateLookup {
  /** The live gates before one call, on whatever way it is reached. */
  gatesFor(call: ResolvedCall): Gate[]
  /** By the pinned definition of the tool, never by what a server says now (R5.3). */
  isReadOnlyTool(connection: string, tool: string): boolean
  /** A capability that the configuration itself calls read-only makes this very call. */
  isReadOnlyCall?(call: ResolvedCall): boolean
  /** The configuration in force declares this exception. */
  isException?(id: string): boolean
}

/** Who may decide what waits in a queue. */
export type Queues = Record<string, Deciders>

/** The gates before a call, and those among them that an exception opens. */
export interface GateVerdict {
  /** People must open these; empty: it may run. */
  standing: Gate[]
  exempted: Gate[]
  /** Of those that stand: whether an exception opens them is not known yet. */
  unsure: Gate[]
}

/**
 * The gates before the call at one position of a plan: the pinned ones and the live ones add up, so that the stricter
 * holds (R2.4); equal ones are one. An exception counts only while the configuration in force declares it, too. One of
 * a gate that is met on another way than its own declaration cannot speak of arguments: there, they are something else.
 */
export function evaluateGates(
  pinned: readonly Gate[] | undefined,
  plan: Plan,
  from: number,
  lookup: GateLookup,
  judge: ExemptionTest = NEVER,
): GateVerdict {
  const planned = plan.calls[from]
  if (planned === undefined) return { standing: [], exempted: [], unsure: [] }
  const calls = callsIn(planned.call)
  const changes = calls.filter((call) => !isReadOnly(call, lookup))
  const literal = calls.length > 1 ? calls.filter((call) => !isGroup(call)) : calls
  const holds = (gate: Gate, over: readonly ResolvedCall[]): boolean | null => {
    const { except } = gate
    if (except === undefined || lookup.isException?.(except.id) !== true) return false
    const verdicts = over.map((call) => judge(except, call))
    return verdicts.includes(false) ? false : verdicts.includes(null) ? null : true
  }
  const declared = (pinned ?? []).filter((gate) => gate.required === true || changes.length > 0)
  const own = declared.map((gate) => ({ gate, verdict: holds(gate, literal) }))
  const live = calls.flatMap((call) =>
    lookup
      .gatesFor(call)
      .filter((gate) => gate.required === true || changes.includes(call))
      .map((gate) => {
        const { except } = gate
        const same = own.find((other) => except !== undefined && other.gate.except?.id === except.id)
        if (same !== undefined) return { gate, verdict: same.verdict }
        if (except !== undefined && readsRoot(except.when, 'arguments')) return { gate, verdict: false }
        return { gate, verdict: holds(gate, [call]) }
      }),
  )
  const all = [...own, ...live]
  const pick = (verdict: boolean | null) =>
    all.filter((each) => each.verdict === verdict).map(({ gate }) => gate)
  const exempted = new Map(pick(true).map((gate) => [gate.except?.id, gate]))
  return {
    standing: combineGates(pick(false), pick(null)),
    exempted: [...exempted.values()],
    unsure: combineGates(pick(null), []),
  }
}

/** All of both, each once. */
export function combineGates(some: readonly Gate[], others: readonly Gate[]): Gate[] {
  const combined = new Map([...some, ...others].map((gate) => [demandOf(gate), gate]))
  return [...combined.values()]
}

/** Those that none of the others equals. */
export function notAmong(gates: readonly Gate[], others: readonly Gate[]): Gate[] {
  const known = new Set(others.map(demandOf))
  return gates.filter((gate) => !known.has(demandOf(gate)))
}

/** Once it holds, it makes no difference why. */
export function demandOf(gate: Gate): string {
  const { queue, timeoutMs, quorum, notRequester, risk, by } = gate
  return JSON.stringify([queue, timeoutMs, quorum, notRequester, risk, by?.role, by?.permission])
}

/** Nothing that it runs can have changed anything. */
export function changesNothing(call: ResolvedCall, lookup: GateLookup): boolean {
  return callsIn(call).every((each) => isReadOnly(each, lookup))
}

function isReadOnly(call: ResolvedCall, lookup: GateLookup): boolean {
  const tool = toolOf(call)
  if (tool !== null && lookup.isReadOnlyTool(tool.connection, tool.tool)) return true
  return readsOnly(call) || lookup.isReadOnlyCall?.(call) === true
}

/** Milliseconds after which the first of them refuses. */
export function timeoutOf(gates: readonly Gate[], otherwise: number): number {
  return Math.min(...gates.map((gate) => gate.timeoutMs ?? otherwise))
}

export interface Voter extends Rights {
  /** Principal id. */
  id: string
}

export interface Ballot {
  gates: readonly Gate[]
  /** Principal ids of those who started or submitted what is asked. */
  requesters: readonly string[]
  queues: Queues
  /** Of those who may come to vote, by name. Whoever else sits at the desk has no rights. */
  people: Record<string, Rights>
}

/** Declared for the gate, else for its queue; null: anybody at the desk. */
export function decidersOf(gate: Pick<Gate, 'by' | 'queue'>, queues: Queues): Deciders | null {
  if (gate.by !== undefined) return gate.by
  return gate.queue === undefined ? null : (ownOf(queues, gate.queue) ?? null)
}

/** Whether somebody has all that whoever decides must have. */
export function holdsRights({ roles, permissions }: Rights, { role, permission }: Deciders): boolean {
  return (
    (role === undefined || roles.includes(role)) &&
    (permission === undefined || permissions.includes(permission))
  )
}

const ASKED_YOURSELF = 'You asked for this yourself; somebody else must decide it.'

/** Why this person may not decide at one gate, as a sentence; null: they may. */
export function barredFrom(gate: Gate, voter: Voter, ballot: Ballot): string | null {
  if (gate.notRequester && ballot.requesters.includes(voter.id)) return ASKED_YOURSELF
  const deciders = decidersOf(gate, ballot.queues)
  if (deciders === null || holdsRights(voter, deciders)) return null
  const where = gate.queue === undefined || gate.by !== undefined ? '' : ` of the queue ‘${gate.queue}’`
  return `Only people with ${describeRights(deciders)} may decide this${where}.`
}

/** Why this person may not decide at all; null: at one gate at least they may. */
export function barredFromAll(voter: Voter, ballot: Ballot): string | null {
  const reasons = ballot.gates.map((gate) => barredFrom(gate, voter, ballot))
  if (reasons.includes(null)) return null
  if (reasons.includes(ASKED_YOURSELF)) return ASKED_YOURSELF
  const deciders = ballot.gates.map((gate) => describeRights(decidersOf(gate, ballot.queues)))
  const who = [...new Set(deciders)]
  return who.length < 2 ? (reasons[0] ?? null) : `Only people with ${listWith('or', who)} may decide this.`
}

/** What whoever decides must have; empty: nothing. */
export function describeRights(deciders: Deciders | null): string {
  const { role, permission } = deciders ?? {}
  const rights = [
    ...(role === undefined ? [] : [`the role ‘${role}’`]),
    ...(permission === undefined ? [] : [`the permission ‘${permission}’`]),
  ]
  return rights.join(' and ')
}

interface GateProgress {
  gate: Gate
  /** Principal ids of those who approved, each once. */
  approved: string[]
  missing: number
}

/** How far each gate is open. A vote counts at every gate at which its person could decide with the rights that are written on it. */
export function standings(ballot: Ballot, votes: readonly Vote[]): GateProgress[] {
  return ballot.gates.map((gate) => {
    const counted = votes.filter((vote) => barredFrom(gate, { ...vote, id: vote.by }, ballot) === null)
    const approved = [...new Set(counted.map((vote) => vote.by))]
    return { gate, approved, missing: Math.max(0, gate.quorum - approved.length) }
  })
}

/** Whether an approval of this person, with the rights of now, would count nowhere where theirs does not count already. */
export function hasVoted(voter: Voter, ballot: Ballot, votes: readonly Vote[]): boolean {
  const theirs = votes.filter(({ by }) => by === voter.id)
  const counts = (gate: Gate) =>
    theirs.some((vote) => barredFrom(gate, { ...vote, id: vote.by }, ballot) === null)
  return (
    theirs.length > 0 &&
    ballot.gates.every((gate) => barredFrom(gate, voter, ballot) !== null || counts(gate))
  )
}

/** How many more people must approve; `atLeast`: it depends on who they are. 0: all gates are open. */
export interface MissingVotes {
  people: number
  atLeast: boolean
}

export const NONE_MISSING: MissingVotes = { people: 0, atLeast: false }

/**
 * Known exactly where everybody who may still approve counts at all gates that are closed, or everybody at one alone.
 * Nobody knows at which gates those count who are still to come for one that is open to nobody.
 */
export function votesMissing(ballot: Ballot, votes: readonly Vote[]): MissingVotes {
  const closed = standings(ballot, votes).filter(({ missing }) => missing > 0)
  const people = Math.max(0, ...closed.map(({ missing }) => missing))
  if (closed.length < 2) return { people, atLeast: false }
  const known = Object.entries(ballot.people).map(([name, rights]) => ({ id: humanId(name), ...rights }))
  const reached = [...known, NOBODY_DECLARED]
    .map((voter) => closed.filter((each) => opensFurther(each, voter, ballot)))
    .filter((gates) => gates.length > 0)
  if (new Set(reached.flat()).size < closed.length) return { people, atLeast: true }
  if (reached.every((gates) => gates.length === 1))
    return { people: closed.reduce((sum, { missing }) => sum + missing, 0), atLeast: false }
  return { people, atLeast: reached.some((gates) => gates.length < closed.length) }
}

/**
 * How many people a call asks for, as its gates are declared: at least, where they are not for the same people.
 * `notRequester` makes no difference where an agent asks.
 */
export function peopleAsked(gates: readonly Gate[]): MissingVotes {
  const whom = gates.map(({ by, queue }) =>
    JSON.stringify(by === undefined ? queue : [by.role, by.permission]),
  )
  return { people: Math.max(0, ...gates.map(({ quorum }) => quorum)), atLeast: new Set(whom).size > 1 }
}

/** How many different people have approved at a gate, in which one may count at several. */
export function countApproved(ballot: Ballot, votes: readonly Vote[]): number {
  return new Set(standings(ballot, votes).flatMap(({ approved }) => approved)).size
}

const NOBODY_DECLARED: Voter = { id: humanId(''), roles: [], permissions: [] }

function opensFurther({ gate, approved }: GateProgress, voter: Voter, ballot: Ballot): boolean {
  return !approved.includes(voter.id) && barredFrom(gate, voter, ballot) === null
}

// ── Exceptions of gates (`approval.except`): where every guard holds on what is about to run, and the time is not
// past, that gate does not stand before the call. Whatever is not certain leaves it standing.

/** What an exception is judged by. */
interface Circumstances {
  scope: Moment
  /** Who asked, with the rights that they asked with. */
  by: Requester
  stored: StoredFacts
}

/** Whether an exception holds for a call; null: that is not known yet. */
export type ExemptionTest = (exception: GateException, call: ResolvedCall) => boolean | null

const NEVER: ExemptionTest = () => false

export function exemptionTest({ scope, by, stored }: Circumstances): ExemptionTest {
  return ({ when, until }, call) => {
    if (!isOpen(until, scope.now) || !isForAsker(when, by.id)) return false
    return evaluateGuards(when, { scope: seeing(scope, call), principal: by, stored }).passed
  }
}

/** `$.call` is literally what runs. */
export function seeing(scope: Moment, call: ResolvedCall): Moment {
  return { ...scope, call: call as unknown as JsonValue }
}

export function isOpen(until: string, now: number): boolean {
  return now <= Date.parse(until)
}

/** The engine has no roles and permissions (R1.7): that it lacks one says nothing of who asked. */
export function isForAsker(when: readonly Guard[], by: string): boolean {
  return by !== ENGINE.id || !when.flatMap((guard) => guardsIn(guard)).some(({ guard }) => asksCaller(guard))
}

/** Every exception that gates declare. */
export function exceptionsOf(gates: readonly (Gate | undefined)[]): GateException[] {
  return gates.flatMap((gate) => gate?.except ?? [])
}

// ── How long a decision can be taken back before it runs (R5.6).

/**
 * Milliseconds; 0: it runs at the press. `riskyMs`: for high risk, where the transition declares nothing. No transition
 * shortens what a gate before it asks for.
 */
export function undoWindowOf(
  transition: Pick<Transition, 'undoMs' | 'risk'> | null,
  riskyMs: number,
  gates: readonly Gate[] = [],
): number {
  const own = transition?.undoMs ?? (transition?.risk === 'high' ? riskyMs : 0)
  return isOfHighRisk(gates) ? Math.max(own, riskyMs) : own
}

/** One of the gates says so. */
export function isOfHighRisk(gates: readonly Gate[]): boolean {
  return gates.some(({ risk }) => risk === 'high')
}

// ── How many people are still to approve, inside a sentence.

export function countPeople({ people, atLeast }: MissingVotes, which: 'more' | 'other'): string {
  const count = people === 1 ? `one ${which} person` : `${people} ${which} people`
  return atLeast ? `at least ${count}` : count
}
