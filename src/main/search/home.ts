/** The home page: the whole catalog while it is small, its most useful part when it is not. */
import type { JsonObject } from '../model/json.ts'
import { type CatalogEntry, ENTRY_KINDS } from './catalog.ts'
import { listLinks, makeLink, searchLink, toHomeItem } from './wire.ts'
import { compareBytes } from './words.ts'

const COUNTED_TAGS = 50
const COUNTED_SOURCES = 20
const LINKED_TAGS = 5
const REST_PAGE = 50
/** Entries that are looked at between two pauses. */
const STEP = 1000

export type Usage = Record<string, { count: number }>

/** What one caller may see of the catalog, in the order of the home page. */
export interface HomeListing {
  ordered: CatalogEntry[]
  counts: { kinds: Count[]; sources: Count[]; tags: Count[] }
}

type Count = [value: string, count: number]

/**
 * Workflows first, then capabilities, then connections; the most used first among each. Keeps the order else.
 * `present` is what an entry is now for this caller; null: it is not there for them.
 */
export function* listForHome(
  entries: readonly CatalogEntry[],
  usage: Usage,
  present: (entry: CatalogEntry) => CatalogEntry | null,
): Generator<void, HomeListing> {
  const used = new Map(Object.entries(usage).map(([id, { count }]) => [id, count]))
  const parts = Object.fromEntries(
    ENTRY_KINDS.map((kind) => [kind, { used: [] as CatalogEntry[], unused: [] as CatalogEntry[] }]),
  )
  const kinds = new Map<string, number>()
  const sources = new Map<string, number>()
  const tags = new Map<string, number>()
  for (const [position, listed] of entries.entries()) {
    if (position % STEP === STEP - 1) yield
    const entry = present(listed)
    if (entry === null) continue
    parts[entry.kind]?.[(used.get(entry.id) ?? 0) > 0 ? 'used' : 'unused'].push(entry)
    add(kinds, entry.kind)
    add(sources, entry.source)
    for (const tag of new Set(entry.tags)) add(tags, tag)
  }
  const ordered = Object.values(parts).flatMap(({ used: some, unused }) => [
    ...some.sort((left, right) => (used.get(right.id) ?? 0) - (used.get(left.id) ?? 0)),
    ...unused,
  ])
  return { ordered, counts: { kinds: rank(kinds), sources: rank(sources), tags: rank(tags) } }
}

/** @param writeRestCursor makes the cursor with which `gateway.search` lists from that offset on, in this order. */
export function describeHome(
  { ordered, counts: { kinds, sources, tags } }: HomeListing,
  limit: number,
  writeRestCursor: (offset: number) => string,
): JsonObject {
  const items = ordered.slice(0, limit).map(toHomeItem)
  const links = [searchLink(''), ...listLinks()]
  if (ordered.length <= limit) return { items, total: ordered.length, links }
  const rest = ordered.length - limit
  const restArguments = { query: '', limit: REST_PAGE, cursor: writeRestCursor(limit) }
  const restTitle = rest === 1 ? 'List the other item' : `List the other ${rest} items`
  return {
    items,
    total: ordered.length,
    truncated: true,
    kinds: Object.fromEntries(kinds),
    sources: Object.fromEntries(sources.slice(0, COUNTED_SOURCES)),
    tags: Object.fromEntries(tags.slice(0, COUNTED_TAGS)),
    links: [
      ...links,
      makeLink('rest', restTitle, 'gateway.search', restArguments),
      ...tags.slice(0, LINKED_TAGS).map(([tag, count]) =>
        makeLink('list_tag', `List the ${count} items tagged '${tag}'`, 'gateway.search', {
          query: '',
          tags: [tag],
        }),
      ),
    ],
  }
}

function add(counts: Map<string, number>, value: string): void {
  counts.set(value, (counts.get(value) ?? 0) + 1)
}

/** The commonest first. */
function rank(counts: Map<string, number>): Count[] {
  return [...counts].sort((left, right) => right[1] - left[1] || compareBytes(left[0], right[0]))
}
