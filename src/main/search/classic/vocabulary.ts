/**
 * All distinct words of a catalog, where they occur, and which of them a term hits. A term's points in a field depend
 * only on the field's words, so the index asks the vocabulary, which is far smaller than the catalog.
 */

import { splitWords, trigramsOf } from '../words.ts'
import { FUZZY_MIN_BYTES, FUZZY_THRESHOLD, similarityOf } from './classic.ts'

/** Cells an entry: its six fields, and two unused so that a place is one shift. */
export const CELLS = 8
export const CELL_BITS = 3
export const CELL_MASK = CELLS - 1

/** A place is an entry's number × CELLS plus the number of one of its fields. */
export interface Places {
  /** All distinct words; they have numbers in the order in which they come. */
  words: readonly string[]
  /** The places of word `w`, ascending: `all` from `starts[w]` to before `starts[w + 1]`. */
  all: Uint32Array
  starts: Uint32Array
}

/** Entries that are read, and places that are sorted, between two pauses. */
const ENTRY_STEP = 16
const PLACE_STEP = 50_000

/** `fieldsOf` gives the lower-cased fields of one of `count` entries. */
export function* findPlaces(
  count: number,
  fieldsOf: (entry: number) => readonly string[],
): Generator<void, Places> {
  const numbers = new Map<string, number>()
  const words: string[] = []
  function numberOf(word: string): number {
    const known = numbers.get(word)
    if (known !== undefined) return known
    // A copy: a part of a text keeps the whole text in memory.
    const kept = Buffer.from(word, 'utf16le').toString('utf16le')
    numbers.set(kept, words.length)
    return words.push(kept) - 1
  }
  let pairs = new Uint32Array(1024)
  let end = 0
  /** By word: one more than the place where it was seen last. */
  const lastPlace: number[] = []
  const counts: number[] = []
  for (let entry = 0; entry < count; entry++) {
    const fields = fieldsOf(entry)
    for (let field = 0; field < fields.length; field++) {
      const place = entry * CELLS + field
      for (const word of splitWords(fields[field] ?? '')) {
        const number = numberOf(word)
        if (lastPlace[number] === place + 1) continue
        lastPlace[number] = place + 1
        counts[number] = (counts[number] ?? 0) + 1
        if (end === pairs.length) pairs = grow(pairs)
        pairs[end++] = number
        pairs[end++] = place
      }
    }
    if (entry % ENTRY_STEP === 0) yield
  }
  return { words, ...(yield* sortByWord(pairs.subarray(0, end), counts)) }
}

function grow(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2)
  larger.set(array)
  return larger
}

function* sortByWord(pairs: Uint32Array, counts: number[]): Generator<void, Omit<Places, 'words'>> {
  const starts = new Uint32Array(counts.length + 1)
  counts.forEach((count, word) => {
    starts[word + 1] = (starts[word] ?? 0) + count
  })
  const all = new Uint32Array(pairs.length / 2)
  const ends = starts.slice()
  for (let at = 0; at < pairs.length; at += 2) {
    const word = pairs[at] ?? 0
    const end = ends[word] ?? 0
    all[end] = pairs[at + 1] ?? 0
    ends[word] = end + 1
    if (at % PLACE_STEP === 0) yield
  }
  return { all, starts }
}

/** Stronger than every similarity, which is 1 at most: a word that contains the term beats any that resembles it. */
export const CONTAINS = 2

export interface Vocabulary {
  /** Calls `found` once for each word that the term hits: with CONTAINS, or with a similarity above the threshold. */
  match(term: string, found: (word: number, strength: number) => void): void
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

/** Which words hold which one, two and three bytes of UTF-8 in a row, packed into two arrays. */
interface Grams {
  /** The words that hold it, ascending: `list` from `from` to before `to`. */
  holders(gram: number): { list: Uint32Array; from: number; to: number }
  /** By word: how many different trigrams it has. */
  trigramCounts: Uint32Array
}

const PAIR_FLAG = 0x1_0000
const TRIGRAM_FLAG = 0x100_0000

/** One, two and three bytes as one number; the flags keep the three kinds apart. */
function keyOf(bytes: Uint8Array, at: number, length: number): number {
  const first = bytes[at] ?? 0
  if (length === 1) return first
  const second = bytes[at + 1] ?? 0
  if (length === 2) return PAIR_FLAG + first * 0x100 + second
  return TRIGRAM_FLAG + first * 0x1_0000 + second * 0x100 + (bytes[at + 2] ?? 0)
}

const STEP = 250

function* buildGrams(words: readonly string[]): Generator<void, Grams> {
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
