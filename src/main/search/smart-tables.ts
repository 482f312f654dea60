/**
 * What each entry gets for one word under some settings. Made when the word is first asked for, and kept as long as
 * there is room: common words come again and again, and are the dear ones.
 */
import { SEARCH_FIELDS, type SmartSettings } from '../model/search-profile.ts'
import { fieldOfCell, ITEM_SHIFT, MOST_COUNTED, SPLIT_FLAG } from './smart-cells.ts'
import { FIELD_COUNT, type SmartData } from './smart-index.ts'
import { createMatcher, type Match, type WordMatches } from './smart-matches.ts'

export interface WordTable extends WordMatches {
  /** Entries that have a match. */
  items: Uint32Array
  /** At the same positions: what the best match is worth in the entry. */
  points: Float32Array
  /** At the same positions: the share of the word's meaning that is there; null: 1 everywhere. */
  fits: Float32Array | null
}

export interface WordTables {
  find(word: string): WordTable
  /** The weight of one mention in a field, by the length of the field. */
  weigh(cell: number): number
  /** From the weights of all mentions, 0 to 1: the tenth adds less than the first. */
  saturate(weight: number): number
}

/** With `repeat` 1, this weight of mentions is worth half of what any number of them is. */
const HALF_WORTH = 3
/** Bytes that tables may keep, for each entry of the catalog and at least. */
const KEPT_PER_ENTRY = 200
const KEPT_AT_LEAST = 1_000_000

export function createWordTables(data: SmartData, settings: SmartSettings): WordTables {
  const { cells, lengths, scratch } = data
  const match = createMatcher(data, settings)
  const weights = SEARCH_FIELDS.map((field, number) => {
    const mean = data.meanLengths[number] ?? 1
    return Float64Array.from(
      { length: (data.longest[number] ?? 0) + 1 },
      (_, length) => settings.weights[field] / (1 - settings.length + (settings.length * length) / mean || 1),
    )
  })
  const half = settings.repeat * HALF_WORTH
  const kept = new Map<string, WordTable>()
  const room = Math.max(KEPT_AT_LEAST, data.entries.length * KEPT_PER_ENTRY)
  let used = 0

  function weigh(cell: number): number {
    if ((cell & SPLIT_FLAG) !== 0 && !settings.splitNames) return 0
    const field = fieldOfCell(cell)
    const length = lengths[(cell >>> ITEM_SHIFT) * FIELD_COUNT + field] ?? 0
    return (weights[field]?.[length] ?? 0) * ((cell % MOST_COUNTED) + 1)
  }

  const saturate = (weight: number): number => weight / (half + weight)

  /** Calls `found` with each entry that has the match, and the weight of its mentions. */
  function gather({ words }: Match, found: (item: number, weight: number) => void): void {
    if (words.length === 1) gatherOne(words[0] ?? 0, found)
    else gatherForms(words, found)
  }

  function gatherOne(word: number, found: (item: number, weight: number) => void): void {
    const end = cells.starts[word + 1] ?? 0
    let last = 0
    let sum = 0
    for (let at = cells.starts[word] ?? 0; at < end; at++) {
      const cell = cells.all[at] ?? 0
      const item = cell >>> ITEM_SHIFT
      if (item !== last && sum > 0) {
        found(last, sum)
        sum = 0
      }
      last = item
      sum += weigh(cell)
    }
    if (sum > 0) found(last, sum)
  }

  function gatherForms(words: Uint32Array, found: (item: number, weight: number) => void): void {
    let count = 0
    for (const word of words) {
      const end = cells.starts[word + 1] ?? 0
      for (let at = cells.starts[word] ?? 0; at < end; at++) {
        const cell = cells.all[at] ?? 0
        const weight = weigh(cell)
        if (weight === 0) continue
        const item = cell >>> ITEM_SHIFT
        const before = scratch.weights[item] ?? 0
        if (before === 0) scratch.touched[count++] = item
        scratch.weights[item] = before + weight
      }
    }
    for (let at = 0; at < count; at++) {
      const item = scratch.touched[at] ?? 0
      found(item, scratch.weights[item] ?? 0)
      scratch.weights[item] = 0
    }
  }

  function make(word: string): WordTable {
    const matched = match(word)
    let count = 0
    for (const each of matched.matches) {
      const factor = each.share * each.rarity
      gather(each, (item, weight) => {
        const points = factor * saturate(weight)
        const before = scratch.best[item] ?? 0
        if (before === 0) scratch.items[count++] = item
        if (points > before) scratch.best[item] = points
        if (each.fit > (scratch.shares[item] ?? 0)) scratch.shares[item] = each.fit
      })
    }
    // In order, so that scoring walks through memory instead of jumping about in it.
    const items = scratch.items.slice(0, count).sort()
    const points = new Float32Array(count)
    const isPlain = matched.matches.every(({ fit }) => fit === 1)
    const fits = isPlain ? null : new Float32Array(count)
    for (let at = 0; at < count; at++) {
      const item = items[at] ?? 0
      points[at] = scratch.best[item] ?? 0
      if (fits !== null) fits[at] = scratch.shares[item] ?? 0
      scratch.best[item] = 0
      scratch.shares[item] = 0
    }
    return { ...matched, items, points, fits }
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
    weigh,
    saturate,
  }
}

function sizeOf({ items, fits, matches }: WordTable): number {
  return items.length * (fits === null ? 8 : 12) + 300 + 150 * matches.length
}
