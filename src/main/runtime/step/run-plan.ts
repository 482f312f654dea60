/**
 * The attempts of a plan: its calls in order, each as often as the policy allows, until one
 * succeeds. A retry and a fallback that the author declared are obeyed also where the failed attempt may have had an
 * effect (R4.7); the outcome says so then. Nothing follows an attempt that was stopped from outside.
 */

import type { ExecutionOutcome, FailedOutcome, Plan, ResolvedCall } from '../../model/call.ts'
import type { ErrorClass } from '../../model/error.ts'
import type { Retry, RetryClass } from '../../model/executor.ts'
import { asSentence } from '../../model/shorten.ts'
import { pauseFor } from '../time/pause-for.ts'
import { attempt } from './attempt.ts'
import type { PlanRun, Progress } from './plan-run.ts'

export type PlanOutcome =
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
