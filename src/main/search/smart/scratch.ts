/** Memory of one search. Rankings of one catalog share it, since a search is one piece. */
export interface Scratch {
  /** While a word is looked up, by entry; all zero between look-ups: the points of its best match. */
  best: Float32Array
  /** By entry: which share of the word's meaning is there, by number. */
  kinds: Uint8Array
  /** A bit for each entry: those that have a match, or any of some words. Read back in order, they need no sorting. */
  bits: Int32Array
  /** A bit for each entry: those that have enough of the query. */
  fitting: Int32Array
  /** What the texts of a query found; longer queries take more memory while they are answered. */
  items: Uint32Array
  points: Float64Array
  matched: Float32Array
}

/** Records for each entry: most queries need no more. */
const RECORDS = 2

export function createScratch(entries: number): Scratch {
  return {
    best: new Float32Array(entries),
    kinds: new Uint8Array(entries),
    bits: new Int32Array(Math.ceil(entries / 32)),
    fitting: new Int32Array(Math.ceil(entries / 32)),
    items: new Uint32Array(RECORDS * entries),
    points: new Float64Array(RECORDS * entries),
    matched: new Float32Array(RECORDS * entries),
  }
}
