/**
 * Adds up the points of terms exactly as the definition does: term by term, field by field, each sum rounded to 32
 * bits. It takes a block of entries at a time, so that all sums stay in the processor's nearest memory.
 *
 * Weights are whole numbers, and 32 bits hold such a sum only if they hold every step to it. So what wide terms give
 * is counted apart, as one whole number an entry, and paid out before anything else is added to the entry, or at
 * the end: in one addition where that is exact, and step by step where it is not.
 */

import { takePositions } from '../smart/blocks.ts'
import { CELL_BITS } from '../terms/places.ts'
import { FIELD_WEIGHTS, type TermPoints } from '../terms/term-points.ts'

/** Entries of one block. */
export const BLOCK = 2048

export interface ScoreSum {
  /** Of the block that was added last, by position in it. */
  readonly scores: Float32Array
  /** The positions in that block that got points, ascending: as many as `add` said. */
  readonly positions: Uint16Array
  /** What is added from now on, from the first block. */
  begin(terms: readonly TermPoints[]): void
  /** Adds the block that starts with this entry, all blocks in turn; how many of its entries got points. */
  add(start: number): number
}

/** By mask of fields: the sum of their weights. */
const MASK_WEIGHTS = Int32Array.from({ length: 1 << FIELD_WEIGHTS.length }, (_, mask) =>
  FIELD_WEIGHTS.reduce((sum, weight, field) => ((mask & (1 << field)) === 0 ? sum : sum + weight), 0),
)

export function createScoreSum(entryCount: number): ScoreSum {
  const scores = new Float32Array(BLOCK)
  const positions = new Uint16Array(BLOCK)
  /** A bit for each position that a list of a term has. */
  const bits = new Int32Array(BLOCK / 32)
  /** What wide terms gave and is not paid out; then how many of them are. All zero between blocks. */
  const due = new Int32Array(BLOCK)
  const paidTerms = new Uint16Array(BLOCK)
  let terms: readonly TermPoints[] = []
  /** By term: how far its two lists are read. */
  let entriesRead = new Uint32Array(0)
  let placesRead = new Uint32Array(0)
  /** The wide terms that were added to this block. */
  const wide: Uint8Array[] = []

  function give(masks: Uint8Array, start: number): void {
    wide.push(masks)
    const count = Math.min(BLOCK, entryCount - start)
    for (let position = 0; position < count; position++)
      due[position] = (due[position] ?? 0) + (MASK_WEIGHTS[masks[start + position] ?? 0] ?? 0)
  }

  function pay(position: number, start: number): void {
    const before = scores[position] ?? 0
    const sum = before + (due[position] ?? 0)
    scores[position] = Math.fround(sum) === sum ? sum : payEach(position, start)
    due[position] = 0
    paidTerms[position] = wide.length
  }

  function payEach(position: number, start: number): number {
    let sum = scores[position] ?? 0
    for (let term = paidTerms[position] ?? 0; term < wide.length; term++)
      sum = addMask(sum, wide[term]?.[start + position] ?? 0)
    return sum
  }

  function addEntries(term: number, { entries, masks }: TermPoints, start: number): void {
    let at = entriesRead[term] ?? 0
    for (; at < entries.length; at++) {
      const position = (entries[at] ?? 0) - start
      if (position >= BLOCK) break
      bits[position >>> 5] = (bits[position >>> 5] ?? 0) | (1 << (position & 31))
      if (due[position] !== 0) pay(position, start)
      const mask = masks[at] ?? 0
      const sum = (scores[position] ?? 0) + (MASK_WEIGHTS[mask] ?? 0)
      scores[position] = Math.fround(sum) === sum ? sum : addMask(scores[position] ?? 0, mask)
    }
    entriesRead[term] = at
  }

  function addPlaces(term: number, { places, points }: TermPoints, start: number): void {
    let at = placesRead[term] ?? 0
    for (; at < places.length; at++) {
      const position = ((places[at] ?? 0) >>> CELL_BITS) - start
      if (position >= BLOCK) break
      bits[position >>> 5] = (bits[position >>> 5] ?? 0) | (1 << (position & 31))
      if (due[position] !== 0) pay(position, start)
      scores[position] = (scores[position] ?? 0) + (points[at] ?? 0)
    }
    placesRead[term] = at
  }

  /** Pays out what is due; the positions that got points. */
  function settle(start: number): number {
    let count = 0
    for (let position = 0; position < BLOCK; position++) {
      if (due[position] !== 0) pay(position, start)
      if (scores[position] !== 0) positions[count++] = position
    }
    bits.fill(0)
    paidTerms.fill(0)
    wide.length = 0
    return count
  }

  return {
    scores,
    positions,
    begin(added) {
      terms = added
      entriesRead = new Uint32Array(terms.length)
      placesRead = new Uint32Array(terms.length)
    },
    add(start) {
      scores.fill(0)
      for (let number = 0; number < terms.length; number++) {
        const term = terms[number]
        if (term === undefined) break
        if (term.wide !== null) give(term.wide, start)
        else addEntries(number, term, start)
        addPlaces(number, term, start)
      }
      return wide.length > 0 ? settle(start) : takePositions(bits, positions)
    },
  }
}

function addMask(score: number, mask: number): number {
  let sum = score
  for (let left = mask; left !== 0; left &= left - 1)
    sum = Math.fround(sum + (FIELD_WEIGHTS[31 - Math.clz32(left & -left)] ?? 0))
  return sum
}
