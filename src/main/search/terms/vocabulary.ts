/**
 * All distinct words of a catalog, and which of them a term hits. A term's points in a field depend only on the
 * field's words, so the index asks the vocabulary, which is far smaller than the catalog.
 */
import { FUZZY_MIN_BYTES, FUZZY_THRESHOLD, similarityOf } from '../classic/classic.ts'
import { buildGrams, keyOf, TRIGRAM_FLAG } from './grams.ts'
import { trigramsOf } from './words.ts'

/** Stronger than every similarity, which is 1 at most: a word that contains the term beats any that resembles it. */
export const CONTAINS = 2

export interface Vocabulary {
  readonly words: readonly string[]
  /** Calls `found` once for each word that the term hits: with CONTAINS, or with a similarity above the threshold. */
  match(term: string, found: (word: number, strength: number) => void): void
}

/** Words get numbers in the order in which they come. */
export interface TermCollection {
  readonly words: readonly string[]
  /** The word's number; a new word gets the next one. */
  add(word: string): number
}

export function collectWords(): TermCollection {
  const numbers = new Map<string, number>()
  const words: string[] = []
  return {
    words,
    add(word) {
      const known = numbers.get(word)
      if (known !== undefined) return known
      // A copy: a part of a text keeps the whole text in memory.
      const kept = Buffer.from(word, 'utf16le').toString('utf16le')
      numbers.set(kept, words.length)
      words.push(kept)
      return words.length - 1
    },
  }
}

export function* buildVocabulary(words: readonly string[]): Generator<void, Vocabulary> {
  const grams = yield* buildGrams(words)
  /** Scratch: how many trigrams of the term each word has; all zero between calls. */
  const shared = new Uint16Array(words.length)
  const touched = new Uint32Array(words.length)

  function countShared(trigrams: Set<number>): number {
    let count = 0
    for (const trigram of trigrams) {
      const { list, from, to } = grams.holders(TRIGRAM_FLAG + trigram)
      for (let at = from; at < to; at++) {
        const word = list[at] ?? 0
        if (shared[word] === 0) touched[count++] = word
        shared[word] = (shared[word] ?? 0) + 1
      }
    }
    return count
  }

  return {
    words,
    match(term, found) {
      const bytes = Buffer.from(term, 'utf8')
      if (bytes.length < 3) {
        const { list, from, to } = grams.holders(keyOf(bytes, 0, bytes.length))
        for (let at = from; at < to; at++) found(list[at] ?? 0, CONTAINS)
        return
      }
      const trigrams = trigramsOf(term)
      const count = countShared(trigrams)
      for (let at = 0; at < count; at++) {
        const word = touched[at] ?? 0
        const common = shared[word] ?? 0
        shared[word] = 0
        if (common === trigrams.size && words[word]?.includes(term)) {
          found(word, CONTAINS)
        } else if (bytes.length >= FUZZY_MIN_BYTES) {
          const similarity = similarityOf(common, trigrams.size, grams.trigramCounts[word] ?? 0)
          if (similarity > FUZZY_THRESHOLD) found(word, similarity)
        }
      }
    },
  }
}
