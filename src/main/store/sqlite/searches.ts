/** Kept searches in SQLite. May import: model, runtime/ports. */
import type { KeptSearch } from '../../model/kept-search.ts'
import type { Page, ResultPage, SearchFilter } from '../../runtime/ports.ts'
import { normalTime, type Queries, readBody, readCursor, writeCursor } from './query.ts'

/** So many go in one transaction. */
const PIECE = 2000

/** Runs inside a transaction that belongs to the caller, as do the others that write. */
export function saveSearch(queries: Queries, search: KeptSearch): void {
  queries.run(
    'INSERT INTO searches (id, body) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body',
    [search.id, JSON.stringify(search)],
  )
}

export function listSearches(
  queries: Queries,
  { from, followed }: SearchFilter,
  { limit, cursor }: Page,
): Omit<ResultPage<KeptSearch>, 'total'> {
  const conditions = [
    ...(from === undefined ? [] : [{ sql: '+at >= ?', value: normalTime(from) }]),
    ...(cursor === undefined
      ? []
      : [{ sql: 'position < ?', value: Number(readCursor(cursor, ['number'])[0]) }]),
  ]
  const all = [...(followed ? ['followed = 1'] : []), ...conditions.map(({ sql }) => sql)]
  const where = all.length === 0 ? '' : `WHERE ${all.join(' AND ')}`
  // Without the `+` all that is not too old would be sorted for each page.
  const rows = queries.all(`SELECT position, body FROM searches ${where} ORDER BY position DESC LIMIT ?`, [
    ...conditions.map(({ value }) => value),
    limit + 1,
  ])
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const more = rows.length > shown.length && last !== undefined
  return {
    items: shown.map(readBody<KeptSearch>),
    ...(more ? { nextCursor: writeCursor([Number(last.position)]) } : {}),
  }
}

/** @returns how many were removed: of more than a piece, the rest is for another transaction */
export function forgetSearches(queries: Queries, bounds: { before: string; most: number } | null): number {
  const meant = bounds === null ? '1' : `(at < ? OR position <= ${BEYOND})`
  const values = bounds === null ? [] : [normalTime(bounds.before), bounds.most]
  return queries.all(
    `DELETE FROM searches WHERE position IN
       (SELECT position FROM searches WHERE ${meant} ORDER BY position LIMIT ${PIECE}) RETURNING position`,
    values,
  ).length
}

/** The newest of those that are too many; none: nothing is. */
const BEYOND = '(SELECT position FROM searches ORDER BY position DESC LIMIT 1 OFFSET ?)'
