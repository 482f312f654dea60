/** Who asked for what a run does by itself, as the log tells it: it goes on for them, whatever stops and crashes lie between. */
import type { AuditEntry } from '../../src/main/model/audit-event.ts'
import type { InboxItem } from '../../src/main/model/item.ts'
import type { Batch } from '../../src/main/runtime/ports.ts'
import { holdsStep } from '../../src/main/workflow/items/items.ts'

const isSubmitted = (item: InboxItem): boolean => holdsStep(item) && item.step.kind === 'transition'
const isNew = ({ revision, status }: InboxItem) => revision === 1 && status === 'pending'

/** Looks at what becomes durable, in order. */
export function createAskers(fail: (message: string) => void): { check(batch: Batch): void } {
  /** By run; null: nobody, since its time was up. */
  const askers = new Map<string, string | null>()

  function noteDecision(item: InboxItem): void {
    if (item.status !== 'approved' || item.decision === null) return
    if (item.kind === 'transition') askers.set(item.workflowId, item.decision.by)
    else if (holdsStep(item) && isSubmitted(item)) askers.set(item.workflowId, item.requestedBy)
  }

  function noteEntry({ eventType, workflowId, actor, payload }: AuditEntry, asks: boolean): void {
    const id = workflowId ?? ''
    if (eventType === 'workflow.timed_out') askers.set(id, null)
    else if (eventType === 'sub_workflow.started') askers.set(String(payload.childId), askers.get(id) ?? null)
    // What people are asked about first is asked for when they have approved it.
    else if (eventType === 'transition.requested' && !asks) askers.set(id, actor)
  }

  return {
    check({ approvals = [], audit, runs = [] }) {
      approvals.forEach(noteDecision)
      const asks = approvals.some((item) => isNew(item) && isSubmitted(item))
      for (const entry of audit) noteEntry(entry, asks)
      for (const item of approvals) {
        if (!isNew(item) || !holdsStep(item) || isSubmitted(item)) continue
        const { id, workflowId, requestedBy, step } = item
        const asker = askers.get(workflowId) ?? runs.find((run) => run.id === workflowId)?.startedBy
        if (requestedBy !== asker)
          fail(`${id} asks about ‘${step.transition}’ of ${workflowId} for ${requestedBy}, not ${asker}.`)
      }
    },
  }
}
