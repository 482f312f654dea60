/**
 * All distinct words of a catalog, and which of them a term hits. A term's points in a field depend only on the
 * field's words, so the index asks the vocabulary, which is far smaller than the catalog.
 */
import { FUZZY_MIN_BYTES, FUZZY_THRESHOLD, similarityOf } from './classic.ts'
import { trigramsOf } from './words.ts'

/** Stronger than every similarity, which is 1 at most: a word that contains the term beats any that resembles it. */
export const CONTAINS = 2

export interface Vocabulary {
  /** The word's number; a new word gets the next one. */
  add(word: string): number
  words(): readonly string[]
  /** Calls `found` once for each word that the term hits: with CONTAINS, or with a similarity above the threshold. */
  match(term: string, found: (word: number, strength: number) => void): void
}

export function createVocabulary(): Vocabulary {
  const numbers = new Map<string, number>()
  const words: string[] = []
  const trigramCounts: number[] = []
  const wordsOfGram = new Map<number, number[]>()
  /** Scratch: how many trigrams of the term each word has; all zero between calls. */
  const shared: number[] = []

  function add(word: string): number {
    const known = numbers.get(word)
    if (known !== undefined) return known
    const number = words.length
    numbers.set(word, number)
    words.push(word)
    shared.push(0)
    trigramCounts.push(trigramsOf(word).size)
    for (const gram of gramsOf(word)) {
      const list = wordsOfGram.get(gram)
      if (list === undefined) wordsOfGram.set(gram, [number])
      else if (list[list.length - 1] !== number) list.push(number)
    }
    return number
  }

  function match(term: string, found: (word: number, strength: number) => void): void {
    const bytes = Buffer.from(term, 'utf8')
    if (bytes.length < 3) {
      for (const word of wordsOfGram.get(keyOf(bytes, 0, bytes.length)) ?? []) found(word, CONTAINS)
      return
    }
    const trigrams = trigramsOf(term)
    const touched: number[] = []
    for (const trigram of trigrams) {
      for (const word of wordsOfGram.get(TRIGRAM_FLAG + trigram) ?? []) {
        const count = (shared[word] ?? 0) + 1
        if (count === 1) touched.push(word)
        shared[word] = count
      }
    }
    for (const word of touched) {
      const count = shared[word] ?? 0
      shared[word] = 0
      if (count === trigrams.size && words[word]?.includes(term)) {
        found(word, CONTAINS)
      } else if (bytes.length >= FUZZY_MIN_BYTES) {
        const similarity = similarityOf(count, trigrams.size, trigramCounts[word] ?? 0)
        if (similarity > FUZZY_THRESHOLD) found(word, similarity)
      }
    }
  }

  return { add, match, words: () => words }
}

const PAIR_FLAG = 0x1_0000
const TRIGRAM_FLAG = 0x100_0000

/** One, two and three bytes as one number; the flags keep the three kinds apart. */
function keyOf(bytes: Buffer, at: number, length: number): number {
  const flag = length === 3 ? TRIGRAM_FLAG : length === 2 ? PAIR_FLAG : 0
  return flag + bytes.readUIntBE(at, length)
}

function* gramsOf(word: string): Generator<number> {
  const bytes = Buffer.from(word, 'utf8')
  for (let length = 1; length <= 3; length++) {
    for (let at = 0; at + length <= bytes.length; at++) yield keyOf(bytes, at, length)
  }
}
