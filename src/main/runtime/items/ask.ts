/** What people are asked, as an item. Computes; writes nothing. */

import type { AuditEntry } from '../../model/audit-event.ts'
import type { ChoiceItem, InboxItem, RunItemFields } from '../../model/item.ts'
import { waitsForPerson } from '../../workflow/advance.ts'
import { originOf, stepOf, subjectName } from '../../workflow/items/items.ts'
import { presentedContext } from '../../workflow/wording/presented.ts'
import { auditEntry, type CallContext, type RunSnapshot } from '../call-context.ts'
import { rightsOf } from '../step/work.ts'

/** What a run asks where it comes to rest: of a state with human transitions one item, one button a transition (§4.6 kind 1). */
export function askChoice(context: CallContext, snapshot: RunSnapshot): ChoiceItem[] {
  const { definition, run } = snapshot
  if (!waitsForPerson(definition, run)) return []
  const presented = presentedContext(definition, run)
  const shown = Object.keys(presented).length === 0 ? {} : { presented }
  return [{ ...askedNow(context, snapshot), kind: 'transition', ...shown }]
}

/** What every item of a run begins with. */
export function askedNow(context: CallContext, { run }: RunSnapshot): RunItemFields {
  const { ids, clock } = context.parts
  return {
    id: ids.next('ap'),
    workflowId: run.id,
    definitionId: run.definitionId,
    state: run.state,
    version: run.version,
    queue: null,
    // Who asks now, which may be another client than the one that started the run (`sees: all`).
    client: (context.who.kind === 'agent' ? context.who : context.requester)?.client ?? run.owner,
    requestedBy: context.who.kind === 'agent' ? context.who.id : run.startedBy,
    ...(context.who.kind === 'agent' ? { connection: context.who.connection ?? null } : {}),
    requesterRights: rightsOf(context.who),
    requestedAt: new Date(clock.now()).toISOString(),
    deadlineAt: run.deadlineAt,
    status: 'pending',
    decision: null,
    assignedTo: null,
    revision: 1,
  }
}

export function requested(context: CallContext, approval: InboxItem): AuditEntry {
  const step = stepOf(approval)
  const about = subjectName(approval)
  const { workflowId, state, version } = originOf(approval)
  return auditEntry(context, 'human.approval.requested', workflowId, {
    approvalId: approval.id,
    kind: approval.kind,
    state,
    version,
    ...(step === null ? {} : { transition: step.transition }),
    ...(about === null ? {} : { about }),
    ...(approval.queue === null ? {} : { queue: approval.queue }),
  })
}
