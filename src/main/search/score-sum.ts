/**
 * Adds up the points of terms, entry by entry, exactly as the definition does: term by term, field by field, each sum
 * rounded to 32 bits.
 *
 * Weights are whole numbers, and 32 bits hold such a sum only if they hold every step to it. So what terms that hit
 * nearly everything give is counted apart, as one whole number an entry, and paid out before a fraction is added to
 * the entry, or at the end: in one addition where that is exact, and step by step where it is not.
 */
import { CELL_BITS } from './places.ts'
import { FIELD_WEIGHTS, type TermPoints } from './term-points.ts'

export interface ScoreSum {
  /** By entry, complete after `matched`; zero for what got nothing. */
  readonly scores: Float32Array
  add(points: TermPoints): void
  /** The entries that got points: `entries` up to `count`. */
  matched(): { entries: Uint32Array; count: number }
  clear(): void
}

/** By mask of fields: the sum of their weights. */
const MASK_WEIGHTS = Int32Array.from({ length: 1 << FIELD_WEIGHTS.length }, (_, mask) =>
  FIELD_WEIGHTS.reduce((sum, weight, field) => ((mask & (1 << field)) === 0 ? sum : sum + weight), 0),
)

export function createScoreSum(entryCount: number): ScoreSum {
  const scores = new Float32Array(entryCount)
  const entries = new Uint32Array(entryCount)
  let count = 0
  /** The terms that hit nearly everything, in their order; then what they gave, and what of it was paid out. */
  const wide: Uint8Array[] = []
  const given = new Int32Array(entryCount)
  const paid = new Int32Array(entryCount)
  const paidTerms = new Uint16Array(entryCount)

  function give(masks: Uint8Array): void {
    wide.push(masks)
    for (let number = 0; number < entryCount; number++)
      given[number] = (given[number] ?? 0) + (MASK_WEIGHTS[masks[number] ?? 0] ?? 0)
  }

  function pay(number: number): void {
    const due = (given[number] ?? 0) - (paid[number] ?? 0)
    if (due === 0) return
    const before = scores[number] ?? 0
    const sum = before + due
    scores[number] = Math.fround(sum) === sum ? sum : payEach(number, before)
    paid[number] = given[number] ?? 0
    paidTerms[number] = wide.length
  }

  function payEach(number: number, before: number): number {
    let sum = before
    for (let term = paidTerms[number] ?? 0; term < wide.length; term++)
      sum = addMask(sum, wide[term]?.[number] ?? 0)
    return sum
  }

  function addPoints(number: number, sum: number): void {
    if (wide.length === 0 && scores[number] === 0) entries[count++] = number
    scores[number] = sum
  }

  return {
    scores,
    add(found) {
      if (found.kind === 'everywhere') {
        give(found.masks)
        return
      }
      const isPlain = wide.length === 0
      if (found.kind === 'contained') {
        for (let position = 0; position < found.entries.length; position++) {
          const number = found.entries[position] ?? 0
          if (!isPlain) pay(number)
          addPoints(number, addMask(scores[number] ?? 0, found.masks[position] ?? 0))
        }
        return
      }
      for (let position = 0; position < found.places.length; position++) {
        const number = (found.places[position] ?? 0) >>> CELL_BITS
        if (!isPlain) pay(number)
        addPoints(number, (scores[number] ?? 0) + (found.points[position] ?? 0))
      }
    },
    matched() {
      if (wide.length === 0) return { entries, count }
      count = 0
      for (let number = 0; number < entryCount; number++) {
        pay(number)
        if ((scores[number] ?? 0) > 0) entries[count++] = number
      }
      return { entries, count }
    },
    clear() {
      if (wide.length === 0) {
        for (let position = 0; position < count; position++) scores[entries[position] ?? 0] = 0
      } else {
        for (const scratch of [scores, given, paid, paidTerms]) scratch.fill(0)
        wide.length = 0
      }
      count = 0
    },
  }
}

function addMask(score: number, mask: number): number {
  const whole = score + (MASK_WEIGHTS[mask] ?? 0)
  if (Math.fround(whole) === whole) return whole
  let sum = score
  for (let field = 0; field < FIELD_WEIGHTS.length; field++) {
    if ((mask & (1 << field)) !== 0) sum = Math.fround(sum + (FIELD_WEIGHTS[field] ?? 0))
  }
  return sum
}
