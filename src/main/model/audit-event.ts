/** Things worth remembering. Append-only, chained by SHA-256. May import: model. */
import type { JsonObject } from './json.ts'

export const AUDIT_EVENT_TYPES = [
  'server.initialized',
  'workflow.started',
  'workflow.transitioned',
  'workflow.completed',
  'workflow.timed_out',
  'workflow.cancelled',
  'workflow.interrupted',
  'transition.requested',
  'transition.rejected',
  'transition.branched',
  'guard.evaluated',
  'gate.excepted',
  'executor.started',
  'executor.succeeded',
  'executor.retrying',
  'executor.failed',
  'fallback.selected',
  'chain.step',
  'chain.completed',
  'chain.failed',
  'sub_workflow.started',
  'sub_workflow.completed',
  'sub_workflow.failed',
  'human.approval.requested',
  'human.approval.decided',
  'human.approval.undone',
  'human.approval.expired',
  'human.approval.withdrawn',
  'human.approval.assigned',
  'capability.discovered',
  'capability.changed',
  'capability.discovery_failed',
  'config.reloaded',
  'config.rejected',
  'search.performed',
  'search.profile_applied',
  'traffic.keeping',
  'traffic.forgotten',
  'audit.pruned',
  'session.opened',
  'session.switched',
  'session.locked',
  'session.refused',
  'person.pin_set',
  'person.pin_removed',
  'person.proved',
  'client.token_created',
  'client.token_revoked',
  'client.connected',
  'client.disconnected',
  'secret.stored',
  'secret.deleted',
  'data.backed_up',
  'workspace.created',
] as const
export type AuditEventType = (typeof AUDIT_EVENT_TYPES)[number]

/** What the runtime writes; the store adds sequence and hashes when it commits. */
export interface AuditEntry {
  id: string
  timestamp: string
  workflowId: string | null
  correlationId: string | null
  /** Principal id. */
  actor: string
  eventType: AuditEventType
  payload: JsonObject
}

export interface AuditEvent extends AuditEntry {
  /** Position in the chain, from 1, without gaps. */
  sequence: number
  previousHash: string
  /** SHA-256 over the previous hash and the canonical JSON of the entry. */
  hash: string
}
