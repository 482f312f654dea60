/** What terms give, kept for the next query: "a" and "the" hit nearly every item. Least recently used go. */
import { sizeOf, type TermPoints } from './term-points.ts'

/** `bytes` is the most that is kept, whatever the queries. */
export function createTermCache(
  bytes: number,
  score: (term: string) => TermPoints,
): (term: string) => TermPoints {
  const kept = new Map<string, TermPoints>()
  let used = 0
  return (term) => {
    const known = kept.get(term)
    if (known !== undefined) {
      kept.delete(term)
      kept.set(term, known)
      return known
    }
    const found = score(term)
    const size = sizeOf(found)
    if (size > bytes / 4) return found
    kept.set(term, found)
    used += size
    for (const [oldest, points] of kept) {
      if (used <= bytes) break
      kept.delete(oldest)
      used -= sizeOf(points)
    }
    return found
  }
}
