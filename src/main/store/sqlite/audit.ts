/** The audit log in SQLite, and the counters that are kept with it. May import: model, runtime/ports. */
import type { AuditEntry, AuditEvent } from '../../model/audit-event.ts'
import type { AuditFilter, AuditReport, Page, ResultPage } from '../../runtime/ports.ts'
import { type ChainMark, chainEntry, GENESIS, removalPayload, verifyChain } from '../audit/audit-chain.ts'
import { normalTime, type Condition, contains, equals, oneOf, type Queries, readBody, selectPage } from './query.ts'

/** Entries that are read at once while the chain is walked. */
const WALK = 1000

/** What the retention would take away; `oldest` and `newest` of that, as ISO times. */
export interface AuditRemoval {
  firstKept: number
  entries: number
  oldest: string | null
  newest: string | null
  kept: number
}

/** Where the retention has got to: a setting, so that it is written with what it removes. */
const CHECKPOINT = 'audit.checkpoint'

/** Appends in order, chained to what is stored now: to be called in a transaction. */
export function appendAudit(queries: Queries, entries: readonly AuditEntry[]): void {
  if (entries.length === 0) return
  let { sequence, hash } = lastMark(queries)
  for (const entry of entries) {
    const next = chainEntry(hash, entry)
    sequence += 1
    queries.run('INSERT INTO audit (sequence, previous_hash, hash, body) VALUES (?, ?, ?, ?)', [
      sequence,
      hash,
      next.hash,
      next.text,
    ])
    hash = next.hash
  }
}

/** The end of the chain. */
export function lastMark(queries: Queries): ChainMark {
  const last = queries.get('SELECT sequence, hash FROM audit ORDER BY sequence DESC LIMIT 1', [])
  return last === null ? findCheckpoint(queries) : readMark(last)
}

/** Whether the chain has this place, or has removed it with others before it. */
export function passes(queries: Queries, mark: ChainMark): boolean {
  const row = queries.get('SELECT sequence, hash FROM audit WHERE sequence = ?', [mark.sequence])
  if (row !== null) return readMark(row).hash === mark.hash
  const checkpoint = findCheckpoint(queries)
  return checkpoint.sequence === mark.sequence
    ? checkpoint.hash === mark.hash
    : mark.sequence < checkpoint.sequence
}

/** The last entry that was removed; the genesis if none was. */
function findCheckpoint(queries: Queries): ChainMark {
  const row = queries.get('SELECT value AS body FROM settings WHERE key = ?', [CHECKPOINT])
  return row === null ? GENESIS : readBody<ChainMark>(row)
}

/**
 * Removes every entry before the first one that is not older than `before`, an ISO time, and says so in the log:
 * to be called in a transaction. The newest entry always stays.
 * @returns the last entry that was removed and how many were; null if there was nothing to remove
 */
export function pruneAudit(
  queries: Queries,
  before: string,
  saying: Omit<AuditEntry, 'payload' | 'eventType'>,
): { last: ChainMark; count: number } | null {
  return removeAudit(queries, findFirstKept(queries, before), saying)
}

/** The first entry that is not older than an ISO time; the newest at the latest. */
function findFirstKept(queries: Queries, before: string): number {
  const newest = lastMark(queries).sequence
  const keep = queries.get('SELECT min(sequence) AS sequence FROM audit WHERE timestamp >= ?', [
    normalTime(before),
  ])
  return Math.min(Number(keep?.sequence ?? newest), newest)
}

/** What `pruneAudit` would remove, and how many entries would stay. */
export function foreseePrune(queries: Queries, before: string): AuditRemoval {
  const firstKept = findFirstKept(queries, before)
  const start = findCheckpoint(queries).sequence
  const time = (sequence: number) => {
    const row = queries.get('SELECT timestamp FROM audit WHERE sequence = ?', [sequence])
    return row === null ? null : String(row.timestamp)
  }
  const entries = Math.max(0, firstKept - 1 - start)
  const oldest = entries === 0 ? null : time(start + 1)
  const newest = entries === 0 ? null : time(firstKept - 1)
  return { firstKept, entries, oldest, newest, kept: lastMark(queries).sequence - start - entries }
}

/** Removes every entry before the one at `firstKept`; as `pruneAudit`. */
export function removeAudit(
  queries: Queries,
  firstKept: number,
  saying: Omit<AuditEntry, 'payload' | 'eventType'>,
): { last: ChainMark; count: number } | null {
  const row = queries.get('SELECT sequence, hash FROM audit WHERE sequence = ?', [firstKept - 1])
  if (row === null) return null
  const last = readMark(row)
  const count = last.sequence - findCheckpoint(queries).sequence
  queries.run('DELETE FROM audit WHERE sequence <= ?', [last.sequence])
  queries.run(
    'INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    [CHECKPOINT, JSON.stringify(last)],
  )
  appendAudit(queries, [{ ...saying, eventType: 'audit.pruned', payload: removalPayload(last) }])
  return { last, count }
}

function readMark(row: Record<string, unknown>): ChainMark {
  return { sequence: Number(row.sequence), hash: String(row.hash) }
}

const SEARCHED = `(body ->> '$.id') || char(10) || coalesce(workflow_id, '') || char(10) ||
  coalesce(correlation_id, '') || char(10) || actor || char(10) || event_type || char(10) || (body -> '$.payload')`

const ROWS = { table: 'audit', shown: 'sequence, previous_hash, hash, body' } as const
/** Few among many: found by time and kind alone. */
const FEW = { ...ROWS, counting: 'audit_by_time', key: 'sequence' } as const

export function listAudit(queries: Queries, filter: AuditFilter, page: Page): ResultPage<AuditEvent> {
  const order = { columns: ['sequence'], kinds: ['number'], direction: 'DESC' } as const
  const [runs, times, rest] = [ofRuns(filter), ofTimes(filter), ofRest(filter)]
  // A run has few entries: its index finds them all.
  if (runs.length > 0) return selectPage(queries, ROWS, [...runs, ...times, ...rest], order, page, readEvent)
  const source = times.length > 0 && rest.length === 0 ? FEW : ROWS
  return selectPage(queries, source, times, order, page, readEvent, rest)
}

/** The whole row first: what is not in it is not in its parts, which take longer to be read out of it. */
function searchFor(text: string | undefined): Condition[] {
  return [...contains('body', text), ...contains(SEARCHED, text)]
}

function ofRuns({ workflowId, workflowIds }: AuditFilter): Condition[] {
  return [...equals('workflow_id', workflowId), ...oneOf('workflow_id', workflowIds)]
}

function ofTimes({ eventTypes, from, to }: AuditFilter): Condition[] {
  return [
    ...oneOf('event_type', eventTypes),
    ...(from === undefined ? [] : [{ sql: 'timestamp >= ?', values: [normalTime(from)] }]),
    ...(to === undefined ? [] : [{ sql: 'timestamp <= ?', values: [normalTime(to)] }]),
  ]
}

/** What no index holds. */
function ofRest({ correlationId, actor, text }: AuditFilter): Condition[] {
  return [...equals('correlation_id', correlationId), ...equals('actor', actor), ...searchFor(text)]
}

/** Those that the filter means, oldest first, read in pieces. */
export function* walkEntries(queries: Queries, filter: AuditFilter): Generator<AuditEvent> {
  const order = { columns: ['sequence'], kinds: ['number'], direction: 'ASC' } as const
  const conditions = [...ofRuns(filter), ...ofTimes(filter), ...ofRest(filter)]
  for (let page: Page | null = { limit: WALK, uncounted: true }; page !== null; ) {
    const found: ResultPage<AuditEvent> = selectPage(queries, ROWS, conditions, order, page, readEvent)
    yield* found.items
    page = found.nextCursor === undefined ? null : { ...page, cursor: found.nextCursor }
  }
}

function readEvent(row: Record<string, unknown>): AuditEvent {
  const entry: AuditEntry = readBody(row)
  return {
    ...entry,
    sequence: Number(row.sequence),
    previousHash: String(row.previous_hash),
    hash: String(row.hash),
  }
}

export function listAuditAfter(queries: Queries, sequence: number, limit: number): AuditEvent[] {
  return queries
    .all(
      'SELECT sequence, previous_hash, hash, body FROM audit WHERE sequence > ? ORDER BY sequence LIMIT ?',
      [sequence, limit],
    )
    .map(readEvent)
}

/** Walks the chain from its checkpoint, see `verifyChain`. `known` was read before: the log is at least as new. */
export function verifyAudit(queries: Queries, known: readonly ChainMark[]): Promise<AuditReport> {
  return verifyChain(walkAudit(queries), findCheckpoint(queries), known)
}

/** Reads the chain from the start in pieces, and lets other work through between two of them. */
async function* walkAudit(queries: Queries): AsyncGenerator<AuditEvent> {
  for (let after = 0; ; ) {
    const events = listAuditAfter(queries, after, WALK)
    yield* events
    const last = events.at(-1)
    if (last === undefined) return
    after = last.sequence
    await new Promise((resolve) => setImmediate(resolve))
  }
}

export function countStart(queries: Queries, name: string, at: string): void {
  queries.run(
    `INSERT INTO usage (name, count, last_at) VALUES (?, 1, ?)
     ON CONFLICT (name) DO UPDATE SET count = count + 1, last_at = max(last_at, excluded.last_at)`,
    [name, at],
  )
}

export function readUsage(queries: Queries): Record<string, { count: number; lastAt: string }> {
  const rows = queries.all('SELECT name, count, last_at FROM usage ORDER BY name', [])
  return Object.fromEntries(
    rows.map((row) => [String(row.name), { count: Number(row.count), lastAt: String(row.last_at) }]),
  )
}
