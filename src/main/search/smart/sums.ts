/** Scores texts word by word, without titles, and records what each of them found in the order of entries. */
import type { SmartSettings } from '../../model/search-profile.ts'
import { addBlocks, BLOCK, createBlockSums, takePositions } from './blocks.ts'
import { drawFitLine } from './fits.ts'
import { createKept } from './kept.ts'
import type { ReadText, ScoredText, Scorer } from './scores.ts'
import type { SmartData } from './smart-index.ts'

/** Shared by the texts of a query: those of this one stand from `start` to `end`. */
export interface TextRecords {
  text: ScoredText
  items: Uint32Array
  /** Of its words, not yet lowered for those that are missing. */
  points: Float64Array
  /** What is matched of the text's worth. */
  matched: Float32Array
  start: number
  end: number
}

/** Of a query that is one text and names nothing, only what may be among its best `most` is recorded. */
interface SingleMatch {
  most: number
  accepted: ((item: number) => boolean) | null
}

export interface TextSums {
  /**
   * `within` null: everything is searched. The records hold until `clear`, and so do the bits of what has enough of
   * any of the texts.
   */
  score(text: ReadText, within: ((item: number) => boolean) | null, alone?: SingleMatch): TextRecords
  clear(): void
}

export function createTextSums(
  { entries, ranks, titles, scratch }: SmartData,
  { leastMatch }: SmartSettings,
  scorer: Scorer,
): TextSums {
  const { fitting } = scratch
  const sums = createBlockSums()
  const { points: sumsOf, matched: matchedOf, bits } = sums
  const found = new Uint16Array(BLOCK)
  let { items, points, matched } = scratch
  let used = 0

  /** Gives this text's records from `start` to `end` more room; those of the texts before stay where they are. */
  function grow(start: number, end: number): void {
    const size = Math.max(2 * (end - start), scratch.items.length) + BLOCK
    const before = { items, points, matched }
    items = new Uint32Array(size)
    points = new Float64Array(size)
    matched = new Float32Array(size)
    items.set(before.items.subarray(start, end))
    points.set(before.points.subarray(start, end))
    matched.set(before.matched.subarray(start, end))
  }

  return {
    score(text, within, alone) {
      const { worth, asked } = text
      const { least, more } = scorer.limitOf(worth)
      const { surely, barely, isEnough } = drawFitLine(asked, leastMatch)
      const add = addBlocks(text.words, sums)
      let start = used
      let end = start
      let highest = 0
      /** The best without titles: no title makes less of them. What cannot score more than the worst is not needed. */
      const sure = createKept(alone?.most ?? 0, ranks)
      let line = alone === undefined ? -1 : 0
      /** Positions of what may be the best with its title. */
      const near: number[] = []
      for (let first = 0; first < entries.length; first += BLOCK) {
        if (end + Math.min(BLOCK, entries.length - first) > items.length) {
          grow(start, end)
          for (let at = 0; at < near.length; at++) near[at] = (near[at] ?? 0) - start
          end -= start
          start = 0
        }
        add(first)
        const count = takePositions(bits, found)
        for (let at = 0; at < count; at++) {
          const position = found[at] ?? 0
          const share = matchedOf[position] ?? 0
          const sum = sumsOf[position] ?? 0
          sumsOf[position] = 0
          matchedOf[position] = 0
          const item = first + position
          if (within !== null && !within(item)) continue
          // To divide for each of them would cost more than all else here: nearly all are far from either line.
          const fits = share > surely || (share >= barely && isEnough(share))
          if (fits) fitting[item >>> 5] = (fitting[item >>> 5] ?? 0) | (1 << (item & 31))
          const limit = sum * (least + more * share)
          if (limit < line) continue
          items[end] = item
          points[end] = sum
          matched[end] = share
          if (limit >= highest) {
            near.push(end)
            highest = Math.max(highest, sum * scorer.lower(worth, share))
          }
          end++
          if (alone === undefined || !fits || alone.accepted?.(item) === false) continue
          sure.offer(item, sum * scorer.lower(worth, share))
          line = sure.least()
        }
      }
      used = end
      const cutoff = scorer.cutoffOf(highest)
      let best = highest
      titles.mark(text.meant, 0)
      for (const at of near) {
        const share = matched[at] ?? 0
        const sum = points[at] ?? 0
        if (sum * (least + more * share) < best) continue
        const lowered = sum * scorer.lower(worth, share)
        best = Math.max(best, lowered + scorer.lift(cutoff, items[at] ?? 0, lowered, 0))
      }
      titles.unmark(text.meant)
      return { text: { ...text, best, cutoff }, items, points, matched, start, end }
    },

    clear() {
      fitting.fill(0)
      items = scratch.items
      points = scratch.points
      matched = scratch.matched
      used = 0
    },
  }
}

/** Where the entry's record is; -1: the text has none of it. */
export function findRecord({ items, start, end }: TextRecords, item: number): number {
  let low = start
  let high = end
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((items[middle] ?? 0) < item) low = middle + 1
    else high = middle
  }
  return low < end && items[low] === item ? low : -1
}
