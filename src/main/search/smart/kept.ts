/** The best entries of all that are offered: by score, then by id. */
import { createBest } from '../best.ts'

interface MemoEntry {
  offer(item: number, score: number): void
  /** What scores less is not kept. */
  least(): number
  /** The best first. */
  sorted(): { item: number; score: number }[]
}

/** `ranks`: each entry's place in the order of ids. */
export function createKept(most: number, ranks: Uint32Array): MemoEntry {
  const items: number[] = []
  const scores: number[] = []
  let least = 0
  const best = createBest(
    most,
    (left, right) =>
      (scores[right] ?? 0) - (scores[left] ?? 0) ||
      (ranks[items[left] ?? 0] ?? 0) - (ranks[items[right] ?? 0] ?? 0),
  )
  return {
    offer(item, score) {
      if (score < least) return
      items.push(item)
      scores.push(score)
      best.offer(items.length - 1)
      least = scores[best.worst() ?? -1] ?? 0
    },
    least: () => least,
    sorted: () => best.sorted().map((at) => ({ item: items[at] ?? 0, score: scores[at] ?? 0 })),
  }
}
