/** What the playground asks of the gateway: judged queries, what a profile does to them, and why results stand as they do. */

import { contentHash } from '../../config/hash.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.ts'
import type { ComparedQueries, JudgedQuery } from '../../model/search-figures.ts'
import type { SearchProfile } from '../../model/search-profile.ts'
import type { Clock, Store } from '../../runtime/ports.ts'
import type { CatalogEntry } from '../../search/catalog.ts'
import type { CatalogRanking, Discovery } from '../../search/discovery.ts'
import {
  compareMeasured,
  EVALUATED_PLACES,
  measureAnswers,
  poolForJudging,
  type QueryMeasure,
} from '../../search/lab/evaluate.ts'
import {
  compareStandings,
  findSwap,
  nameBoth,
  type RankPosition,
  type Reasons,
  type Swap,
} from '../../search/lab/why.ts'
import type { Ranking } from '../../search/ranking.ts'
import { pause } from '../../system/slices.ts'
import { completeProfile } from '../../workflow/search-profile/search-profile.ts'
import { type JudgedQueries, keepJudgedQueries } from './judged-queries.ts'

export interface Tuning {
  readonly judged: JudgedQueries
  /** What stands in the configuration as `discovery.profile`; undefined: nothing does. */
  written(): Promise<JsonValue | undefined>
  /** The judged queries under both; null: `signal` was aborted first. Never holds the thread for long. */
  compare(before: SearchProfile, after: SearchProfile, signal?: AbortSignal): Promise<ComparedQueries | null>
  /**
   * What it would change if this entry stood in for the one of its kind and id, under the live profile: its place for
   * a query among the first fifty (null: not among them), and the judged queries.
   */
  effect(
    changed: CatalogEntry,
    query: string,
  ): Promise<{ before: number | null; after: number | null; compared: ComparedQueries }>
  /** What a person judges for a query. `draft` null: none is tried. */
  pool(
    query: string,
    draft: SearchProfile | null,
  ): Promise<{ qid: string; candidates: { entry: CatalogEntry; grade: number | null }[] }>
  /** `reversed`: the lower one stands above by now. `missing`: it is not found by this query. */
  why(
    request: { query: string; above: string; below: string; profile: SearchProfile },
    signal: AbortSignal,
  ): Promise<
    | {
        kind: 'why'
        names: [string, string]
        reasons: Reasons
        swap: { change: Swap; compared: ComparedQueries } | null
      }
    | { kind: 'reversed' | 'stopped' }
    | { kind: 'missing'; id: string }
  >
}

const MOST_MEASURED = 8

export function createTuning(parts: {
  store: Pick<Store, 'settings' | 'saveSettings'>
  clock: Clock
  discovery: Pick<Discovery, 'rankingFor' | 'entry' | 'profile'>
  document(): Promise<JsonObject>
  changed(): void
}): Tuning {
  const { discovery } = parts
  const judged = keepJudgedQueries(parts)
  const measured = new WeakMap<readonly CatalogEntry[], Map<string, (QueryMeasure | null)[]>>()

  /** `key`: whose results are kept; null: they are not. Null: aborted. */
  async function measure(
    ranking: CatalogRanking,
    key: string | null,
    queries: readonly JudgedQuery[],
    signal?: AbortSignal,
  ): Promise<(QueryMeasure | null)[] | null> {
    const kept = key === null ? undefined : (measured.get(ranking.entries) ?? new Map())
    const before = key === null ? undefined : kept?.get(key)
    if (before !== undefined) return before
    const ids = new Set(ranking.entries.map(({ id }) => id))
    const results: (QueryMeasure | null)[] = []
    for (const { query, grades } of queries) {
      await pause()
      if (signal?.aborted === true) return null
      results.push(measureOne(ranking, query, onlyThere(grades, ids)))
    }
    if (key !== null && kept !== undefined) {
      measured.set(ranking.entries, kept.set(key, results))
      const [oldest] = kept.keys()
      if (kept.size > MOST_MEASURED && oldest !== undefined) kept.delete(oldest)
    }
    return results
  }

  /** What is learnt from use changes by itself, so nothing that uses it is kept. */
  function keyOf(profile: SearchProfile): string | null {
    if (completeProfile(profile).usage > 0) return null
    return `${judged.version()} ${contentHash(profile as unknown as JsonObject)}`
  }

  async function compare(
    before: SearchProfile,
    after: SearchProfile,
    signal?: AbortSignal,
  ): Promise<ComparedQueries | null> {
    const queries = await judged.list()
    const keys = [keyOf(before), keyOf(after)] as const
    const rankings = [await discovery.rankingFor(before), await discovery.rankingFor(after)] as const
    const was = await measure(rankings[0], keys[0], queries, signal)
    const is = was === null ? null : await measure(rankings[1], keys[1], queries, signal)
    return was === null || is === null ? null : compareMeasured(queries, was, is)
  }

  return {
    judged,
    async written() {
      const { discovery: section = null } = await parts.document()
      return isJsonObject(section) ? section.profile : undefined
    },
    compare,
    async effect(changed, query) {
      const profile = discovery.profile()
      const queries = await judged.list()
      const key = keyOf(profile)
      const now = await discovery.rankingFor(profile)
      const then = await discovery.rankingFor(profile, { changed: [changed] })
      const was = (await measure(now, key, queries)) ?? []
      const is = (await measure(then, null, queries)) ?? []
      const { id } = changed
      return {
        before: placeIn(now, query, id),
        after: placeIn(then, query, id),
        compared: compareMeasured(queries, was, is),
      }
    },
    async pool(query, draft) {
      const profiles = [CLASSIC, SMART, discovery.profile(), ...(draft === null ? [] : [draft])]
      const rankings = await Promise.all(profiles.map((profile) => discovery.rankingFor(profile)))
      const known = await judged.find(query)
      const grades = new Map(Object.entries(known?.grades ?? {}))
      const qid = known?.qid ?? (await judged.qidOf(query))
      const ids = poolForJudging({ qid, query, rankings, judged: [...grades.keys()] })
      const candidates = ids.flatMap((id) => {
        const entry = discovery.entry(id)
        return entry === null ? [] : [{ entry, grade: grades.get(id) ?? null }]
      })
      return { qid, candidates }
    },
    async why({ query, above, below, profile }, signal) {
      const ranking = await discovery.rankingFor(profile)
      const upper = standing(ranking, query, above)
      if (upper === null) return { kind: 'missing', id: above }
      await pause()
      const lower = standing(ranking, query, below)
      if (lower === null) return { kind: 'missing', id: below }
      await pause()
      if (first(ranking, query, above, below) !== above) return { kind: 'reversed' }
      const rank = (tried: SearchProfile) => discovery.rankingFor(tried)
      const change = await findSwap({ query, above, below, profile, rank, pause, signal })
      const compared = change === null ? null : await compare(profile, change.profile, signal)
      if (signal.aborted) return { kind: 'stopped' }
      const swap = change === null || compared === null ? null : { change, compared }
      return { kind: 'why', names: nameBoth(upper, lower), reasons: compareStandings(upper, lower), swap }
    },
  }
}

const CLASSIC: SearchProfile = { ranking: 'classic' }
const SMART: SearchProfile = { ranking: 'smart' }

function measureOne(ranking: Ranking, query: string, grades: Record<string, number>): QueryMeasure | null {
  const { hits } = ranking.search(query, { limit: EVALUATED_PLACES, offset: 0 })
  return measureAnswers(
    hits.map(({ entry }) => entry.id),
    grades,
  )
}

/** What is not in the catalog cannot be found by any profile. */
function onlyThere(grades: Record<string, number>, ids: ReadonlySet<string>): Record<string, number> {
  return Object.fromEntries(Object.entries(grades).filter(([id]) => ids.has(id)))
}

function placeIn(ranking: Ranking, query: string, id: string): number | null {
  const { hits } = ranking.search(query, { limit: EVALUATED_PLACES, offset: 0 })
  const at = hits.findIndex(({ entry }) => entry.id === id)
  return at < 0 ? null : at + 1
}

function standing(ranking: CatalogRanking, query: string, id: string): RankPosition | null {
  const [hit] = ranking.search(query, { limit: 1, offset: 0, accept: (entry) => entry.id === id }).hits
  if (hit === undefined) return null
  const { title } = hit.entry
  return { id, title, score: hit.score, points: ranking.explain(query, hit.entry) }
}

function first(ranking: Ranking, query: string, one: string, other: string): string | undefined {
  const accept = ({ id }: CatalogEntry) => id === one || id === other
  return ranking.search(query, { limit: 1, offset: 0, accept }).hits[0]?.entry.id
}
