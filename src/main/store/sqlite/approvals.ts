/** What waits, or waited, for a person, in SQLite. May import: model, runtime/ports. */
import type { InboxItem, ItemKind, ItemOf } from '../../model/item.ts'
import type { AskedFrom, DecidedPlace, ItemFilter, Page, ResultPage } from '../../runtime/ports.ts'
import { type Condition, contains, equals, oneOf, type Queries, readBody, selectPage } from './query.ts'

export function saveApproval(queries: Queries, approval: InboxItem): void {
  queries.run(
    'INSERT INTO approvals (id, body) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body',
    [approval.id, JSON.stringify(approval)],
  )
}

export function findApproval(queries: Queries, id: string): InboxItem | null {
  const row = queries.get('SELECT body FROM approvals WHERE id = ?', [id])
  return row && readBody<InboxItem>(row)
}

export function findRevision(queries: Queries, id: string): number | null {
  const row = queries.get('SELECT revision FROM approvals WHERE id = ?', [id])
  return row && Number(row.revision)
}

export function findOpenIds(queries: Queries, workflowId: string): string[] {
  return queries
    .all("SELECT id FROM approvals WHERE workflow_id = ? AND status IN ('pending', 'scheduled')", [
      workflowId,
    ])
    .map((row) => String(row.id))
}

export function countPending(queries: Queries, client: string, from: AskedFrom | null): number {
  const [origin] = from === null ? [] : cameFrom(from)
  const sql = `SELECT count(*) AS count FROM approvals WHERE status = 'pending' AND client = ?${origin ? ` AND ${origin.sql}` : ''}`
  return Number(queries.get(sql, [client, ...(origin?.values ?? [])])?.count ?? 0)
}

function cameFrom({ requestedBy, connection }: AskedFrom): Condition[] {
  if (connection === null) return [{ sql: 'requested_by = ?', values: [requestedBy] }]
  return [{ sql: '(requested_by = ? OR connection = ?)', values: [requestedBy, connection] }]
}

export function listItemDeadlines(queries: Queries, limit: number): InboxItem[] {
  return queries
    .all(
      `SELECT body FROM approvals WHERE status = 'pending' AND deadline_at IS NOT NULL
       ORDER BY deadline_at, id LIMIT ?`,
      [limit],
    )
    .map(readBody<InboxItem>)
}

/** By `approvals_decided`: of a place, only the newest are read. */
export function listDecidedAt(queries: Queries, place: DecidedPlace, limit: number): InboxItem[] {
  const { definitionId, state, transition } = place
  return queries
    .all(
      `SELECT body FROM approvals WHERE definition_id = ? AND place = ? AND decided_at IS NOT NULL
       AND json_extract(body, '$.state') = ? ORDER BY decided_at DESC, id DESC LIMIT ?`,
      [definitionId, transition ?? `@${state}`, state, limit],
    )
    .map(readBody<InboxItem>)
}

export function listApprovals<Kind extends ItemKind = ItemKind>(
  queries: Queries,
  filter: ItemFilter<Kind>,
  page: Page,
): ResultPage<ItemOf<Kind>> {
  const conditions = [
    ...oneOf('status', filter.status, ['pending', 'scheduled']),
    ...equals('workflow_id', filter.workflowId),
    ...oneOf('kind', filter.kind),
    ...equals('client', filter.client),
    ...(filter.from === undefined ? [] : cameFrom(filter.from)),
    ...equals('key', filter.key),
    ...contains('body', filter.text),
  ]
  const order = {
    columns: [filter.newestFirst === 'decided' ? 'settled_at' : 'requested_at', 'id'],
    kinds: ['string', 'string'],
    direction: filter.newestFirst ? 'DESC' : 'ASC',
  } as const
  const rows = { table: 'approvals', shown: 'body, requested_at, settled_at, id' }
  return selectPage(queries, rows, conditions, order, page, readBody<ItemOf<Kind>>)
}
