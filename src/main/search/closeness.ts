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
  if (!PLAIN_LETTERS.test(name)) return tokenize(name).join(' ')
  return name.toLowerCase().replace(SEPARATORS, ' ').trim()
}

const PLAIN_LETTERS = /^[ -~]*$/
const SEPARATORS = /[^a-z0-9]+/g

/**
 * The candidates that share most pairs of letters with `wanted`, best first, ties in byte order; none that shares
 * no pair. All names are plain.
 */
export function findNearest(
  wanted: string,
  candidates: readonly string[],
  limit: number,
  options: {
    accept?(position: number): boolean
    /** Between candidates that are alike; their positions decide else. */
    tie?(left: number, right: number): number
  } = {},
): Near[] {
  const { accept, tie } = options
  const { count: pairs, numberOf } = numberPairs(wanted)
  const closeness = new Float64Array(candidates.length)
  const best = createBest(
    limit,
    (left, right) =>
      (closeness[right] ?? 0) - (closeness[left] ?? 0) ||
      compareBytes(candidates[left] ?? '', candidates[right] ?? '') ||
      (tie?.(left, right) ?? 0) ||
      left - right,
  )
  /** For each pair of `wanted`, one more than the position of the candidate that had it last. */
  const lastHolder = new Uint32Array(pairs)
  candidates.forEach((candidate, position) => {
    let shared = 0
    for (let at = -1; at < candidate.length; at++) {
      const number = numberOf(pairAt(candidate, at))
      if (number === -1 || lastHolder[number] === position + 1) continue
      lastHolder[number] = position + 1
      shared++
    }
    if (shared === 0 || accept?.(position) === false) return
    closeness[position] = (2 * shared) / (pairs + candidate.length + 1)
    best.offer(position)
  })
  return best.sorted().map((position) => ({ position, closeness: closeness[position] ?? 0 }))
}

/** Each pair of the name gets a number, those of plain letters by one look into a table; -1: the name has no such. */
function numberPairs(name: string): { count: number; numberOf(pair: number): number } {
  const table = new Int16Array(PLAIN * PLAIN).fill(-1)
  const others = new Map<number, number>()
  let count = 0
  const slot = (pair: number): number => (pair >>> 16) * PLAIN + (pair & 0xffff)
  const isPlain = (pair: number): boolean => pair >>> 16 < PLAIN && (pair & 0xffff) < PLAIN
  const numberOf = (pair: number): number =>
    isPlain(pair) ? (table[slot(pair)] ?? -1) : (others.get(pair) ?? -1)
  for (let at = -1; at < name.length; at++) {
    const pair = pairAt(name, at)
    if (numberOf(pair) !== -1) continue
    if (isPlain(pair)) table[slot(pair)] = count++
    else others.set(pair, count++)
  }
  return { count, numberOf }
}

const PLAIN = 128

/** The pair of letters that begins at `at`; a blank stands before the first letter and after the last. */
function pairAt(name: string, at: number): number {
  const left = at < 0 ? BLANK : name.charCodeAt(at)
  const right = at + 1 < name.length ? name.charCodeAt(at + 1) : BLANK
  return left * 0x1_0000 + right
}

const BLANK = 0x20
