/** The audit log in SQLite, and the counters that are kept with it. May import: model, runtime/ports. */
import type { AuditEntry, AuditEvent } from '../model/audit-event.ts'
import type { AuditFilter, Page, Paged } from '../runtime/ports.ts'
import { chainHash, entryText, GENESIS_HASH } from './audit-chain.ts'
import { normalTime } from './paging.ts'
import {
  type Condition,
  contains,
  equals,
  oneOf,
  type Queries,
  readBody,
  selectPage,
} from './sqlite-query.ts'

/** Entries that are read at once while the chain is walked. */
const WALK = 1000

/** Appends in order, chained to what is stored now: to be called in a transaction. */
export function appendAudit(queries: Queries, entries: readonly AuditEntry[]): void {
  if (entries.length === 0) return
  const last = queries.get('SELECT sequence, hash FROM audit ORDER BY sequence DESC LIMIT 1', [])
  let sequence = Number(last?.sequence ?? 0)
  let previousHash = String(last?.hash ?? GENESIS_HASH)
  for (const entry of entries) {
    sequence += 1
    const hash = chainHash(previousHash, entry)
    queries.run('INSERT INTO audit (sequence, previous_hash, hash, body) VALUES (?, ?, ?, ?)', [
      sequence,
      previousHash,
      hash,
      entryText(entry),
    ])
    previousHash = hash
  }
}

const SEARCHED = `(body ->> '$.id') || char(10) || coalesce(workflow_id, '') || char(10) ||
  coalesce(correlation_id, '') || char(10) || actor || char(10) || event_type || char(10) || (body -> '$.payload')`

export function listAudit(queries: Queries, filter: AuditFilter, page: Page): Paged<AuditEvent> {
  const conditions: Condition[] = [
    ...equals('workflow_id', filter.workflowId),
    ...equals('correlation_id', filter.correlationId),
    ...equals('actor', filter.actor),
    ...oneOf('event_type', filter.eventTypes),
    ...(filter.from === undefined ? [] : [{ sql: 'timestamp >= ?', values: [normalTime(filter.from)] }]),
    ...(filter.to === undefined ? [] : [{ sql: 'timestamp <= ?', values: [normalTime(filter.to)] }]),
    ...contains(SEARCHED, filter.text),
  ]
  const order = { columns: ['sequence'], kinds: ['number'], direction: 'DESC' } as const
  return selectPage(queries, 'audit', conditions, order, page, readEvent)
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

/** Reads the chain from the start in pieces, and lets other work through between two of them. */
export async function* walkAudit(queries: Queries): AsyncGenerator<AuditEvent> {
  for (let after = 0; ; ) {
    const rows = queries.all('SELECT * FROM audit WHERE sequence > ? ORDER BY sequence LIMIT ?', [
      after,
      WALK,
    ])
    if (rows.length === 0) return
    for (const row of rows) {
      yield readEvent(row)
      after = Number(row.sequence)
    }
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
