/** The home page: the whole catalog while it is small, its most useful part when it is not (gateway.md §1.3). */
import type { JsonObject } from '../model/json.ts'
import { type CatalogEntry, ENTRY_KINDS } from './catalog.ts'
import { listLinks, makeLink, searchLink, toHomeItem } from './wire.ts'
import { compareBytes } from './words.ts'

const COUNTED_TAGS = 50
const LINKED_TAGS = 5
const REST_PAGE = 50

export type Usage = Record<string, { count: number }>

/** Workflows first, then capabilities, then connections; the most used first among each. Keeps the order else. */
export function orderForHome(entries: CatalogEntry[], usage: Usage): CatalogEntry[] {
  const countOf = ({ id }: CatalogEntry): number => usage[id]?.count ?? 0
  return entries.toSorted(
    (left, right) =>
      ENTRY_KINDS.indexOf(left.kind) - ENTRY_KINDS.indexOf(right.kind) || countOf(right) - countOf(left),
  )
}

/**
 * @param ordered what this caller may see, in the order of the home page.
 * @param writeRestCursor makes the cursor with which `gateway.search` lists from that offset on, in this order.
 */
export function describeHome(
  ordered: CatalogEntry[],
  limit: number,
  writeRestCursor: (offset: number) => string,
): JsonObject {
  const items = ordered.slice(0, limit).map(toHomeItem)
  const links = [searchLink(''), ...listLinks()]
  if (ordered.length <= limit) return { items, total: ordered.length, links }
  const rest = ordered.length - limit
  const tags = countTags(ordered)
  return {
    items,
    total: ordered.length,
    truncated: true,
    tags: Object.fromEntries(tags.slice(0, COUNTED_TAGS)),
    links: [
      ...links,
      makeLink(
        'rest',
        rest === 1 ? 'List the other item' : `List the other ${rest} items`,
        'gateway.search',
        {
          query: '',
          limit: REST_PAGE,
          cursor: writeRestCursor(limit),
        },
      ),
      ...tags.slice(0, LINKED_TAGS).map(([tag, count]) =>
        makeLink('list_tag', `List the ${count} items tagged '${tag}'`, 'gateway.search', {
          query: '',
          tags: [tag],
        }),
      ),
    ],
  }
}

/** The commonest first. */
function countTags(entries: CatalogEntry[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const { tags } of entries) {
    for (const tag of new Set(tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  }
  return [...counts].sort((left, right) => right[1] - left[1] || compareBytes(left[0], right[0]))
}
