/**
 * The attempts of a plan: its calls in order, each as often as the policy allows, until one
 * succeeds. A retry and a fallback that the author declared are obeyed also where the failed attempt may have had an
 * effect (R4.7); the outcome says so then. Nothing follows an attempt that was stopped from outside.
 */
import {
  type ExecutionOutcome,
  type FailedOutcome,
  type Plan,
  permanentFailure,
  plainOutcome,
  type ResolvedCall,
} from '../../model/call.ts'
import { sayDisabled } from '../../model/configuration.ts'
import type { ErrorClass } from '../../model/error.ts'
import type { Retry, RetryClass } from '../../model/executor.ts'
import { asSentence } from '../../model/shorten.ts'
import { changedToolMessage } from '../../workflow/call-ahead.ts'
import {
  asksPerson,
  connectionOf,
  doesNothing,
  isGroup,
  startsRun,
  throughOf,
  toolOf,
} from '../../workflow/executors/executors.ts'
import type { CallContext } from '../call-context.ts'
import type { ExecutionContext } from '../executor-port.ts'
import type { Catalog } from '../ports.ts'
import { pauseFor } from '../time/alarms.ts'

type PlanOutcome =
  | { kind: 'ended'; outcome: ExecutionOutcome; call: ResolvedCall }
  /** The calls before it have failed; the one at this position waits for people. */
  | { kind: 'held'; position: number; failed: FailedOutcome }

export async function runPlan(
  run: PlanRun,
  plan: Plan,
  from: number,
  progress: Progress,
): Promise<PlanOutcome> {
  let call = plan.calls[from] ?? plan.calls[0]
  let uncertain = false
  for (let position = from; ; position += 1) {
    const idempotencyKey = call.idempotencyKey === null ? null : run.keyOf(call.idempotencyKey, run.branch)
    const outcome = await persist(run, plan, call.call, idempotencyKey, progress)
    if (outcome.ok)
      return { kind: 'ended', outcome: uncertain ? notFirst(outcome) : outcome, call: call.call }
    uncertain ||= outcome.uncertain
    const failed: FailedOutcome = { ...outcome, uncertain }
    const next = plan.calls[position + 1]
    if (next === undefined || run.signal.aborted || failed.gone)
      return { kind: 'ended', outcome: failed, call: call.call }
    if (run.isHeld(position + 1)) return { kind: 'held', position: position + 1, failed }
    await run.note({ kind: 'fallback', branch: run.branch, position: position + 1, call: next.call, failed })
    call = next
  }
}

/** What has succeeded may have happened before as well: nobody is told of a success without that. */
export function notFirst<Outcome extends ExecutionOutcome>(outcome: Outcome): Outcome {
  const text =
    'This is what came of the last attempt. One before it failed, and may have taken effect all the same.'
  return { ...outcome, content: [...outcome.content, { type: 'text', text }] }
}

/** One call under its policy. */
async function persist(
  run: PlanRun,
  plan: Plan,
  call: ResolvedCall,
  idempotencyKey: string | null,
  progress: Progress,
): Promise<ExecutionOutcome> {
  const { parts } = run.context
  const attempts = Math.max(plan.retry?.maxAttempts ?? 1, 1)
  let uncertain = false
  let reached = 0
  for (let number = 1; ; number += 1) {
    // What an attempt reports begins again; what a client is told must only rise.
    const before = reached
    const outcome = await attempt(run, {
      call,
      timeoutMs: plan.timeoutMs,
      idempotencyKey,
      progress: (update) => {
        reached = Math.max(reached, before + update.progress)
        const message = number === 1 ? update.message : numbered(number, attempts, update.message)
        progress({
          progress: reached,
          ...(update.total === undefined ? {} : { total: before + update.total }),
          ...(message === undefined ? {} : { message }),
        })
      },
    })
    if (outcome.ok) return uncertain && idempotencyKey === null ? notFirst(outcome) : outcome
    uncertain ||= outcome.uncertain
    const failed: FailedOutcome = { ...outcome, uncertain }
    const { retry } = plan
    if (run.signal.aborted || retry === null || !isRetried(retry, outcome.errorClass))
      return tried(failed, number)
    if (number >= attempts) return tried(failed, number)
    const asked = outcome.retryAfterMs ?? 0
    if (asked > retry.maxDelayMs) return tooLong(tried(failed, number), asked, retry.maxDelayMs)
    const delayMs = Math.max(asked, delayAfter(retry, number, parts.random))
    await run.note({ kind: 'retry', branch: run.branch, call, attempt: number, attempts, delayMs, failed })
    const resume = parts.pauses.begin(run.workflowId, {
      kind: 'retry',
      branch: run.branch,
      attempt: number + 1,
      attempts,
      at: parts.clock.now() + delayMs,
      error: outcome.message,
    })
    await pauseFor(parts.clock, delayMs, run.signal)
    resume()
    if (run.signal.aborted) return tried(failed, number)
  }
}

function numbered(number: number, attempts: number, message: string | undefined): string {
  const which = `Attempt ${number} of ${attempts}`
  return message === undefined ? `${which}.` : `${which}: ${message}`
}

function tried(failed: FailedOutcome, times: number): FailedOutcome {
  return times === 1
    ? failed
    : { ...failed, message: `${asSentence(failed.message)} It was tried ${times} times.` }
}

/** To come earlier than it was told would be rude, to wait longer than was declared would be disobedient. */
function tooLong(failed: FailedOutcome, asked: number, most: number): FailedOutcome {
  const pause = `It asks for a pause of ${Math.ceil(asked / 1000)} s, longer than the ${most} ms of maxDelayMs, so it was not tried again.`
  return { ...failed, message: `${asSentence(failed.message)} ${pause}` }
}

// How long to wait between two attempts.

/** Milliseconds before the attempt after `attempt` (from 1); `random` is in [0, 1). Never more than `maxDelayMs`. */
export function delayAfter(retry: Retry, attempt: number, random: () => number): number {
  if (retry.backoff === 'none') return 0
  const factor = retry.backoff === 'exponential' ? 2 ** Math.min(attempt - 1, 52) : 1
  const delay = Math.min(retry.initialDelayMs * factor, retry.maxDelayMs)
  // Half of it stays, so that an attempt that failed at once is never followed at once.
  return Math.round(retry.jitter ? delay * (0.5 + random() / 2) : delay)
}

function isRetried(retry: Retry, errorClass: ErrorClass): boolean {
  const classes: readonly (RetryClass | 'permanent')[] = retry.retryOn
  return classes.includes(errorClass)
}

// ── What the attempts of one plan share.

export type Progress = ExecutionContext['progress']

export interface PlanRun {
  context: CallContext
  workflowId: string
  /** Aborted when all of it must stop. */
  signal: AbortSignal
  /** Of a parallel executor; null: this is the plan of the step itself. */
  branch: string | null
  /** What its calls go through (`throughOf`), as it was when the step began. */
  through: Record<string, string | null>
  /** The most branches that run at once, whatever the executor says. */
  parallelLimit: number
  /** The key for a call that declares this template. */
  keyOf(template: string, branch: string | null): string
  /** Makes a step between two attempts durable before the next one begins. */
  note(note: PlanNote): Promise<void>
  /** Runs the branches of a parallel call. */
  runParallel(
    run: PlanRun,
    call: Extract<ResolvedCall, { kind: 'parallel' }>,
    progress: Progress,
  ): Promise<ExecutionOutcome>
  /** Whether people must approve this fallback before it may run. */
  isHeld(position: number): boolean
  /** A gate has come that nobody has opened, since this step, or the fallback that runs, was judged. */
  isGated(): boolean
}

export type PlanNote =
  | {
      kind: 'retry'
      branch: string | null
      call: ResolvedCall
      /** The one that failed, from 1, and how many there may be. */
      attempt: number
      attempts: number
      delayMs: number
      failed: FailedOutcome
    }
  | { kind: 'fallback'; branch: string | null; position: number; call: ResolvedCall; failed: FailedOutcome }

// ── One call of a plan, once.

interface Attempt {
  call: ResolvedCall
  /** Null: no limit. */
  timeoutMs: number | null
  idempotencyKey: string | null
  progress: Progress
}

/** An executor that fails gives a value; a fault inside the gateway becomes one here. */
async function attempt(run: PlanRun, wanted: Attempt): Promise<ExecutionOutcome> {
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
  // Each call of its branches is looked at when its turn comes.
  if (isGroup(call)) return await run.runParallel({ ...run, signal }, call, wanted.progress)
  const objection = objectionTo(run, call)
  if (objection !== null) return objection
  if (doesNothing(call)) return plainOutcome(call.output)
  if (asksPerson(call))
    return permanentFailure('A person cannot be asked in a fallback or in a branch of a parallel executor.')
  if (startsRun(call))
    return permanentFailure(
      'A workflow cannot be started in a fallback or in a branch of a parallel executor.',
    )
  return await context.parts.executors[call.kind].run(call, {
    signal,
    connection: connectionOf(call),
    correlationId: context.correlationId,
    workflowId: run.workflowId,
    caller: context.who,
    idempotencyKey: wanted.idempotencyKey,
    progress: wanted.progress,
    queued: (connection) => {
      const since = context.parts.clock.now()
      const { branch, workflowId } = run
      return context.parts.pauses.begin(workflowId, { kind: 'place', branch, connection, since })
    },
    objection: () => objectionTo(run, call),
  })
}

/**
 * Decided a while ago: before a retry, a fallback or a repetition, and while it waited for its turn, a server may have
 * thought better of its tool, and people of the connection or of what they must be asked about.
 */
function objectionTo(run: PlanRun, call: ResolvedCall): FailedOutcome | null {
  const { catalog } = run.context.parts
  const tool = toolOf(call)
  if (tool !== null && catalog.isChangedTool(tool.connection, tool.tool))
    return permanentFailure(changedToolMessage(tool))
  const gone = sayTaken(connectionOf(call), catalog) ?? sayMoved(run, call) ?? sayGated(run)
  return gone === null ? null : { ...permanentFailure(gone), gone: true }
}

/** Nobody has let it through where it would go by now; null: that is where it was to go. */
function sayMoved({ context, through }: PlanRun, call: ResolvedCall): string | null {
  const now = throughOf(context.parts.catalog, [call])
  const isMoved = Object.entries(now).some(([name, hash]) => (through[name] ?? hash) !== hash)
  return isMoved
    ? `The settings of the server ‘${connectionOf(call)}’, or its tool, have changed since this step began. Nothing was called.`
    : null
}

/** Nobody has been asked yet: submitted again, it waits for people. */
function sayGated(run: PlanRun): string | null {
  return run.isGated()
    ? 'A gate stands before this step now that did not when it began. Nothing was called; if it is submitted again, people are asked.'
    : null
}

/** Why nothing of this name can be called any more; null: it can. */
function sayTaken(connection: string | null, catalog: Catalog): string | null {
  if (connection === null) return null
  if (catalog.isDisabled(connection)) return sayDisabled(connection)
  return catalog.connectionHash(connection) === null
    ? `The server ‘${connection}’ is not in the configuration any more.`
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
  return permanentFailure(`The step failed inside Countersign (reference ${context.correlationId}).`, true)
}
