/**
 * Where each word stands: a cell is one number of an item, a field and a count. Collected in chunks, for a growing
 * array is copied in one piece, then packed word by word in the order of items and fields.
 */

/** Of each count, at most this is kept: a word that stands so often gains nothing by more. */
export const MOST_COUNTED = 16
/** An item's number has the bits above it. */
export const ITEM_SHIFT = 8
const FIELD_SHIFT = 5
/** The word is a part of a name such as getWeather. */
export const SPLIT_FLAG = 0x10
/** Eight fields. */
const FIELD_MASK = 0x7
const CHUNK = 0x1_0000
const PACKED_AT_ONCE = 0x4000

export function makeCell(item: number, field: number, split: boolean, count: number): number {
  return ((item << ITEM_SHIFT) | (field << FIELD_SHIFT) | (split ? SPLIT_FLAG : 0) | (count - 1)) >>> 0
}

export function fieldOfCell(cell: number): number {
  return (cell >>> FIELD_SHIFT) & FIELD_MASK
}

/** A field's length as it stands beside each cell, so that scoring does not jump about in memory; longer ones are looked up. */
export const MOST_LENGTH = 0xff

export interface Cells {
  all: Uint32Array
  /** At the same positions: the length of the cell's field, at most MOST_LENGTH. */
  lengths: Uint8Array
  /** Cells of word w: from starts[w] to starts[w + 1], by item, then by field. */
  starts: Uint32Array
}

export interface CellCollector {
  /** `length` is that of the field. */
  add(word: number, cell: number, length: number): void
  /** Yields often. */
  pack(words: number): Generator<void, Cells>
}

export function createCellCollector(): CellCollector {
  let chunks: { words: Uint32Array; cells: Uint32Array; lengths: Uint8Array }[] = []
  let free = 0
  return {
    add(word, cell, length) {
      let chunk = chunks.at(-1)
      if (chunk === undefined || free === CHUNK) {
        chunk = {
          words: new Uint32Array(CHUNK),
          cells: new Uint32Array(CHUNK),
          lengths: new Uint8Array(CHUNK),
        }
        chunks.push(chunk)
        free = 0
      }
      chunk.words[free] = word
      chunk.cells[free] = cell
      chunk.lengths[free] = Math.min(length, MOST_LENGTH)
      free++
    },

    *pack(words) {
      const lengthOf = (position: number): number => (position === chunks.length - 1 ? free : CHUNK)
      const starts = new Uint32Array(words + 2)
      for (const [position, chunk] of chunks.entries()) {
        for (let at = 0, end = lengthOf(position); at < end; at++) {
          const place = (chunk.words[at] ?? 0) + 2
          starts[place] = (starts[place] ?? 0) + 1
        }
        yield
      }
      for (let word = 0; word < words; word++)
        starts[word + 2] = (starts[word + 2] ?? 0) + (starts[word + 1] ?? 0)
      yield
      const all = new Uint32Array(starts[words + 1] ?? 0)
      const lengths = new Uint8Array(all.length)
      for (const [position, chunk] of chunks.entries()) {
        for (let at = 0, end = lengthOf(position); at < end; at++) {
          const place = (chunk.words[at] ?? 0) + 1
          const next = starts[place] ?? 0
          all[next] = chunk.cells[at] ?? 0
          lengths[next] = chunk.lengths[at] ?? 0
          starts[place] = next + 1
          if (at % PACKED_AT_ONCE === 0) yield
        }
      }
      chunks = []
      return { all, lengths, starts }
    },
  }
}
