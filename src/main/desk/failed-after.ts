/** What became of a step that was let through and failed. May import: model. */
import type { Approval } from '../model/approval.ts'
import type { AuditEvent } from '../model/audit-event.ts'

/** `history`: newest first. The failure that ended what the decision began; null: it did not fail, or goes on. */
export function failedAfter(approval: Approval, history: readonly AuditEvent[]): AuditEvent | null {
  const { id, kind, status, decision } = approval
  if (status !== 'approved' || decision === null) return null
  const decidedAt = history.findIndex(
    ({ eventType, payload }) =>
      eventType === 'human.approval.decided' && payload.approvalId === id && payload.status !== 'pending',
  )
  const decided = history[decidedAt]
  if (decided === undefined) return null
  const transition = kind === 'transition' ? decision.outcome : approval.transition
  const ran = history
    .slice(0, decidedAt)
    .filter(
      ({ eventType, payload }) => eventType.startsWith('executor.') && payload.transition === transition,
    )
  // What could be taken back at first begins when its time comes, as an operation of its own.
  const began = decision.runsAt === null ? decided : ran.at(-1)
  const last = ran.find(({ correlationId }) => correlationId === began?.correlationId)
  return last?.eventType === 'executor.failed' ? last : null
}
