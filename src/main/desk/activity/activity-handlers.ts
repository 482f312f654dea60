/** The audit log: page by page, as a file, and whether it is whole. */
import type { RequestOf } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'
import { AUDIT_EVENT_TYPES, type AuditEvent, type AuditEventType } from '../../model/audit-event.ts'
import { present } from '../../model/json.ts'
import { pause } from '../../system/slices.ts'
import { AUDIT_COLUMNS, formatCsvRow } from '../../workflow/wording/audit-csv.ts'
import { visibleText } from '../../workflow/wording/quote.ts'
import type { HandlersOf } from '../dispatch.ts'
import type { LongWork } from '../long-work.ts'
import { pageFrom, pageOf, SEARCH_MS } from '../pages.ts'
import { loadDefinition } from '../runs/loaded-run.ts'
import { describeEvent, type EventTitles, titlesOf } from '../runs/timeline.ts'

const PAGE = 100
/** Entries in one piece of a file, which holds the gateway's thread while it is made. */
const PIECE = 1000

type Filter = Parameters<Gateway['store']['audit']>[0]

export function createActivityHandlers(
  { gateway }: { gateway: Pick<Gateway, 'store' | 'catalog'> },
  longWork: LongWork,
): HandlersOf<'activity'> {
  return {
    async 'activity.list'(_session, request) {
      const { limit, cursor } = request
      const page = await gateway.store.audit(filterOf(request), pageFrom(limit ?? PAGE, cursor))
      const titles = await loadTitles(gateway, page.items)
      const items = page.items.map((event) => ({
        ...describeEvent(event, titles.get(event.workflowId ?? '')),
        sequence: event.sequence,
        workflowId: event.workflowId === '' ? null : event.workflowId,
        correlationId: event.correlationId,
        hash: event.hash,
      }))
      return pageOf(page, items)
    },
    'activity.verify': () =>
      longWork.begin('verify', '', async (told) => {
        const { count, removed, broken, lost } = await gateway.store.verifyAudit(told)
        return { count, removed, broken, lost: lost?.sequence ?? null }
      }),
    async 'activity.export'(_session, request) {
      const { format, cursor } = request
      const page = await gateway.store.audit(filterOf(request), {
        limit: PIECE,
        uncounted: true,
        withinMs: SEARCH_MS,
        ...(cursor === undefined ? {} : { cursor }),
      })
      const write = format === 'csv' ? asRow : asLine
      return {
        header: format === 'csv' ? formatCsvRow(AUDIT_COLUMNS) : '',
        text: page.items.toReversed().map(write).join(''),
        entries: page.items.length,
        nextCursor: page.nextCursor ?? null,
      }
    },
  }
}

/** By run, what its author calls its states and steps. */
async function loadTitles(
  gateway: Pick<Gateway, 'store' | 'catalog'>,
  events: readonly AuditEvent[],
): Promise<Map<string, EventTitles>> {
  const runs = [...new Set(events.map(({ workflowId }) => workflowId ?? ''))].filter((id) => id !== '')
  const named = new Map<string, EventTitles>()
  for (const id of runs) {
    const run = await gateway.store.run(id)
    if (run !== null) named.set(id, titlesOf(await loadDefinition(gateway, run, null)))
    await pause()
  }
  return named
}

function filterOf(request: Omit<RequestOf<'activity.list'>, 'limit' | 'cursor'>): Filter {
  const { text, workflowId, correlationId, eventType, from, to } = request
  const eventTypes = eventType === undefined ? undefined : isEventType(eventType) ? [eventType] : []
  return present({ text, workflowId, correlationId, eventTypes, from, to })
}

function isEventType(name: string): name is AuditEventType {
  return (AUDIT_EVENT_TYPES as readonly string[]).includes(name)
}

function asRow(event: AuditEvent): string {
  return formatCsvRow(AUDIT_COLUMNS.map((column) => event[column]))
}

function asLine(event: AuditEvent): string {
  return `${visibleText(JSON.stringify(event))}\n`
}
