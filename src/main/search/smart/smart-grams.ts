/** Three letters in a row, the borders of words included: which words have which. */

export interface Grams {
  /** Numbers of longer words that contain this one: the first so many. */
  containing(word: string, most: number): number[]
  /** Words that resemble this one, the nearest first, ties by number. */
  similar(word: string): { word: number; closeness: number }[]
}

const BORDER = 0x24
/** Words of one step of the preparation. */
const SLICE = 2000
/** Below it, two words share too few letters to be compared one by one. */
const LEAST_SHARED = 0.14
/** Words that share this much resemble each other, whatever their letters' order. */
const SURELY_SIMILAR = 0.5
const MOST_SIMILAR = 4

export function* createGrams(words: readonly string[]): Generator<void, Grams> {
  const numbers = new Map<number, number>()
  const sizes: number[] = []
  const counts = new Uint8Array(words.length)
  for (const [word, text] of words.entries()) {
    const grams = gramsOf(text)
    counts[word] = grams.length
    for (const gram of grams) {
      const number = numbers.get(gram)
      if (number === undefined) {
        numbers.set(gram, sizes.length)
        sizes.push(1)
      } else sizes[number] = (sizes[number] ?? 0) + 1
    }
    if (word % SLICE === 0) yield
  }
  const starts = new Uint32Array(sizes.length + 1)
  for (const [number, size] of sizes.entries()) starts[number + 1] = (starts[number] ?? 0) + size
  const ends = starts.slice()
  const holders = new Uint32Array(starts[sizes.length] ?? 0)
  for (const [word, text] of words.entries()) {
    for (const gram of gramsOf(text)) {
      const number = numbers.get(gram) ?? 0
      const end = ends[number] ?? 0
      holders[end] = word
      ends[number] = end + 1
    }
    if (word % SLICE === 0) yield
  }
  /** How many grams of the word that is looked for each word has; all zero between calls. */
  const shared = new Uint8Array(words.length)

  function holdersOf(gram: number): Uint32Array {
    const number = numbers.get(gram)
    return number === undefined ? NONE : holders.subarray(starts[number], starts[number + 1])
  }

  return {
    containing(word, most) {
      const lists = gramsOf(word, false).map(holdersOf)
      const [shortest = NONE, second = shortest] = lists.sort((left, right) => left.length - right.length)
      const found: number[] = []
      let place = 0
      for (let at = 0; at < shortest.length && found.length < most; at++) {
        const number = shortest[at] ?? 0
        // Both are in order. Numbers are far cheaper to compare than words.
        while ((second[place] ?? number) < number) place++
        if (second[place] !== number) continue
        const text = words[number] ?? ''
        if (text.length > word.length && text.includes(word)) found.push(number)
      }
      return found
    },

    similar(word) {
      const grams = gramsOf(word)
      const touched: number[] = []
      for (const gram of grams) {
        const holding = holdersOf(gram)
        for (let at = 0; at < holding.length; at++) {
          const number = holding[at] ?? 0
          const count = shared[number] ?? 0
          if (count === 0) touched.push(number)
          shared[number] = count + 1
        }
      }
      const near: { word: number; closeness: number }[] = []
      for (const number of touched) {
        const count = shared[number] ?? 0
        shared[number] = 0
        const closeness = compareWords(
          word,
          words[number] ?? '',
          count / (grams.length + (counts[number] ?? 0) - count),
        )
        if (closeness > 0) near.push({ word: number, closeness })
      }
      return near
        .sort((left, right) => right.closeness - left.closeness || left.word - right.word)
        .slice(0, MOST_SIMILAR)
    },
  }
}

const NONE = new Uint32Array(0)

/** 0: they do not resemble each other. `jaccard` is of their sets of grams. */
function compareWords(left: string, right: string, jaccard: number): number {
  if (jaccard < LEAST_SHARED) return 0
  const longest = Math.max(left.length, right.length)
  const edits = countEdits(left, right)
  if (edits > (left.length >= 8 ? 2 : 1) && jaccard < SURELY_SIMILAR) return 0
  return Math.max(jaccard, 1 - edits / longest)
}

/** The distinct grams of a word, which is at most 64 long; without borders, only those inside. */
function gramsOf(word: string, borders = true): number[] {
  const grams: number[] = []
  const at = (position: number): number =>
    position < 0 || position >= word.length ? BORDER : word.charCodeAt(position)
  const first = borders ? -1 : 0
  const last = word.length - (borders ? 1 : 2)
  for (let position = first; position < last; position++) {
    const gram = packUnits(at(position), at(position + 1), at(position + 2))
    if (!grams.includes(gram)) grams.push(gram)
  }
  return grams
}

/** Different units beyond ASCII may get the same number; what is found is always compared in full. */
function packUnits(first: number, second: number, third: number): number {
  if ((first | second | third) < 0x80) return (first << 14) | (second << 7) | third
  return (Math.imul(Math.imul(first, 0x9e37_79b1) ^ second, 0x85eb_ca6b) ^ third) | 0x4000_0000
}

/** Insertions, deletions, replacements and swaps of neighbours that turn one into the other; of many, 9. */
function countEdits(left: string, right: string): number {
  if (Math.abs(left.length - right.length) > 2) return 9
  let beforeLast: number[] = []
  let last = Array.from({ length: right.length + 1 }, (_, position) => position)
  for (let row = 1; row <= left.length; row++) {
    const current = [row]
    for (let column = 1; column <= right.length; column++) {
      const same = left.charCodeAt(row - 1) === right.charCodeAt(column - 1)
      let edits = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      )
      const swapped =
        row > 1 &&
        column > 1 &&
        left.charCodeAt(row - 1) === right.charCodeAt(column - 2) &&
        left.charCodeAt(row - 2) === right.charCodeAt(column - 1)
      if (swapped) edits = Math.min(edits, (beforeLast[column - 2] ?? 0) + 1)
      current.push(edits)
    }
    beforeLast = last
    last = current
  }
  return last[right.length] ?? 0
}
