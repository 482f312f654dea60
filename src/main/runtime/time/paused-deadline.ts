/**
 * The time of a run stands still from a decision on, until it runs or does not (R4.8): what was not used comes back.
 * Computes only.
 */
import type { Decision, InboxItem } from '../../model/item.ts'
import { isClosed, type Run } from '../../model/run.ts'

export function withTimeLeft(run: Run, decision: Decision, now: number): Run {
  return { ...run, deadlineAt: later(run.deadlineAt, decision, now) }
}

export function later(deadlineAt: string | null, decision: Decision, now: number): string | null {
  if (deadlineAt === null) return null
  const stood = Math.max(0, now - Date.parse(decision.at))
  return new Date(Date.parse(deadlineAt) + stood).toISOString()
}

/** `items`, as they were, are made moot: what of them was decided and has not run gives its time back. */
export function withTimeBack(run: Run, items: InboxItem[], now: number): Run {
  if (run.deadlineAt === null || isClosed(run)) return run
  const decisions = items.flatMap(({ status, decision }) =>
    status === 'scheduled' && decision !== null ? [decision] : [],
  )
  const [first] = decisions.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
  return first === undefined ? run : withTimeLeft(run, first, now)
}
