/** Committing and announcing; and the items that a move of an instance makes moot or asks anew. */
import type { Approval } from '../model/approval.ts'
import type { AuditEntry } from '../model/audit-event.ts'
import { PROXY_DEFINITION } from '../model/definition.ts'
import type { Evidence, Instance } from '../model/instance.ts'
import { auditEntry, type Operation } from './operation.ts'
import type { Batch, CommitResult, Expectation } from './ports.ts'
import { requested } from './settle.ts'

/** Commits and announces. Items that are new are audited as requested. */
export async function commit(operation: Operation, batch: Batch): Promise<CommitResult> {
  const { store, publish } = operation.parts
  const fresh = (batch.approvals ?? []).filter(isNew).map((approval) => requested(operation, approval))
  const audit = [...batch.audit, ...fresh]
  const result = await store.commit({ ...batch, audit })
  if (!result.ok) return result
  for (const instance of batch.instances ?? []) publish({ topic: 'instance', id: instance.id })
  for (const approval of batch.approvals ?? []) publish({ topic: 'approval', id: approval.id })
  if (audit.length > 0) publish({ topic: 'audit' })
  return result
}

function isNew(approval: Approval): boolean {
  return approval.revision === 1 && approval.status === 'pending'
}

export interface MoveWithItems {
  expect: Expectation[]
  instances: [Instance]
  decided: Approval | null
  asked: Approval[]
  evidence?: Evidence[]
  audit: AuditEntry[]
  /** Why, and as what, the items about the state before are closed. */
  because: string
  status: 'withdrawn' | 'expired'
}

/**
 * Commits a step of an instance. Whatever was asked about the version before is moot once it has moved (R4.6); an
 * item that somebody decides at the same moment keeps its decision. Where it has not moved, nothing that waits
 * already is asked twice.
 */
export async function commitWithItems(
  operation: Operation,
  before: Instance,
  move: MoveWithItems,
): Promise<CommitResult> {
  const [after] = move.instances
  const moved = after.version !== before.version
  // In a session of calls an item belongs to its call, not to the session's version (R4.6).
  const stays = before.definitionId === PROXY_DEFINITION && after.status === 'running'
  for (;;) {
    const all = stays && move.asked.length === 0 ? [] : await pendingOf(operation, before.id)
    const waiting = all.filter((item) => item.id !== move.decided?.id)
    const moot = moved && !stays ? waiting : []
    const closed = moot.map((item) => close(operation, item, move.status, move.because))
    const asked = moved
      ? move.asked
      : move.asked.filter((item) => !waiting.some((other) => isSame(item, other)))
    const result = await commit(operation, {
      expect: [
        ...move.expect,
        ...moot.map((item) => ({ kind: 'approval' as const, id: item.id, revision: item.revision })),
      ],
      instances: move.instances,
      approvals: [
        ...(move.decided === null ? [] : [move.decided]),
        ...closed.map((entry) => entry.approval),
        ...asked,
      ],
      evidence: move.evidence ?? [],
      audit: [...move.audit, ...closed.map((entry) => entry.audit)],
    })
    const conflict = result.ok ? null : result.conflict
    if (conflict?.kind !== 'approval' || conflict.id === move.decided?.id) return result
  }
}

function isSame(item: Approval, other: Approval): boolean {
  return item.kind === 'transition' && other.kind === 'transition' && item.version === other.version
}

async function pendingOf(operation: Operation, workflowId: string): Promise<Approval[]> {
  const page = await operation.parts.store.approvals({ workflowId, status: ['pending'] }, { limit: 200 })
  return page.items
}

export function close(
  operation: Operation,
  approval: Approval,
  status: 'withdrawn' | 'expired',
  because: string,
): { approval: Approval; audit: AuditEntry } {
  return {
    approval: { ...approval, status, revision: approval.revision + 1 },
    audit: auditEntry(operation, `human.approval.${status}`, approval.workflowId, {
      approvalId: approval.id,
      because,
    }),
  }
}
