/**
 * Gates met on the way: a step that stands before one is parked, and people are asked (R5.1).
 * Computes a part of a transaction; writes and executes nothing.
 */

import type { AuditEntry } from '../../model/audit-event.ts'
import type { Plan } from '../../model/call.ts'
import type { Gate, OnEnter, Transition } from '../../model/definition.ts'
import type { FailedCalls, HeldItem, InboxItem } from '../../model/item.ts'
import type { JsonObject } from '../../model/json.ts'
import { ENGINE, type Principal } from '../../model/principal.ts'
import { claimOf, dueFor, type ParkedStep, type Run, type StepRef, todoOf } from '../../model/run.ts'
import { doesNothing, resolvePlan } from '../../workflow/executors/executors.ts'
import {
  type Ballot,
  barredFrom,
  evaluateGates,
  exemptionTest,
  type GateVerdict,
  notAmong,
  timeoutOf,
  votesMissing,
} from '../../workflow/gates/gates.ts'
import { describeGuard } from '../../workflow/guards/guards.ts'
import { holdsStep, isDoubt } from '../../workflow/items/items.ts'
import { scopeOf } from '../../workflow/scope.ts'
import { auditEntry, type CallContext, type RunSnapshot, type RuntimeParts } from '../call-context.ts'
import { askedNow } from '../items/ask.ts'
import { requesterNow } from '../rights-now.ts'
import { refOf, rightsOf, type Work } from './work.ts'

/** What of a step's work concerns its gates. */
interface GatedStep extends StepRef {
  declared: { gates?: Gate[] } | null
  plan: Plan
}

/** What of a step its gates and their exceptions are judged by. */
type Weighable = Pick<GatedStep, 'declared' | 'plan' | 'arguments' | 'by'>

/** The gates that stand before the call at one position of the work's plan. Empty: it may run. */
export function gatesOf(
  parts: Pick<RuntimeParts, 'catalog' | 'clock' | 'settings'>,
  snapshot: Pick<RunSnapshot, 'run' | 'stored'>,
  step: Weighable,
  from: number,
): Gate[] {
  return pendingGates(parts, snapshot, step, from).standing
}

/** Both what stands and what an exception opens: one judgement, to act by and to tell by. */
export function pendingGates(
  parts: Pick<RuntimeParts, 'catalog' | 'clock' | 'settings'>,
  { run, stored }: Pick<RunSnapshot, 'run' | 'stored'>,
  step: Weighable,
  from: number,
): GateVerdict {
  const scope = { ...scopeOf(run, step.arguments), now: parts.clock.now() }
  const judge = exemptionTest({ scope, by: requesterNow(parts, step.by), stored })
  return evaluateGates(step.declared?.gates, step.plan, from, parts.catalog, judge)
}

/** Which gates did not ask, because of which exceptions; to be written with what begins the call. */
export function exemptionEntries(
  context: CallContext,
  { id }: Run,
  { transition, exempted = [] }: { transition: string; exempted?: readonly Gate[] },
): AuditEntry[] {
  return exempted.flatMap(({ except }) =>
    except === undefined
      ? []
      : auditEntry(context, 'gate.excepted', id, {
          transition,
          gate: except.of,
          rule: except.when.map(describeGuard),
          until: except.until,
          exception: except.id,
        }),
  )
}

/** Whether a gate will stand before a step that the engine takes later, as far as it can be told from here. */
export function willBeHeld(
  parts: Pick<RuntimeParts, 'catalog' | 'clock'>,
  run: Run,
  step: Transition | OnEnter,
): boolean {
  const transition = 'target' in step ? step : null
  const scope = { ...scopeOf(run, {}), now: parts.clock.now() }
  const resolved = resolvePlan(step.executor, step.reliability, scope, parts.catalog)
  // Whether an exception will hold then is not known now.
  return resolved.ok && evaluateGates(transition?.gates, resolved.plan, 0, parts.catalog).standing.length > 0
}

/** The item that holds back a call of the work's plan. */
export function askGate(
  context: CallContext,
  snapshot: RunSnapshot,
  step: GatedStep,
  from: number,
  gates: Gate[],
  tried?: FailedCalls,
): HeldItem {
  const { clock, settings } = context.parts
  const own = clock.now() + timeoutOf(gates, settings().gateTimeoutMs)
  const { deadlineAt } = snapshot.run
  const deadline = deadlineAt === null ? own : Math.min(own, Date.parse(deadlineAt))
  // Whoever approved what came before it has not asked for this.
  const asker = context.requester ?? context.who
  return {
    ...askedNow(context, snapshot),
    kind: 'gate',
    step: refOf(step),
    queue: gates.find((gate) => gate.queue !== undefined)?.queue ?? null,
    requestedBy: asker.id === ENGINE.id ? snapshot.run.startedBy : asker.id,
    requesterRights: rightsOf(step.kind === 'transition' ? step.by : asker),
    deadlineAt: new Date(deadline).toISOString(),
    held: { gates, votes: [], from, ...(tried === undefined ? {} : { tried }) },
  }
}

/**
 * Parks the work before the call at `from` of its plan: whatever claim it held is given back, and an item asks. A
 * submitted transition is held by its item alone; a step that runs by itself stays to be done (R4.6).
 */
export function parkStep(
  context: CallContext,
  snapshot: RunSnapshot,
  step: GatedStep,
  from: number,
  gates: Gate[],
  tried?: FailedCalls,
): { run: Run; work: null; approvals: InboxItem[]; audit: [] } {
  const approval = askGate(context, snapshot, step, from, gates, tried)
  const at = new Date(context.parts.clock.now()).toISOString()
  const { correlationId } = context
  const waiting: ParkedStep = { on: 'gate', id: approval.id, ...refOf(step), correlationId, at }
  const todo = todoOf(snapshot.run)
  const run: Run = {
    ...snapshot.run,
    failure: null,
    activity: step.kind === 'transition' ? dueFor(todo) : { kind: 'parked', step: waiting, todo },
    updatedAt: at,
  }
  return { run, work: null, approvals: [approval], audit: [] }
}

/** Whose votes count, at which gates. */
export function ballotOf(
  parts: Pick<RuntimeParts, 'settings'>,
  run: Run,
  requestedBy: string,
  gates: Gate[],
): Ballot {
  const { queues, people } = parts.settings()
  return { gates, requesters: [requestedBy, run.startedBy], queues, people }
}

/** What stands before a call that may otherwise run. */
export interface Before {
  gates: Gate[]
  /** What a person must see of a definition that is proposed with it; null: it proposes none. */
  proposed: JsonObject | null
}

/** What people must approve before this runs. */
export async function standsBefore(
  parts: RuntimeParts,
  who: Principal,
  snapshot: RunSnapshot,
  step: Weighable,
): Promise<Before> {
  const gates = gatesOf(parts, snapshot, step, 0)
  const [{ call }] = step.plan.calls
  const proposed = who.kind === 'agent' ? await parts.proposal?.(call) : null
  return { gates, proposed: proposed ?? null }
}

/** The gates before a call for which a person has pressed a button. */
export interface PressedGates {
  all: Gate[]
  /** The press, with the gates on screen, satisfies every gate at which one person suffices (R5.7): those that it does not. */
  left: Gate[]
}

export function pressedGates(
  parts: RuntimeParts,
  who: Principal,
  snapshot: RunSnapshot,
  step: Weighable,
  item: InboxItem,
): PressedGates {
  const all = gatesOf(parts, snapshot, step, 0)
  return { all, left: leftBy(parts, who, snapshot, item, all) }
}

/** Of gates on screen: those that the one person who pressed does not open alone. */
function leftBy(
  parts: RuntimeParts,
  who: Principal,
  { run }: Pick<RunSnapshot, 'run'>,
  { requestedBy }: InboxItem,
  gates: Gate[],
): Gate[] {
  const ballot = ballotOf(parts, run, requestedBy, gates)
  return gates.filter((gate) => gate.quorum > 1 || barredFrom(gate, who, ballot) !== null)
}

// ── Gates are judged where the transaction that begins a call is put together: between an earlier look and that moment
// a configuration may have been loaded, or an exception ended. What is written is then what was judged.

export type GateRecheck =
  /** With the gates that an exception opens. */
  { kind: 'open'; work: Work } | { kind: 'held'; gates: Gate[] }

/** `snapshot`: as whoever decided has seen it. `decided`: the item with the decision that the work follows from. */
export function recheckGates(
  context: CallContext,
  snapshot: RunSnapshot,
  work: Work,
  decided: InboxItem | null,
): GateRecheck {
  // What is claimed was judged then, and what has ended needs nobody.
  if (claimOf(snapshot.run) !== null || work.ended !== undefined) return { kind: 'open', work }
  // It opens no gate, and who says how a run goes on does not look for any: they would be turned away for ever.
  if (decided !== null && isDoubt(decided))
    throw new Error('What begins by the decision of a doubt has its claim, or follows from what has.')
  // The decision is itself what a human executor does, and was taken a moment ago.
  if (doesNothing(work.call) && decided !== null && holdsStep(decided)) return { kind: 'open', work }
  const { standing, exempted } = pendingGates(context.parts, snapshot, work, work.from)
  const left = decided === null ? standing : unopened(context, snapshot, decided, standing)
  return left.length > 0
    ? { kind: 'held', gates: standing }
    : { kind: 'open', work: { ...work, exempted, opened: standing } }
}

function unopened(context: CallContext, snapshot: RunSnapshot, decided: InboxItem, gates: Gate[]): Gate[] {
  const { parts, who } = context
  if (!holdsStep(decided)) return leftBy(parts, who, snapshot, decided, gates)
  const { held, requestedBy } = decided
  const unseen = notAmong(gates, held.gates)
  if (unseen.length > 0) return unseen
  return votesMissing(ballotOf(parts, snapshot.run, requestedBy, gates), held.votes).people > 0 ? gates : []
}
