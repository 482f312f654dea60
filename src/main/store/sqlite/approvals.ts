/** What waits, or waited, for a person, in SQLite. May import: model, runtime/ports. */

import {
  DECIDED_STATUSES,
  type InboxItem,
  type ItemKind,
  type ItemOf,
  type ItemStatus,
  OPEN_STATUSES,
  SUBJECT_KINDS,
} from '../../model/item.ts'
import { humanId } from '../../model/principal.ts'
import type { TimeMoves } from '../../model/run.ts'
import type {
  AskedFrom,
  DecidedPlace,
  Expectation,
  FacetCount,
  ItemCounts,
  ItemFacet,
  ItemFilter,
  ItemMark,
  Page,
  ResultPage,
} from '../../runtime/ports.ts'
import {
  type Condition,
  contains,
  countRows,
  equals,
  indexed,
  moveTime,
  noneOf,
  type Order,
  oneOf,
  type Queries,
  readBody,
  type Source,
  sameIds,
  seconds,
  selectPage,
  values,
  where,
} from './query.ts'
import type { DeadlineMove } from './runs.ts'

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

export function moveItemTimes(queries: Queries, { deadlines, windows }: TimeMoves): void {
  const set = (path: string) => `'${path}', ${moveTime(path)}`
  const move = (paths: string[], condition: string, values: string[]) =>
    queries.run(
      `UPDATE approvals SET body = json_set(body, ${paths.map(set).join(', ')}, '$.revision', revision + 1) WHERE ${condition}`,
      values,
    )
  const by = seconds(deadlines)
  if (deadlines !== 0) {
    move(['$.deadlineAt'], `status = 'pending' AND due_at <> '${NEVER}'`, [by])
    move(['$.deadlineAt', '$.decision.at'], `status = 'scheduled'`, [by, by])
  }
  if (windows !== 0) move(['$.decision.runsAt'], `status = 'scheduled'`, [seconds(windows)])
}

/**
 * What ends with its run ends when the run does, also where that is another time by now. `revisions`: how many times more
 * such an item has changed by that.
 */
export function followDeadline(
  queries: Queries,
  { workflowId, from, to }: DeadlineMove,
  revisions: 0 | 1,
): void {
  queries.run(
    `UPDATE approvals SET body = json_set(body, '$.deadlineAt', ?, '$.revision', revision + ?)
     WHERE workflow_id = ? AND status IN ('pending', 'scheduled') AND deadline_at IN (${from.map(() => '?').join(', ')})`,
    [to, revisions, workflowId, ...from],
  )
}

export function findRevision(queries: Queries, id: string): number | null {
  const row = queries.get('SELECT revision FROM approvals WHERE id = ?', [id])
  return row && Number(row.revision)
}

export function findOpenIds(
  queries: Queries,
  of: Extract<Expectation, { kind: 'openItems' }>['of'],
): string[] {
  const [fit, values] =
    'workflowId' in of
      ? ['workflow_id = ?', [of.workflowId]]
      : ['client = ? AND place = ?', [of.client, of.transition]]
  // Each status by an index of its own.
  const sql = OPEN_STATUSES.map((status) => `SELECT id FROM approvals WHERE status = '${status}' AND ${fit}`)
  return queries
    .all(
      sql.join(' UNION ALL '),
      OPEN_STATUSES.flatMap(() => values),
    )
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
  const order = orderOf(filter)
  const shown = ['body', ...order.columns].join(', ')
  const conditions = conditionsOf(filter)
  if (!hasKey(filter))
    return selectPage(queries, { table: 'approvals', shown }, conditions, order, page, readBody<ItemOf<Kind>>)
  // Few have a key, but SQLite would rather look through all that wait than sort them.
  const table = 'approvals INDEXED BY approvals_by_key'
  const keyed = [...conditions, { sql: 'key IS NOT NULL', values: [] }]
  return selectPage(queries, { table, shown }, keyed, order, page, readBody<ItemOf<Kind>>)
}

/** What is about no run is found again by its key (`SubjectItem`). */
export function hasKey({ key, kind }: ItemFilter): boolean {
  return (
    key !== undefined || (kind?.every((each) => SUBJECT_KINDS.some((subject) => subject === each)) ?? false)
  )
}

/** One pass over an index that holds all that is counted. */
export function countItems(queries: Queries, filter: ItemFilter): ItemCounts {
  const conditions = conditionsOf(filter)
  const groups = queries.all(
    `SELECT ${FACETS.map((facet) => COLUMNS[facet]).join(', ')}, count(*) AS count, sum(due_at <> '${NEVER}') AS due,
       id, max(requested_at) AS newest
     FROM ${indexed(counted(filter))} ${where(conditions)} GROUP BY 1, 2, 3, 4`,
    values(conditions),
  )
  const sum = (column: 'count' | 'due') => groups.reduce((total, row) => total + Number(row[column]), 0)
  const facets = FACETS.map((facet) => [facet, sumFacet(groups, COLUMNS[facet])])
  return { total: sum('count'), due: sum('due'), facets: Object.fromEntries(facets) }
}

/** Most first. The example of a value is the newest of its items. */
function sumFacet(groups: readonly Record<string, unknown>[], column: string): FacetCount[] {
  const found = new Map<string, FacetCount & { newest: string }>()
  for (const row of groups) {
    const value = String(row[column] ?? '')
    if (value === '') continue
    const [count, newest, example] = [Number(row.count), String(row.newest), String(row.id)]
    const known = found.get(value)
    const isNewest = known === undefined || known.newest < newest
    found.set(value, {
      value,
      count: count + (known?.count ?? 0),
      ...(isNewest ? { example, newest } : { example: known.example, newest: known.newest }),
    })
  }
  return [...found.values()]
    .map(({ newest: _newest, ...facet }) => facet)
    .sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
}

export function findItemPlace(queries: Queries, filter: ItemFilter, id: string): number | null {
  const { columns, direction } = orderOf(filter)
  const names = columns.join(', ')
  const conditions = conditionsOf(filter)
  const itself = [...conditions, { sql: 'id = ?', values: [id] }]
  const row = queries.get(`SELECT ${names} FROM approvals ${where(itself)}`, values(itself))
  if (row === null) return null
  const before: Condition = {
    sql: `(${names}) ${direction === 'ASC' ? '<' : '>'} (${columns.map(() => '?').join(', ')})`,
    values: columns.map((column) => String(row[column])),
  }
  return countRows(queries, counted(filter), [...conditions, before])
}

export function listItemMarks(queries: Queries, filter: ItemFilter, page: Page): ResultPage<ItemMark> {
  const order = orderOf(filter)
  const shown = [...new Set(['id', 'workflow_id', 'revision', 'due_at', ...order.columns])].join(', ')
  return selectPage(queries, { table: 'approvals', shown }, conditionsOf(filter), order, page, (row) => ({
    id: String(row.id),
    workflowId: row.workflow_id === null ? null : String(row.workflow_id),
    revision: Number(row.revision),
    deadlineAt: row.due_at === NEVER ? null : String(row.due_at),
  }))
}

/** Read once by whoever asks: no index holds it. */
const RESTRICTED = `(assigned_to IS NOT NULL OR queue IS NOT NULL OR json_array_length(body, '$.held.gates') > 0)`

/** What `due_at` says of an item without a deadline: after every time. */
const NEVER = '~'
const FACETS = ['kind', 'queue', 'definitionId', 'client'] as const satisfies readonly ItemFacet[]
const COLUMNS = { kind: 'kind', queue: 'queue', definitionId: 'definition_id', client: 'client' } as const

const ORDERS = {
  oldest: { columns: ['requested_at', 'id'], kinds: ['string', 'string'], direction: 'ASC' },
  newest: { columns: ['requested_at', 'id'], kinds: ['string', 'string'], direction: 'DESC' },
  decided: { columns: ['settled_at', 'id'], kinds: ['string', 'string'], direction: 'DESC' },
  urgent: {
    columns: ['due_at', 'requested_at', 'id'],
    kinds: ['string', 'string', 'string'],
    direction: 'ASC',
  },
} as const satisfies Record<string, Order>

function orderOf({ order = 'oldest' }: Pick<ItemFilter, 'order'>): Order {
  return ORDERS[order]
}

function conditionsOf(filter: ItemFilter): Condition[] {
  return [
    ...statusIn(filter.status),
    ...equals('workflow_id', filter.workflowId),
    ...oneOf('kind', filter.kind),
    ...equals('queue', filter.queue),
    ...equals('definition_id', filter.definitionId),
    ...oneOf('place', filter.transitions),
    ...equals('client', filter.client),
    ...assignedTo(filter),
    ...(filter.from === undefined ? [] : cameFrom(filter.from)),
    ...equals('key', filter.key),
    ...(filter.untold ? [{ sql: `json_extract(body, '$.untold')`, values: [] }] : []),
    ...(filter.restricted ? [{ sql: RESTRICTED, values: [] }] : []),
    ...oneOf('id', filter.ids),
    ...noneOf('id', filter.without),
    ...contains('body', filter.text),
  ]
}

const DECLARED = `json_extract(body, '$.assignedDeclared')`
/** Whoever has taken it on has been removed since. */
const HOLDER_GONE = `(${DECLARED} IS NOT NULL AND json_array(assigned_to, ${DECLARED}) NOT IN (SELECT value FROM json_each(?)))`

function assignedTo({ assignedTo: holder, declarations }: ItemFilter): Condition[] {
  if (holder === undefined) return []
  const isOf = holder === null ? 'assigned_to IS NULL' : 'assigned_to = ?'
  const values = holder === null ? [] : [holder]
  if (declarations === undefined) return [{ sql: isOf, values }]
  const standing = Object.entries(declarations).map(([name, id]) => JSON.stringify([humanId(name), id]))
  const sql = holder === null ? `(${isOf} OR ${HOLDER_GONE})` : `(${isOf} AND NOT ${HOLDER_GONE})`
  return [{ sql, values: [...values, JSON.stringify(standing)] }]
}

/** What is decided has an index of its own, as what waits has: it is used where the text says the same. */
function statusIn(status: ItemStatus[] | undefined): Condition[] {
  if (isDecided(status)) return [{ sql: `status <> 'pending'`, values: [] }]
  return oneOf('status', status, ['pending', 'scheduled'])
}

/** SQLite takes the smallest index for a count, and then reads each item for what that does not hold. */
function counted({ status }: ItemFilter): Pick<Source, 'table' | 'counting'> {
  const table = 'approvals'
  if (isDecided(status)) return { table, counting: 'approvals_ended' }
  return {
    table,
    ...(status?.length === 1 && status[0] === 'pending' ? { counting: 'approvals_waiting' } : {}),
  }
}

function isDecided(status: ItemStatus[] | undefined): boolean {
  return status !== undefined && sameIds(status, DECIDED_STATUSES)
}
