/** The score of a text: the points of its words, lowered where words are missing. */
import type { SmartSettings } from '../../model/search-profile.ts'
import type { QueryReader, QueryWord } from './query.ts'
import type { SmartData } from './smart-index.ts'
import type { WordTable, WordTables } from './tables.ts'

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
  /** The same with the words that no entry has, where these are most of a few keywords. */
  asked: number
  /** Numbers of all words of the catalog that mean a word of the text, word by word. */
  meant: readonly Uint32Array[]
}

export interface ScoredText extends ReadText {
  /** The highest score. */
  best: number
  /** From these points on a title counts. */
  cutoff: number
}

/** A word that is said more often counts no more. */
const MOST_TIMES = 2
/** More different words than these are not looked for. */
const MOST_WORDS = 120
/**
 * Fewer words are keywords, each of which matters; a sentence may well say something that no entry says. So may
 * keywords most of which are known: where all entries have the same words, these tell so little that a single one that
 * none has would outweigh all of them.
 */
const SENTENCE_WORDS = 5

/** Titles of what has less than this share of the highest points change nothing that anybody looks at. */
const TITLED = 0.25

export interface Scorer {
  read(text: string): ReadText
  /** From this share of the highest points on a title counts. */
  cutoffOf(highest: number): number
  /** What a matched part of a text's worth leaves of the points. */
  lower(worth: number, matched: number): number
  /** What the entry's title adds to its points; the text's words are marked under this number. */
  lift(cutoff: number, item: number, points: number, number: number): number
  /**
   * The most that an entry can score by a text of this worth, in relation to its points: `least`, and `more` for each
   * matched bit of the worth. A little more than that: no rounding reaches it.
   */
  limitOf(worth: number): { least: number; more: number }
}

/** Of a share of 1, and in relation. */
const ROUNDING = 1e-12

export function createScorer(
  { titles }: SmartData,
  settings: SmartSettings,
  reader: QueryReader,
  tables: WordTables,
): Scorer {
  const { coverage, wholeTitle } = settings
  const mostLifted = (1 + wholeTitle) * (1 + ROUNDING)
  return {
    read(text) {
      const { words, ignored } = reader.read(text)
      const read = words.slice(0, MOST_WORDS).map(({ word, count }) => {
        return { word, count, times: Math.min(count, MOST_TIMES), table: tables.find(word) }
      })
      const sum = (of: ReadWord[]): number =>
        of.reduce((total, { times, table }) => total + times * table.worth, 0)
      const known = read.filter(({ table }) => table.isKnown)
      const worth = sum(known)
      const isMostlyUnknown = read.length < SENTENCE_WORDS && known.length * 2 < read.length
      const asked = isMostlyUnknown ? sum(read) : worth
      return { words: read, ignored, worth, asked, meant: read.map(({ table }) => table.meant) }
    },

    cutoffOf: (highest) => highest * TITLED,

    lower: (worth, matched) => 1 - coverage * (1 - Math.min(1, matched / worth)),

    lift: (cutoff, item, points, number) =>
      points < cutoff ? 0 : points * wholeTitle * titles.shareOf(item, number),

    limitOf: (worth) => ({
      least: (1 - coverage + ROUNDING) * mostLifted,
      more: (coverage / worth) * mostLifted,
    }),
  }
}
