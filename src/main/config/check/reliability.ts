/** Retries and time limits where they do harm, or nothing (R2.7). */

import type { ExecutorDeclaration } from '../../model/executor.ts'
import {
  asksPerson,
  declaresRepetition,
  executorsIn,
  nounOf,
  readsOnly,
} from '../../workflow/executors/executors.ts'
import type { ExecutorPlace } from './executor-places.ts'
import type { Subject } from './subject.ts'

export function checkReliability(
  subject: Subject,
  place: ExecutorPlace,
  executor: ExecutorDeclaration,
): void {
  const { reliability } = place
  if (!reliability) return
  const at = [...place.path.slice(0, -1), 'reliability']
  if (asksPerson(executor)) {
    subject.findings.warning(
      at,
      'A decision of a person is neither repeated nor cut short by this. Give the executor its own ‘timeoutMs’.',
    )
    return
  }
  const { retry } = reliability
  const retryAt = place.retryAt ?? [...at, 'retry']
  if (retry && (retry.maxAttempts ?? 3) > 1) {
    const kind = unsafe(executor)
    if (kind !== null) {
      subject.findings.warning(
        retryAt,
        `What the ${kind} does may be done twice: an attempt that seems to fail may have worked. Add ‘idempotencyKey’ if the other side knows repetitions by it, or ‘idempotent: true’ if twice does no harm.`,
      )
    }
    const { initialDelayMs = 500, maxDelayMs = 30_000 } = retry
    if (initialDelayMs > maxDelayMs) {
      subject.findings.warning(
        retryAt,
        `The first pause (${initialDelayMs} ms) is longer than the longest (${maxDelayMs} ms), which holds.`,
      )
    }
  }
}

/** What of it may change something and does not say that twice is as good as once; null: nothing. */
function unsafe(executor: ExecutorDeclaration): string | null {
  const risky = executorsIn(executor).find(
    (each) => nounOf(each) !== null && !readsOnly(each) && !declaresRepetition(each),
  )
  return risky === undefined ? null : nounOf(risky)
}
