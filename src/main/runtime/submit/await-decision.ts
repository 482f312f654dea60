/** An agent's call is held open while people think; then it is told how to follow (R4.6). */

import { type InboxItem, OPEN_STATUSES } from '../../model/item.ts'
import type { WorkflowAnswer } from '../../model/response.ts'
import { type Failure, isAtRest, isClosed, parkedOf } from '../../model/run.ts'
import { isCurrent, stepOf } from '../../workflow/items/items.ts'
import { selfLink } from '../../workflow/links.ts'
import { denial, runTimeoutMessage, timeoutMessage } from '../../workflow/wording/refusal.ts'
import { scheduledMessage } from '../../workflow/wording/waiting.ts'
import type { CallContext, RunSnapshot } from '../call-context.ts'
import { holdForChild, isUnderWay, stillRunning, waitingFor } from '../children/hold-child.ts'
import { loadFor } from '../load.ts'
import type { Executions } from '../step/executions.ts'
import type { PerformResult } from '../step/perform.ts'
import { answer, errorOf } from './answer.ts'
import type { Heard } from './held-calls.ts'
import { waitFor } from './wait.ts'
import { withdrawCancelled } from './withdraw-cancelled.ts'

/** Holds the call for `holdMs`, and follows it from one gate to the next. */
export async function hold(
  operation: CallContext,
  executions: Executions,
  loaded: RunSnapshot,
  first: InboxItem,
  done: 'started' | 'executed',
): Promise<WorkflowAnswer> {
  const { parts } = operation
  const holdMs = operation.options.holdMs ?? parts.settings().holdMs
  const until = parts.clock.now() + holdMs
  let item = first
  for (;;) {
    const { heard, how } = await listen(
      operation,
      executions,
      loaded.instance.id,
      item,
      // Never longer than that, also where the clock was set back.
      Math.min(until - parts.clock.now(), holdMs),
    )
    if (how === 'cancelled') await withdrawCancelled(operation, item)
    const now = (await parts.store.approval(item.id)) ?? item
    const next = heard?.next ?? null
    if (next === null || how !== 'met') {
      const transition = stepOf(item)?.transition
      const after = (await loadFor(parts, operation.who, loaded.instance.id, transition)) ?? loaded
      return report(operation, after, now, heard, done)
    }
    item = next
  }
}

async function listen(
  operation: CallContext,
  executions: Executions,
  runId: string,
  item: InboxItem,
  milliseconds: number,
): Promise<{ heard: Heard | null; how: 'met' | 'elapsed' | 'cancelled' }> {
  const { parts, who, options } = operation
  if (who.kind !== 'agent') return { heard: null, how: 'elapsed' }
  const listener = executions.held.listen(item.id)
  try {
    const how = await waitFor(parts, {
      until: () => isOver(operation, runId, item),
      workflowId: runId,
      items: [item.id],
      milliseconds,
      signal: options.signal,
      progress: options.progress,
      message: () => 'Waiting for a person at the desk.',
    })
    if (how === 'met') await executions.settled(runId)
    return { heard: listener.heard(), how }
  } finally {
    listener.stop()
  }
}

/** Decided, and what followed from it has come to rest. */
async function isOver(operation: CallContext, runId: string, { id }: InboxItem): Promise<boolean> {
  const { store } = operation.parts
  const item = await store.approval(id)
  if (item !== null && OPEN_STATUSES.includes(item.status)) return false
  const instance = await store.instance(runId)
  return instance === null || isAtRest(instance)
}

function report(
  operation: CallContext,
  after: RunSnapshot,
  item: InboxItem,
  heard: Heard | null,
  done: 'started' | 'executed',
): WorkflowAnswer {
  const step = stepOf(item)
  const name = step?.transition ?? ''
  // What ran by itself has stopped; what was submitted itself was refused.
  const denied = (step?.kind ?? 'transition') === 'transition' ? 'rejected' : 'failed'
  switch (item.status) {
    case 'approved':
      return { ...ran(operation, after, item, heard, done), decided: item.id }
    case 'refused': {
      const error = { code: 'APPROVAL_DENIED' as const, message: denial(item), attemptedTransition: name }
      return { ...answer(operation, after, denied, { error }), decided: item.id }
    }
    case 'pending': {
      const until = item.deadlineAt === null ? '' : ` If nobody decides by ${item.deadlineAt}, it is refused.`
      const message = `‘${name}’ waits for a person at the desk.${until} Follow it with workflow.get.`
      return withSelf(answer(operation, after, 'waiting_for_action', { message }), after)
    }
    case 'scheduled': {
      const { by = '', runsAt = null } = item.decision ?? {}
      const message = `${scheduledMessage(name, by, runsAt)} Follow it with workflow.get.`
      return withSelf(answer(operation, after, 'waiting_for_action', { message }), after)
    }
    case 'expired':
      if (!isClosed(after.instance)) {
        const message = isCurrent(item, after.instance) ? timeoutMessage(item) : runTimeoutMessage(name)
        const error = { code: 'APPROVAL_TIMED_OUT' as const, message, attemptedTransition: name }
        return answer(operation, after, denied, { error })
      }
      return answer(operation, after, 'waiting_for_action')
    case 'withdrawn': {
      if (isClosed(after.instance)) return answer(operation, after, 'waiting_for_action')
      const message = `The workflow went on before a person decided about ‘${name}’; the request was withdrawn.`
      return answer(operation, after, 'rejected', {
        error: { code: 'STALE_WORKFLOW_VERSION', message, attemptedTransition: name },
      })
    }
  }
}

function ran(
  operation: CallContext,
  after: RunSnapshot,
  item: InboxItem,
  heard: Heard | null,
  done: 'started' | 'executed',
): WorkflowAnswer {
  if (heard !== null) {
    operation.chain.push(...heard.operation.chain)
    operation.recorded.push(...heard.operation.recorded)
    operation.content.push(...heard.operation.content)
  }
  if (heard === null && isUnderWay(after)) return stillRunning(operation, after)
  const failure = heard === null ? failureOf(after, item) : heard.failure
  const parked = parkedOf(after.instance)
  if (failure === null && parked?.on === 'child') return waitingFor(operation, after, parked)
  return failure === null
    ? answer(operation, after, done)
    : answer(operation, after, 'failed', { error: errorOf(failure) })
}

/** What the approved step came to, if it was not heard of as it happened. */
function failureOf({ instance }: RunSnapshot, item: InboxItem): Failure | null {
  const { failure } = instance
  return failure !== null &&
    (failure.transition === stepOf(item)?.transition || failure.recovery !== undefined)
    ? failure
    : null
}

function withSelf(given: WorkflowAnswer, { instance }: RunSnapshot): WorkflowAnswer {
  const { links } = given.response
  if (links.some((link) => link.rel === 'self')) return given
  return { ...given, response: { ...given.response, links: [selfLink(instance.id), ...links] } }
}

/** Answers with how things stand after a step; what came to a gate on its way is held like what was asked for itself. */
export async function concluded(
  operation: CallContext,
  executions: Executions,
  performed: Extract<PerformResult, { kind: 'done' }>,
  done: 'started' | 'executed',
): Promise<WorkflowAnswer> {
  const { loaded, failure } = performed
  if (failure !== null) return answer(operation, loaded, 'failed', { error: errorOf(failure) })
  const parked = parkedOf(loaded.instance)
  if (parked?.on === 'child') return await holdForChild(operation, executions, loaded, parked, done)
  const item =
    performed.held ?? (parked?.on === 'gate' ? await operation.parts.store.approval(parked.id) : null)
  return item === null
    ? answer(operation, loaded, done)
    : await hold(operation, executions, loaded, item, done)
}
