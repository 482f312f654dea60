/** Small vocabulary for the SQL of the store: cached statements, conditions, pages. May import: model, runtime/ports. */
import type Database from 'better-sqlite3'
import { GatewayError } from '../../model/error.ts'
import type { Page, ResultPage } from '../../runtime/ports.ts'

type Value = string | number | null

/** A part of WHERE with its parameters. */
export interface Condition {
  sql: string
  values: Value[]
}

export interface Queries {
  get(sql: string, values: readonly Value[]): Record<string, unknown> | null
  all(sql: string, values: readonly Value[]): Record<string, unknown>[]
  run(sql: string, values: readonly Value[]): void
}

/** Statements are compiled once for each text; the texts come from a few fixed combinations of conditions. */
export function createQueries(database: Database.Database): Queries {
  const statements = new Map<string, Database.Statement<Value[], Record<string, unknown>>>()
  function statement(sql: string) {
    const known = statements.get(sql)
    if (known) return known
    const compiled = database.prepare<Value[], Record<string, unknown>>(sql)
    statements.set(sql, compiled)
    return compiled
  }
  return {
    get: (sql, values) => statement(sql).get(...values) ?? null,
    all: (sql, values) => statement(sql).all(...values),
    run: (sql, values) => {
      statement(sql).run(...values)
    },
  }
}

/** `named` as in `oneOf`. */
export function equals(
  column: string,
  value: string | undefined,
  named: readonly string[] = [],
): Condition[] {
  return value === undefined ? [] : oneOf(column, [value], named)
}

/**
 * The list travels as one JSON parameter, so that the statement's text does not depend on its length. A single one
 * of `named` stands in the text itself: only then does SQLite use an index that is restricted to it.
 */
export function oneOf(
  column: string,
  values: readonly string[] | undefined,
  named: readonly string[] = [],
): Condition[] {
  if (values === undefined) return []
  const [only] = values
  const literal = values.length === 1 ? named.find((name) => name === only) : undefined
  if (literal !== undefined) return [{ sql: `${column} = '${literal}'`, values: [] }]
  if (only !== undefined && values.length === 1) return [{ sql: `${column} = ?`, values: [only] }]
  return [{ sql: `${column} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(values)] }]
}

export function noneOf(column: string, values: readonly string[] | undefined): Condition[] {
  if (values === undefined || values.length === 0) return []
  return [{ sql: `${column} NOT IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(values)] }]
}

/** The database registers `contains_text` when it opens. */
export function contains(hay: string, needle: string | undefined): Condition[] {
  return needle === undefined || needle === '' ? [] : [{ sql: `contains_text(${hay}, ?)`, values: [needle] }]
}

export interface Order {
  columns: readonly string[]
  kinds: readonly ('string' | 'number')[]
  direction: 'ASC' | 'DESC'
}

/** What a list reads. */
export interface Source {
  table: string
  shown: string
  /** The index that has all that counting asks for, however large the rows are. */
  counting?: string
  /** The key by which that index finds the rows of a page: for a few among many. */
  key?: string
}

/**
 * One page by keyset: rows that arrive or change meanwhile neither repeat nor hide another; or by its place.
 * @param search what looks into the text of each row: see `Page.withinMs`
 */
export function selectPage<Item>(
  queries: Queries,
  source: Source,
  conditions: readonly Condition[],
  order: Order,
  page: Page,
  read: (row: Record<string, unknown>) => Item,
  search: readonly Condition[] = [],
): ResultPage<Item> {
  const { limit, withinMs, start = 0 } = page
  const after = page.cursor === undefined ? null : readCursor(page.cursor, order.kinds)
  const meant = [...conditions, ...search]
  if (withinMs !== undefined && search.length > 0)
    return searchPage(queries, source, meant, order, { limit, withinMs, after }, read)
  const few = source.key === undefined || start > 0 ? null : findFew(queries, source, source.key, meant)
  if (few !== null) return readFew(queries, source, few, order, { ...page, after }, read)
  const survey = source.key === undefined || after !== null ? null : surveyRows(queries, source, meant)
  const conditioned = [...meant, ...beyond(order, after)]
  const wanted = { limit: limit + 1, start }
  const rows =
    selectNear(queries, source, conditioned, order, wanted, survey?.newest ?? after?.[0]) ??
    selectRows(queries, source, conditioned, order, wanted)
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  const more = rows.length > items.length
  // Counting reads every row that is meant; a first page that is not full has counted already.
  const isCounted = page.uncounted === true || (after === null && start === 0 && !more)
  return {
    items: items.map(read),
    total: isCounted ? items.length : (survey?.total ?? countRows(queries, source, meant)),
    ...(more && last ? { nextCursor: writeCursor(keysOf(order, last)) } : {}),
  }
}

/** So many rows are looked through between two looks at the time: each may take others with it. */
const PIECE = 500

/** Looks through row after row until the page is full, the time is over, or nothing is left. */
function searchPage<Item>(
  queries: Queries,
  source: Source,
  conditions: readonly Condition[],
  order: Order,
  { limit, withinMs, after }: { limit: number; withinMs: number; after: Keys | null },
  read: (row: Record<string, unknown>) => Item,
): ResultPage<Item> {
  const end = performance.now() + withinMs
  const everything = { table: source.table, shown: order.columns.join(', ') }
  const rows: Record<string, unknown>[] = []
  let next: Keys | null = after
  do {
    const from = beyond(order, next)
    const [bound] = selectRows(queries, everything, from, order, { limit: 1, start: PIECE - 1 })
    const piece = [...conditions, ...from, ...(bound === undefined ? [] : upTo(order, keysOf(order, bound)))]
    rows.push(...selectRows(queries, source, piece, order, { limit: limit + 1 - rows.length, start: 0 }))
    next = bound === undefined ? null : keysOf(order, bound)
  } while (next !== null && rows.length <= limit && performance.now() < end)
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  if (rows.length > items.length && last !== undefined) next = keysOf(order, last)
  return {
    items: items.map(read),
    total: items.length,
    ...(next === null ? {} : { nextCursor: writeCursor(next) }),
    ...(next === null && after === null ? {} : { partial: true }),
  }
}

type Keys = (string | number)[]

/** Up to so many are found, counted and sorted in one look at the index; where more are meant, it ends soon. */
const FEW = 5000

/** Their keys; null: there are more. */
function findFew(
  queries: Queries,
  source: Source,
  key: string,
  conditions: readonly Condition[],
): number[] | null {
  const sql = `SELECT ${key} AS found FROM ${indexed(source)} ${where(conditions)} LIMIT ?`
  const rows = queries.all(sql, [...values(conditions), FEW + 1])
  return rows.length > FEW ? null : rows.map(({ found }) => Number(found))
}

/** The page of those few; lists newest first. */
function readFew<Item>(
  queries: Queries,
  { table, shown, key = '' }: Source,
  few: number[],
  order: Order,
  { limit, uncounted, after }: Page & { after: Keys | null },
  read: (row: Record<string, unknown>) => Item,
): ResultPage<Item> {
  const from = Number(after?.[0] ?? Number.POSITIVE_INFINITY)
  const left = few.filter((each) => each < from).sort((one, other) => other - one)
  const shownKeys = left.slice(0, limit)
  const these = {
    sql: `${key} IN (SELECT value FROM json_each(?))`,
    values: [JSON.stringify(shownKeys)],
  }
  const rows = selectRows(queries, { table, shown }, [these], order, { limit, start: 0 })
  const last = shownKeys.at(-1)
  return {
    items: rows.map(read),
    total: uncounted === true ? rows.length : few.length,
    ...(left.length > limit && last !== undefined ? { nextCursor: writeCursor([last]) } : {}),
  }
}

/** How many are meant, and the greatest key of them, in one look at the index. */
function surveyRows(queries: Queries, source: Source, conditions: readonly Condition[]) {
  const sql = `SELECT count(*) AS total, max(${source.key}) AS newest FROM ${indexed(source)} ${where(conditions)}`
  const row = queries.get(sql, values(conditions))
  return { total: Number(row?.total), newest: Number(row?.newest) }
}

/** So many keys are looked at in the table itself. */
const NEAR = 5000

/**
 * Where many are meant, those of a page lie close together below the newest, or below where the last page ended, and
 * need not be put in order: of a million entries of the log that takes longer than to find them. Lists newest first.
 * @returns null where that does not fill the page: the index of the source finds them
 */
function selectNear(
  queries: Queries,
  { table, shown, key }: Source,
  conditions: readonly Condition[],
  order: Order,
  page: { limit: number; start: number },
  newest: string | number | undefined,
): Record<string, unknown>[] | null {
  if (key === undefined || newest === undefined || page.start > 0) return null
  const near = { sql: `${key} <= ? AND ${key} > ?`, values: [newest, Number(newest) - NEAR] }
  // By its key alone: the planner would take an index of times for the better one.
  const rows = selectRows(
    queries,
    { table: `${table} NOT INDEXED`, shown },
    [...conditions, near],
    order,
    page,
  )
  return rows.length < page.limit ? null : rows
}

function selectRows(
  queries: Queries,
  source: Source,
  conditions: readonly Condition[],
  { columns, direction }: Order,
  { limit, start }: { limit: number; start: number },
): Record<string, unknown>[] {
  const { table, shown, key } = source
  const sorted = `ORDER BY ${columns.map((column) => `${column} ${direction}`).join(', ')}`
  const page = `${where(conditions)} ${sorted} LIMIT ? OFFSET ?`
  const sql =
    key === undefined
      ? `SELECT ${shown} FROM ${table} ${page}`
      : `SELECT ${shown} FROM ${table} WHERE ${key} IN (SELECT ${key} FROM ${indexed(source)} ${page}) ${sorted}`
  return queries.all(sql, [...values(conditions), limit, start])
}

/** As it stands after FROM. */
export function indexed({ table, counting }: Pick<Source, 'table' | 'counting'>): string {
  return counting === undefined ? table : `${table} INDEXED BY ${counting}`
}

function beyond({ columns, direction }: Order, keys: Keys | null): Condition[] {
  return keys === null ? [] : compare(columns, direction === 'ASC' ? '>' : '<', keys)
}

function upTo({ columns, direction }: Order, keys: Keys): Condition[] {
  return compare(columns, direction === 'ASC' ? '<=' : '>=', keys)
}

function compare(columns: readonly string[], sign: string, keys: Keys): Condition[] {
  return [{ sql: `(${columns.join(', ')}) ${sign} (${keys.map(() => '?').join(', ')})`, values: keys }]
}

function keysOf({ columns }: Order, row: Record<string, unknown>): Keys {
  return columns.map((column) => key(row[column]))
}

export function countRows(
  queries: Queries,
  source: Pick<Source, 'table' | 'counting'>,
  conditions: readonly Condition[],
): number {
  const sql = `SELECT count(*) AS total FROM ${indexed(source)} ${where(conditions)}`
  return Number(queries.get(sql, values(conditions))?.total ?? 0)
}

export function where(conditions: readonly Condition[]): string {
  return conditions.length === 0 ? '' : `WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`
}

export function values(conditions: readonly Condition[]): Value[] {
  return conditions.flatMap((condition) => condition.values)
}

function key(value: unknown): string | number {
  return typeof value === 'number' ? value : String(value)
}

/** The record that a row holds as JSON. The caller names its type: only this program writes these rows. */
export function readBody<Item>(row: Record<string, unknown>): Item {
  return JSON.parse(String(row.body))
}

/** SQL for the ISO time at a path of the body, moved by its one parameter, which is as `seconds` writes it; null stays null. */
export function moveTime(path: string): string {
  return `strftime('%Y-%m-%dT%H:%M:%fZ', body ->> '${path}', ?)`
}

export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(3)} seconds`
}

// ── What lists share: cursors, text search, times.

/** A cursor names the last item that was seen, by the keys that the list is sorted by. */
export function writeCursor(keys: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(keys)).toString('base64url')
}

/** @throws GatewayError INVALID_ARGUMENTS if it is not a cursor of this kind of list. */
export function readCursor(cursor: string, kinds: readonly ('string' | 'number')[]): (string | number)[] {
  const keys = parseKeys(cursor)
  if (keys?.length !== kinds.length || !keys.every((key, index) => typeof key === kinds[index])) {
    throw new GatewayError(
      'INVALID_ARGUMENTS',
      'The cursor is not one that this list gave out. Leave it out.',
    )
  }
  return keys
}

function parseKeys(cursor: string): (string | number)[] | null {
  try {
    const keys: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    return Array.isArray(keys) ? keys : null
  } catch {
    return null
  }
}

/** Case-insensitive; what a person types is found in JSON text as it is and as JSON escapes it. */
export function containsText(hay: string, needle: string): boolean {
  const folded = hay.toLowerCase()
  const wanted = needle.toLowerCase()
  if (folded.includes(wanted)) return true
  const escaped = JSON.stringify(wanted).slice(1, -1)
  return escaped !== wanted && folded.includes(escaped)
}

/** ISO times compare as text only in one spelling: UTC with milliseconds. Anything else stays as it is. */
export function normalTime(time: string): string {
  const parsed = Date.parse(time)
  return Number.isNaN(parsed) ? time : new Date(parsed).toISOString()
}

/** Whether two lists hold the same ids, in any order; neither holds one twice. */
export function sameIds(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((id) => others.includes(id))
}
