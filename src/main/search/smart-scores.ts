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
  /** Numbers of all words of the catalog that mean a word of the text. */
  meant: ReadonlySet<number>
}

export interface ScoredText extends ReadText {
  /** The highest score. */
  best: number
  /** From these points on a title counts. */
  cutoff: number
}

/** Where scores, matched shares of what is asked for, and the entries that have any are left. */
export interface Scores {
  points: Float64Array
  fits: Float32Array
  found: Uint32Array
}

/** A word that is said more often counts no more. */
const MOST_TIMES = 2
/** More different words than these are not looked for. */
const MOST_WORDS = 120
/** Fewer words are keywords, each of which matters; a sentence may well say something that no entry says. */
const SENTENCE_WORDS = 5

/** Titles of what has less than this share of the highest points change nothing that anybody looks at. */
const TITLED = 0.25

export interface Scorer {
  read(text: string): ReadText
  /** `into` is zero before; how many entries are found, all of them `within`. */
  score(
    text: ReadText,
    into: Scores,
    within: ((item: number) => boolean) | null,
  ): { scored: ScoredText; count: number }
  /** What a matched part of a text's worth leaves of the points. */
  lower(worth: number, matched: number): number
  /** What the entry's title adds to its points. */
  lift(text: ReadText, cutoff: number, item: number, points: number): number
}

export function createScorer(
  { titles }: SmartData,
  settings: SmartSettings,
  reader: QueryReader,
  tables: WordTables,
): Scorer {
  /** Adds up the points, and the matched worth in place of the fits. */
  function add({ words }: ReadText, { points: sums, fits: matched, found }: Scores): number {
    let count = 0
    for (const { table, times } of words) {
      const { items, points, fits } = table
      const worth = times * table.worth
      for (let at = 0; at < items.length; at++) {
        const item = items[at] ?? 0
        const before = sums[item] ?? 0
        if (before === 0) found[count++] = item
        sums[item] = before + times * (points[at] ?? 0)
        matched[item] = (matched[item] ?? 0) + (fits === null ? worth : worth * (fits[at] ?? 0))
      }
    }
    return count
  }

  const lower = (worth: number, matched: number): number =>
    1 - settings.coverage * (1 - Math.min(1, matched / worth))

  const lift = ({ meant }: ReadText, cutoff: number, item: number, points: number): number =>
    points < cutoff ? 0 : points * settings.wholeTitle * titles.shareOf(item, meant)

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
      const asked = words.length < SENTENCE_WORDS ? sum(read) : worth
      return { words: read, ignored, worth, asked, meant: meantBy(read) }
    },

    score(text, into, within) {
      const { points: sums, fits, found } = into
      const all = add(text, into)
      const { asked, worth } = text
      let count = 0
      let highest = 0
      /** What is above the cutoff, and some that only seemed to be before the highest was known. */
      const titled: number[] = []
      for (let at = 0; at < all; at++) {
        const item = found[at] ?? 0
        const matched = fits[item] ?? 0
        if (within !== null && !within(item)) {
          sums[item] = 0
          fits[item] = 0
          continue
        }
        const points = (sums[item] ?? 0) * lower(worth, matched)
        sums[item] = points
        fits[item] = matched / asked
        found[count++] = item
        if (points > highest) highest = points
        if (points >= highest * TITLED) titled.push(item)
      }
      const cutoff = highest * TITLED
      let best = highest
      for (const item of titled) {
        const points = sums[item] ?? 0
        if (points < cutoff) continue
        const lifted = points + lift(text, cutoff, item, points)
        sums[item] = lifted
        if (lifted > best) best = lifted
      }
      return { scored: { ...text, best, cutoff }, count }
    },

    lower,
    lift,
  }
}

/** Parts of words mean something else. */
function meantBy(words: readonly ReadWord[]): Set<number> {
  const meant = new Set<number>()
  for (const { table } of words) {
    for (const match of table.matches) {
      if (match.how !== 'part') for (const word of match.words) meant.add(word)
    }
  }
  return meant
}
