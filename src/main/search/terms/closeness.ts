/** Which names resemble a mistyped one, for "did you mean": shared pairs of letters, word borders included. */
import { createBest } from '../best.ts'
import { createPairCounter } from './letter-pairs.ts'
import { compareBytes } from './words.ts'

export interface Near {
  /** Position among the candidates. */
  position: number
  /** Dice coefficient of their pairs, each as often as it occurs: above 0, at most 1. */
  closeness: number
}

/**
 * The candidates that share most pairs of letters with `wanted`, best first; of equal ones those with its numbers,
 * then in byte order; none that shares no pair. All names are plain.
 */
export function findNearest(
  wanted: string,
  candidates: readonly string[],
  limit: number,
  { accept }: { accept?(position: number): boolean } = {},
): Near[] {
  const { closenessTo } = createPairCounter(wanted)
  const compareNames = compareTo(wanted)
  const closeness = new Float64Array(candidates.length)
  const best = createBest(
    limit,
    (left, right) =>
      (closeness[right] ?? 0) - (closeness[left] ?? 0) ||
      compareNames(candidates[left] ?? '', candidates[right] ?? '') ||
      left - right,
  )
  candidates.forEach((candidate, position) => {
    const close = closenessTo(candidate)
    if (close === 0 || accept?.(position) === false) return
    closeness[position] = close
    best.offer(position)
  })
  return best.sorted().map((position) => ({ position, closeness: closeness[position] ?? 0 }))
}

/** Order of plain names that are equally close: another number is another thing, another letter may be a slip. */
export function compareTo(wanted: string): (left: string, right: string) => number {
  const numbers = numbersOf(wanted)
  const strangeness = (name: string): number => (numbers === '' || numbersOf(name) === numbers ? 0 : 1)
  return (left, right) => strangeness(left) - strangeness(right) || compareBytes(left, right)
}

function numbersOf(name: string): string {
  return (name.match(/\p{N}+/gu) ?? []).join(' ')
}
