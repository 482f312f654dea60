/** A search laid open for a person: every point, what was ignored, and what else could be narrowed down to. */

import type { Points } from '../../model/search-points.ts'
import type { SearchProfile } from '../../model/search-profile.ts'
import type { CatalogEntry } from '../catalog.ts'
import { findHint, findWeakHint } from '../hint.ts'
import type { Ranking } from '../ranking.ts'
import { matchesFilter } from '../request.ts'
import { compareBytes } from '../words.ts'

export interface InspectRequest {
  query: string
  limit: number
  /** Instead of the live one. */
  profile?: SearchProfile
  kind?: string
  source?: string
  tags?: string[]
}

export interface Inspection {
  terms: string[]
  /** Words of the query that do not count. */
  ignored: string[]
  total: number
  /** What the agent is told when nothing matches, or nothing well. */
  hint: string | null
  /** There are results, and not even the best one fits well. */
  weak: boolean
  /** Of the ranking alone. */
  elapsedMicros: number
  results: { entry: CatalogEntry; score: number; explanation: Points[] }[]
  facets: Facets
}

/** Of all matches, before the filters; the commonest first, ties in byte order. */
export interface Facets {
  kind: Count[]
  source: Count[]
  tag: Count[]
}

interface Count {
  value: string
  count: number
}

/** A list that is longer helps nobody to choose. */
const MOST_VALUES = 50

/** `rank` makes a ranking of settings. */
export function inspectRanking(
  rank: (profile: SearchProfile) => Ranking,
  profile: SearchProfile,
  request: InspectRequest,
  now: () => number,
): Inspection {
  const { query, limit, source } = request
  const ranking = rank(profile)
  const accept = (entry: CatalogEntry): boolean =>
    matchesFilter(request, entry) && (source === undefined || entry.source === source)
  const started = now()
  const found = ranking.search(query, { limit, offset: 0, accept })
  const { hits, total, terms, ignored } = found
  const elapsedMicros = now() - started
  const facets = countFacets(ranking, query)
  const results = hits.map((hit) => ({ ...hit, explanation: ranking.explain(query, hit.entry) }))
  const told =
    total === 0 ? findHint(rank, profile, query, request) : findWeakHint(ranking, query, found, request)
  const hint = told?.hint ?? null
  const weak = found.weak !== undefined
  return { terms, ignored, total, hint, weak, elapsedMicros, results, facets }
}

function countFacets(ranking: Ranking, query: string): Facets {
  const counts = {
    kind: new Map<string, number>(),
    source: new Map<string, number>(),
    tag: new Map<string, number>(),
  }
  const add = (where: Map<string, number>, value: string) => where.set(value, (where.get(value) ?? 0) + 1)
  // A ranking asks of each match at least once.
  const counted = new Set<CatalogEntry>()
  ranking.search(query, {
    limit: 1,
    offset: 0,
    accept(entry) {
      if (counted.has(entry)) return true
      counted.add(entry)
      add(counts.kind, entry.kind)
      add(counts.source, entry.source)
      for (const tag of new Set(entry.tags)) add(counts.tag, tag)
      return true
    },
  })
  return { kind: sorted(counts.kind), source: sorted(counts.source), tag: sorted(counts.tag) }
}

function sorted(counts: Map<string, number>): Count[] {
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((left, right) => right.count - left.count || compareBytes(left.value, right.value))
    .slice(0, MOST_VALUES)
}
