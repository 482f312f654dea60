/** The audit log in SQLite, and the counters that are kept with it. May import: model, runtime/ports. */
import type { AuditEntry, AuditEvent } from '../../model/audit-event.ts'
import { isJsonObject, type JsonValue } from '../../model/json.ts'
import type { CalledTool, ToolCalls } from '../../model/tool-calls.ts'
import type { AuditFilter, AuditReport, Page, ResultPage } from '../../runtime/ports.ts'
import { type ChainMark, chainEntry, GENESIS, removalPayload, verifyChain } from '../audit/audit-chain.ts'
import {
  type Condition,
  contains,
  equals,
  normalTime,
  oneOf,
  type Queries,
  readBody,
  selectPage,
} from './query.ts'

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
export function verifyAudit(
  queries: Queries,
  known: readonly ChainMark[],
  told?: (part: number) => void,
): Promise<AuditReport> {
  return verifyChain(walkAudit(queries, told), findCheckpoint(queries), known)
}

/** Reads the chain from the start in pieces, and lets other work through between two of them. */
async function* walkAudit(queries: Queries, told?: (part: number) => void): AsyncGenerator<AuditEvent> {
  const start = findCheckpoint(queries).sequence
  const entries = Math.max(1, lastMark(queries).sequence - start)
  for (let after = 0; ; ) {
    const events = listAuditAfter(queries, after, WALK)
    yield* events
    const last = events.at(-1)
    if (last === undefined) return
    after = last.sequence
    told?.(Math.min(1, (after - start) / entries))
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

// ── How often what can be called was called, counted from the audit log piece by piece.

const COUNTED = `('workflow.started', 'executor.started', 'executor.failed')`

/** Of so many entries after `sequence`; what has failed counts for what began in the same run before. */
export function countToolCalls(queries: Queries, sequence: number, limit: number): ToolCalls {
  const end = queries.get(
    'SELECT max(sequence) AS sequence, count(*) AS entries FROM (SELECT sequence FROM audit WHERE sequence > ? ORDER BY sequence LIMIT ?)',
    [sequence, limit],
  )
  const last = Number(end?.sequence ?? sequence)
  const counted = new Map<string, CalledTool>()
  const find = ([server, name]: ToolKey): CalledTool => {
    const key = JSON.stringify([server, name])
    const known = counted.get(key) ?? { server, name, count: 0, failed: 0, lastAt: '', by: {} }
    counted.set(key, known)
    return known
  }
  for (const row of queries.all(
    `SELECT sequence, body FROM audit WHERE sequence > ? AND sequence <= ? AND event_type IN ${COUNTED} ORDER BY sequence`,
    [sequence, last],
  )) {
    const entry: AuditEntry = readBody(row)
    if (entry.eventType === 'executor.failed') {
      for (const called of failedIn(queries, entry, Number(row.sequence))) find(called).failed += 1
      continue
    }
    for (const called of calledBy(entry)) {
      const use = find(called)
      use.count += 1
      use.by[entry.actor] = (use.by[entry.actor] ?? 0) + 1
      if (entry.timestamp > use.lastAt) use.lastAt = entry.timestamp
    }
  }
  return { sequence: last, isAll: Number(end?.entries ?? 0) < limit, calls: [...counted.values()] }
}

type ToolKey = readonly [server: string | null, name: string]

function calledBy(entry: AuditEntry): ToolKey[] {
  if (entry.eventType === 'executor.started') return toolsIn(entry.payload.call)
  const name = startedName(entry, () => null)
  return name === null ? [] : [[null, name]]
}

/** Groups hold calls of their own. */
function toolsIn(call: JsonValue | undefined): ToolKey[] {
  if (Array.isArray(call)) return call.flatMap(toolsIn)
  if (!isJsonObject(call)) return []
  const { kind, connection, tool } = call
  if (kind === 'mcp')
    return typeof connection === 'string' && typeof tool === 'string' ? [[connection, tool]] : []
  return Object.values(call).flatMap(toolsIn)
}

/** Both the call and what it was a step of. */
function failedIn(queries: Queries, { workflowId }: AuditEntry, sequence: number): ToolKey[] {
  if (workflowId === null) return []
  return ['executor.started', 'workflow.started'].flatMap((type) => {
    const row = queries.get(
      `SELECT body FROM audit WHERE workflow_id = ? AND sequence < ? AND event_type = ? ORDER BY sequence DESC LIMIT 1`,
      [workflowId, sequence, type],
    )
    return row === null ? [] : calledBy(readBody<AuditEntry>(row))
  })
}

/**
 * The name that a `workflow.started` entry counts for: the capability if it is a one-call session, else the
 * definition. Null for every other entry.
 */
export function startedName(
  entry: AuditEntry,
  definitionOf: (workflowId: string) => string | null,
): string | null {
  if (entry.eventType !== 'workflow.started') return null
  const { capability, definitionId } = entry.payload
  if (typeof capability === 'string' && capability !== '') return capability
  if (entry.workflowId !== null) {
    const definition = definitionOf(entry.workflowId)
    if (definition !== null) return definition
  }
  return typeof definitionId === 'string' ? definitionId : null
}
