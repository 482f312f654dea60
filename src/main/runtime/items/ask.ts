/** What people are asked, as an item. Computes; writes nothing. */

import type { AuditEntry } from '../../model/audit-event.ts'
import type { InboxItem } from '../../model/item.ts'
import { presentedContext } from '../../workflow/wording/presented.ts'
import { auditEntry, type CallContext, type RunSnapshot } from '../call-context.ts'

/** The item of a state with human transitions: one item, one button a transition (§4.6 kind 1). */
export function ask(
  operation: CallContext,
  loaded: RunSnapshot,
  details: Partial<InboxItem> = {},
): InboxItem {
  const { instance, definition } = loaded
  const presented = details.kind === undefined ? presentedContext(definition, instance) : {}
  const { ids, clock } = operation.parts
  return {
    id: ids.next('ap'),
    kind: 'transition',
    workflowId: instance.id,
    definitionId: instance.definitionId,
    state: instance.state,
    version: instance.version,
    transition: null,
    arguments: {},
    queue: null,
    // Who asks now, which may be another client than the one that started the run (`sees: all`).
    client: operation.who.kind === 'agent' ? operation.who.client : instance.owner,
    requestedBy: operation.who.kind === 'agent' ? operation.who.id : instance.startedBy,
    ...(operation.who.kind === 'agent' ? { connection: operation.who.connection ?? null } : {}),
    requesterRights: rightsOf(operation.who),
    requestedAt: new Date(clock.now()).toISOString(),
    deadlineAt: instance.deadlineAt,
    status: 'pending',
    decision: null,
    held: null,
    subject: {},
    key: null,
    assignedTo: null,
    ...(Object.keys(presented).length === 0 ? {} : { presented }),
    revision: 1,
    ...details,
  }
}

function rightsOf(who: { roles: readonly string[]; permissions: readonly string[] }): {
  roles: string[]
  permissions: string[]
} {
  return { roles: [...who.roles], permissions: [...who.permissions] }
}

export function requested(operation: CallContext, approval: InboxItem): AuditEntry {
  return auditEntry(operation, 'human.approval.requested', approval.workflowId, {
    approvalId: approval.id,
    kind: approval.kind,
    state: approval.state,
    version: approval.version,
    ...(approval.transition === null ? {} : { transition: approval.transition }),
    ...(approval.queue === null ? {} : { queue: approval.queue }),
  })
}
