/**
 * Where each word of the vocabulary occurs, packed into one array: a place is an entry's number × CELLS plus the
 * number of one of its fields.
 */
import { splitWords } from './words.ts'

/** Cells an entry: its six fields, and two unused so that a place is one shift. */
export const CELLS = 8
export const CELL_BITS = 3

/** Entries that are read between two pauses. */
const STEP = 32

export interface Places {
  /** The places of word `w`, ascending: `all` from `starts[w]` to before `starts[w + 1]`. */
  all: Uint32Array
  starts: Uint32Array
}

/** @param numberOf gives a new word the next number. */
export function* findPlaces(
  count: number,
  fieldsOf: (entry: number) => string[],
  numberOf: (word: string) => number,
): Generator<void, Places> {
  const lists: number[][] = []
  for (let entry = 0; entry < count; entry++) {
    fieldsOf(entry).forEach((text, field) => {
      const place = entry * CELLS + field
      for (const word of splitWords(text)) {
        const number = numberOf(word)
        const list = lists[number]
        if (list === undefined) lists[number] = [place]
        else if (list[list.length - 1] !== place) list.push(place)
      }
    })
    if (entry % STEP === STEP - 1) yield
  }
  return pack(lists)
}

function pack(lists: number[][]): Places {
  const starts = new Uint32Array(lists.length + 1)
  lists.forEach((list, word) => {
    starts[word + 1] = (starts[word] ?? 0) + list.length
  })
  const all = new Uint32Array(starts[lists.length] ?? 0)
  lists.forEach((list, word) => {
    all.set(list, starts[word])
  })
  return { all, starts }
}
