/**
 * Adds up what the words of a text give, a block of entries at a time: so much fits the processor's nearest memory,
 * and nothing is kept for entries that were passed. Words are added in the order of the text, whatever the block.
 */
/** A word of the text, and what entries get for it. */
interface AddedWord {
  times: number
  table: {
    items: Uint32Array
    points: Float32Array
    /** Null: 0 for all. */
    kinds: Uint8Array | null
    /** By kind: the matched worth. */
    worths: Float64Array
  }
}

/** Entries of one block. */
export const BLOCK = 1024

/** Of the entries of one block, by position in it; all zero between blocks. */
interface BlockSums {
  points: Float64Array
  /** What is matched of the text's worth. */
  matched: Float32Array
  /** A bit for each position: what is found. Setting it needs no question whether it is set. */
  bits: Int32Array
}

export function createBlockSums(): BlockSums {
  return {
    points: new Float64Array(BLOCK),
    matched: new Float32Array(BLOCK),
    bits: new Int32Array(BLOCK / 32),
  }
}

/** The function adds the block that starts with this entry; all blocks in turn. */
export function addBlocks(words: readonly AddedWord[], into: BlockSums): (start: number) => void {
  const { points: sums, matched, bits } = into
  /** By word: how far its entries are read. */
  const places = new Uint32Array(words.length)
  return (start) => {
    for (let number = 0; number < words.length; number++) {
      const word = words[number]
      if (word === undefined) break
      const { items, points, kinds, worths } = word.table
      const { times } = word
      const worth = times * (worths[0] ?? 0)
      let at = places[number] ?? 0
      for (; at < items.length; at++) {
        const position = (items[at] ?? 0) - start
        if (position >= BLOCK) break
        bits[position >>> 5] = (bits[position >>> 5] ?? 0) | (1 << (position & 31))
        sums[position] = (sums[position] ?? 0) + times * (points[at] ?? 0)
        matched[position] =
          (matched[position] ?? 0) + (kinds === null ? worth : times * (worths[kinds[at] ?? 0] ?? 0))
      }
      places[number] = at
    }
  }
}

/** Takes the positions out of the bits of a block, in order; how many there are. The bits stand from `first` to `end`. */
export function takePositions(bits: Int32Array, into: Uint16Array, first = 0, end = bits.length): number {
  let count = 0
  for (let place = first; place < end; place++) {
    for (let left = bits[place] ?? 0; left !== 0; left &= left - 1)
      into[count++] = (place - first) * 32 + 31 - Math.clz32(left & -left)
    bits[place] = 0
  }
  return count
}
