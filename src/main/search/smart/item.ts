/** Finds an entry's number by its id. */
import type { CatalogEntry } from '../catalog.ts'
import { compareBytes } from '../words.ts'
import type { SmartData } from './smart-index.ts'

/** The first of its kind that has this id; null: there is none. */
export function findId({ entries, byId }: SmartData, id: string): number | null {
  let low = 0
  let high = byId.length
  const idAt = (rank: number): string => entries[byId[rank] ?? -1]?.id ?? ''
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareBytes(idAt(middle), id) < 0) low = middle + 1
    else high = middle
  }
  return low < byId.length && idAt(low) === id ? (byId[low] ?? null) : null
}

/** Null: it is none of the catalog's. A workflow and a capability may have the same id. */
export function findItem(data: SmartData, entry: CatalogEntry): number | null {
  const first = findId(data, entry.id)
  if (first === null) return null
  for (let rank = data.ranks[first] ?? 0; rank < data.byId.length; rank++) {
    const item = data.byId[rank] ?? 0
    if (data.entries[item] === entry) return item
    if (data.entries[item]?.id !== entry.id) break
  }
  return null
}
