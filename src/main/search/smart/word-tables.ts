/**
 * What each entry gets for one word under some settings. Made when the word is first asked for, and kept as long as
 * there is room: common words come again and again, and are the dear ones.
 */
import { SEARCH_FIELDS, type SmartSettings } from '../../model/search-profile.ts'
import { createMatcher, type Match, type WordMatches } from './matches.ts'
import {
  BLOCK,
  FIELD_COUNT,
  fieldOfCell,
  ITEM_SHIFT,
  MOST_COUNTED,
  MOST_LENGTH,
  type SmartData,
  SPLIT_FLAG,
} from './smart-index.ts'

export interface WordTable extends MergedMatches {
  /** What the word of the query is worth. */
  worth: number
  /** Whether any entry has anything of the word. */
  isKnown: boolean
  /** Numbers of all words of the catalog that mean it. */
  meant: Uint32Array
}

export interface WordTables extends Pick<Weigher, 'weigh' | 'saturate'> {
  find(word: string): WordTable
  /** Made anew with each call: where they stand is kept, and they would take more room than that. */
  match(word: string): WordMatches
}

/** Bytes that tables may keep, for each entry of the catalog and at least. */
const KEPT_PER_ENTRY = 450
const KEPT_AT_LEAST = 1_000_000

export function createWordTables(data: SmartData, settings: SmartSettings): WordTables {
  const weigher = createWeigher(data, settings)
  const match = createMatcher(data, settings)
  const merge = createMerger(data, weigher)
  const kept = new Map<string, WordTable>()
  const room = Math.max(KEPT_AT_LEAST, data.entries.length * KEPT_PER_ENTRY)
  let used = 0

  function make(word: string): WordTable {
    const matched = match(word)
    const { matches, worth } = matched
    return { worth, isKnown: matches.length > 0, meant: meantBy(matches), ...merge(matched) }
  }

  function keep(word: string, table: WordTable): void {
    kept.set(word, table)
    used += sizeOf(table)
    for (const [oldest, each] of kept) {
      if (used <= room) return
      kept.delete(oldest)
      used -= sizeOf(each)
    }
  }

  return {
    find(word) {
      const known = kept.get(word)
      if (known !== undefined) {
        kept.delete(word)
        kept.set(word, known)
        return known
      }
      const table = make(word)
      keep(word, table)
      return table
    },
    match,
    weigh: weigher.weigh,
    saturate: weigher.saturate,
  }
}

/** Parts of words mean something else. */
function meantBy(matches: readonly Match[]): Uint32Array {
  return Uint32Array.from(matches.flatMap(({ how, words }) => (how === 'part' ? [] : [...words])))
}

/** Of the objects of a table that hold its numbers. */
const BYTES_OF_TABLE = 1000

function sizeOf({ items, kinds, meant }: WordTable): number {
  return items.length * (kinds === null ? 8 : 9) + meant.length * 4 + BYTES_OF_TABLE
}

/**
 * Turns the matches of a word into one list of entries, in order. The cells of each word stand in the order of their
 * entries: those of the forms of one word are added up a block of entries at a time, and of several matches an
 * entry keeps the best. What an entry gets is the same sum, in the same order, as if it were looked at alone.
 */

interface MergedMatches {
  /** Entries that have a match, in order. */
  items: Uint32Array
  /** At the same positions: what the best match is worth in the entry. */
  points: Float32Array
  /** At the same positions: which of the worths; null: the first everywhere. */
  kinds: Uint8Array | null
  /** What of the word's worth may be there, the least first; fewer than 100, for so many are the matches. */
  worths: Float64Array
}

/** Beyond all entries. */
const END = 2 ** 31

function createMerger(
  { cells, entries }: SmartData,
  { weights, weigh, saturate }: Weigher,
): (matched: WordMatches) => MergedMatches {
  const { all, lengths, starts } = cells
  /** By entry, all zero between look-ups: the points of its best match, and which share of the meaning is there. */
  const best = new Float32Array(entries.length)
  const kinds = new Uint8Array(entries.length)
  const bits = new Int32Array(Math.ceil(entries.length / 32))
  /** The forms that are merged: where each of them stands, and where it ends. */
  const places: number[] = []
  const ends: number[] = []
  /** Of the forms in one block, by position in it. */
  const sums = new Float64Array(BLOCK)
  const sumBits = new Int32Array(BLOCK / 32)

  function weighAt(at: number, cell: number): number {
    const length = lengths[at] ?? 0
    if (length === MOST_LENGTH) return weigh(cell)
    return (weights[placeOf(cell, length)] ?? 0) * ((cell % MOST_COUNTED) + 1)
  }

  /** Whether the entry is new. */
  function offer(item: number, points: number, kind: number): boolean {
    const before = best[item] ?? 0
    if (points > before) best[item] = points
    if (kind > (kinds[item] ?? 0)) kinds[item] = kind
    if (before !== 0) return false
    const place = item >>> 5
    bits[place] = (bits[place] ?? 0) | (1 << (item & 31))
    return true
  }

  /** The weights of the forms add up, a block of entries at a time; how many entries are new. */
  function addForms(factor: number, kind: number): number {
    let count = 0
    for (let start = nextStart(); start !== END; start = nextStart()) {
      for (let form = 0; form < places.length; form++)
        places[form] = addForm(places[form] ?? 0, ends[form] ?? 0, start)
      count += takeSums(factor, kind, start)
    }
    return count
  }

  /** The first entry that any of the forms still has. */
  function nextStart(): number {
    let start = END
    for (let form = 0; form < places.length; form++) {
      const at = places[form] ?? 0
      if (at < (ends[form] ?? 0)) start = Math.min(start, (all[at] ?? 0) >>> ITEM_SHIFT)
    }
    return start
  }

  /** Leaves the sums of the block zero; how many of its entries are new. */
  function takeSums(factor: number, kind: number, start: number): number {
    let count = 0
    for (let place = 0; place < sumBits.length; place++) {
      for (let left = sumBits[place] ?? 0; left !== 0; left &= left - 1) {
        const position = place * 32 + 31 - Math.clz32(left & -left)
        if (offer(start + position, factor * saturate(sums[position] ?? 0), kind)) count++
        sums[position] = 0
      }
      sumBits[place] = 0
    }
    return count
  }

  /** Adds the weights of one form in the block that starts with this entry; where its next block begins. */
  function addForm(from: number, end: number, start: number): number {
    let at = from
    for (; at < end; at++) {
      const cell = all[at] ?? 0
      const position = (cell >>> ITEM_SHIFT) - start
      if (position >= BLOCK) break
      const weight = weighAt(at, cell)
      if (weight === 0) continue
      sumBits[position >>> 5] = (sumBits[position >>> 5] ?? 0) | (1 << (position & 31))
      sums[position] = (sums[position] ?? 0) + weight
    }
    return at
  }

  function addMatch({ words, share, rarity }: Match, kind: number): number {
    places.length = 0
    ends.length = 0
    for (const word of words) {
      const start = starts[word] ?? 0
      const end = starts[word + 1] ?? 0
      if (start === end) continue
      places.push(start)
      ends.push(end)
    }
    return addForms(share * rarity, kind)
  }

  /** Reads back the entries that were added, and leaves everything zero. */
  function take(count: number, worths: Float64Array): MergedMatches {
    const items = new Uint32Array(count)
    const points = new Float32Array(count)
    const taken = worths.length > 1 ? new Uint8Array(count) : null
    for (let place = 0, at = 0; at < count; place++) {
      for (let left = bits[place] ?? 0; left !== 0; left &= left - 1, at++) {
        const item = place * 32 + 31 - Math.clz32(left & -left)
        items[at] = item
        points[at] = best[item] ?? 0
        best[item] = 0
        if (taken === null) continue
        taken[at] = kinds[item] ?? 0
        kinds[item] = 0
      }
      bits[place] = 0
    }
    return { items, points, kinds: taken, worths }
  }

  return ({ matches, worth }) => {
    const shares = [...new Set(matches.map(({ fit }) => Math.fround(fit)))].sort(
      (left, right) => left - right,
    )
    let count = 0
    for (const match of matches) count += addMatch(match, shares.indexOf(Math.fround(match.fit)))
    const worths = new Float64Array(shares.length)
    for (const [kind, share] of shares.entries()) worths[kind] = worth * share
    return take(count, worths)
  }
}

/** What a mention of a word weighs under some settings. */

interface Weigher {
  /** The weight of the mentions in a field, by their number and the length of the field. */
  weigh(cell: number): number
  /** From the weights of all mentions, 0 to 1: the tenth adds less than the first. */
  saturate(weight: number): number
  /** What one mention weighs where the field is shorter than MOST_LENGTH, by `placeOf`. */
  weights: Float64Array
}

/** With `repeat` 1, this weight of mentions is worth half of what any number of them is. */
const HALF_WORTH = 3
/** Of a cell, without its count and its item: the field, and whether the word is a part of a name. */
const KINDS = 16
const LENGTHS = MOST_LENGTH + 1

function createWeigher({ lengths, meanLengths, longest }: SmartData, settings: SmartSettings): Weigher {
  const half = settings.repeat * HALF_WORTH
  const weights = new Float64Array(KINDS * LENGTHS)

  function weighOne(field: number, length: number): number {
    const name = SEARCH_FIELDS[field]
    const mean = meanLengths[field] ?? 1
    if (name === undefined) return 0
    return settings.weights[name] / (1 - settings.length + (settings.length * length) / mean || 1)
  }

  for (let kind = 0; kind < KINDS; kind++) {
    const cell = kind << KIND_SHIFT
    if ((cell & SPLIT_FLAG) !== 0 && !settings.splitNames) continue
    const field = fieldOfCell(cell)
    const most = Math.min(longest[field] ?? 0, MOST_LENGTH)
    for (let length = 0; length <= most; length++) weights[placeOf(cell, length)] = weighOne(field, length)
  }

  return {
    weigh(cell) {
      if ((cell & SPLIT_FLAG) !== 0 && !settings.splitNames) return 0
      const field = fieldOfCell(cell)
      const length = lengths[(cell >>> ITEM_SHIFT) * FIELD_COUNT + field] ?? 0
      return weighOne(field, length) * ((cell % MOST_COUNTED) + 1)
    },
    saturate: (weight) => weight / (half + weight),
    weights,
  }
}

const KIND_SHIFT = 4

/** Where `weights` has what one mention of the cell weighs. */
function placeOf(cell: number, length: number): number {
  return ((cell >>> KIND_SHIFT) & (KINDS - 1)) * LENGTHS + length
}
