/**
 * Cuts a value for its way between two threads: reviving a large one in one go would hold up the thread that it
 * comes to. Pure.
 */

import { type JsonObject, type JsonValue, setOwn } from '../../model/json.ts'
import { valueAt } from './tree.ts'

/** Where it belongs: names of fields and numbers of items, from the outside in; an outer piece comes before its inner ones. */
export interface Piece {
  path: (string | number)[]
  value: JsonValue
}

/** A batch weighs about this much: one for each value, and one for so many letters. A few milliseconds. */
const BATCH = 5000
const LETTERS = 100

/** In the order in which `joinPieces` wants them. A single text is never cut. */
export function cutIntoBatches(whole: JsonValue): Piece[][] {
  const weights = new Map<object, number>()
  const weigh = (value: JsonValue): number => {
    if (typeof value === 'string') return 1 + value.length / LETTERS
    if (typeof value !== 'object' || value === null) return 1
    const known = weights.get(value)
    if (known !== undefined) return known
    const weight = Object.entries(value).reduce(
      (sum, [key, inner]) => sum + key.length / LETTERS + weigh(inner),
      1,
    )
    weights.set(value, weight)
    return weight
  }
  let batch: Piece[] = []
  const batches = [batch]
  let left = BATCH
  const cut = (value: JsonValue, path: Piece['path']) => {
    const weight = weigh(value)
    const isWhole = weight <= BATCH || typeof value !== 'object' || value === null
    const own = isWhole ? weight : 1
    if (own > left && batch.length > 0) {
      batch = []
      batches.push(batch)
      left = BATCH
    }
    left -= own
    if (isWhole) {
      batch.push({ path, value })
      return
    }
    batch.push({ path, value: Array.isArray(value) ? [] : {} })
    if (Array.isArray(value)) value.forEach((item, index) => void cut(item, [...path, index]))
    else for (const [key, inner] of Object.entries(value)) cut(inner, [...path, key])
  }
  cut(whole, [])
  return batches
}

/** Takes pieces in their order; `whole` is the value once all of them are there. */
export function joinPieces(): { add(pieces: Piece[]): void; whole(): JsonValue } {
  let root: JsonValue = null
  return {
    add(pieces) {
      for (const { path, value } of pieces) {
        const key = path.at(-1)
        if (key === undefined) root = value
        else put(valueAt(root, path.slice(0, -1)), key, value)
      }
    },
    whole: () => root,
  }
}

function put(within: JsonValue | undefined, key: string | number, value: JsonValue): void {
  if (Array.isArray(within)) within[Number(key)] = value
  else setOwn(within as JsonObject, String(key), value)
}
