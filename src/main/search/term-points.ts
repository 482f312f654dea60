/**
 * What one term gives to the entries that it hits. Per term: the vocabulary's matching words, their places, and
 * the best match in each field; a better match is always worth more points.
 */
import { FIELDS, FUZZY_MIN_BYTES, fuzzyPoints, WEIGHTS } from './classic.ts'
import { CELL_BITS, CELL_MASK, CELLS, type Places } from './places.ts'
import { CONTAINS, type Vocabulary } from './vocabulary.ts'

export type TermPoints =
  /** The term is in these fields: one bit a field, in the order of FIELDS. */
  | { kind: 'contained'; entries: Uint32Array; masks: Uint8Array }
  /** The same for a term that hits a good part of all entries: a mask an entry, zero for what it does not hit. */
  | { kind: 'everywhere'; masks: Uint8Array }
  /** One place after the other, those of an entry together and in the order of FIELDS. */
  | { kind: 'resembled'; places: Uint32Array; points: Float32Array }

/** From this share of all entries on, a list of them is larger and slower than one mask for each. */
const WIDE_SHARE = 0.2

export const FIELD_WEIGHTS = FIELDS.map((field) => WEIGHTS[field])

/** In bytes. */
export function sizeOf(found: TermPoints): number {
  if (found.kind === 'everywhere') return found.masks.length
  return found.kind === 'contained' ? found.entries.length * 5 : found.places.length * 8
}

export function createTermScorer(
  entryCount: number,
  vocabulary: Vocabulary,
  { all, starts }: Places,
): (term: string) => TermPoints {
  // Scratch, all zero between calls.
  const strengths = new Float32Array(entryCount * CELLS)
  const masks = new Uint8Array(entryCount)
  /** Scratch: the entries that were reached. */
  const reached = new Uint32Array(entryCount)

  function findContained(term: string): TermPoints {
    let count = 0
    vocabulary.match(term, (word) => {
      const end = starts[word + 1] ?? 0
      for (let at = starts[word] ?? 0; at < end; at++) {
        const place = all[at] ?? 0
        const entry = place >>> CELL_BITS
        const mask = masks[entry] ?? 0
        if (mask === 0) reached[count++] = entry
        masks[entry] = mask | (1 << (place & CELL_MASK))
      }
    })
    if (count > entryCount * WIDE_SHARE) {
      const all = masks.slice()
      masks.fill(0)
      return { kind: 'everywhere', masks: all }
    }
    const entries = reached.slice(0, count)
    const kept = new Uint8Array(count)
    for (let position = 0; position < count; position++) {
      const entry = entries[position] ?? 0
      kept[position] = masks[entry] ?? 0
      masks[entry] = 0
    }
    return { kind: 'contained', entries, masks: kept }
  }

  function findResembled(term: string): TermPoints {
    let count = 0
    let cells = 0
    vocabulary.match(term, (word, strength) => {
      const end = starts[word + 1] ?? 0
      for (let at = starts[word] ?? 0; at < end; at++) {
        const place = all[at] ?? 0
        const known = strengths[place] ?? 0
        if (strength <= known) continue
        strengths[place] = strength
        if (known > 0) continue
        cells++
        const entry = place >>> CELL_BITS
        const mask = masks[entry] ?? 0
        if (mask === 0) reached[count++] = entry
        masks[entry] = mask | (1 << (place & CELL_MASK))
      }
    })
    const places = new Uint32Array(cells)
    const points = new Float32Array(cells)
    let end = 0
    for (let position = 0; position < count; position++) {
      const entry = reached[position] ?? 0
      const mask = masks[entry] ?? 0
      masks[entry] = 0
      for (let field = 0; field < FIELD_WEIGHTS.length; field++) {
        if ((mask & (1 << field)) === 0) continue
        const place = entry * CELLS + field
        const strength = strengths[place] ?? 0
        strengths[place] = 0
        const weight = FIELD_WEIGHTS[field] ?? 0
        places[end] = place
        points[end++] = strength === CONTAINS ? weight : fuzzyPoints(weight, strength)
      }
    }
    return { kind: 'resembled', places, points }
  }

  return (term) => {
    const mayResemble = Buffer.byteLength(term, 'utf8') >= FUZZY_MIN_BYTES
    return mayResemble ? findResembled(term) : findContained(term)
  }
}
