/** One call of a plan, once. */

import { type ExecutionOutcome, permanentFailure, plainOutcome, type ResolvedCall } from '../../model/call.ts'
import { sayDisabled } from '../../model/configuration.ts'
import {
  asksPerson,
  connectionOf,
  doesNothing,
  isGroup,
  startsRun,
  toolOf,
} from '../../workflow/executors/executors.ts'
import { changedToolMessage } from '../../workflow/gates/changed-tool.ts'
import type { CallContext } from '../call-context.ts'
import type { Catalog } from '../ports.ts'
import type { PlanRun, Progress } from './plan-run.ts'

export interface Attempt {
  call: ResolvedCall
  /** Null: no limit. */
  timeoutMs: number | null
  idempotencyKey: string | null
  progress: Progress
}

/** An executor that fails gives a value; a fault inside the gateway becomes one here. */
export async function attempt(run: PlanRun, wanted: Attempt): Promise<ExecutionOutcome> {
  const { context, signal } = run
  const { clock } = context.parts
  const limit = new AbortController()
  const timeoutMs = wanted.timeoutMs
  const timer =
    timeoutMs === null
      ? null
      : clock.after(timeoutMs, () =>
          limit.abort(new DOMException(`No answer within ${describeTime(timeoutMs)}.`, 'TimeoutError')),
        )
  try {
    const stop = timer === null ? signal : AbortSignal.any([signal, limit.signal])
    const outcome = await call(run, wanted, stop)
    return limit.signal.aborted && !signal.aborted && timeoutMs !== null ? late(outcome, timeoutMs) : outcome
  } catch (error) {
    context.parts.fault(error, context.correlationId)
    return faulted(context)
  } finally {
    timer?.cancel()
  }
}

async function call(run: PlanRun, wanted: Attempt, signal: AbortSignal): Promise<ExecutionOutcome> {
  const { context } = run
  const { call } = wanted
  // Decided a while ago: before a retry, a fallback or a repetition a server may have thought better of its tool.
  const tool = toolOf(call)
  if (tool !== null && context.parts.catalog.isChangedTool(tool.connection, tool.tool))
    return permanentFailure(changedToolMessage(tool))
  const taken = sayTaken(connectionOf(call), context.parts.catalog)
  if (taken !== null) return { ...permanentFailure(taken), gone: true }
  if (doesNothing(call)) return plainOutcome(call.output)
  if (asksPerson(call))
    return permanentFailure('A person cannot be asked in a fallback or in a branch of a parallel executor.')
  if (startsRun(call))
    return permanentFailure(
      'A workflow cannot be started in a fallback or in a branch of a parallel executor.',
    )
  if (isGroup(call)) return await run.runParallel({ ...run, signal }, call, wanted.progress)
  return await context.parts.executors[call.kind].run(call, {
    signal,
    correlationId: context.correlationId,
    workflowId: run.workflowId,
    caller: context.who,
    idempotencyKey: wanted.idempotencyKey,
    progress: wanted.progress,
    queued: (connection) =>
      context.parts.pauses.begin(run.workflowId, {
        kind: 'place',
        branch: run.branch,
        connection,
        since: context.parts.clock.now(),
      }),
  })
}

/** Why nothing of this name can be called any more; null: it can. */
function sayTaken(connection: string | null, catalog: Catalog): string | null {
  if (connection === null) return null
  if (catalog.isDisabled(connection)) return sayDisabled(connection)
  return catalog.connectionHash(connection) === null
    ? `The connection ‘${connection}’ is not in the configuration any more.`
    : null
}

/** What did not make it in time is a timeout, whatever the executor took its end for. */
function late(outcome: ExecutionOutcome, timeoutMs: number): ExecutionOutcome {
  if (outcome.ok) return outcome
  const limit = `There was no answer within ${describeTime(timeoutMs)} (timeoutMs)`
  return { ...outcome, errorClass: 'timeout', message: `${limit}: ${outcome.message}` }
}

function describeTime(milliseconds: number): string {
  return milliseconds % 1000 === 0 ? `${milliseconds / 1000} s` : `${milliseconds} ms`
}

export function faulted(context: CallContext): ExecutionOutcome {
  return permanentFailure(`The step failed inside the gateway (reference ${context.correlationId}).`, true)
}
