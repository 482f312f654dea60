/**
 * What one term gives to the entries that it hits, and the sum of several. Per term: the vocabulary's matching words,
 * their places, and the best match in each field; a better match is always worth more points.
 */

import { takePositions } from '../bits.ts'
import { FIELDS, fuzzyPoints, WEIGHTS } from './classic.ts'
import { CELL_BITS, CELL_MASK, CELLS, CONTAINS, type Places, type Vocabulary } from './vocabulary.ts'

/** Of entries that have the term itself in every field that it hits, and of the others; all ascending. */
export interface TermPoints {
  /** The fields that the term is in, one bit a field in the order of FIELDS; each field gives its whole weight. */
  entries: Uint32Array
  masks: Uint8Array
  /** Instead of those two for a term that is in a good part of all entries: a mask an entry, zero for no hit. */
  wide: Uint8Array | null
  /** Where a word resembles the term, with all fields that such an entry is hit in, one place after the other. */
  places: Uint32Array
  points: Float32Array
}

/** From this share of all entries on, a list of them is larger and slower than one mask for each. */
const WIDE_SHARE = 0.2

const FIELD_WEIGHTS = FIELDS.map((field) => WEIGHTS[field])

/** In bytes. */
export function sizeOf({ entries, wide, places }: TermPoints): number {
  return OBJECT_BYTES + entries.length * 5 + (wide?.length ?? 0) + places.length * 8
}

/** What a term takes that hits nothing. */
const OBJECT_BYTES = 1024

export function createTermScorer(
  entryCount: number,
  vocabulary: Vocabulary,
  { all, starts }: Places,
): (term: string) => TermPoints {
  // Scratch, all zero between calls: by entry the fields that the term is in, those that only resemble it, and a bit
  // for each entry that was reached.
  const contained = new Uint8Array(entryCount)
  const resembled = new Uint8Array(entryCount)
  const bits = new Int32Array((entryCount >>> 5) + 1)
  /** Scratch: the similarity of each place that is marked in `resembled`. */
  const similarities = new Float32Array(entryCount * CELLS)
  /** Scratch: the entries that were reached. */
  const reached = new Uint32Array(entryCount)

  function markContained(word: number): void {
    const end = starts[word + 1] ?? 0
    for (let at = starts[word] ?? 0; at < end; at++) {
      const place = all[at] ?? 0
      const entry = place >>> CELL_BITS
      contained[entry] = (contained[entry] ?? 0) | (1 << (place & CELL_MASK))
      bits[entry >>> 5] = (bits[entry >>> 5] ?? 0) | (1 << (entry & 31))
    }
  }

  function markResembled(word: number, similarity: number): void {
    const end = starts[word + 1] ?? 0
    for (let at = starts[word] ?? 0; at < end; at++) {
      const place = all[at] ?? 0
      const entry = place >>> CELL_BITS
      const mask = resembled[entry] ?? 0
      const bit = 1 << (place & CELL_MASK)
      if ((mask & bit) !== 0 && similarity <= (similarities[place] ?? 0)) continue
      similarities[place] = similarity
      resembled[entry] = mask | bit
      bits[entry >>> 5] = (bits[entry >>> 5] ?? 0) | (1 << (entry & 31))
    }
  }

  /** The entries that were reached, ascending; how many. */
  function takeReached(): number {
    let count = 0
    for (let slot = 0; slot < bits.length; slot++) {
      for (let left = bits[slot] ?? 0; left !== 0; left &= left - 1)
        reached[count++] = slot * 32 + 31 - Math.clz32(left & -left)
      bits[slot] = 0
    }
    return count
  }

  function gather(count: number): TermPoints {
    let whole = 0
    let cells = 0
    for (let position = 0; position < count; position++) {
      const entry = reached[position] ?? 0
      const inside = contained[entry] ?? 0
      const near = resembled[entry] ?? 0
      if ((near & ~inside) === 0) whole++
      else cells += BIT_COUNTS[near | inside] ?? 0
    }
    const isWide = whole > entryCount * WIDE_SHARE
    const entries = new Uint32Array(isWide ? 0 : whole)
    const masks = new Uint8Array(isWide ? entryCount : whole)
    const places = new Uint32Array(cells)
    const points = new Float32Array(cells)
    let end = 0
    let at = 0
    for (let position = 0; position < count; position++) {
      const entry = reached[position] ?? 0
      const inside = contained[entry] ?? 0
      const near = resembled[entry] ?? 0
      contained[entry] = 0
      resembled[entry] = 0
      if ((near & ~inside) === 0) {
        if (isWide) masks[entry] = inside
        else {
          entries[at] = entry
          masks[at++] = inside
        }
        continue
      }
      for (let left = near | inside; left !== 0; left &= left - 1) {
        const bit = left & -left
        const field = 31 - Math.clz32(bit)
        const place = entry * CELLS + field
        const weight = FIELD_WEIGHTS[field] ?? 0
        places[end] = place
        points[end++] = (inside & bit) !== 0 ? weight : fuzzyPoints(weight, similarities[place] ?? 0)
      }
    }
    return { entries, masks: isWide ? NOTHING : masks, wide: isWide ? masks : null, places, points }
  }

  return (term) => {
    vocabulary.match(term, (word, strength) => {
      if (strength === CONTAINS) markContained(word)
      else markResembled(word, strength)
    })
    return gather(takeReached())
  }
}

const NOTHING = new Uint8Array(0)
const BIT_COUNTS = Uint8Array.from({ length: 1 << FIELDS.length }, (_, mask) =>
  FIELDS.reduce((count, _field, field) => count + ((mask >>> field) & 1), 0),
)

/**
 * Adds up the points of terms exactly as the definition does: term by term, field by field, each sum rounded to 32
 * bits. It takes a block of entries at a time, so that all sums stay in the processor's nearest memory.
 *
 * Weights are whole numbers, and 32 bits hold such a sum only if they hold every step to it. So what wide terms give
 * is counted apart, as one whole number an entry, and paid out before anything else is added to the entry, or at
 * the end: in one addition where that is exact, and step by step where it is not.
 */

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
