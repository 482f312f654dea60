/**
 * The score of a text, a whole query or one sentence of it: the points of its words, lowered where words are missing,
 * and lifted where the title has them. Words are added up a block of entries at a time: so much fits the processor's
 * nearest memory.
 */
import type { SmartSettings } from '../../model/search-profile.ts'
import { createBestItems } from '../best.ts'
import { setBit, takePositions } from '../bits.ts'
import type { QueryReader, QueryWord } from './query.ts'
import { BLOCK, type SmartData } from './smart-index.ts'
import type { WordTable, WordTables } from './word-tables.ts'

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

/** What a text found, in the order of entries. */
export interface TextRecords {
  text: ScoredText
  items: Uint32Array
  /** Of its words, not yet lowered for those that are missing. */
  points: Float64Array
  /** What is matched of the text's worth. */
  matched: Float32Array
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

/** Of a query that is one text and names nothing, only what may be among its best `most` is recorded. */
interface SingleText {
  most: number
  accepted: ((item: number) => boolean) | null
}

/** Scores the texts of one query. */
interface TextScorer {
  /** A bit for each entry: those that have enough of any of the texts. */
  fitting: Int32Array
  score(text: ReadText, alone?: SingleText): TextRecords
}

export interface Scorer {
  read(text: string): ReadText
  /** Begins a query; what the texts of the one before found holds no more. `within` null: everything is searched. */
  begin(within: ((item: number) => boolean) | null): TextScorer
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
/** Of a share that is kept in 32 bits. */
const FIT_ROUNDING = 1e-6

export function createScorer(
  { entries, ranks, titles }: SmartData,
  settings: SmartSettings,
  reader: QueryReader,
  tables: WordTables,
): Scorer {
  const { coverage, wholeTitle, leastMatch } = settings
  const mostLifted = (1 + wholeTitle) * (1 + ROUNDING)
  const memory = createRecordMemory(entries.length)
  const sums = createBlockSums()
  const found = new Uint16Array(BLOCK)

  const lower = (worth: number, matched: number): number => 1 - coverage * (1 - Math.min(1, matched / worth))

  const lift = (cutoff: number, item: number, points: number, number: number): number =>
    points < cutoff ? 0 : points * wholeTitle * titles.shareOf(item, number)

  const limitOf = (worth: number): { least: number; more: number } => ({
    least: (1 - coverage + ROUNDING) * mostLifted,
    more: (coverage / worth) * mostLifted,
  })

  /** To divide for each of them would cost more than all else here: nearly all are far from the line. */
  function enoughOf(asked: number): (share: number) => boolean {
    const surely = leastMatch * asked * (1 + FIT_ROUNDING)
    const barely = leastMatch * asked * (1 - FIT_ROUNDING)
    return (share) => share > surely || (share >= barely && shareOfAsked(share, asked) >= leastMatch)
  }

  function score(
    text: ReadText,
    within: ((item: number) => boolean) | null,
    fitting: Int32Array,
    alone?: SingleText,
  ): TextRecords {
    const { worth, asked } = text
    const { least, more } = limitOf(worth)
    const isEnough = enoughOf(asked)
    const most = text.words.reduce((sum, { table }) => sum + table.items.length, 0)
    const room = Math.min(entries.length, most)
    const { items, points, matched } = memory.offer(room)
    const add = addBlocks(text.words, sums)
    let end = 0
    let highest = 0
    /** The best without titles: no title makes less of them. What cannot score more than the worst is not needed. */
    const sure = createBestItems(alone?.most ?? 0, ranks)
    let line = alone === undefined ? -1 : 0
    /** Positions of what may be the best with its title. */
    const near: number[] = []
    for (let first = 0; first < entries.length; first += BLOCK) {
      add(first)
      const count = takePositions(sums.bits, found)
      for (let at = 0; at < count; at++) {
        const position = found[at] ?? 0
        const share = sums.matched[position] ?? 0
        const sum = sums.points[position] ?? 0
        sums.points[position] = 0
        sums.matched[position] = 0
        const item = first + position
        if (within !== null && !within(item)) continue
        const fits = isEnough(share)
        if (fits) setBit(fitting, item)
        const limit = sum * (least + more * share)
        if (limit < line) continue
        items[end] = item
        points[end] = sum
        matched[end] = share
        if (limit >= highest) {
          near.push(end)
          highest = Math.max(highest, sum * lower(worth, share))
        }
        end++
        if (alone === undefined || !fits || alone.accepted?.(item) === false) continue
        sure.offer(item, sum * lower(worth, share))
        line = sure.least()
      }
    }
    memory.take(end)
    const records = { items: items.subarray(0, end), points, matched }
    return { ...records, text: { ...text, ...liftBest(text, records, near, highest) } }
  }

  /** The best with titles, of those that are `near`, and from which points on a title adds something. */
  function liftBest(
    { worth, meant }: ReadText,
    { items, points, matched }: Omit<TextRecords, 'text'>,
    near: readonly number[],
    highest: number,
  ): Pick<TextRecords['text'], 'best' | 'cutoff'> {
    const { least, more } = limitOf(worth)
    const cutoff = highest * TITLED
    let best = highest
    titles.mark(meant, 0)
    for (const at of near) {
      const share = matched[at] ?? 0
      const sum = points[at] ?? 0
      if (sum * (least + more * share) < best) continue
      const lowered = sum * lower(worth, share)
      best = Math.max(best, lowered + lift(cutoff, items[at] ?? 0, lowered, 0))
    }
    titles.unmark(meant)
    return { best, cutoff }
  }

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

    begin(within) {
      memory.clear()
      const fitting = new Int32Array(Math.ceil(entries.length / 32))
      return { fitting, score: (text, alone) => score(text, within, fitting, alone) }
    },

    lower,
    lift,
    limitOf,
  }
}

/** Above zero in 32 bits: what has anything of a text has a share of it. */
const LEAST_FIT = 1e-30

/** The share of what a text asks for, `asked`, that an entry has. */
export function shareOfAsked(matched: number, asked: number): number {
  return Math.fround(Math.max(matched / asked, LEAST_FIT))
}

/** Records for each entry: most queries need no more. */
const RECORDS = 2

/** What the texts of a query found, one after the other. A search is one piece: the next one takes the same memory. */
function createRecordMemory(entries: number) {
  const allocate = (size: number) => ({
    items: new Uint32Array(size),
    points: new Float64Array(size),
    matched: new Float32Array(size),
  })
  const first = allocate(RECORDS * entries)
  let current = first
  let used = 0
  return {
    /** Room for so many records. */
    offer(room: number): typeof first {
      if (used + room > current.items.length) {
        current = allocate(Math.max(room, first.items.length))
        used = 0
      }
      return {
        items: current.items.subarray(used, used + room),
        points: current.points.subarray(used, used + room),
        matched: current.matched.subarray(used, used + room),
      }
    },
    /** So many of those that were offered last stay as they are until `clear`. */
    take(count: number): void {
      used += count
    },
    clear(): void {
      current = first
      used = 0
    },
  }
}

/** Of the entries of one block, by position in it; whoever reads them leaves them zero. */
interface BlockSums {
  points: Float64Array
  /** What is matched of the text's worth. */
  matched: Float32Array
  /** A bit for each position: what is found. Setting it needs no question whether it is set. */
  bits: Int32Array
}

function createBlockSums(): BlockSums {
  return {
    points: new Float64Array(BLOCK),
    matched: new Float32Array(BLOCK),
    bits: new Int32Array(BLOCK / 32),
  }
}

/** Adds the block that starts with an entry, word by word in the order of the text; all blocks in turn. */
function addBlocks(words: readonly ReadWord[], into: BlockSums): (start: number) => void {
  const { points: sums, matched, bits } = into
  /** By word: how far its entries are read. */
  const places = new Uint32Array(words.length)
  return (start) => {
    for (let number = 0; number < words.length; number++) {
      const word = words[number]
      if (word === undefined) break
      const { items, points, kinds, worths } = word.table
      const { times } = word
      const worth = times * (worths[0] ?? 0)
      let at = places[number] ?? 0
      for (; at < items.length; at++) {
        const position = (items[at] ?? 0) - start
        if (position >= BLOCK) break
        bits[position >>> 5] = (bits[position >>> 5] ?? 0) | (1 << (position & 31))
        sums[position] = (sums[position] ?? 0) + times * (points[at] ?? 0)
        matched[position] =
          (matched[position] ?? 0) + (kinds === null ? worth : times * (worths[kinds[at] ?? 0] ?? 0))
      }
      places[number] = at
    }
  }
}

/** Where the entry stands among some, which are in order; -1: it does not. */
export function findEntry(items: Uint32Array, item: number): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((items[middle] ?? 0) < item) low = middle + 1
    else high = middle
  }
  return items[low] === item ? low : -1
}
