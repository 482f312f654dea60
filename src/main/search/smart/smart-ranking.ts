/** The `smart` ranking of one catalog under some settings: words, sentences, use and names. */

import type { SmartSettings } from '../../model/search-profile.ts'
import { COMMON_WORDS } from '../../workflow/search-profile/search-words.ts'
import type { CatalogEntry } from '../catalog.ts'
import { findNearestWords } from '../closeness.ts'
import type { EntryTest, RankedItem, Ranking, SearchHits, Use } from '../ranking.ts'
import { ITEM_SHIFT } from './cells.ts'
import { createCollector } from './collect.ts'
import { createExplainer } from './explain.ts'
import { findItem } from './item.ts'
import { tellRarity } from './matches.ts'
import type { Plan } from './plan.ts'
import { createPlanner } from './planner.ts'
import { createQueryReader } from './query.ts'
import { createScorer } from './scores.ts'
import { readCatalog, type SmartData } from './smart-index.ts'
import { findWeakness } from './strength.ts'
import { createTextSums } from './sums.ts'
import { createWordTables } from './tables.ts'

export interface SmartIndex {
  /** Costs little, whatever the size of the catalog: what settings change is computed when it is searched for. */
  rank(settings: SmartSettings, uses?: readonly Use[]): Ranking
}

/** Prepares a catalog; yields at least every few milliseconds. The entries must not change afterwards. */
export function* buildSmartIndex(entries: readonly CatalogEntry[]): Generator<void, SmartIndex> {
  const data = yield* readCatalog(entries)
  return { rank: (settings, uses = []) => createRanking(data, settings, uses) }
}

function createRanking(data: SmartData, settings: SmartSettings, uses: readonly Use[]): Ranking {
  const { entries, byId } = data
  const reader = createQueryReader(settings, data.readings.ignoredBy(settings))
  const tables = createWordTables(data, settings)
  const scorer = createScorer(data, settings, reader, tables)
  const sums = createTextSums(data, settings, scorer)
  const collector = createCollector(data, settings, scorer)
  const planner = createPlanner(data, settings, { reader, tables, scorer, sums, collector, uses })
  const rarest = tellRarity(entries.length, 0, settings)
  const explainPlan = createExplainer(data, settings, tables, scorer)
  /** What the last query meant: its hits are explained one by one. */
  let last: { query: string; plan: Plan } | null = null

  function isAccepted(item: number, accept: EntryTest | undefined): boolean {
    const entry = entries[item]
    return entry !== undefined && (accept === undefined || accept(entry))
  }

  function toHits(items: Iterable<{ item: number; score: number }>): RankedItem[] {
    return [...items].flatMap(({ item, score }) => {
      const entry = entries[item]
      return entry === undefined ? [] : [{ entry, score }]
    })
  }

  function listAll(limit: number, offset: number, accept: EntryTest | undefined): SearchHits {
    const listed = byId.filter((item) => isAccepted(item, accept))
    const page = [...listed.subarray(offset, offset + limit)]
    const hits = toHits(page.map((item) => ({ item, score: 1 })))
    return { hits, total: listed.length, terms: [], ignored: [] }
  }

  function find(query: string, limit: number, offset: number, accept: EntryTest | undefined): SearchHits {
    const accepted = accept === undefined ? null : (item: number) => isAccepted(item, accept)
    const { plan, collected, source } = planner.search(query, offset + limit, accepted)
    last = { query, plan }
    const [first] = collected.hits
    const weak = first === undefined ? null : findWeakness(plan, first.item, rarest, settings)
    const { words, ignored } = plan.whole
    return {
      hits: toHits(collected.hits.slice(offset)),
      total: collected.total,
      terms: words.map(({ word }) => word),
      ignored,
      ...(source === null ? {} : { within: source }),
      ...(weak === null ? {} : { weak }),
    }
  }

  return {
    search(query, { limit, offset, accept }) {
      const wanted = limit === 0 ? 10 : limit
      if (!reader.hasWords(query)) return listAll(wanted, offset, accept)
      return find(query, wanted, offset, accept)
    },

    explain(query, entry) {
      if (!reader.hasWords(query)) return []
      const item = findItem(data, entry)
      if (item === null) return []
      if (last?.query !== query) find(query, 1, 0, undefined)
      return last === null ? [] : explainPlan(last.plan, item)
    },

    nearestTerms: createNearestFinder(data, isAccepted),
  }
}

/** Nobody finds anything by them. */
const COMMON: ReadonlySet<string> = new Set(COMMON_WORDS)

function createNearestFinder(
  { vocabulary, cells }: SmartData,
  isAccepted: (item: number, accept: EntryTest | undefined) => boolean,
): Ranking['nearestTerms'] {
  return (query, limit, accept) => {
    const isFound = (word: number): boolean =>
      !COMMON.has(vocabulary.wordAt(word)) &&
      cells.all
        .subarray(cells.starts[word], cells.starts[word + 1])
        .some((cell) => isAccepted(cell >>> ITEM_SHIFT, accept))
    return findNearestWords(query, vocabulary.words, limit, isFound)
  }
}
