/** An agent's call is held open while the run that its step waits for goes on; then it is told how to follow (R4.6). */
import { isDeepStrictEqual } from 'node:util'
import type { WorkflowAnswer } from '../../model/response.ts'
import {
  claimOf,
  type Failure,
  holderOf,
  isAtRest,
  isClosed,
  type ParkedStep,
  parkedOf,
  type StepRef,
} from '../../model/run.ts'
import { traitsOf } from '../../workflow/traits.ts'
import type { CallContext, RunSnapshot } from '../call-context.ts'
import { loadFor } from '../load.ts'
import { commit } from '../step/commit.ts'
import type { Executions } from '../step/executions.ts'
import { sayPaused } from '../step/pauses.ts'
import { answer, errorOf } from '../submit/answer.ts'
import { waitFor } from '../submit/wait.ts'

/** Holds the call for `holdMs`, and follows it from one child to the next. */
export async function holdForChild(
  operation: CallContext,
  executions: Executions,
  loaded: RunSnapshot,
  first: ParkedStep,
  done: 'started' | 'executed',
): Promise<WorkflowAnswer> {
  const { parts, who, options } = operation
  const holdMs = options.holdMs ?? parts.settings().holdMs
  const until = parts.clock.now() + holdMs
  let parked = first
  for (;;) {
    const listener = executions.held.listen(parked.id)
    const awaited = parked.id
    const how =
      who.kind !== 'agent'
        ? 'elapsed'
        : await waitFor(parts, {
            until: () => isJoined(operation, loaded.instance.id, awaited),
            workflowId: loaded.instance.id,
            items: [],
            milliseconds: Math.min(until - parts.clock.now(), holdMs),
            signal: options.signal,
            progress: options.progress,
            message: () => `Waiting for workflow ${awaited}.`,
          })
    // Only then is told what came of it.
    if (how === 'met') await executions.settled(loaded.instance.id)
    const heard = listener.heard()
    listener.stop()
    // A client that cancels its call stops what it asked for; the step then fails like any that was stopped.
    if (how === 'cancelled') await stopChild(operation, loaded.instance.id, awaited)
    if (heard !== null) {
      operation.chain.push(...heard.operation.chain)
      operation.recorded.push(...heard.operation.recorded)
      operation.content.push(...heard.operation.content)
    }
    const after = (await loadFor(parts, who, loaded.instance.id, parked.transition)) ?? loaded
    const now = parkedOf(after.instance)
    if (how === 'met' && now?.on === 'child') {
      parked = now
      continue
    }
    if (now !== null) return waitingFor(operation, after, now)
    if (heard !== null && heard.next !== null) return waitingForPerson(operation, after, parked)
    if (heard === null && isUnderWay(after)) return stillRunning(operation, after)
    const failure = heard === null ? failureOf(after, parked) : heard.failure
    return failure === null
      ? answer(operation, after, done)
      : answer(operation, after, 'failed', { error: errorOf(failure) })
  }
}

/** Written down first: nothing follows what was stopped from outside, whatever is declared for a failure. */
async function stopChild(operation: CallContext, workflowId: string, childId: string): Promise<void> {
  const { children, store } = operation.parts
  for (;;) {
    const instance = await store.instance(workflowId)
    if (instance?.activity.kind !== 'parked') return
    const { step } = instance.activity
    if (step.on !== 'child' || step.id !== childId) return
    const { id, version } = instance
    const expected = { kind: 'instance' as const, id, version, claim: holderOf(instance) }
    const activity = { ...instance.activity, step: { ...step, stopped: true as const } }
    const stopped = { ...instance, activity }
    const committed = await commit(
      operation,
      { expect: [expected], instances: [stopped], audit: [] },
      'withdrawn',
    )
    if (committed.ok) return children.left(childId, 'The client cancelled its call.')
  }
}

/**
 * Another submit while a step waits for its child: the identical one waits for the same child, and in a session of
 * calls, where one call has nothing to do with the next, every other one is told to wait. Null: it may go on, and
 * withdraws the child if it completes (R4.6).
 */
export async function whileChildRuns(
  operation: CallContext,
  executions: Executions,
  loaded: RunSnapshot,
  request: Pick<StepRef, 'transition' | 'arguments'>,
): Promise<WorkflowAnswer | null> {
  const parked = parkedOf(loaded.instance)
  if (parked?.on !== 'child') return null
  const same =
    parked.kind === 'transition' &&
    parked.transition === request.transition &&
    parked.by.id === operation.who.id &&
    isDeepStrictEqual(parked.arguments, request.arguments)
  if (same) return await holdForChild(operation, executions, loaded, parked, 'executed')
  if (traitsOf(loaded.definition.id).isSequential) return null
  const message = `‘${parked.transition}’ still waits for workflow ${parked.id} in this session. Wait for it, or call ‘${request.transition}’ with workflow.start.`
  const error = { code: 'WORKFLOW_BUSY' as const, message, attemptedTransition: request.transition }
  return answer(operation, loaded, 'rejected', { error })
}

/** What an agent is told whose step waits for another run, or for a gate that came after it. */
export function waitingFor(operation: CallContext, loaded: RunSnapshot, parked: ParkedStep): WorkflowAnswer {
  if (parked.on !== 'child') return waitingForPerson(operation, loaded, parked)
  const message = `‘${parked.transition}’ waits for workflow ${parked.id}. Follow it with workflow.get.`
  return answer(operation, loaded, 'waiting_for_action', { message })
}

/** Whether something of it runs, or is about to, by itself. */
export function isUnderWay({ instance }: RunSnapshot): boolean {
  return !isClosed(instance) && !isAtRest(instance)
}

/** What an agent is told whose step was let through, and has not come to rest before the call was answered. */
export function stillRunning(operation: CallContext, loaded: RunSnapshot): WorkflowAnswer {
  const claim = claimOf(loaded.instance)
  const paused = sayPaused(operation.parts, loaded.instance)
  const which = claim === null ? 'The next step' : `‘${claim.transition}’`
  const message = `${paused ?? `${which} is running.`} Follow it with workflow.get.`
  return answer(operation, loaded, 'waiting_for_action', { message })
}

function waitingForPerson(
  operation: CallContext,
  loaded: RunSnapshot,
  { transition }: ParkedStep,
): WorkflowAnswer {
  const message = `‘${transition}’ waits for a person at the desk. Follow it with workflow.get.`
  return answer(operation, loaded, 'waiting_for_action', { message })
}

async function isJoined(operation: CallContext, workflowId: string, childId: string): Promise<boolean> {
  const instance = await operation.parts.store.instance(workflowId)
  if (instance === null) return true
  return parkedOf(instance)?.id !== childId && isAtRest(instance)
}

function failureOf({ instance }: RunSnapshot, parked: ParkedStep): Failure | null {
  const { failure } = instance
  return failure !== null && (failure.transition === parked.transition || failure.recovery !== undefined)
    ? failure
    : null
}
