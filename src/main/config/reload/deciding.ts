/** Who decides before a call on a way to it, and whether whoever had to on one way still has to on another (R2.2). Pure. */
import type { Actor, Gate, Transition } from '../../model/definition.ts'
import type { ExecutorDeclaration, Reliability } from '../../model/executor.ts'
import type { Guard } from '../../model/guard.ts'
import { present } from '../../model/json.ts'
import {
  asksPerson,
  certainPart,
  declaresRepetition,
  executorsIn,
  toolOf,
} from '../../workflow/executors/executors.ts'
import { type DeclaredLookup, gatesBefore } from '../../workflow/gates/declared-gates.ts'
import { isOfHighRisk, undoWindowOf } from '../../workflow/gates/gates.ts'
import { asksCaller, guardsIn, needsApproval, readsRoot } from '../../workflow/guards/guards.ts'
import { lostGates, lostGuards } from '../../workflow/preview/conditions.ts'
import { A_PRESS, coversRoute, type Gestures, type Route, type Vote } from '../../workflow/preview/routes.ts'
import { declaredHash } from '../hash.ts'

/** One way to a call. */
export interface Way {
  /** At the step itself. */
  gates: Gate[]
  /** Of a step that a person fires: what is asked of them. Null: nobody fires it by hand, or agents do. */
  guards: Guard[] | null
  /** There, and earlier on the way. */
  route: Route
  /** Where its values come from. */
  given: string
  /** Which clients can go it: tags, where these are rights. */
  seen: string
  /** Looked for where it is asked: of a long workflow that takes a while. */
  times(): Times
}

/** How often it may run once people have decided. */
export interface Times {
  /** If it fails. */
  attempts: number
  /** After a crash nobody is asked before it runs again. */
  isRepeated: boolean
  /** The same is done afterwards, there or elsewhere, and nobody decides on the way. */
  isFollowed: boolean
}

export function timesOf(
  { executor, reliability }: { executor: ExecutorDeclaration; reliability?: Reliability },
  isFollowed = false,
): Times {
  return {
    attempts: reliability?.retry?.maxAttempts ?? 1,
    isRepeated: executorsIn(executor).some(declaresRepetition),
    isFollowed,
  }
}

export function eitherOf(one: Times, other: Times): Times {
  return {
    attempts: Math.max(one.attempts, other.attempts),
    isRepeated: one.isRepeated || other.isRepeated,
    isFollowed: one.isFollowed || other.isFollowed,
  }
}

/** Whether whoever had to decide still has to, whatever that takes. */
export function asksAll(before: Way, after: Way): boolean {
  return asksCarefully(atPress(before), atPress(after))
}

/** And whether deciding takes no less: a second gesture, proof, time to take it back. */
export function asksCarefully(before: Way, after: Way): boolean {
  if (lostGates(before.gates, after.gates, '').length > 0) return false
  if (!coversRoute(before.route.filter(isOfPeople), after.route)) return false
  if (before.guards === null) return true
  const rights = before.guards.filter(asksRights)
  const isAsked = after.guards !== null || after.gates.length > before.gates.length
  return isAsked && lostGuards(rights, after.guards ?? [], '').length === 0
}

/** And whether all that had to hold still has to, and its values, where they are the same, come from where they came from. */
export function holdsAll(before: Way, after: Way, hasSameValues: boolean): boolean {
  return (
    asksCarefully(before, after) &&
    coversRoute(before.route, after.route) &&
    before.seen === after.seen &&
    (!hasSameValues || before.given === after.given)
  )
}

/** And whether it runs no more often. */
export function runsNoMore(before: Way, after: Way, hasSameValues: boolean): boolean {
  if (!holdsAll(before, after, hasSameValues)) return false
  const [was, is] = [before.times(), after.times()]
  return (
    is.attempts <= was.attempts && (was.isRepeated || !is.isRepeated) && (was.isFollowed || !is.isFollowed)
  )
}

/** As if nothing on the way took more than a press. */
function atPress(way: Way): Way {
  const ofAnyRisk = (gates: readonly Gate[]) => gates.map(({ risk: _, ...gate }): Gate => gate)
  const route = way.route.map((vote): Vote => {
    if (vote.kind === 'hand') return { ...vote, takes: A_PRESS }
    if (vote.kind !== 'gates') return vote
    const [always, sometimes] = [ofAnyRisk(vote.always), ofAnyRisk(vote.sometimes)]
    return { ...vote, always, sometimes, takes: A_PRESS }
  })
  return { ...way, gates: ofAnyRisk(way.gates), route }
}

export function isOfPeople(vote: Vote): boolean {
  return vote.kind !== 'condition' || needsApproval(vote.guard)
}

function asksRights(guard: Guard): boolean {
  return guardsIn(guard).some((inner) => asksCaller(inner.guard))
}

/** What of a run an exception can read. */
const OF_RUN = ['context', 'input', 'workflow', 'arguments']

/** What the agent gives, and what the run has written down, may make it hold; not only what literally runs. */
export function restsOnRun({ except }: Gate): boolean {
  return except !== undefined && OF_RUN.some((root) => readsRoot(except.when, root))
}

/** Whether it stands before a call whatever that turns out to be. `mayRead`: it may turn out to change nothing. */
export function isFirm({ required, except }: Gate, mayRead: boolean): boolean {
  return except === undefined && (required === true || !mayRead)
}

/** Of a tool it is not known here whether it only reads; of programs and requests it is. */
export function mayOnlyRead(executor: ExecutorDeclaration): boolean {
  return executorsIn(executor).some((each) => toolOf(each) !== null)
}

export function conditionsOf(guards: readonly Guard[], actor: Actor = 'agent'): Vote[] {
  return guards.map((guard) => ({ kind: 'condition', guard, of: asksRights(guard) ? actor : null }))
}

type Step = Partial<
  Pick<Transition, 'actor' | 'guards' | 'executor' | 'gates' | 'risk' | 'confirm' | 'undoMs'>
>

/** `undoMs`: how long a decision of high risk can be taken back. */
type Lookup = DeclaredLookup & { undoMs: number }

/** `bound`: what a step needs at least, or at most, where that cannot be said exactly. */
export function votesOf(step: Step, lookup: Lookup, bound: 'least' | 'most'): Vote[] {
  const { actor, guards = [], executor } = step
  const isHand = actor === 'human'
  return [
    ...(isHand
      ? [{ kind: 'hand' as const, rights: guards.filter(asksRights), takes: gesturesOf(step, [], lookup) }]
      : []),
    ...conditionsOf(
      guards.filter((guard) => !isHand || !asksRights(guard)),
      actor,
    ),
    ...(executor !== undefined && asksPerson(executor)
      ? [{ kind: 'asked' as const, queue: executor.queue ?? null }]
      : []),
    ...votesOfGates(step, lookup, bound),
  ]
}

function gesturesOf({ risk, confirm, ...step }: Step, gates: readonly Gate[], { undoMs }: Lookup): Gestures {
  return {
    isOfHighRisk: risk === 'high' || isOfHighRisk(gates),
    isConfirmed: confirm === true,
    undoMs: undoWindowOf({ ...step, ...present({ risk }) }, undoMs, gates),
  }
}

function votesOfGates(step: Step, lookup: Lookup, bound: 'least' | 'most'): Vote[] {
  const { executor, gates: own = [] } = step
  const runs = executor === undefined || bound === 'most' ? executor : certainPart(executor)
  const standing = runs === undefined ? own : gatesBefore({ gates: own, executor: runs }, lookup)
  const gates = standing.filter((gate) => bound === 'most' || !restsOnRun(gate))
  if (gates.length === 0) return []
  const mayRead = executor !== undefined && mayOnlyRead(executor)
  const always = gates.filter((gate) => isFirm(gate, mayRead))
  const sometimes = gates.filter((gate) => !always.includes(gate))
  const takes = gesturesOf(step, bound === 'most' ? gates : always, lookup)
  return [
    { kind: 'gates', always, sometimes, of: executor === undefined ? '' : declaredHash(executor), takes },
  ]
}
