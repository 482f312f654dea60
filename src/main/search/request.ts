/** What `gateway.search` accepts; the first thing that is wrong is named with its field. */
import type { JsonObject } from '../model/json.ts'
import { type CatalogEntry, ENTRY_KINDS } from './catalog.ts'
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
  return {
    query,
    ...(kind === undefined ? {} : { kind }),
    ...(tags === undefined ? {} : { tags }),
    ...(limit === undefined ? {} : { limit }),
  }
}
