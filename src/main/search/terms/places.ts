/**
 * Where each word of the vocabulary occurs, packed into one array: a place is an entry's number × CELLS plus the
 * number of one of its fields.
 */
import { splitWords } from './words.ts'

/** Cells an entry: its six fields, and two unused so that a place is one shift. */
export const CELLS = 8
export const CELL_BITS = 3
export const CELL_MASK = CELLS - 1

export interface Places {
  /** The places of word `w`, ascending: `all` from `starts[w]` to before `starts[w + 1]`. */
  all: Uint32Array
  starts: Uint32Array
}

/** Entries that are read, and places that are sorted, between two pauses. */
const ENTRY_STEP = 16
const PLACE_STEP = 50_000

/** @param numberOf gives a new word the next number. */
export function* findPlaces(
  count: number,
  fieldsOf: (entry: number) => readonly string[],
  numberOf: (word: string) => number,
): Generator<void, Places> {
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
  return yield* sortByWord(pairs.subarray(0, end), counts)
}

function grow(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2)
  larger.set(array)
  return larger
}

function* sortByWord(pairs: Uint32Array, counts: number[]): Generator<void, Places> {
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
