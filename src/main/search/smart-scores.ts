/** The score of a text: the points of its words, lowered where words are missing. */
import type { SmartSettings } from '../model/search-profile.ts'
import type { SmartData } from './smart-index.ts'
import type { QueryReader, QueryWord } from './smart-query.ts'
import type { WordTable, WordTables } from './smart-tables.ts'

export interface ReadWord extends QueryWord {
  table: WordTable
  /** How often it counts. */
  times: number
}

export interface ReadText {
  words: ReadWord[]
  ignored: string[]
  /** What an entry would have to match to have everything that the catalog knows. */
  worth: number
  /** The same with the words that no entry has. */
  asked: number
}

/** A word that is said more often counts no more. */
const MOST_TIMES = 2
/** More different words than these are not looked for. */
const MOST_WORDS = 120
/** Fewer words are keywords, each of which matters; a sentence may well say something that no entry says. */
const SENTENCE_WORDS = 5

export interface Scorer {
  read(text: string): ReadText
  /**
   * Leaves scores and matched shares of the text's worth in the scratch; the entries that have any. Whoever calls it
   * sets both to zero again.
   */
  score(text: ReadText): number[]
  /** What a matched share of the worth leaves of the points. */
  lower(share: number): number
}

export function createScorer(
  { scratch }: SmartData,
  settings: SmartSettings,
  reader: QueryReader,
  tables: WordTables,
): Scorer {
  const lower = (share: number): number =>
    settings.coverage === 0 ? 1 : Math.min(1, share) ** settings.coverage

  return {
    read(text) {
      const { words, ignored } = reader.read(text)
      const read = words.slice(0, MOST_WORDS).map(({ word, count }) => ({
        word,
        count,
        times: Math.min(count, MOST_TIMES),
        table: tables.find(word),
      }))
      const sum = (of: ReadWord[]): number =>
        of.reduce((total, { times, table }) => total + times * table.worth, 0)
      const worth = sum(read.filter(({ table }) => table.matches.length > 0))
      return { words: read, ignored, worth, asked: words.length < SENTENCE_WORDS ? sum(read) : worth }
    },

    score({ words, worth, asked }) {
      const found: number[] = []
      for (const { table, times } of words) {
        const { items, points, shares } = table
        for (let at = 0; at < items.length; at++) {
          const item = items[at] ?? 0
          const before = scratch.scores[item] ?? 0
          if (before === 0) found.push(item)
          scratch.scores[item] = before + times * (points[at] ?? 0)
          scratch.covered[item] = (scratch.covered[item] ?? 0) + times * table.worth
          const share = shares === null ? 1 : (shares[at] ?? 0)
          scratch.matched[item] = (scratch.matched[item] ?? 0) + times * table.worth * share
        }
      }
      for (const item of found) {
        scratch.scores[item] = (scratch.scores[item] ?? 0) * lower((scratch.covered[item] ?? 0) / worth)
        scratch.matched[item] = (scratch.matched[item] ?? 0) / asked
        scratch.covered[item] = 0
      }
      return found
    },

    lower,
  }
}
