/** The audit log, page by page. */

import type { Gateway } from '../gateway.ts'
import { AUDIT_EVENT_TYPES, type AuditEventType } from '../model/audit-event.ts'
import type { Handlers } from './dispatch.ts'
import { describeEvent } from './timeline.ts'

const PAGE = 100

export function createActivityHandlers({
  gateway,
}: {
  gateway: Pick<Gateway, 'store'>
}): Pick<Handlers, 'activity.list'> {
  return {
    async 'activity.list'(_session, request) {
      const { text, workflowId, correlationId, eventType, limit, cursor } = request
      const page = await gateway.store.audit(
        {
          ...(text === undefined ? {} : { text }),
          ...(workflowId === undefined ? {} : { workflowId }),
          ...(correlationId === undefined ? {} : { correlationId }),
          ...(eventType === undefined ? {} : { eventTypes: isEventType(eventType) ? [eventType] : [] }),
        },
        { limit: limit ?? PAGE, ...(cursor === undefined ? {} : { cursor }) },
      )
      const items = page.items.map((event) => ({
        ...describeEvent(event),
        sequence: event.sequence,
        workflowId: event.workflowId,
        correlationId: event.correlationId,
        hash: event.hash,
      }))
      return { items, total: page.total, nextCursor: page.nextCursor ?? null }
    },
  }
}

function isEventType(name: string): name is AuditEventType {
  return (AUDIT_EVENT_TYPES as readonly string[]).includes(name)
}
