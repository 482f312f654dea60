/** A seeded source of randomness (mulberry32): the same seed gives the same sequence. */
export interface Random {
  /** 0 to 1, exclusive. */
  next(): number
  /** 0 to `limit` - 1. */
  below(limit: number): number
  /** True with this probability. */
  chance(probability: number): boolean
  pick<Item>(items: readonly Item[]): Item
  /** Undefined where there is none. */
  some<Item>(items: readonly Item[]): Item | undefined
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
  const some = <Item>(items: readonly Item[]) => items[below(items.length)]
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    some,
    pick(items) {
      const item = some(items)
      if (item === undefined) throw new Error('Nothing to pick from.')
      return item
    },
  }
}
