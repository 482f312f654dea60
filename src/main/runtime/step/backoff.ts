/** How long to wait between two attempts. */

import type { ErrorClass } from '../../model/error.ts'
import type { Retry, RetryClass } from '../../model/executor.ts'

/** Milliseconds before the attempt after `attempt` (from 1); `random` is in [0, 1). Never more than `maxDelayMs`. */
export function delayAfter(retry: Retry, attempt: number, random: () => number): number {
  if (retry.backoff === 'none') return 0
  const factor = retry.backoff === 'exponential' ? 2 ** Math.min(attempt - 1, 52) : 1
  const delay = Math.min(retry.initialDelayMs * factor, retry.maxDelayMs)
  // Half of it stays, so that an attempt that failed at once is never followed at once.
  return Math.round(retry.jitter ? delay * (0.5 + random() / 2) : delay)
}

export function isRetried(retry: Retry, errorClass: ErrorClass): boolean {
  const classes: readonly (RetryClass | 'permanent')[] = retry.retryOn
  return classes.includes(errorClass)
}
