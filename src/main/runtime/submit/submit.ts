/** `workflow.submit`: decide, then run or park. */

import type { AuditEntry } from '../../model/audit-event.ts'
import type { NewEvidence } from '../../model/call.ts'
import type { OnEnter, Transition } from '../../model/definition.ts'
import type { Decision, InboxItem } from '../../model/item.ts'
import type { JsonObject } from '../../model/json.ts'
import type { AgentPrincipal, HumanPrincipal } from '../../model/principal.ts'
import type { ResponseError, WorkflowAnswer } from '../../model/response.ts'
import { dueFor, holderOf } from '../../model/run.ts'
import { RETRY_ON_TIMEOUT } from '../../workflow/advance.ts'
import { type AllowedTransition, evaluateTransition } from '../../workflow/evaluate-transition.ts'
import { leadsToPerson } from '../../workflow/preview/leads-to-person.ts'
import { notFound } from '../../workflow/respond.ts'
import { traitsOf } from '../../workflow/traits.ts'
import { undoWindowOf } from '../../workflow/undo-window.ts'
import {
  auditEntry,
  auditGuards,
  beginCall,
  type CallContext,
  type RunSnapshot,
  type RuntimeParts,
} from '../call-context.ts'
import { decidedEntry } from '../items/decided.ts'
import { schedule } from '../items/undo-window.ts'
import { loadFor } from '../load.ts'
import type { CallOptions } from '../runtime.ts'
import { commit, commitWithItems } from '../step/commit.ts'
import type { Execution, Executions } from '../step/executions.ts'
import { standsBefore, willBeHeld } from '../step/gates.ts'
import { type DecisionCommit, NOTHING, type PerformResult, perform } from '../step/perform.ts'
import { onceMore, planNextStep } from '../step/plan-next-step.ts'
import { submittedWork, type Work } from '../step/work.ts'
import { withTimeLeft } from '../time/paused-deadline.ts'
import { applyDueTimeout } from '../time/timeouts.ts'
import { answer, bare, errorOf } from './answer.ts'
import { concluded, whileChildRuns } from './hold.ts'
import { mayAsk, refusalToAsk, turnAway } from './pending-limit.ts'
import { nearestCapability } from './refuse.ts'
import { park, rejectAsking } from './request-approval.ts'
import type { SubmitResult } from './result.ts'

export interface SubmitCall {
  workflowId: string
  expectedVersion: number
  transition: string
  arguments: JsonObject
}

/** A person's decision on an item, to be written with the first commit (R5.2). */
export interface Press {
  decided: InboxItem
  evidence: NewEvidence[]
  /** The decision that is carried out, if it was made when it could still be taken back (R5.6). */
  due: Decision | null
  /** Checks what was on screen against what is about to run; false: show it again. */
  matches(loaded: RunSnapshot, allowed: AllowedTransition): boolean
}

export async function submit(
  parts: RuntimeParts,
  executions: Executions,
  who: AgentPrincipal | HumanPrincipal,
  call: SubmitCall,
  options: CallOptions = {},
): Promise<WorkflowAnswer> {
  // Losing a race means deciding again, on the instance as it is now: that yields STALE or BUSY.
  for (;;) {
    const result = await attempt(parts, executions, who, call, options, null)
    if (result.kind === 'answer') return result.answer
  }
}

export async function attempt(
  parts: RuntimeParts,
  executions: Executions,
  who: AgentPrincipal | HumanPrincipal,
  call: SubmitCall,
  options: CallOptions,
  press: Press | null,
): Promise<SubmitResult> {
  const operation = beginCall(parts, who, options)
  const found = await loadFor(parts, who, call.workflowId, call.transition)
  if (found === null) return said(bare(notFound(call.workflowId)))
  const timedOut = await applyDueTimeout(operation, executions, found)
  // The same answer whether the deadline was noticed by this call or a moment before it.
  const over = timedOut ?? (found.instance.status === 'timed_out' ? found : null)
  if (over !== null) {
    const { failure } = over.instance
    return said(answer(operation, over, 'timed_out', failure === null ? {} : { error: errorOf(failure) }))
  }
  const loaded: RunSnapshot =
    press?.due == null
      ? found
      : { ...found, instance: withTimeLeft(found.instance, press.due, parts.clock.now()) }

  const decision = evaluateTransition({
    ...loaded,
    principal: who,
    request: call,
    now: parts.clock.now(),
    connections: parts.catalog,
  })
  if (decision.kind === 'reject') {
    const error = await explainUnknown(parts, who, loaded, call, decision.error)
    if (error.code === 'EXECUTOR_FAILED') return await failUnresolved(operation, loaded, call, error)
    const audit = [
      ...auditGuards(operation, loaded.instance.id, decision.guards),
      auditEntry(operation, 'transition.rejected', loaded.instance.id, {
        transition: call.transition,
        code: error.code,
        message: error.message,
      }),
    ]
    await commit(operation, { expect: [], audit }, 'rejected')
    return said(answer(operation, loaded, 'rejected', { error }))
  }
  if (decision.kind === 'retryOnEnter') return await retryOnEnter(operation, executions, loaded)
  if (press !== null && !press.matches(loaded, decision)) return { kind: 'changed' }
  const joined = press === null ? await whileChildRuns(operation, executions, loaded, decision) : null
  if (joined !== null) return said(joined)

  const opening: DecisionCommit = {
    audit: requestedBy(operation, loaded, decision),
    decided: press?.decided ?? null,
    evidence: press?.evidence ?? [],
  }
  if (press !== null && press.due === null) opening.audit.push(decidedEntry(operation, press.decided))
  const before = await standsBefore(parts, who, loaded, { ...decision, by: who }, press?.decided ?? null)
  if (decision.kind === 'park' || before.gates.length > 0 || before.proposed !== null)
    return await park(operation, executions, loaded, decision, before, opening)
  const isHeld = (step: Transition | OnEnter) => willBeHeld(parts, loaded.instance, step)
  if (leadsToPerson(loaded.definition, decision.declared, isHeld)) {
    const full = await refusalToAsk(operation, [loaded.instance.context, decision.arguments])
    if (full !== null) return await rejectAsking(operation, loaded, decision.transition, full)
  }
  const windowMs =
    press !== null && press.due === null ? undoWindowOf(decision.declared, parts.settings().undoMs) : 0
  if (press !== null && windowMs > 0) return await schedule(operation, loaded, press.decided, windowMs)

  const work = submittedWork(decision, who)
  const performed = await during(executions, call.workflowId, (execution) =>
    perform(operation, execution, loaded, work, opening),
  )
  if (performed.kind === 'conflict')
    return performed.full
      ? await rejectAsking(operation, loaded, decision.transition, turnAway(operation))
      : { kind: 'conflict' }
  return said(await concluded(operation, executions, performed, 'executed'), true)
}

function requestedBy(operation: CallContext, loaded: RunSnapshot, decision: AllowedTransition): AuditEntry[] {
  return [
    auditEntry(operation, 'transition.requested', loaded.instance.id, {
      transition: decision.transition,
      version: loaded.instance.version,
      arguments: decision.arguments,
    }),
    ...auditGuards(operation, loaded.instance.id, decision.guards),
  ]
}

/** In a session an unknown transition is an unknown capability (§1.2). */
async function explainUnknown(
  parts: RuntimeParts,
  who: AgentPrincipal | HumanPrincipal,
  loaded: RunSnapshot,
  call: SubmitCall,
  error: ResponseError,
): Promise<ResponseError> {
  if (error.code !== 'INVALID_TRANSITION' || traitsOf(loaded.definition.id).isPinned) return error
  if (loaded.instance.status !== 'running') return error
  return { ...(await nearestCapability(parts, who, call.transition)), attemptedTransition: call.transition }
}

/** The call could not even be made: a failure like any other of its executor. */
async function failUnresolved(
  operation: CallContext,
  loaded: RunSnapshot,
  call: SubmitCall,
  error: ResponseError,
): Promise<SubmitResult> {
  const failure = {
    code: 'EXECUTOR_FAILED' as const,
    message: error.message,
    transition: call.transition,
    errorClass: 'permanent' as const,
    ...onceMore(loaded, call.transition),
  }
  const instance = { ...loaded.instance, failure }
  const entry = auditEntry(operation, 'executor.failed', instance.id, {
    transition: call.transition,
    errorClass: 'permanent',
    message: error.message,
    uncertain: false,
  })
  const expected = { id: instance.id, version: instance.version, claim: holderOf(instance) }
  const committed = await commit(
    operation,
    { expect: [{ kind: 'instance', ...expected }], instances: [instance], audit: [entry] },
    'failed',
  )
  if (!committed.ok) return { kind: 'conflict' }
  return said(answer(operation, { ...loaded, instance }, 'failed', { error: errorOf(failure) }))
}

/** An `onEnter` that failed is put to be done again, and goes on as if the state had just been entered. */
async function retryOnEnter(
  operation: CallContext,
  executions: Executions,
  loaded: RunSnapshot,
): Promise<SubmitResult> {
  const { instance } = loaded
  const name = instance.failure?.recovery?.transition ?? ''
  const todo = name === RETRY_ON_TIMEOUT ? 'timeout' : 'enter'
  const again: RunSnapshot = { ...loaded, instance: { ...instance, activity: dueFor(todo), failure: null } }
  const settled = planNextStep(operation, again)
  const performed = await during(executions, instance.id, async (execution): Promise<PerformResult> => {
    const committed = await commitWithItems(operation, instance, {
      expect: [
        { kind: 'instance', id: instance.id, version: instance.version, claim: null },
        ...(settled.approvals.length === 0 ? [] : mayAsk(operation)),
      ],
      instances: [settled.instance],
      decided: null,
      asked: settled.approvals,
      because: '',
      status: 'withdrawn',
      audit: [
        auditEntry(operation, 'transition.requested', instance.id, {
          transition: name,
          version: instance.version,
          arguments: {},
        }),
        ...settled.audit,
      ],
      step: 'resumed',
    })
    if (!committed.ok) return { kind: 'conflict', full: committed.conflict.kind === 'pendingBelow' }
    const begun = { ...again, instance: settled.instance }
    return await carryOut(operation, execution, begun, settled.work)
  })
  if (performed.kind === 'conflict')
    return performed.full
      ? await rejectAsking(operation, loaded, name, turnAway(operation))
      : { kind: 'conflict' }
  return said(await concluded(operation, executions, performed, 'executed'), true)
}

/** Performs what a committed settlement left to do. */
export async function carryOut(
  operation: CallContext,
  execution: Execution,
  loaded: RunSnapshot,
  work: Work | null,
): Promise<PerformResult> {
  if (work === null) return { kind: 'done', loaded, failure: loaded.instance.failure, held: null }
  return await perform(operation, execution, loaded, work, NOTHING)
}

/** What is stopped, by a cancellation or the end of the gateway, is stopped as a whole. */
export async function during<Result>(
  executions: Executions,
  workflowId: string,
  task: (execution: Execution) => Promise<Result>,
): Promise<Result> {
  const execution = executions.begin(workflowId)
  try {
    return await task(execution)
  } finally {
    execution.end()
  }
}

function said(given: WorkflowAnswer, ran = false): SubmitResult {
  return { kind: 'answer', answer: given, ran }
}
