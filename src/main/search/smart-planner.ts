/** Scores a query: its whole text, its sentences, what was started after similar ones, and what it names. */
import type { SmartSettings } from '../model/search-profile.ts'
import type { Use } from './ranking.ts'
import type { SmartData } from './smart-index.ts'
import { findId } from './smart-item.ts'
import { type Plan, pointsOfName, type ScoredSentence } from './smart-plan.ts'
import { type QueryReader, splitSentences } from './smart-query.ts'
import type { ScoredText, Scorer } from './smart-scores.ts'
import type { WordTables } from './smart-tables.ts'
import { createUseIndex, type UseEvidence } from './smart-uses.ts'

export interface Planner {
  /** Leaves entries in `scratch.found`, scores in `scratch.totals`, and matched shares in `scratch.fits` until `clear`. */
  plan(query: string): Planned
  clear(): void
}

interface Planned {
  plan: Plan
  /** How many entries have points. */
  reached: number
  /** Where the query says that the item is to come from. */
  source: string | null
}

interface Parts {
  reader: QueryReader
  tables: WordTables
  scorer: Scorer
  uses: readonly Use[]
}

/** Above zero in 32 bits: what is reached is told from what is not by it. */
const LEAST_FIT = 1e-30

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
  let reached = 0

  /** The entry is part of this search, with this share of what is asked for. */
  function reach(item: number, fit: number): void {
    const before = scratch.fits[item] ?? 0
    if (before === 0) scratch.found[reached++] = item
    if (fit > before || before === 0) scratch.fits[item] = Math.max(fit, LEAST_FIT)
  }

  /** Adds to each entry its best bonus for one of the sentences. */
  function scoreSentences(text: string, best: number, within: Within): ScoredSentence[] {
    const sentences = settings.sentences === 0 || best === 0 ? [] : splitSentences(text)
    const scored = sentences.map((sentence) => ({ sentence, text: scoreSentence(sentence, best, within) }))
    const { totals, bonuses, found } = scratch
    for (let at = 0; scored.length > 0 && at < reached; at++) {
      const item = found[at] ?? 0
      totals[item] = (totals[item] ?? 0) + (bonuses[item] ?? 0)
      bonuses[item] = 0
    }
    return scored
  }

  /** What fits it best gets the whole bonus, everything else its part in proportion. */
  function scoreSentence(sentence: string, best: number, within: Within): ScoredText {
    const { scores, matched, bonuses, touched } = scratch
    const read = scorer.read(sentence)
    const { scored, count } = scorer.score(read, { points: scores, fits: matched, found: touched }, within)
    for (let at = 0; at < count; at++) {
      const item = touched[at] ?? 0
      reach(item, matched[item] ?? 0)
      const bonus = settings.sentences * best * ((scores[item] ?? 0) / scored.best)
      if (bonus > (bonuses[item] ?? 0)) bonuses[item] = bonus
      scores[item] = 0
      matched[item] = 0
    }
    return scored
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

  function plan(query: string, text: string, within: Within): Plan {
    const { totals, fits, found } = scratch
    const { scored: whole, count } = scorer.score(scorer.read(text), { points: totals, fits, found }, within)
    reached = count
    const sentences = scoreSentences(text, whole.best, within)
    const uses = addUses(text, whole.best, within)
    const names = findNames(query, text, within)
    const highest = names.size === 0 ? 0 : findHighest()
    for (const [item, sureness] of names) {
      reach(item, 1)
      scratch.totals[item] = (scratch.totals[item] ?? 0) + pointsOfName(sureness, highest)
    }
    return { whole, sentences, highest, names, uses, within }
  }

  function findHighest(): number {
    let highest = 0
    for (let at = 0; at < reached; at++)
      highest = Math.max(highest, scratch.totals[scratch.found[at] ?? 0] ?? 0)
    return highest
  }

  function hasFit(): boolean {
    for (let at = 0; at < reached; at++) {
      if ((scratch.fits[scratch.found[at] ?? 0] ?? 0) >= settings.leastMatch) return true
    }
    return false
  }

  function clear(): void {
    const { found, fits, totals } = scratch
    for (let at = 0; at < reached; at++) {
      const item = found[at] ?? 0
      fits[item] = 0
      totals[item] = 0
    }
    reached = 0
  }

  return {
    plan(query) {
      const source = settings.sourceFilter ? data.sources.read(query) : null
      if (source !== null) {
        const limited = plan(query, source.rest, source.has)
        if (hasFit()) return { plan: limited, reached, source: source.source }
        clear()
      }
      return { plan: plan(query, query, null), reached, source: null }
    },
    clear,
  }
}
