/** Scores a query: its whole text, its sentences, what was started after similar ones, and what it names. */
import type { SmartSettings } from '../../model/search-profile.ts'
import type { Use } from '../ranking.ts'
import type { AcceptTest, Collection, Collector } from './collect.ts'
import { findId } from './item.ts'
import type { Plan } from './plan.ts'
import { type QueryReader, splitSentences } from './query.ts'
import type { Scorer } from './scores.ts'
import type { SmartData } from './smart-index.ts'
import type { TextSums } from './sums.ts'
import type { WordTables } from './tables.ts'
import { createUseIndex, type UseEvidence } from './uses.ts'

export interface Planner {
  /** Keeps the best `most` of the accepted entries; null: all are. */
  search(query: string, most: number, accepted: AcceptTest): PlanState
}

interface PlanState {
  plan: Plan
  collected: Collection
  /** Where the query says that the item is to come from. */
  source: string | null
}

interface Parts {
  reader: QueryReader
  tables: WordTables
  scorer: Scorer
  sums: TextSums
  collector: Collector
  uses: readonly Use[]
}

type Within = Plan['within']

export function createPlanner(
  data: SmartData,
  settings: SmartSettings,
  { reader, tables, scorer, sums, collector, uses }: Parts,
): Planner {
  const readWords = (query: string): string[] => reader.read(query).words.map(({ word }) => word)
  const useIndex =
    settings.usage > 0 && uses.length > 0
      ? createUseIndex(uses, readWords, (word) => tables.find(word).worth)
      : null

  function findUses(text: string, within: Within): Plan['uses'] {
    const found = new Map<number, UseEvidence>()
    for (const [id, use] of useIndex?.find(readWords(text)) ?? []) {
      const item = findId(data, id)
      if (item !== null && (within === null || within(item))) found.set(item, use)
    }
    return found
  }

  function findNames(query: string, text: string, within: Within): Plan['names'] {
    const names = new Map<number, number>()
    for (const name of [query, ...(text === query ? [] : [text])]) {
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

  function search(
    { query, text, within }: { query: string; text: string; within: Within },
    most: number,
    accepted: AcceptTest,
  ): Omit<PlanState, 'source'> {
    sums.clear()
    const uses = findUses(text, within)
    const names = findNames(query, text, within)
    const parts = settings.sentences === 0 ? [] : splitSentences(text)
    const isAlone = parts.length + uses.size + names.size === 0
    const first = sums.score(scorer.read(text), within, isAlone ? { most, accepted } : undefined)
    const whole = first.text
    const sentences = whole.best === 0 ? [] : parts
    const records = [first, ...sentences.map((part) => sums.score(scorer.read(part), within))]
    const plan = {
      whole,
      sentences: sentences.map((sentence, at) => ({ sentence, text: records[at + 1]?.text ?? whole })),
      uses,
      names,
      within,
    }
    const collected = collector.collect(plan, records, most, accepted)
    const highest = names.size === 0 ? 0 : collected.highest
    return { plan: { ...plan, highest }, collected }
  }

  return {
    search(query, most, accepted) {
      const source = settings.sourceFilter ? data.sources.read(query) : null
      if (source !== null) {
        const limited = search({ query, text: source.rest, within: source.has }, most, accepted)
        if (limited.collected.fits) return { ...limited, source: source.source }
      }
      return { ...search({ query, text: query, within: null }, most, accepted), source: null }
    },
  }
}
