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
  /** At the same positions: the share of the best match; null: 1 everywhere. */
  shares: Float32Array | null
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
const KEPT_PER_ENTRY = 100
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

  /** Leaves the weights of the match's mentions in `scratch.weights`; the entries that have any. */
  function gather({ words }: Match): number[] {
    const touched: number[] = []
    for (const word of words) {
      const end = cells.starts[word + 1] ?? 0
      for (let at = cells.starts[word] ?? 0; at < end; at++) {
        const cell = cells.all[at] ?? 0
        const weight = weigh(cell)
        if (weight === 0) continue
        const item = cell >>> ITEM_SHIFT
        const before = scratch.weights[item] ?? 0
        if (before === 0) touched.push(item)
        scratch.weights[item] = before + weight
      }
    }
    return touched
  }

  function make(word: string): WordTable {
    const matched = match(word)
    const found: number[] = []
    for (const each of matched.matches) {
      const factor = each.share * each.rarity
      for (const item of gather(each)) {
        const points = factor * saturate(scratch.weights[item] ?? 0)
        scratch.weights[item] = 0
        const before = scratch.best[item] ?? 0
        if (before === 0) found.push(item)
        if (points > before) scratch.best[item] = points
        if (each.share > (scratch.shares[item] ?? 0)) scratch.shares[item] = each.share
      }
    }
    const items = Uint32Array.from(found)
    const isPlain = matched.matches.every(({ share }) => share === 1)
    const table = {
      ...matched,
      items,
      points: Float32Array.from(items, (item) => scratch.best[item] ?? 0),
      shares: isPlain ? null : Float32Array.from(items, (item) => scratch.shares[item] ?? 0),
    }
    for (const item of items) {
      scratch.best[item] = 0
      scratch.shares[item] = 0
    }
    return table
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

function sizeOf({ items, shares, matches }: WordTable): number {
  return items.length * (shares === null ? 8 : 12) + 300 + 150 * matches.length
}
