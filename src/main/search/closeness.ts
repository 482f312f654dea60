/** Which names resemble a mistyped one, for "did you mean": shared pairs of letters, word borders included. */
import { compareBytes, tokenize } from './words.ts'

/**
 * The candidates that share at least one pair of letters with `wanted`, nearest first (Dice coefficient, ties in
 * byte order). Case and separators do not matter: `Deploy-Pipeline` is as near as can be to `deploy_pipeline`.
 */
export function rankByCloseness(
  wanted: string,
  candidates: Iterable<string>,
): { candidate: string; closeness: number }[] {
  const numbers = new Map<number, number>()
  for (const pair of pairsOf(wanted)) if (!numbers.has(pair)) numbers.set(pair, numbers.size)
  const lastSeenIn = new Uint32Array(numbers.size)
  const ranked: { candidate: string; closeness: number }[] = []
  let round = 0
  for (const candidate of candidates) {
    round++
    let shared = 0
    let pairs = 0
    for (const pair of pairsOf(candidate)) {
      pairs++
      const number = numbers.get(pair)
      if (number === undefined || lastSeenIn[number] === round) continue
      lastSeenIn[number] = round
      shared++
    }
    if (shared > 0) ranked.push({ candidate, closeness: (2 * shared) / (numbers.size + pairs) })
  }
  return ranked.sort(
    (left, right) => right.closeness - left.closeness || compareBytes(left.candidate, right.candidate),
  )
}

function* pairsOf(name: string): Generator<number> {
  const bordered = ` ${tokenize(name).join(' ')} `
  for (let at = 0; at + 1 < bordered.length; at++) {
    yield bordered.charCodeAt(at) * 0x1_0000 + bordered.charCodeAt(at + 1)
  }
}
