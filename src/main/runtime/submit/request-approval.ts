/**
 * What a person must approve first parks the transition instead of holding a claim: a human executor, or whatever
 * stands behind a gate. Durable, decided by people, and the agent's call is held open only for a while
 * (R4.6).
 */
import type { Gate } from '../../model/definition.ts'
import type { HeldItem, InboxItem } from '../../model/item.ts'
import type { JsonObject } from '../../model/json.ts'
import type { ResponseError, WorkflowAnswer } from '../../model/response.ts'
import type { AllowedTransition } from '../../workflow/evaluate-transition.ts'
import { asksPerson } from '../../workflow/executors/executors.ts'
import { timeoutOf } from '../../workflow/gates/gates.ts'
import { subjectOf } from '../../workflow/items/items.ts'
import { auditEntry, type CallContext, type RunSnapshot } from '../call-context.ts'
import { askedNow } from '../items/ask.ts'
import type { Batch } from '../ports.ts'
import { commit, expectations, joinBatches } from '../step/commit.ts'
import { askGate, type Before } from '../step/gates.ts'
import type { DecisionCommit } from '../step/perform.ts'
import { refOf } from '../step/work.ts'
import { answer } from './answer.ts'
import { decisionOn, hold } from './hold.ts'
import { mayAsk, refusalToAsk, turnAway } from './pending-limit.ts'

/** What an attempt to submit came to. */
export type SubmitResult =
  /** `ran`: something was executed or moved; else the answer is a rejection or a wait. */
  | { kind: 'answer'; answer: WorkflowAnswer; ran: boolean }
  /** It is decided, and runs later unless it is taken back. */
  | { kind: 'scheduled'; approval: InboxItem }
  /** What the person saw is not what would run. */
  | { kind: 'changed' }
  /** Somebody else moved it first; nothing was executed. */
  | { kind: 'conflict' }

/** `turnedAway`: people are asked nothing. */
type ParkResult = SubmitResult | { kind: 'turnedAway'; because: ResponseError }

/** `beginning`: writes a run that is new; it is there only together with what it asks. */
export async function park(
  context: CallContext,
  snapshot: RunSnapshot,
  decision: AllowedTransition,
  before: Before,
  opening: DecisionCommit,
  beginning: Batch | null = null,
): Promise<ParkResult> {
  const approval = itemFor(context, snapshot, decision, before)
  const full = await refusalToAsk(context, [approval.step.arguments, subjectOf(approval)])
  if (full !== null) return { kind: 'turnedAway', because: full }
  const run = {
    ...snapshot.run,
    // Only what stopped the chain lets its step be submitted: repeated while it waits, or when it is taken back (R4.5).
    failure: decision.declared.actor === 'deterministic' ? snapshot.run.failure : null,
    ...(context.who.kind === 'agent' ? { personSaid: null } : {}),
    updatedAt: new Date(context.parts.clock.now()).toISOString(),
  }
  const { decided } = opening
  const asking: Batch = {
    expect: [
      // It may wait for another run, or at a gate of its state: that goes on until this one is approved (R4.6).
      ...expectations(snapshot.run, decided),
      ...(opening.expect ?? []),
      ...mayAsk(context, [approval]),
    ],
    runs: [run],
    approvals: [approval, ...(decided === null ? [] : [decided])],
    audit: opening.audit,
  }
  const committed = await commit(
    context,
    beginning === null ? asking : joinBatches(beginning, asking),
    'parked',
  )
  if (!committed.ok) {
    if (committed.conflict.kind !== 'pendingBelow') return { kind: 'conflict' }
    return { kind: 'turnedAway', because: turnAway(context) }
  }
  const answered = await hold(context, snapshot, decisionOn(approval), 'executed')
  return { kind: 'answer', answer: answered, ran: decided !== null }
}

function itemFor(
  context: CallContext,
  snapshot: RunSnapshot,
  decision: AllowedTransition,
  before: Before,
): HeldItem {
  const { call } = decision
  const { gates, proposed } = before
  const step = { ...decision, kind: 'transition' as const, by: context.who }
  if (!asksPerson(call)) {
    const held = proposed !== null && gates.length === 0 ? [ONE_PERSON] : gates
    const item = askGate(context, snapshot, step, 0, held)
    return proposed === null ? item : asDefinition(item, snapshot, proposed)
  }
  // The person of the executor is one gate more: everything that is asked of people is one item.
  const own: Gate = { ...ONE_PERSON, ...(call.queue === null ? {} : { queue: call.queue }) }
  const { clock, settings } = context.parts
  const times = [
    ...(snapshot.run.deadlineAt === null ? [] : [Date.parse(snapshot.run.deadlineAt)]),
    ...(call.timeoutMs === null ? [] : [clock.now() + call.timeoutMs]),
    ...(gates.length === 0 ? [] : [clock.now() + timeoutOf(gates, settings().gateTimeoutMs)]),
  ]
  return {
    ...askedNow(context, snapshot),
    kind: 'executor',
    step: refOf(step),
    queue: call.queue,
    requestedBy: context.who.id,
    deadlineAt: times.length === 0 ? null : new Date(Math.min(...times)).toISOString(),
    held: { gates: [own, ...gates], votes: [], from: 0 },
  }
}

/** A proposed definition waits for as long as people need (R5.5), and for one at least. */
function asDefinition(item: HeldItem, snapshot: RunSnapshot, subject: JsonObject): HeldItem {
  return {
    ...item,
    kind: 'definition',
    subject,
    deadlineAt: snapshot.run.deadlineAt,
  }
}

const ONE_PERSON: Gate = { required: true, quorum: 1, notRequester: false }

/** Also for what leads to a question of its own: no client fills the inbox on any way. */
export async function rejectAsking(
  context: CallContext,
  snapshot: RunSnapshot,
  transition: string,
  because: ResponseError,
): Promise<SubmitResult> {
  const error = { ...because, attemptedTransition: transition }
  const { code, message } = error
  await commit(context, {
    expect: [],
    audit: [auditEntry(context, 'transition.rejected', snapshot.run.id, { transition, code, message })],
  })
  return { kind: 'answer', answer: answer(context, snapshot, 'rejected', { error }), ran: false }
}
