/** All that is listed at one moment, in order. */
import { type CatalogEntry, ENTRY_KINDS } from './catalog.ts'
import type { Lookup } from './lookup.ts'
import { sortIds } from './sorted.ts'

export interface Listing {
  readonly lookup: Lookup
  /** By kind, then by id. */
  readonly entries: readonly CatalogEntry[]
}

export function* buildListing(lookup: Lookup): Generator<void, Listing> {
  const entries: CatalogEntry[] = []
  for (const kind of ENTRY_KINDS) {
    const listed = lookup.listed(kind)
    yield
    const order = yield* sortIds(listed.map(({ id }) => id))
    for (const position of order) {
      const entry = listed[position]
      if (entry !== undefined) entries.push(entry)
    }
  }
  return { lookup, entries }
}
