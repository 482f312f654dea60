/**
 * What one term gives to the entries that it hits. Per term: the vocabulary's matching words, their places, and
 * the best match in each field; a better match is always worth more points.
 */
import { FIELDS, fuzzyPoints, WEIGHTS } from './classic.ts'
import { CELL_BITS, CELLS, type Places } from './places.ts'
import { CONTAINS, type Vocabulary } from './vocabulary.ts'

export interface TermPoints {
  entries: Uint32Array
  /** For each entry the points of its fields, in the order of FIELDS. */
  points: Float32Array
}

const FIELD_WEIGHTS = FIELDS.map((field) => WEIGHTS[field])

export function createTermScorer(
  entryCount: number,
  vocabulary: Vocabulary,
  { all, starts }: Places,
): (term: string) => TermPoints {
  // Scratch, all zero between calls.
  const strengths = new Float32Array(entryCount * CELLS)
  const isReached = new Uint8Array(entryCount)

  function reach(term: string): number[] {
    const reached: number[] = []
    vocabulary.match(term, (word, strength) => {
      const end = starts[word + 1] ?? 0
      for (let at = starts[word] ?? 0; at < end; at++) {
        const place = all[at] ?? 0
        if (strength > (strengths[place] ?? 0)) strengths[place] = strength
        const entry = place >>> CELL_BITS
        if (isReached[entry] === 1) continue
        isReached[entry] = 1
        reached.push(entry)
      }
    })
    return reached
  }

  return (term) => {
    const entries = Uint32Array.from(reach(term))
    const points = new Float32Array(entries.length * FIELD_WEIGHTS.length)
    let at = 0
    for (let position = 0; position < entries.length; position++) {
      const entry = entries[position] ?? 0
      isReached[entry] = 0
      for (let field = 0; field < FIELD_WEIGHTS.length; field++, at++) {
        const strength = strengths[entry * CELLS + field] ?? 0
        if (strength === 0) continue
        strengths[entry * CELLS + field] = 0
        const weight = FIELD_WEIGHTS[field] ?? 0
        points[at] = strength === CONTAINS ? weight : fuzzyPoints(weight, strength)
      }
    }
    return { entries, points }
  }
}
