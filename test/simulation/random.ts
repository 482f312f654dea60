/** A seeded source of randomness (mulberry32): the same seed makes the same world. */
export interface Random {
  /** 0 to 1, exclusive. */
  next(): number
  /** 0 to `limit` - 1. */
  below(limit: number): number
  /** True with this probability. */
  chance(probability: number): boolean
  pick<Item>(items: readonly Item[]): Item
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick(items) {
      const item = items[below(items.length)]
      if (item === undefined) throw new Error('Nothing to pick from.')
      return item
    },
  }
}
