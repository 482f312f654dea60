/** The `smart` ranking of one catalog under some settings: words, sentences, use and names. */

import type { SmartSettings } from '../../model/search-profile.ts'
import { COMMON_WORDS } from '../../workflow/search-profile/search-words.ts'
import type { CatalogEntry } from '../catalog.ts'
import { findNearestWords } from '../closeness.ts'
import type { EntryTest, RankedItem, Ranking, SearchHits, Use } from '../ranking.ts'
import { type AcceptTest, type Collection, createCollector, type Plan } from './collect.ts'
import { createExplainer, findWeakness } from './explain.ts'
import { tellRarity } from './matches.ts'
import { findId, findItem } from './names.ts'
import { createQueryReader, splitSentences } from './query.ts'
import { ITEM_SHIFT, readCatalog, type SmartData } from './smart-index.ts'
import { createScorer } from './text-scores.ts'
import { createUseIndex, type UseEvidence } from './uses.ts'
import { createWordTables } from './word-tables.ts'

export interface SmartIndex {
  /** Costs little, whatever the size of the catalog: what settings change is computed when it is searched for. */
  rank(settings: SmartSettings, uses?: readonly Use[]): Ranking
}

/** Prepares a catalog; yields at least every few milliseconds. The entries must not change afterwards. */
export function* buildSmartIndex(entries: readonly CatalogEntry[]): Generator<void, SmartIndex> {
  const data = yield* readCatalog(entries)
  return { rank: (settings, uses = []) => createRanking(data, settings, uses) }
}

interface Outcome {
  plan: Plan
  collected: Collection
}

function createRanking(data: SmartData, settings: SmartSettings, uses: readonly Use[]): Ranking {
  const { entries, byId } = data
  const reader = createQueryReader(settings)
  const tables = createWordTables(data, settings)
  const scorer = createScorer(data, settings, reader, tables)
  const collect = createCollector(data, settings, scorer)
  const readWords = (query: string): string[] => reader.read(query).words.map(({ word }) => word)
  const useIndex =
    settings.usage > 0 && uses.length > 0
      ? createUseIndex(uses, readWords, (word) => tables.find(word).worth)
      : null
  const rarest = tellRarity(entries.length, 0, settings)
  /** Of the last query: its hits are explained one by one. */
  let last: { query: string; explain: ReturnType<typeof createExplainer> } | null = null

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

  function findUses(text: string, within: Plan['within']): Plan['uses'] {
    const found = new Map<number, UseEvidence>()
    for (const [id, use] of useIndex?.find(readWords(text)) ?? []) {
      const item = findId(data, id)
      if (item !== null && (within === null || within(item))) found.set(item, use)
    }
    return found
  }

  function findNames(query: string, text: string, within: Plan['within']): Plan['names'] {
    const names = new Map<number, number>()
    for (const name of new Set([query, text])) {
      const literal = findId(data, name.trim())
      const matches = [
        ...(literal === null ? [] : [{ item: literal, sureness: 0 }]),
        ...data.names.find(name),
      ]
      for (const { item, sureness } of matches) {
        const counts = name === query || within === null || within(item)
        if (counts && sureness < (names.get(item) ?? Number.POSITIVE_INFINITY)) names.set(item, sureness)
      }
    }
    return names
  }

  /** Scores the whole text, its sentences, what was started after similar ones, and what it names. */
  function searchText(
    { query, text, within }: { query: string; text: string; within: Plan['within'] },
    most: number,
    accepted: AcceptTest,
  ): Outcome {
    const found = { uses: findUses(text, within), names: findNames(query, text, within), within }
    const parts = settings.sentences > 0 ? splitSentences(text) : []
    const isAlone = parts.length + found.uses.size + found.names.size === 0
    const texts = scorer.begin(within)
    const whole = texts.score(scorer.read(text), isAlone ? { most, accepted } : undefined)
    const sentences = (whole.text.best > 0 ? parts : []).map((sentence) => ({
      sentence,
      records: texts.score(scorer.read(sentence)),
    }))
    const plan = {
      whole: whole.text,
      sentences: sentences.map(({ sentence, records }) => ({ sentence, text: records.text })),
      ...found,
    }
    const records = [whole, ...sentences.map((sentence) => sentence.records)]
    const collected = collect(plan, records, texts.fitting, most, accepted)
    return { plan: { ...plan, highest: found.names.size === 0 ? 0 : collected.highest }, collected }
  }

  /** `source`: where the query says that the item is to come from; null: everything was searched. */
  function searchQuery(
    query: string,
    most: number,
    accepted: AcceptTest,
  ): Outcome & { source: string | null } {
    const source = settings.sourceFilter ? data.sources.read(query) : null
    if (source !== null) {
      const limited = searchText({ query, text: source.rest, within: source.has }, most, accepted)
      if (limited.collected.fits) return { ...limited, source: source.source }
    }
    return { ...searchText({ query, text: query, within: null }, most, accepted), source: null }
  }

  function find(query: string, limit: number, offset: number, accept: EntryTest | undefined): SearchHits {
    const accepted = accept === undefined ? null : (item: number) => isAccepted(item, accept)
    const { plan, collected, source } = searchQuery(query, offset + limit, accepted)
    last = { query, explain: createExplainer(data, settings, tables, scorer, plan) }
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
      return last?.explain(item) ?? []
    },

    nearestTerms(query, limit, accept) {
      const { cells, vocabulary } = data
      const isFound = (word: number): boolean =>
        !COMMON.has(vocabulary.wordAt(word)) &&
        cells.all
          .subarray(cells.starts[word], cells.starts[word + 1])
          .some((cell) => isAccepted(cell >>> ITEM_SHIFT, accept))
      return findNearestWords(query, vocabulary.words, limit, isFound)
    },
  }
}

/** Nobody finds anything by them. */
const COMMON: ReadonlySet<string> = new Set(COMMON_WORDS)
