/**
 * A server may ask a person something in the middle of a call (R5.10), or in the middle of another one that this one has
 * to wait for. Then the agent's call is held no longer than for a gate, and what runs goes on without it: else the
 * client's own time-out would end it before the person has answered.
 */
import type { WorkflowAnswer } from '../../model/response.ts'
import { isAtRest, isClosed } from '../../model/run.ts'
import { isOpenEnded } from '../../workflow/wording/pause.ts'
import { type CallContext, loadFor } from '../call-context.ts'
import { during, type Execution } from '../step/executions.ts'
import { answer, errorOf } from './answer.ts'
import { stillRunning } from './hold.ts'

/** `asked`: a person is asked, or may be, and the call has been held for as long as any; the task goes on. */
export async function duringUnlessAsked<Result>(
  context: CallContext,
  workflowId: string,
  task: (execution: Execution, context: CallContext) => Promise<Result>,
): Promise<Result | 'asked'> {
  const { parts, who } = context
  if (who.kind !== 'agent') return await during(parts.executions, workflowId, (each) => task(each, context))
  const caller = attach(context)
  const performing = during(parts.executions, workflowId, async (execution) => {
    const result = await task(execution, caller.context)
    if (caller.isGone()) await leaveContent(context, workflowId)
    return result
  })
  const waiting = untilAsked(context, workflowId)
  try {
    const first = await Promise.race([performing, waiting.asked])
    if (first === 'asked') {
      performing.catch((error: unknown) => parts.fault(error, context.correlationId))
      await parts.executions.begun(workflowId)
    }
    return first
  } finally {
    waiting.stop()
    caller.leave()
  }
}

/** How the run stands for an agent whose call is not held any more. */
export async function answerAsked(context: CallContext, workflowId: string): Promise<WorkflowAnswer> {
  const snapshot = await loadFor(context.parts, context.who, workflowId)
  if (snapshot === null) throw new Error(`The run ${workflowId} of an open call is gone.`)
  const { failure } = snapshot.run
  if (!isClosed(snapshot.run) && !isAtRest(snapshot.run)) return stillRunning(context, snapshot)
  // The person has answered in this very moment.
  const error = failure === null ? {} : { error: errorOf(failure) }
  return answer(context, snapshot, 'waiting_for_action', error)
}

/** Sets no alarm where nothing is waited for: most calls are over before. */
function untilAsked({ parts, options }: CallContext, workflowId: string) {
  const holdMs = options.holdMs ?? parts.settings().holdMs
  const until = parts.clock.elapsed() + holdMs
  let alarm: { cancel(): void } | null = null
  let answer = (_asked: 'asked') => {}
  const asked = new Promise<'asked'>((resolve) => {
    answer = resolve
  })
  const look = () => {
    if (!parts.pauses.of(workflowId).some(isOpenEnded)) return
    const left = until - parts.clock.elapsed()
    if (left <= 0) return answer('asked')
    alarm ??= parts.clock.after(left, () => {
      alarm = null
      look()
    })
  }
  const unsubscribe = parts.onChange((change) => {
    if (change.topic === 'run' && change.id === workflowId) look()
  })
  return {
    asked,
    stop() {
      alarm?.cancel()
      unsubscribe()
    },
  }
}

/** The same call, for as long as its caller is there: who was answered cancels nothing, and hears of no progress. */
function attach(context: CallContext): { context: CallContext; isGone(): boolean; leave(): void } {
  const { signal, progress, ...options } = context.options
  const stop = new AbortController()
  const abort = () => stop.abort(signal?.reason)
  if (signal?.aborted === true) abort()
  signal?.addEventListener('abort', abort)
  let isGone = false
  const heard: typeof progress = (update) => {
    if (!isGone) progress?.(update)
  }
  return {
    context: {
      ...context,
      options: { ...options, signal: stop.signal, ...(progress && { progress: heard }) },
    },
    isGone: () => isGone,
    leave() {
      isGone = true
      signal?.removeEventListener('abort', abort)
    },
  }
}

async function leaveContent({ parts, who, content }: CallContext, workflowId: string) {
  const run = await parts.store.run(workflowId)
  if (run !== null)
    parts.executions.held.leave({ workflowId, version: run.version, requestedBy: who.id, content })
}
