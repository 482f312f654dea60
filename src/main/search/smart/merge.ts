/**
 * Turns the matches of a word into one list of entries, in order. The cells of each word stand in the order of their
 * entries: those of the forms of one word are added up a block of entries at a time, and of several matches an
 * entry keeps the best. What an entry gets is the same sum, in the same order, as if it were looked at alone.
 */
import { BLOCK } from './blocks.ts'
import { ITEM_SHIFT, MOST_COUNTED, MOST_LENGTH } from './cells.ts'
import type { Match, WordMatches } from './matches.ts'
import type { SmartData } from './smart-index.ts'
import { placeOf, type Weigher } from './weights.ts'

export interface MergedMatches {
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

export function createMerger(
  { cells, scratch }: SmartData,
  { weights, weigh, saturate }: Weigher,
): (matched: WordMatches) => MergedMatches {
  const { all, lengths, starts } = cells
  const { best, kinds, bits } = scratch
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

  /** How many entries are new. */
  function addWord(word: number, factor: number, kind: number): number {
    const end = starts[word + 1] ?? 0
    let count = 0
    let at = starts[word] ?? 0
    while (at < end) {
      let cell = all[at] ?? 0
      const item = cell >>> ITEM_SHIFT
      let sum = 0
      do {
        sum += weighAt(at, cell)
        at++
        cell = all[at] ?? 0
      } while (at < end && cell >>> ITEM_SHIFT === item)
      if (sum > 0 && offer(item, factor * saturate(sum), kind)) count++
    }
    return count
  }

  /** The same for forms of one word: their weights add up, a block of entries at a time. */
  function addForms(factor: number, kind: number): number {
    let count = 0
    for (;;) {
      let start = END
      for (let form = 0; form < places.length; form++) {
        const at = places[form] ?? 0
        if (at < (ends[form] ?? 0)) start = Math.min(start, (all[at] ?? 0) >>> ITEM_SHIFT)
      }
      if (start === END) return count
      for (let form = 0; form < places.length; form++)
        places[form] = addForm(places[form] ?? 0, ends[form] ?? 0, start)
      for (let place = 0; place < sumBits.length; place++) {
        for (let left = sumBits[place] ?? 0; left !== 0; left &= left - 1) {
          const position = place * 32 + 31 - Math.clz32(left & -left)
          if (offer(start + position, factor * saturate(sums[position] ?? 0), kind)) count++
          sums[position] = 0
        }
        sumBits[place] = 0
      }
    }
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
    let only = 0
    for (const word of words) {
      const start = starts[word] ?? 0
      const end = starts[word + 1] ?? 0
      if (start === end) continue
      only = word
      places.push(start)
      ends.push(end)
    }
    const factor = share * rarity
    return places.length === 1 ? addWord(only, factor, kind) : addForms(factor, kind)
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
