/** Which words hold which one, two and three bytes of UTF-8 in a row, packed into two arrays. */

export interface Grams {
  /** The words that hold it, ascending: `list` from `from` to before `to`. */
  holders(gram: number): { list: Uint32Array; from: number; to: number }
  /** By word: how many different trigrams it has. */
  trigramCounts: Uint32Array
}

const PAIR_FLAG = 0x1_0000
export const TRIGRAM_FLAG = 0x100_0000

/** One, two and three bytes as one number; the flags keep the three kinds apart. */
export function keyOf(bytes: Uint8Array, at: number, length: number): number {
  const first = bytes[at] ?? 0
  if (length === 1) return first
  const second = bytes[at + 1] ?? 0
  if (length === 2) return PAIR_FLAG + first * 0x100 + second
  return TRIGRAM_FLAG + first * 0x1_0000 + second * 0x100 + (bytes[at + 2] ?? 0)
}

const STEP = 250

export function* buildGrams(words: readonly string[]): Generator<void, Grams> {
  const slots = new Map<number, number>()
  const counts: number[] = []
  /** By slot: one more than the word that had it last. */
  const lastHolder: number[] = []
  const trigramCounts = new Uint32Array(words.length)
  for (let word = 0; word < words.length; word++) {
    eachGram(words[word] ?? '', (gram) => {
      let slot = slots.get(gram)
      if (slot === undefined) {
        slot = slots.size
        slots.set(gram, slot)
        counts.push(0)
        lastHolder.push(0)
      }
      if (lastHolder[slot] === word + 1) return
      lastHolder[slot] = word + 1
      counts[slot] = (counts[slot] ?? 0) + 1
      if (gram >= TRIGRAM_FLAG) trigramCounts[word] = (trigramCounts[word] ?? 0) + 1
    })
    if (word % STEP === 0) yield
  }

  const starts = new Uint32Array(counts.length + 1)
  counts.forEach((count, slot) => {
    starts[slot + 1] = (starts[slot] ?? 0) + count
  })
  const list = new Uint32Array(starts[counts.length] ?? 0)
  const ends = starts.slice()
  for (let word = 0; word < words.length; word++) {
    eachGram(words[word] ?? '', (gram) => {
      const slot = slots.get(gram) ?? 0
      const end = ends[slot] ?? 0
      if (end > (starts[slot] ?? 0) && list[end - 1] === word) return
      list[end] = word
      ends[slot] = end + 1
    })
    if (word % STEP === 0) yield
  }

  return {
    trigramCounts,
    holders(gram) {
      const slot = slots.get(gram)
      if (slot === undefined) return { list, from: 0, to: 0 }
      return { list, from: starts[slot] ?? 0, to: starts[slot + 1] ?? 0 }
    },
  }
}

function eachGram(word: string, take: (gram: number) => void): void {
  const bytes = Buffer.from(word, 'utf8')
  for (let length = 1; length <= 3; length++) {
    for (let at = 0; at + length <= bytes.length; at++) take(keyOf(bytes, at, length))
  }
}
