/** What people are asked, as an item. Computes; writes nothing. */

import type { AuditEntry } from '../../model/audit-event.ts'
import type { ChoiceItem, InboxItem, RunItemFields } from '../../model/item.ts'
import { originOf, stepOf } from '../../workflow/items/items.ts'
import { presentedContext } from '../../workflow/wording/presented.ts'
import { auditEntry, type CallContext, type RunSnapshot } from '../call-context.ts'

/** The item of a state with human transitions: one item, one button a transition (§4.6 kind 1). */
export function askChoice(operation: CallContext, loaded: RunSnapshot): ChoiceItem {
  const presented = presentedContext(loaded.definition, loaded.instance)
  const shown = Object.keys(presented).length === 0 ? {} : { presented }
  return { ...askedNow(operation, loaded), kind: 'transition', ...shown }
}

/** What every item of a run begins with. */
export function askedNow(operation: CallContext, { instance }: RunSnapshot): RunItemFields {
  const { ids, clock } = operation.parts
  return {
    id: ids.next('ap'),
    workflowId: instance.id,
    definitionId: instance.definitionId,
    state: instance.state,
    version: instance.version,
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
    assignedTo: null,
    revision: 1,
  }
}

function rightsOf(who: { roles: readonly string[]; permissions: readonly string[] }): {
  roles: string[]
  permissions: string[]
} {
  return { roles: [...who.roles], permissions: [...who.permissions] }
}

export function requested(operation: CallContext, approval: InboxItem): AuditEntry {
  const step = stepOf(approval)
  const { workflowId, state, version } = originOf(approval)
  return auditEntry(operation, 'human.approval.requested', workflowId, {
    approvalId: approval.id,
    kind: approval.kind,
    state,
    version,
    ...(step === null ? {} : { transition: step.transition }),
    ...(approval.queue === null ? {} : { queue: approval.queue }),
  })
}
