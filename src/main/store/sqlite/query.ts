/** Small vocabulary for the SQL of the store: cached statements, conditions, pages. May import: model, runtime/ports. */
import type Database from 'better-sqlite3'
import type { Page, ResultPage } from '../../runtime/ports.ts'
import { readCursor, writeCursor } from './paging.ts'

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

/** One page by keyset: rows that arrive or change meanwhile neither repeat nor hide another; or by its place. */
export function selectPage<Item>(
  queries: Queries,
  { table, shown }: { table: string; shown: string },
  conditions: readonly Condition[],
  order: Order,
  page: Page,
  read: (row: Record<string, unknown>) => Item,
): ResultPage<Item> {
  const names = order.columns.join(', ')
  const from: Condition[] = []
  if (page.cursor !== undefined) {
    const places = order.columns.map(() => '?').join(', ')
    const sign = order.direction === 'ASC' ? '>' : '<'
    from.push({ sql: `(${names}) ${sign} (${places})`, values: readCursor(page.cursor, order.kinds) })
  }
  const all = [...conditions, ...from]
  const sorted = order.columns.map((column) => `${column} ${order.direction}`).join(', ')
  const { start = 0 } = page
  const rows = queries.all(
    `SELECT ${shown} FROM ${table} ${where(all)} ORDER BY ${sorted} LIMIT ? OFFSET ?`,
    [...values(all), page.limit + 1, start],
  )
  const items = rows.slice(0, page.limit)
  const last = items.at(-1)
  const more = rows.length > items.length
  // Counting reads every row that is meant; a first page that is not full has counted already.
  const isCounted = page.uncounted === true || (from.length === 0 && start === 0 && !more)
  const total = isCounted ? items.length : countRows(queries, table, conditions)
  return {
    items: items.map(read),
    total,
    ...(more && last ? { nextCursor: writeCursor(order.columns.map((column) => key(last[column]))) } : {}),
  }
}

export function countRows(queries: Queries, table: string, conditions: readonly Condition[]): number {
  const sql = `SELECT count(*) AS total FROM ${table} ${where(conditions)}`
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
