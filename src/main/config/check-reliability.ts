/** Retries and time limits where they do harm, or nothing (R2.7). */
import type { ExecutorDeclaration } from '../model/definition.ts'
import type { Subject } from './subject.ts'
import type { ExecutorPlace } from './walk-executors.ts'

export function checkReliability(
  subject: Subject,
  place: ExecutorPlace,
  executor: ExecutorDeclaration,
): void {
  const { reliability } = place
  if (!reliability) return
  const at = [...place.path.slice(0, -1), 'reliability']
  if (executor.kind === 'human') {
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

const NAMES: Partial<Record<ExecutorDeclaration['kind'], string>> = {
  cli: 'program',
  mcp: 'tool',
  rest: 'request',
  workflow: 'workflow',
}

/** What of it may change something and does not say that twice is as good as once; null: nothing. */
function unsafe(executor: ExecutorDeclaration): string | null {
  if (executor.kind === 'parallel') {
    const found = Object.values(executor.branches).map((branch) => unsafe(branch.executor))
    return found.find((each) => each !== null) ?? null
  }
  if (executor.kind === 'rest' && (executor.method === 'GET' || executor.method === 'HEAD')) return null
  if ('idempotencyKey' in executor && executor.idempotencyKey !== undefined) return null
  if ('idempotent' in executor && executor.idempotent) return null
  return NAMES[executor.kind] ?? null
}
