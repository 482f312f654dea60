/** What every ranking offers, whatever its rules. */
import type { Points } from '../model/search-points.ts'
import type { SearchProfile } from '../model/search-profile.ts'
import type { CatalogEntry } from './catalog.ts'

export type EntryTest = (entry: CatalogEntry) => boolean

export interface RankedItem {
  entry: CatalogEntry
  score: number
}

export interface SearchHits {
  hits: RankedItem[]
  /** How many accepted entries match, over all pages. */
  total: number
  /** The words that were looked for, in the order of the query. */
  terms: string[]
  /** Words of the query that were not looked for. */
  ignored: string[]
  /** The query begins with where the item is to come from, and only that was searched. */
  within?: string
  /** Not even the best of them fits well: words of the query of which it has nothing. Only where there are hits. */
  weak?: { missing: string[] }
}

export interface Ranking {
  /** Best first, ties by id in byte order. A query without words lists everything with score 1; limit 0 means 10. */
  search(query: string, options: { limit: number; offset: number; accept?: EntryTest }): SearchHits
  /** Empty if the entry does not match, or the query has no words. */
  explain(query: string, entry: CatalogEntry): Points[]
  /** Words of accepted entries that resemble a term of the query, nearest first. */
  nearestTerms(query: string, limit: number, accept?: EntryTest): string[]
}

/** What was started after which search; for `usage`. */
export interface Use {
  query: string
  id: string
}

/** One catalog, prepared once; settings need no preparation of their own. */
export interface SearchIndex {
  readonly entries: readonly CatalogEntry[]
  rank(profile: SearchProfile, uses?: readonly Use[]): Ranking
}
