/** `workflow.submit`: decide, then run or park. */

import type { AuditEntry } from '../../model/audit-event.ts'
import type { NewEvidence } from '../../model/call.ts'
import type { OnEnter, Transition } from '../../model/definition.ts'
import type { Decision, DoubtItem, HeldItem, InboxItem } from '../../model/item.ts'
import type { JsonObject } from '../../model/json.ts'
import type { AgentPrincipal, HumanPrincipal } from '../../model/principal.ts'
import type { ResponseError, WorkflowAnswer } from '../../model/response.ts'
import { dueFor } from '../../model/run.ts'
import { RETRY_ON_TIMEOUT, withTimeLeft } from '../../workflow/advance.ts'
import {
  type AllowedTransition,
  evaluateTransition,
  type TransitionVerdict,
} from '../../workflow/evaluate-transition.ts'
import { undoWindowOf } from '../../workflow/gates/gates.ts'
import { isDoubt } from '../../workflow/items/items.ts'
import { leadsToPerson } from '../../workflow/preview/leads-to-person.ts'
import { isSingleCall } from '../../workflow/proxy.ts'
import { notFound } from '../../workflow/respond.ts'
import {
  auditEntry,
  auditGuards,
  beginCall,
  type CallContext,
  loadFor,
  type RunSnapshot,
  type RuntimeParts,
} from '../call-context.ts'
import { awaitedOrEnded } from '../children/awaited.ts'
import { decidedEntry } from '../items/decision.ts'
import { schedule } from '../items/undo-window.ts'
import type { CallOptions } from '../runtime.ts'
import { commit, commitWithItems, expectRun } from '../step/commit.ts'
import type { Execution } from '../step/executions.ts'
import { type PressedGates, pressedGates, standsBefore, willBeHeld } from '../step/gates.ts'
import { type DecisionCommit, NOTHING, type PerformResult, perform } from '../step/perform.ts'
import { planNextStep, stepFailure } from '../step/plan-next-step.ts'
import { submittedWork, type Work } from '../step/work.ts'
import { applyDueTimeout } from '../time/timeouts.ts'
import { answer, bare, errorOf } from './answer.ts'
import { concluded, decisionOn, hold, whileChildRuns } from './hold.ts'
import { mayAsk, refusalToAsk, turnAway } from './pending-limit.ts'
import { explainUnknownCapability } from './refuse.ts'
import { park, rejectAsking, type SubmitResult } from './request-approval.ts'
import { findSameRequest } from './same-request.ts'
import { answerAsked, duringUnlessAsked } from './unless-asked.ts'

export interface SubmitCall {
  workflowId: string
  expectedVersion: number
  transition: string
  arguments: JsonObject
}

/** A person's decision on an item, to be written with the first commit (R5.2). */
export interface PressedDecision {
  /** The run as it was read with the item: what is committed expects both to be so still. */
  found: RunSnapshot
  decided: InboxItem
  evidence: NewEvidence[]
  /**
   * The decision that is carried out, if it was made when it could still be taken back (R5.6), and until when it let the time
   * of the run stand still, in milliseconds since 1970.
   */
  due: { decision: Decision; until: number } | null
  /** Checks what was on screen against what is about to run; false: show it again. */
  matches(snapshot: RunSnapshot, allowed: AllowedTransition, gates: PressedGates): boolean
}

export async function submit(
  parts: RuntimeParts,
  who: AgentPrincipal | HumanPrincipal,
  call: SubmitCall,
  options: CallOptions = {},
): Promise<WorkflowAnswer> {
  // Losing a race means deciding again, on the run as it is now: that yields STALE or BUSY.
  for (;;) {
    const result = await attempt(parts, who, call, options, null)
    if (result.kind === 'answer') return result.answer
  }
}

export async function attempt(
  parts: RuntimeParts,
  who: AgentPrincipal | HumanPrincipal,
  call: SubmitCall,
  options: CallOptions,
  press: PressedDecision | null,
): Promise<SubmitResult> {
  const context = beginCall(parts, who, options)
  const found = press?.found ?? (await loadFor(parts, who, call.workflowId, call.transition))
  if (found === null) return said(bare(notFound(call.workflowId)))
  const above = await awaitedOrEnded(parts, found.run)
  if (above === null) return { kind: 'conflict' }
  context.above = above
  const timedOut = await applyDueTimeout(context, found)
  // The same answer whether the deadline was noticed by this call or a moment before it.
  const over = timedOut ?? (found.run.status === 'timed_out' ? found : null)
  if (over !== null) return said(tooLate(context, over, call))
  const due = press?.due ?? null
  const snapshot: RunSnapshot =
    due === null ? found : { ...found, run: withTimeLeft(found.run, due.decision, due.until) }
  const decision = evaluateTransition({
    ...snapshot,
    principal: who,
    request: call,
    now: parts.clock.now(),
    connections: parts.catalog,
  })
  switch (decision.kind) {
    case 'reject':
      return await reject(context, who, snapshot, call, decision)
    case 'retryOnEnter':
      return await retryOnEnter(context, snapshot)
    default:
      return await runOrAsk(context, who, snapshot, decision, press)
  }
}

function tooLate(context: CallContext, over: RunSnapshot, { transition }: SubmitCall): WorkflowAnswer {
  const { failure } = over.run
  const message = `The time of this workflow was up before: this submit of ‘${transition}’ did nothing.`
  const error = failure === null ? {} : { error: errorOf(failure) }
  return answer(context, over, 'timed_out', { message, ...error })
}

async function reject(
  context: CallContext,
  who: AgentPrincipal | HumanPrincipal,
  snapshot: RunSnapshot,
  call: SubmitCall,
  decision: Extract<TransitionVerdict, { kind: 'reject' }>,
): Promise<SubmitResult> {
  const error = await explainUnknown(context.parts, who, snapshot, call, decision.error)
  if (error.code === 'EXECUTOR_FAILED') return await failUnresolved(context, snapshot, call, error)
  const audit = [
    ...auditGuards(context, snapshot.run.id, decision.guards),
    auditEntry(context, 'transition.rejected', snapshot.run.id, {
      transition: call.transition,
      code: error.code,
      message: error.message,
    }),
  ]
  await commit(context, { expect: [], audit }, 'rejected')
  return said(answer(context, snapshot, 'rejected', { error }))
}

/** The step is allowed: it waits for what runs already, or for people, or it runs. */
async function runOrAsk(
  context: CallContext,
  who: AgentPrincipal | HumanPrincipal,
  snapshot: RunSnapshot,
  decision: AllowedTransition,
  press: PressedDecision | null,
): Promise<SubmitResult> {
  const { parts } = context
  const step = { ...decision, by: who }
  const pressed = press === null ? null : pressedGates(parts, who, snapshot, step, press.decided)
  if (pressed !== null && !press?.matches(snapshot, decision, pressed)) return { kind: 'changed' }
  const joined = press === null ? await whileChildRuns(context, snapshot, decision) : null
  if (joined !== null) return said(joined)

  const before =
    pressed === null
      ? await standsBefore(parts, who, snapshot, step)
      : { gates: pressed.left, proposed: null }
  const isAsked = decision.kind === 'park' || before.gates.length > 0 || before.proposed !== null
  // Nothing may stand before its first call: that was made for the same request, and a fallback waits for a person, or in
  // a session, which a call leaves as it was, the gate is gone that did.
  const mayWait = isAsked || decision.plan.calls.length > 1 || isSingleCall(snapshot.definition.id)
  const same = press === null && mayWait ? await findSameRequest(context, snapshot, decision) : null
  if (same !== null && same.item !== null) return said(await join(context, who, same.item))

  const opening: DecisionCommit = {
    audit: requestedBy(context, snapshot, decision),
    decided: press?.decided ?? null,
    evidence: press?.evidence ?? [],
    expect: same?.expect ?? [],
  }
  // What is due was told when it was pressed.
  const fresh = press !== null && press.due === null ? press.decided : null
  if (fresh !== null) opening.audit.push(decidedEntry(context, fresh))
  if (isAsked) {
    const parked = await park(context, snapshot, decision, before, opening)
    if (parked.kind !== 'turnedAway') return parked
    return await rejectAsking(context, snapshot, decision.transition, parked.because)
  }
  const isHeld = (step: Transition | OnEnter) => willBeHeld(parts, snapshot.run, step)
  if (leadsToPerson(snapshot.definition, decision.declared, isHeld)) {
    const full = await refusalToAsk(context, [snapshot.run.context, decision.arguments])
    if (full !== null) return await rejectAsking(context, snapshot, decision.transition, full)
  }
  const windowMs = fresh === null ? 0 : undoWindowOf(decision.declared, parts.settings().undoMs, pressed?.all)
  if (fresh !== null && windowMs > 0) return await schedule(context, snapshot, fresh, windowMs)

  const work = submittedWork(decision, who)
  const performed = await duringUnlessAsked(context, snapshot.run.id, (execution, caller) =>
    perform(caller, execution, snapshot, work, opening),
  )
  return await tellPerformed(context, snapshot, decision.transition, performed)
}

/** It waits with the item that asks about it already. */
export async function join(
  context: CallContext,
  who: AgentPrincipal | HumanPrincipal,
  item: HeldItem | DoubtItem,
): Promise<WorkflowAnswer> {
  const { parts } = context
  const { workflowId, version, step } = item
  // Submitted where it was cut off, it says so.
  if (isDoubt(item))
    return await submit(parts, who, { ...step, workflowId, expectedVersion: version }, context.options)
  const snapshot = await loadFor(parts, who, workflowId, step.transition)
  if (snapshot === null) throw new Error(`The run ${workflowId} of an open item is gone.`)
  return await hold(context, snapshot, decisionOn(item), 'executed')
}

async function tellPerformed(
  context: CallContext,
  snapshot: RunSnapshot,
  transition: string,
  performed: PerformResult | 'asked',
): Promise<SubmitResult> {
  if (performed === 'asked') return said(await answerAsked(context, snapshot.run.id), true)
  if (performed.kind === 'done') return said(await concluded(context, performed, 'executed'), true)
  return performed.full
    ? await rejectAsking(context, snapshot, transition, turnAway(context))
    : { kind: 'conflict' }
}

export function requestedBy(
  context: CallContext,
  snapshot: RunSnapshot,
  decision: AllowedTransition,
): AuditEntry[] {
  return [
    auditEntry(context, 'transition.requested', snapshot.run.id, {
      transition: decision.transition,
      version: snapshot.run.version,
      arguments: decision.arguments,
    }),
    ...auditGuards(context, snapshot.run.id, decision.guards),
  ]
}

/** In a session an unknown transition is an unknown capability (§1.2). */
async function explainUnknown(
  parts: RuntimeParts,
  who: AgentPrincipal | HumanPrincipal,
  { definition, run }: RunSnapshot,
  { transition }: SubmitCall,
  error: ResponseError,
): Promise<ResponseError> {
  if (error.code !== 'INVALID_TRANSITION' || !isSingleCall(definition.id)) return error
  if (run.status !== 'running') return error
  return { ...(await explainUnknownCapability(parts, who, transition)), attemptedTransition: transition }
}

/** The call could not even be made: a failure like any other of its executor. */
async function failUnresolved(
  context: CallContext,
  snapshot: RunSnapshot,
  call: SubmitCall,
  error: ResponseError,
): Promise<SubmitResult> {
  const failure = stepFailure(snapshot, 'transition', call.transition, error.message, {
    errorClass: 'permanent',
  })
  const run = { ...snapshot.run, failure }
  const entry = auditEntry(context, 'executor.failed', run.id, {
    transition: call.transition,
    errorClass: 'permanent',
    message: error.message,
    uncertain: false,
  })
  const committed = await commit(
    context,
    { expect: [expectRun(snapshot.run)], runs: [run], audit: [entry] },
    'failed',
  )
  if (!committed.ok) return { kind: 'conflict' }
  return said(answer(context, { ...snapshot, run }, 'failed', { error: errorOf(failure) }))
}

/** An `onEnter` that failed is put to be done again, and goes on as if the state had just been entered. */
async function retryOnEnter(context: CallContext, snapshot: RunSnapshot): Promise<SubmitResult> {
  const { run } = snapshot
  const name = run.failure?.recovery?.transition ?? ''
  const todo = name === RETRY_ON_TIMEOUT ? 'timeout' : 'enter'
  const again: RunSnapshot = { ...snapshot, run: { ...run, activity: dueFor(todo), failure: null } }
  const settled = planNextStep(context, again)
  const retry = async (execution: Execution, caller: CallContext): Promise<PerformResult> => {
    const committed = await commitWithItems(context, run, {
      expect: [expectRun(run), ...mayAsk(context, settled.approvals)],
      run: settled.run,
      decided: null,
      asked: settled.approvals,
      because: '',
      audit: [
        auditEntry(context, 'transition.requested', run.id, {
          transition: name,
          version: run.version,
          arguments: {},
        }),
        ...settled.audit,
      ],
      step: 'resumed',
    })
    if (!committed.ok) return { kind: 'conflict', full: committed.conflict.kind === 'pendingBelow' }
    const begun = { ...again, run: settled.run }
    return await carryOut(caller, execution, begun, settled.work)
  }
  const performed = await duringUnlessAsked(context, run.id, retry)
  return await tellPerformed(context, snapshot, name, performed)
}

/** Performs what a committed settlement left to do. */
export async function carryOut(
  context: CallContext,
  execution: Execution,
  snapshot: RunSnapshot,
  work: Work | null,
): Promise<PerformResult> {
  if (work === null) return { kind: 'done', snapshot, failure: snapshot.run.failure, held: null }
  return await perform(context, execution, snapshot, work, NOTHING)
}

function said(given: WorkflowAnswer, ran = false): SubmitResult {
  return { kind: 'answer', answer: given, ran }
}
