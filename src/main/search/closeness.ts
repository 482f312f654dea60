/** Which names resemble a mistyped one, for "did you mean": shared pairs of letters, word borders included. */
import { createBest } from './best.ts'
import { compareBytes, tokenize } from './words.ts'

export interface Near {
  /** Position among the candidates. */
  position: number
  /** Dice coefficient of the sets of pairs: above 0, at most 1. */
  closeness: number
}

/** A name without case and with all separators alike: what `findNearest` compares. */
export function plainName(name: string): string {
  return tokenize(name).join(' ')
}

/**
 * The candidates that share most pairs of letters with `wanted`, best first, ties in byte order; none that shares
 * no pair. All names are plain.
 */
export function findNearest(
  wanted: string,
  candidates: readonly string[],
  limit: number,
  accept: (position: number) => boolean = () => true,
): Near[] {
  const numbers = new Map<number, number>()
  for (let at = -1; at < wanted.length; at++) {
    const pair = pairAt(wanted, at)
    if (!numbers.has(pair)) numbers.set(pair, numbers.size)
  }
  const closeness = new Float64Array(candidates.length)
  const best = createBest(
    limit,
    (left, right) =>
      (closeness[right] ?? 0) - (closeness[left] ?? 0) ||
      compareBytes(candidates[left] ?? '', candidates[right] ?? '') ||
      left - right,
  )
  /** For each pair of `wanted`, one more than the position of the candidate that had it last. */
  const lastHolder = new Uint32Array(numbers.size)
  candidates.forEach((candidate, position) => {
    let shared = 0
    for (let at = -1; at < candidate.length; at++) {
      const number = numbers.get(pairAt(candidate, at))
      if (number === undefined || lastHolder[number] === position + 1) continue
      lastHolder[number] = position + 1
      shared++
    }
    if (shared === 0 || !accept(position)) return
    closeness[position] = (2 * shared) / (numbers.size + candidate.length + 1)
    best.offer(position)
  })
  return best.sorted().map((position) => ({ position, closeness: closeness[position] ?? 0 }))
}

/** The pair of letters that begins at `at`; a blank stands before the first letter and after the last. */
function pairAt(name: string, at: number): number {
  const left = at < 0 ? BLANK : name.charCodeAt(at)
  const right = at + 1 < name.length ? name.charCodeAt(at + 1) : BLANK
  return left * 0x1_0000 + right
}

const BLANK = 0x20
