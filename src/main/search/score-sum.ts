/**
 * Adds up the points of terms, entry by entry, exactly as the definition does: term by term, field by field, each sum
 * rounded to 32 bits.
 */
import { CELL_BITS } from './places.ts'
import { FIELD_WEIGHTS, type TermPoints } from './term-points.ts'

export interface ScoreSum {
  /** By entry; zero for what got nothing. */
  readonly scores: Float32Array
  add(points: TermPoints): void
  /** The entries that got points: `entries` up to `count`. */
  matched(): { entries: Uint32Array; count: number }
  clear(): void
}

/** By mask of fields: the sum of their weights. */
const MASK_WEIGHTS = Float64Array.from({ length: 1 << FIELD_WEIGHTS.length }, (_, mask) =>
  FIELD_WEIGHTS.reduce((sum, weight, field) => ((mask & (1 << field)) === 0 ? sum : sum + weight), 0),
)

export function createScoreSum(entryCount: number): ScoreSum {
  const scores = new Float32Array(entryCount)
  const entries = new Uint32Array(entryCount)
  let count = 0
  /** Something was added to nearly all: what matched is read off the scores. */
  let isWide = false

  /**
   * Weights are whole numbers, and 32 bits hold a sum only if they hold every step to it: then all steps are one
   * addition. Otherwise they are made one by one.
   */
  function addMask(number: number, mask: number): void {
    const before = scores[number] ?? 0
    const sum = before + (MASK_WEIGHTS[mask] ?? 0)
    const rounded = Math.fround(sum)
    scores[number] = rounded === sum ? sum : addEach(before, mask)
  }

  function note(number: number): void {
    if (!isWide && scores[number] === 0) entries[count++] = number
  }

  return {
    scores,
    add(found) {
      if (found.kind === 'everywhere') {
        isWide = true
        for (let number = 0; number < entryCount; number++) addMask(number, found.masks[number] ?? 0)
      } else if (found.kind === 'contained') {
        for (let position = 0; position < found.entries.length; position++) {
          const number = found.entries[position] ?? 0
          note(number)
          addMask(number, found.masks[position] ?? 0)
        }
      } else {
        for (let position = 0; position < found.places.length; position++) {
          const number = (found.places[position] ?? 0) >>> CELL_BITS
          note(number)
          scores[number] = (scores[number] ?? 0) + (found.points[position] ?? 0)
        }
      }
    },
    matched() {
      if (isWide) {
        count = 0
        for (let number = 0; number < entryCount; number++) {
          if ((scores[number] ?? 0) > 0) entries[count++] = number
        }
      }
      return { entries, count }
    },
    clear() {
      if (isWide) scores.fill(0)
      else for (let position = 0; position < count; position++) scores[entries[position] ?? 0] = 0
      count = 0
      isWide = false
    },
  }
}

function addEach(score: number, mask: number): number {
  let sum = score
  for (let field = 0; field < FIELD_WEIGHTS.length; field++) {
    if ((mask & (1 << field)) !== 0) sum = Math.fround(sum + (FIELD_WEIGHTS[field] ?? 0))
  }
  return sum
}
