/** What `gateway.search` accepts, its cursor included; the first thing that is wrong is named with its field. */
import { type JsonObject, present } from '../model/json.ts'
import { type CatalogEntry, ENTRY_KINDS } from './catalog.ts'
import { hashOf } from './text-hash.ts'
import { type DiscoveryAnswer, rejectArgument } from './wire.ts'

export interface SearchRequest {
  query: string
  kind?: string
  tags?: string[]
  limit?: number
  cursor?: string
}

/** Longer queries are refused: each term costs a pass over what it matches. */
const MAX_QUERY_LENGTH = 2000
const DEFAULT_LIMIT = 10
const MAX_LIMIT = 50

/** Null if nothing is wrong. */
export function checkRequest({ query, kind, tags, limit }: SearchRequest): DiscoveryAnswer | null {
  if (typeof query !== 'string')
    return rejectArgument('query', 'A query is needed; an empty one lists everything.', 'a string')
  if (query.length > MAX_QUERY_LENGTH)
    return rejectArgument(
      'query',
      `The query has ${query.length} characters; two to five keywords work best.`,
      `a string of at most ${MAX_QUERY_LENGTH} characters`,
    )
  if (kind !== undefined && !ENTRY_KINDS.some((known) => known === kind))
    return rejectArgument('kind', `There is no kind '${kind}'.`, ENTRY_KINDS.join(', '))
  if (tags !== undefined && !(Array.isArray(tags) && tags.every((tag) => typeof tag === 'string')))
    return rejectArgument('tags', 'The tags are not a list of strings.', 'an array of strings')
  if (limit !== undefined && !(Number.isInteger(limit) && limit >= 0 && limit <= MAX_LIMIT))
    return rejectArgument(
      'limit',
      `A page cannot have ${limit} results.`,
      `a whole number from 1 to ${MAX_LIMIT}`,
    )
  return null
}

/** Zero counts as not given, as in the specification's reference. */
export function pageSize({ limit }: SearchRequest): number {
  return limit === undefined || limit === 0 ? DEFAULT_LIMIT : limit
}

/** Whether an entry has the wanted kind and all of the wanted tags. */
export function matchesFilter({ kind, tags = [] }: SearchRequest, entry: CatalogEntry): boolean {
  return (kind === undefined || entry.kind === kind) && tags.every((tag) => entry.tags.includes(tag))
}

/** The same search as arguments of another call; its cursor is left out. */
export function restate({ query, kind, tags, limit }: SearchRequest): JsonObject {
  return { query, ...present({ kind, tags, limit }) }
}

/**
 * Where the next page of a list begins. Opaque to callers; carries a check value over everything that the list
 * depends on, so that a cursor of another query, another client or an older catalog is refused, never misread.
 */
interface Position {
  /** `ranked`: the order of search. `home`: the order of the home page, whose rest is read page by page. */
  order: 'ranked' | 'home'
  offset: number
}

const PATTERN = /^([rh])([0-9a-z]{1,8})-[0-9a-z]{1,7}$/

export function writeCursor(position: Position, scope: string): string {
  const body = `${position.order === 'home' ? 'h' : 'r'}${position.offset.toString(36)}`
  return `${body}-${hashOf(`${body}|${scope}`).toString(36)}`
}

/** Null if this is no cursor of that scope. */
export function readCursor(cursor: string, scope: string): Position | null {
  const [, order, offset] = PATTERN.exec(cursor) ?? []
  if (order === undefined || offset === undefined) return null
  const position: Position = { order: order === 'h' ? 'home' : 'ranked', offset: Number.parseInt(offset, 36) }
  return writeCursor(position, scope) === cursor ? position : null
}

/** Whether it says that it is of the rest of the home page; `readCursor` tells whether that is so. */
export function isHomeCursor(cursor: unknown): boolean {
  return typeof cursor === 'string' && cursor.startsWith('h')
}

/** Numbers lists, so that a cursor can name the one that it belongs to. */
export function createEditions(): (list: object) => number {
  const known = new WeakMap<object, number>()
  let last = 0
  return (list) => {
    const edition = known.get(list) ?? ++last
    known.set(list, edition)
    return edition
  }
}
