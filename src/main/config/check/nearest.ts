/** "Did you mean": the name that a misspelt one probably stands for. */
import { countEdits } from '../../workflow/wording/count-edits.ts'
import { listWith } from '../../workflow/wording/listing.ts'

/** Longer names are not compared: nobody misspells them by a letter, and the comparison is quadratic. */
const LONGEST = 80
/** Enough names to look through; a file with more of one kind was not written by hand. */
const MOST_CANDIDATES = 300

/** Anything above `limit` answers `limit + 1`. */
function distance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) > limit) return limit + 1
  return Math.min(countEdits(left, right), limit + 1)
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[-_. ]/g, '')
}

/** The nearest of the candidates, or null if none is near. Case, `-`, `_` and `.` do not count. */
export function nearestName(name: string, candidates: Iterable<string>): string | null {
  if (name.length > LONGEST) return null
  const wanted = fold(name)
  const limit = wanted.length <= 3 ? 1 : wanted.length <= 7 ? 2 : 3
  let best: string | null = null
  let bestDistance = limit + 1
  let left = MOST_CANDIDATES
  for (const candidate of candidates) {
    if (left-- === 0) break
    if (candidate.length > LONGEST) continue
    const apart = distance(wanted, fold(candidate), limit)
    if (apart < bestDistance) {
      best = candidate
      bestDistance = apart
    }
  }
  return best
}

/** ` Did you mean ‘x’?`, or nothing. To be put after a sentence. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const near = nearestName(name, candidates)
  return near === null || near === name ? '' : ` Did you mean ‘${near}’?`
}

/** `a`, `b` or `c`; long lists are cut. */
export function listNames(names: readonly string[], conjunction: 'and' | 'or' = 'or'): string {
  const shown = names.slice(0, 12).map((name) => `‘${name}’`)
  if (names.length > 12) return `${shown.join(', ')} and ${names.length - 12} more`
  return listWith(conjunction, shown)
}
