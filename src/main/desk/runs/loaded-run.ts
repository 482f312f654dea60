/** A run with what its views need: pinned definition, open questions, history. May import: gateway.ts (types), model, workflow. */

import type { Gateway } from '../../gateway.ts'
import type { AuditEvent } from '../../model/audit-event.ts'
import type { Definition } from '../../model/definition.ts'
import { type InboxItem, OPEN_STATUSES } from '../../model/item.ts'
import { everyPage } from '../../model/pages.ts'
import type { Run } from '../../model/run.ts'
import { pause } from '../../system/slices.ts'
import { liveDefinition } from '../../workflow/proxy.ts'
import { labelledByKeys } from '../../workflow/wording/server-words.ts'

const HISTORY_PAGE = 500
/** Events of one run that a view shows; it says so where there are older ones, which are in Activity. */
const HISTORY_LIMIT = 2000

/** `transition` picks the capability in a session of single calls, whose catalog is live. Null: it is lost. */
export async function loadDefinition(
  gateway: Pick<Gateway, 'store' | 'catalog'>,
  run: Run,
  transition: string | null,
): Promise<Definition | null> {
  const live = liveDefinition(run, transition, (id) => {
    const capability = gateway.catalog.capability(id)
    return capability && labelledByKeys(capability)
  })
  return live ?? (await gateway.store.definition(run.definitionHash))
}

/** What waits for a person, or was decided and is still to run; oldest first. */
export async function loadPending(gateway: Pick<Gateway, 'store'>, workflowId: string): Promise<InboxItem[]> {
  return (await gateway.store.approvals({ workflowId, status: OPEN_STATUSES }, { limit: 100 })).items
}

export interface History {
  /** Newest first. */
  events: AuditEvent[]
  /** There are older ones. */
  isPartial: boolean
}

export async function loadHistory(gateway: Pick<Gateway, 'store'>, workflowId: string): Promise<History> {
  const events: AuditEvent[] = []
  for await (const { items, nextCursor } of everyPage((from) =>
    gateway.store.audit({ workflowId }, { limit: HISTORY_PAGE, uncounted: true, ...from }),
  )) {
    events.push(...items)
    if (nextCursor !== undefined && events.length >= HISTORY_LIMIT) return { events, isPartial: true }
    await pause()
  }
  return { events, isPartial: false }
}
