/**
 * What one term gives to the entries that it hits. Per term: the vocabulary's matching words, their places, and
 * the best match in each field; a better match is always worth more points.
 */
import { FIELDS, fuzzyPoints, WEIGHTS } from '../classic/classic.ts'
import { CELL_BITS, CELL_MASK, CELLS, type Places } from './places.ts'
import { CONTAINS, type Vocabulary } from './vocabulary.ts'

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

export const FIELD_WEIGHTS = FIELDS.map((field) => WEIGHTS[field])

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
