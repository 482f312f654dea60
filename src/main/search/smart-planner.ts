/** Scores a query: its whole text, its sentences, what was started after similar ones, and what it names. */
import type { SmartSettings } from '../model/search-profile.ts'
import type { Use } from './ranking.ts'
import type { SmartData } from './smart-index.ts'
import { findId } from './smart-item.ts'
import { type Plan, pointsOfName, type ReadSentence } from './smart-plan.ts'
import { type QueryReader, splitSentences } from './smart-query.ts'
import type { ReadText, Scorer } from './smart-scores.ts'
import type { WordTables } from './smart-tables.ts'
import { createUseIndex, type UseEvidence } from './smart-uses.ts'

export interface Planner {
  /** Leaves the scores in `scratch.totals` until `clear`; `found` are the entries that match well enough. */
  plan(query: string): { plan: Plan; found: number[]; source: string | null }
  clear(): void
}

interface Parts {
  reader: QueryReader
  tables: WordTables
  scorer: Scorer
  uses: readonly Use[]
}

type Within = Plan['within']

export function createPlanner(
  data: SmartData,
  settings: SmartSettings,
  { reader, tables, scorer, uses }: Parts,
): Planner {
  const { scratch } = data
  const readWords = (query: string): string[] => reader.read(query).words.map(({ word }) => word)
  const useIndex =
    settings.usage > 0 && uses.length > 0
      ? createUseIndex(uses, readWords, (word) => tables.find(word).worth)
      : null
  /** All entries of this search that have anything in `totals`, `bonuses` or `fits`. */
  let reached: number[] = []

  /** The entry is part of this search, with `fit` of the text's worth. */
  function reach(item: number, fit: number): void {
    const before = scratch.fits[item] ?? 0
    if (before === 0) reached.push(item)
    if (fit > before || before === 0) scratch.fits[item] = Math.max(fit, Number.MIN_VALUE)
  }

  /** Calls `found` with each entry's score of the text, and the highest of them, which it returns. */
  function score(
    text: ReadText,
    within: Within,
    found: (item: number, points: number, best: number) => void,
  ): number {
    const scored = scorer.score(text)
    const items = within === null ? scored : scored.filter(within)
    const best = items.reduce((most, item) => Math.max(most, scratch.scores[item] ?? 0), 0)
    for (const item of items) {
      reach(item, scratch.matched[item] ?? 0)
      found(item, scratch.scores[item] ?? 0, best)
    }
    for (const item of scored) {
      scratch.scores[item] = 0
      scratch.matched[item] = 0
    }
    return best
  }

  function scoreSentences(text: string, best: number, within: Within): ReadSentence[] {
    if (settings.sentences === 0 || best === 0) return []
    const sentences = splitSentences(text).map((sentence) => {
      const read = scorer.read(sentence)
      const bestOfIt = score(read, within, (item, points, highest) => {
        const bonus = settings.sentences * best * (points / highest)
        if (bonus > (scratch.bonuses[item] ?? 0)) scratch.bonuses[item] = bonus
      })
      return { sentence, text: read, best: bestOfIt }
    })
    for (const item of reached) {
      scratch.totals[item] = (scratch.totals[item] ?? 0) + (scratch.bonuses[item] ?? 0)
      scratch.bonuses[item] = 0
    }
    return sentences
  }

  function addUses(text: string, best: number, within: Within): Plan['uses'] {
    const uses = new Map<number, UseEvidence>()
    for (const [id, use] of useIndex?.find(readWords(text)) ?? []) {
      const item = findId(data, id)
      if (item === null || (within !== null && !within(item))) continue
      uses.set(item, use)
      reach(item, use.evidence)
      scratch.totals[item] = (scratch.totals[item] ?? 0) + settings.usage * best * use.evidence
    }
    return uses
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

  function plan(query: string, text: string, within: Within): { plan: Plan; found: number[] } {
    const whole = scorer.read(text)
    const best = score(whole, within, (item, points) => {
      scratch.totals[item] = points
    })
    const sentences = scoreSentences(text, best, within)
    const uses = addUses(text, best, within)
    const highest = reached.reduce((most, item) => Math.max(most, scratch.totals[item] ?? 0), 0)
    const names = findNames(query, text, within)
    for (const [item, sureness] of names) {
      reach(item, 1)
      scratch.totals[item] = (scratch.totals[item] ?? 0) + pointsOfName(sureness, highest)
    }
    const found = reached.filter((item) => (scratch.fits[item] ?? 0) >= settings.leastMatch)
    return { plan: { whole, sentences, best, highest, names, uses, within }, found }
  }

  function clear(): void {
    for (const item of reached) {
      scratch.totals[item] = 0
      scratch.fits[item] = 0
    }
    reached = []
  }

  return {
    plan(query) {
      const source = settings.sourceFilter ? data.sources.read(query) : null
      if (source !== null) {
        const planned = plan(query, source.rest, source.has)
        if (planned.found.length > 0) return { ...planned, source: source.source }
        clear()
      }
      return { ...plan(query, query, null), source: null }
    },
    clear,
  }
}
