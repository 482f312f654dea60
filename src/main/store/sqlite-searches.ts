/** Kept searches in SQLite. May import: model, runtime/ports. */
import type { KeptSearch } from '../model/kept-search.ts'
import type { Page, Paged, SearchFilter } from '../runtime/ports.ts'
import { normalTime } from './paging.ts'
import { type Condition, type Queries, readBody, selectPage } from './sqlite-query.ts'

/** So many go in one transaction. */
const PIECE = 4000

/** Runs inside a transaction that belongs to the caller, as do the others that write. */
export function saveSearch(queries: Queries, search: KeptSearch): void {
  queries.run(
    'INSERT INTO searches (id, body) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body',
    [search.id, JSON.stringify(search)],
  )
}

export function listSearches(queries: Queries, filter: SearchFilter, page: Page): Paged<KeptSearch> {
  const conditions: Condition[] = [
    ...(filter.from === undefined ? [] : [{ sql: 'at >= ?', values: [normalTime(filter.from)] }]),
    ...(filter.followed ? [{ sql: 'followed = 1', values: [] }] : []),
  ]
  const order = { columns: ['position'], kinds: ['number'], direction: 'DESC' } as const
  return selectPage(
    queries,
    { table: 'searches', shown: 'position, body' },
    conditions,
    order,
    page,
    readBody<KeptSearch>,
  )
}

/** @returns how many were removed: of more than a piece, the rest is for another transaction */
export function forgetSearches(
  queries: Queries,
  bounds: { before: string; most: number } | undefined,
): number {
  const meant = bounds === undefined ? '1' : `(at < ? OR position <= ${BEYOND})`
  const values = bounds === undefined ? [] : [normalTime(bounds.before), bounds.most]
  return queries.all(
    `DELETE FROM searches WHERE position IN
       (SELECT position FROM searches WHERE ${meant} ORDER BY position LIMIT ${PIECE}) RETURNING position`,
    values,
  ).length
}

/** The newest of those that are too many; none: nothing is. */
const BEYOND = '(SELECT position FROM searches ORDER BY position DESC LIMIT 1 OFFSET ?)'
