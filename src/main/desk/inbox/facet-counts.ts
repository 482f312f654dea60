/**
 * What the list of the inbox tells of everything that waits, kept up to date as items come and go, so that one more
 * item does not have ten thousand counted again. Pure. May import: preload/contract.
 */
import type { InboxPage } from '../../../preload/contract.ts'

export interface CountedItem {
  id: string
  kind: string
  queue: string | null
  definitionId: string
  client: string
  requestedAt: string
}

type Facet = keyof InboxPage['facets']
type Facets = InboxPage['facets']

const FACETS = ['kind', 'queue', 'definitionId', 'client'] as const satisfies readonly Facet[]

export interface FacetCounts<Entry extends CountedItem = CountedItem> {
  add(entry: Entry): void
  remove(entry: Entry): void
  /** Of everything but `without`, which must be in it; the most frequent values first. */
  facets(without: readonly Entry[]): Facets
  /** Id of what was asked first of everything but `without`; null: there is nothing. */
  oldest(without: readonly Entry[]): string | null
  /** One entry of each definition. */
  examples(): Entry[]
}

export function createFacetCounts<Entry extends CountedItem>(): FacetCounts<Entry> {
  const counts = countsOf<Entry>([])
  const byDefinition = new Map<string, Set<Entry>>()
  const entries = new Set<Entry>()
  let first: Entry | null = null

  return {
    add(entry) {
      entries.add(entry)
      count(counts, entry, 1)
      const same = byDefinition.get(entry.definitionId) ?? new Set()
      byDefinition.set(entry.definitionId, same.add(entry))
      if (entries.size === 1 || (first !== null && isOlder(entry, first))) first = entry
    },
    remove(entry) {
      if (!entries.delete(entry)) return
      count(counts, entry, -1)
      const same = byDefinition.get(entry.definitionId)
      same?.delete(entry)
      if (same?.size === 0) byDefinition.delete(entry.definitionId)
      if (first === entry) first = null
    },
    facets(without) {
      if (without.length === 0) return listFacets(counts)
      const left = Object.fromEntries(
        FACETS.map((facet) => [facet, new Map(counts[facet])]),
      ) as unknown as Counts
      for (const entry of without) count(left, entry, -1)
      return listFacets(left)
    },
    oldest(without) {
      if (first === null) first = findOldest(entries)
      if (first === null || !without.includes(first)) return first?.id ?? null
      const hidden = new Set(without)
      return findOldest([...entries].filter((entry) => !hidden.has(entry)))?.id ?? null
    },
    examples: () =>
      [...byDefinition.values()].flatMap((same) => {
        const [example] = same
        return example === undefined ? [] : [example]
      }),
  }
}

/** The same of a few. */
export function countFacets(entries: Iterable<CountedItem>): Facets {
  return listFacets(countsOf(entries))
}

type Counts = Record<Facet, Map<string, number>>

function countsOf<Entry extends CountedItem>(entries: Iterable<Entry>): Counts {
  const counts: Counts = { kind: new Map(), queue: new Map(), definitionId: new Map(), client: new Map() }
  for (const entry of entries) count(counts, entry, 1)
  return counts
}

function count(counts: Counts, entry: CountedItem, by: 1 | -1): void {
  for (const facet of FACETS) {
    const value = entry[facet]
    if (value === null || value === '') continue
    const now = (counts[facet].get(value) ?? 0) + by
    if (now === 0) counts[facet].delete(value)
    else counts[facet].set(value, now)
  }
}

function listFacets(counts: Counts): Facets {
  const list = (facet: Facet) =>
    [...counts[facet]]
      .map(([value, count]) => ({ value, label: value, count }))
      .sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
  return {
    kind: list('kind'),
    queue: list('queue'),
    definitionId: list('definitionId'),
    client: list('client'),
  }
}

function findOldest<Entry extends CountedItem>(entries: Iterable<Entry>): Entry | null {
  let oldest: Entry | null = null
  for (const entry of entries) if (oldest === null || isOlder(entry, oldest)) oldest = entry
  return oldest
}

function isOlder(one: CountedItem, other: CountedItem): boolean {
  return one.requestedAt < other.requestedAt
}
