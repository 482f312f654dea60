/**
 * An agent's call is held open while what it asked for waits, for a person or for another run; then it is told how to
 * follow (R4.6).
 */
import { isDeepStrictEqual } from 'node:util'
import type { AuditEventType } from '../../model/audit-event.ts'
import { type InboxItem, OPEN_STATUSES } from '../../model/item.ts'
import type { WorkflowAnswer } from '../../model/response.ts'
import {
  claimOf,
  type Failure,
  isAtRest,
  isClosed,
  type ParkedStep,
  parkedOf,
  type Run,
  type StepRef,
} from '../../model/run.ts'
import { isCurrent, stepOf } from '../../workflow/items/items.ts'
import { isSingleCall } from '../../workflow/proxy.ts'
import { denial, runTimeoutMessage, timeoutMessage, triedBefore } from '../../workflow/wording/refusal.ts'
import { atDeadline, sayDecision, scheduledMessage } from '../../workflow/wording/waiting.ts'
import { type CallContext, loadFor, passOn, type RunSnapshot, type RuntimeParts } from '../call-context.ts'
import { saidOf } from '../items/decision.ts'
import type { CallOptions } from '../runtime.ts'
import { sayPaused } from '../step/pauses.ts'
import type { PerformResult } from '../step/perform.ts'
import { answer, answerDone, errorOf, withWait } from './answer.ts'
import type { Heard } from './held-calls.ts'
import { stopChild, withdrawCancelled } from './withdraw-cancelled.ts'

/** What a call waits for: a decision, or the end of a run that its step has begun. */
type WaitTarget =
  | { on: 'item'; id: string; item: InboxItem }
  | { on: 'child'; id: string; parked: Pick<ParkedStep, 'transition' | 'kind'> }

export function decisionOn(item: InboxItem): WaitTarget {
  return { on: 'item', id: item.id, item }
}

/** Holds the call for `holdMs`, and follows it from one gate, or one run, to the next. */
export async function hold(
  context: CallContext,
  snapshot: RunSnapshot,
  first: WaitTarget,
  done: 'started' | 'executed',
): Promise<WorkflowAnswer> {
  const { parts } = context
  const runId = snapshot.run.id
  const holdMs = context.options.holdMs ?? parts.settings().holdMs
  const until = parts.clock.now() + holdMs
  let awaited = first
  let decided: { decided?: string } = {}
  let said: Run['personSaid'] = null
  for (;;) {
    // Never longer than that, also where the clock was set back.
    const milliseconds = Math.min(until - parts.clock.now(), holdMs)
    const { heard, how } = await listen(context, runId, awaited, milliseconds)
    // Whoever asked for the same and waits still has cancelled nothing.
    if (how === 'cancelled' && !parts.executions.held.isHeard(awaited.id))
      await (awaited.on === 'item' ? withdrawCancelled : stopChild)(context, runId, awaited.id)
    if (heard !== null) {
      context.chain.push(...heard.context.chain)
      context.recorded.push(...heard.context.recorded)
      passOn(context, heard.context.content)
    }
    if (awaited.on === 'item') {
      const item = (await parts.store.approval(awaited.id)) ?? awaited.item
      if (item.status === 'approved' || item.status === 'refused') decided = { decided: item.id }
      if (item.decision !== null) said = saidOf(item, item.decision, said)
      awaited = decisionOn(item)
    }
    const after = (await loadFor(parts, context.who, runId, transitionOf(awaited))) ?? snapshot
    if (how === 'met' && heard === null && (await isAbandoned(parts, runId, awaited)))
      return { ...tellAbandoned(context, after, awaited), ...decided }
    const next = how === 'met' ? await nextOf(parts, after, awaited, heard) : null
    if (next === null)
      return { ...(await report(context, after, awaited, { heard, said }, done)), ...decided }
    awaited = next
  }
}

async function listen(
  context: CallContext,
  runId: string,
  awaited: WaitTarget,
  milliseconds: number,
): Promise<{ heard: Heard | null; how: 'met' | 'elapsed' | 'cancelled' }> {
  const { parts, who, options } = context
  if (who.kind !== 'agent') return { heard: null, how: 'elapsed' }
  const listener = parts.executions.held.listen(awaited.id)
  try {
    const how = await waitFor(parts, {
      until: () => isOver(parts, runId, awaited),
      workflowId: runId,
      items: awaited.on === 'item' ? [awaited.id] : [],
      milliseconds,
      signal: options.signal,
      progress: options.progress,
      message: () =>
        awaited.on === 'item' ? 'Waiting for a person at the desk.' : `Waiting for workflow ${awaited.id}.`,
    })
    // Only then is told what came of it.
    if (how === 'met') await parts.executions.settled(runId)
    return { heard: listener.heard(), how }
  } finally {
    listener.stop()
  }
}

/** Decided, or ended, and what followed from it has come to rest. */
async function isOver({ store }: RuntimeParts, runId: string, awaited: WaitTarget): Promise<boolean> {
  if (awaited.on === 'item') {
    const item = await store.approval(awaited.id)
    if (item !== null && OPEN_STATUSES.includes(item.status)) return false
  }
  const run = await store.run(runId)
  return run === null || (isAtRest(run) && parkedOf(run)?.id !== awaited.id)
}

/** What the run came to next after what was awaited; null: it waits for nothing more. */
async function nextOf(
  parts: RuntimeParts,
  after: RunSnapshot,
  awaited: WaitTarget,
  heard: Heard | null,
): Promise<WaitTarget | null> {
  if (heard !== null && heard.next !== null) return decisionOn(heard.next)
  if (awaited.on === 'item' && awaited.item.status !== 'approved') return null
  if (failureAfter(after, awaited, heard) !== null) return null
  const parked = parkedOf(after.run)
  if (parked?.on === 'child') return { on: 'child', id: parked.id, parked }
  const item = parked === null ? null : await parts.store.approval(parked.id)
  return item === null ? null : decisionOn(item)
}

/**
 * Somebody took another way, and stopped what was submitted where it waited for another run. The log tells of it if
 * anything came of that run: it may have ended before anybody listened.
 */
async function isAbandoned(
  { store }: RuntimeParts,
  workflowId: string,
  awaited: WaitTarget,
): Promise<boolean> {
  if (awaited.on === 'item' || awaited.parked.kind !== 'transition') return false
  const ends: AuditEventType[] = ['sub_workflow.completed', 'sub_workflow.failed']
  const { items } = await store.audit({ workflowId, eventTypes: ends }, { limit: 100, uncounted: true })
  return items.every(({ payload }) => payload.childId !== awaited.id)
}

function tellAbandoned(context: CallContext, after: RunSnapshot, awaited: WaitTarget): WorkflowAnswer {
  if (isClosed(after.run)) return answer(context, after, 'waiting_for_action')
  const name = transitionOf(awaited) ?? ''
  const message = `The workflow went on without ‘${name}’; workflow ${awaited.id}, which it waited for, was stopped.`
  return answer(context, after, 'rejected', {
    error: { code: 'STALE_WORKFLOW_VERSION', message, attemptedTransition: name },
  })
}

function transitionOf(awaited: WaitTarget): string | undefined {
  return awaited.on === 'item' ? stepOf(awaited.item)?.transition : awaited.parked.transition
}

async function report(
  context: CallContext,
  after: RunSnapshot,
  awaited: WaitTarget,
  known: { heard: Heard | null; said: Run['personSaid'] },
  done: 'started' | 'executed',
): Promise<WorkflowAnswer> {
  if (awaited.on === 'child') return await ran(context, after, awaited, known, done)
  const { item } = awaited
  const step = stepOf(item)
  const name = step?.transition ?? ''
  // What ran by itself has stopped; what was submitted itself was refused.
  const denied = (step?.kind ?? 'transition') === 'transition' ? 'rejected' : 'failed'
  switch (item.status) {
    case 'approved':
      return await ran(context, after, awaited, known, done)
    case 'refused': {
      const error = { code: 'APPROVAL_DENIED' as const, message: denial(item), attemptedTransition: name }
      return answer(context, after, denied, { error })
    }
    case 'pending': {
      const message = `‘${name}’ waits for a person at the desk.${triedBefore(item)} ${atDeadline(item)} Follow it with workflow.get.`
      return withWait(context, answer(context, after, 'waiting_for_action', { message }), after)
    }
    case 'scheduled': {
      const { by = '', runsAt = null } = item.decision ?? {}
      const message = `${scheduledMessage(name, by, runsAt, context.parts.takenBack.unsaved(item))} Follow it with workflow.get.`
      return withWait(context, answer(context, after, 'waiting_for_action', { message }), after)
    }
    case 'expired':
      if (!isClosed(after.run)) {
        const message = isCurrent(item, after.run) ? timeoutMessage(item) : runTimeoutMessage(name)
        const error = { code: 'APPROVAL_TIMED_OUT' as const, message, attemptedTransition: name }
        return answer(context, after, denied, { error })
      }
      return answer(context, after, 'waiting_for_action')
    case 'withdrawn': {
      if (isClosed(after.run)) return answer(context, after, 'waiting_for_action')
      const message = `The workflow went on before a person decided about ‘${name}’; the request was withdrawn.`
      return answer(context, after, 'rejected', {
        error: { code: 'STALE_WORKFLOW_VERSION', message, attemptedTransition: name },
      })
    }
  }
}

/** What was awaited has happened, or the time is up. */
async function ran(
  context: CallContext,
  after: RunSnapshot,
  awaited: WaitTarget,
  known: { heard: Heard | null; said: Run['personSaid'] },
  done: 'started' | 'executed',
): Promise<WorkflowAnswer> {
  const { heard, said } = known
  if (heard === null && isUnderWay(after)) return stillRunning(context, after)
  const parked = parkedOf(after.run)
  const failure = parked?.id === awaited.id ? null : failureAfter(after, awaited, heard)
  if (failure !== null) return withChanges(await answerFailure(context, after, failure), said)
  return withChanges(
    parked === null ? answer(context, after, done) : waitingFor(context, after, parked),
    said,
  )
}

/** Whoever asked must not take what a person made of it for what they asked for. */
function withChanges(given: WorkflowAnswer, said: Run['personSaid']): WorkflowAnswer {
  if (said?.changed === undefined) return given
  const { response } = given
  const told = [sayDecision(said), response.result.message].filter((part) => part != null)
  return { ...given, response: { ...response, result: { ...response.result, message: told.join(' ') } } }
}

/** What the awaited step came to; where that was not heard of as it happened, as the run tells it. */
function failureAfter({ run }: RunSnapshot, awaited: WaitTarget, heard: Heard | null): Failure | null {
  if (heard !== null) return heard.failure
  const { failure } = run
  return failure !== null && (failure.transition === transitionOf(awaited) || failure.recovery !== undefined)
    ? failure
    : null
}

/** What an agent is told whose step waits for another run, or for a gate that came after it. */
function waitingFor(context: CallContext, snapshot: RunSnapshot, parked: ParkedStep): WorkflowAnswer {
  const whom = parked.on === 'child' ? `workflow ${parked.id}` : 'a person at the desk'
  const message = `‘${parked.transition}’ waits for ${whom}. Follow it with workflow.get.`
  return answer(context, snapshot, 'waiting_for_action', { message })
}

/** Whether something of it runs, or is about to, by itself. */
function isUnderWay({ run }: RunSnapshot): boolean {
  return !isClosed(run) && !isAtRest(run)
}

/** What an agent is told whose step was let through, and has not come to rest before the call was answered. */
export function stillRunning(context: CallContext, snapshot: RunSnapshot): WorkflowAnswer {
  const claim = claimOf(snapshot.run)
  const paused = sayPaused(context.parts, snapshot.run)
  const which = claim === null ? 'The next step' : `‘${claim.transition}’`
  const message = `${paused ?? `${which} is running.`} Follow it with workflow.get.`
  return answer(context, snapshot, 'waiting_for_action', { message })
}

/**
 * Another submit while a step waits for its child: the identical one waits for the same child, and in a session of
 * calls, where one call has nothing to do with the next, every other one is told to wait. Null: it may go on, and
 * withdraws the child if it completes (R4.6).
 */
export async function whileChildRuns(
  context: CallContext,
  snapshot: RunSnapshot,
  request: Pick<StepRef, 'transition' | 'arguments'>,
): Promise<WorkflowAnswer | null> {
  const parked = parkedOf(snapshot.run)
  if (parked?.on !== 'child') return null
  const same =
    parked.kind === 'transition' &&
    parked.transition === request.transition &&
    parked.by.id === context.who.id &&
    isDeepStrictEqual(parked.arguments, request.arguments)
  if (same) return await hold(context, snapshot, { on: 'child', id: parked.id, parked }, 'executed')
  if (!isSingleCall(snapshot.definition.id)) return null
  const message = `‘${parked.transition}’ still waits for workflow ${parked.id} in this session. Wait for it, or call ‘${request.transition}’ with workflow.start.`
  const error = { code: 'WORKFLOW_BUSY' as const, message, attemptedTransition: request.transition }
  return answer(context, snapshot, 'rejected', { error })
}

/** Answers with how things stand after a step; what it came to wait for on its way is held like what was asked for itself. */
export async function concluded(
  context: CallContext,
  performed: Extract<PerformResult, { kind: 'done' }>,
  done: 'started' | 'executed',
): Promise<WorkflowAnswer> {
  const { snapshot, failure, held } = performed
  if (failure !== null) return await answerFailure(context, snapshot, failure)
  const parked = parkedOf(snapshot.run)
  if (parked?.on === 'child')
    return await hold(context, snapshot, { on: 'child', id: parked.id, parked }, done)
  const item = held ?? (parked === null ? null : await context.parts.store.approval(parked.id))
  return item === null
    ? answerDone(context, performed, done)
    : await hold(context, snapshot, decisionOn(item), done)
}

/** After a step that failed: or how the run stands, if somebody ended it and so stopped the step. */
export async function answerFailure(
  context: CallContext,
  snapshot: RunSnapshot,
  failure: Failure,
): Promise<WorkflowAnswer> {
  const { id, version } = snapshot.run
  const wasEnding = context.parts.executions.isEnding(id)
  await context.parts.executions.ended(id)
  const after = (await loadFor(context.parts, context.who, id)) ?? snapshot
  const { status } = after.run
  const isOver = status === 'cancelled' || status === 'timed_out'
  if (!isOver && (!wasEnding || after.run.version === version))
    return answer(context, snapshot, 'failed', { error: errorOf(failure) })
  const reason = after.run.failure
  return answer(context, after, 'timed_out', reason === null ? {} : { error: errorOf(reason) })
}

// ── Waiting for something to become true of a workflow, without polling.

interface Wait {
  until(): Promise<boolean>
  workflowId: string
  /** Ids of the items on which `until` depends, too: of others it is not asked, however many calls wait. */
  items: readonly string[]
  milliseconds: number
  signal: AbortSignal | undefined
  progress: CallOptions['progress'] | undefined
  /** What progress says; asked each time. */
  message(): string
}

const PROGRESS_EVERY_MS = 5000

/** Resolves as soon as `until` holds, the time is up, or the caller cancels. */
export async function waitFor(parts: RuntimeParts, wait: Wait): Promise<'met' | 'elapsed' | 'cancelled'> {
  if (await wait.until()) return 'met'
  if (wait.milliseconds <= 0) return 'elapsed'
  return await new Promise((resolve) => {
    const finish = (how: 'met' | 'elapsed' | 'cancelled') => {
      unsubscribe()
      timer.cancel()
      ticker?.cancel()
      wait.signal?.removeEventListener('abort', cancelled)
      parts.draining.removeEventListener('abort', ended)
      resolve(how)
    }
    const look = () => {
      wait.until().then(
        (met) => met && finish('met'),
        () => finish('elapsed'),
      )
    }
    const unsubscribe = parts.onChange((change) => {
      if (change.topic === 'run' && change.id === wait.workflowId) look()
      if (change.topic === 'approval' && wait.items.includes(change.id)) look()
    })
    const timer = parts.clock.after(wait.milliseconds, () => finish('elapsed'))
    let ticker: { cancel(): void } | undefined
    // Counted, and not read from the clock: what a client is told must only rise.
    let told = 0
    const tick = () => {
      wait.progress?.({ progress: told, total: wait.milliseconds, message: wait.message() })
      told += PROGRESS_EVERY_MS
      ticker = parts.clock.after(PROGRESS_EVERY_MS, tick)
    }
    if (wait.progress !== undefined) tick()
    const cancelled = () => finish('cancelled')
    const ended = () => finish('elapsed')
    parts.draining.addEventListener('abort', ended)
    if (parts.draining.aborted) ended()
    wait.signal?.addEventListener('abort', cancelled)
    if (wait.signal?.aborted === true) cancelled()
    // What happened between the first look and the subscription.
    look()
  })
}
