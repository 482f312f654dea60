/** Keeps the best `capacity` of any number of candidates in a heap whose root is the worst one kept. */

export interface Best {
  offer(candidate: number): void
  /** The one that a better candidate would push out; undefined while there is room. */
  worst(): number | undefined
  /** The best one first. */
  sorted(): number[]
}

/** `compare` is negative when the first one is better; it must never be zero for different candidates. */
export function createBest(capacity: number, compare: (left: number, right: number) => number): Best {
  const heap: number[] = []
  const at = (position: number): number => heap[position] ?? 0
  const isWorse = (left: number, right: number): boolean => compare(at(left), at(right)) > 0

  function swap(left: number, right: number): void {
    const kept = at(left)
    heap[left] = at(right)
    heap[right] = kept
  }

  function rise(position: number): void {
    const parent = (position - 1) >> 1
    if (position === 0 || !isWorse(position, parent)) return
    swap(position, parent)
    rise(parent)
  }

  function sink(position: number): void {
    const left = 2 * position + 1
    if (left >= heap.length) return
    const child = left + 1 < heap.length && isWorse(left + 1, left) ? left + 1 : left
    if (!isWorse(child, position)) return
    swap(child, position)
    sink(child)
  }

  return {
    offer(candidate) {
      if (heap.length < capacity) {
        heap.push(candidate)
        rise(heap.length - 1)
      } else if (capacity > 0 && compare(candidate, at(0)) < 0) {
        heap[0] = candidate
        sink(0)
      }
    },
    worst: () => (heap.length < capacity ? undefined : heap[0]),
    sorted: () => heap.toSorted(compare),
  }
}

/** The best entries of all that are offered: by score, then by id. */

interface BestItems {
  offer(item: number, score: number): void
  /** What scores less is not kept. */
  least(): number
  /** The best first. */
  sorted(): { item: number; score: number }[]
}

/** `ranks`: each entry's place in the order of ids. */
export function createBestItems(most: number, ranks: Uint32Array): BestItems {
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
