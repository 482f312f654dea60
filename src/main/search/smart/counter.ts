import { type Cells, ITEM_SHIFT } from './cells.ts'
import type { Scratch } from './scratch.ts'

/** How many items have any of some words: of one, or of all forms of one base. */
export function createItemCounter(
  { all, starts }: Cells,
  { bits }: Pick<Scratch, 'bits'>,
): (words: Uint32Array) => number {
  const counts = new Map<number, number>()

  function countOne(word: number): number {
    let found = 0
    let last = -1
    for (let at = starts[word] ?? 0, end = starts[word + 1] ?? 0; at < end; at++) {
      const item = (all[at] ?? 0) >>> ITEM_SHIFT
      if (item !== last) found++
      last = item
    }
    return found
  }

  function countAny(words: Uint32Array): number {
    let found = 0
    for (const word of words) {
      for (let at = starts[word] ?? 0, end = starts[word + 1] ?? 0; at < end; at++) {
        const item = (all[at] ?? 0) >>> ITEM_SHIFT
        const before = bits[item >>> 5] ?? 0
        const bit = 1 << (item & 31)
        if ((before & bit) !== 0) continue
        bits[item >>> 5] = before | bit
        found++
      }
    }
    bits.fill(0)
    return found
  }

  return (words) => {
    const [first = 0] = words
    // One word alone, and all forms of its base, are counted apart.
    const key = words.length === 1 ? first : -1 - first
    let known = counts.get(key)
    if (known === undefined) {
      known = words.length === 1 ? countOne(first) : countAny(words)
      counts.set(key, known)
    }
    return known
  }
}
