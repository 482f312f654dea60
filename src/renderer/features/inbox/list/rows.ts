/** The rows of the inbox's list: its items by their place in the whole list, and the headings between them. Pure. */
import type { ItemCard } from '../../../../preload/contract.ts'

/** A list of which only a part is in the window. Places count from 0 over the whole list. */
export interface Rows {
  total: number
  /** How many have a deadline; they come first. */
  due: number
  at(place: number): ItemCard | undefined
  /** -1: it is not in the list, or in no part that is here. */
  placeOf(id: string): number
  /** What has come into sight, both included. */
  show(first: number, last: number): void
  /** Null where there is no such place. */
  fetch(place: number): Promise<ItemCard | null>
  /** Also of what is not here; -1: it is not in the list. */
  locate(id: string): Promise<number>
}

export type ListRow = { kind: 'group'; name: 'due' | 'waiting' } | { kind: 'item'; place: number }

/** With their headings, where anything has a deadline. */
export function countRows({ total, due }: Pick<Rows, 'total' | 'due'>): number {
  if (total === 0 || due === 0) return total
  return total + (due < total ? 2 : 1)
}

export function rowAt(index: number, { due }: Pick<Rows, 'due'>): ListRow {
  const place = placeAt(index, { due })
  if (place !== null) return { kind: 'item', place }
  return { kind: 'group', name: index === 0 ? 'due' : 'waiting' }
}

/** The place of the item in this row; null: it is a heading. */
export function placeAt(index: number, { due }: Pick<Rows, 'due'>): number | null {
  if (due === 0) return index
  if (index === 0 || index === due + 1) return null
  return index <= due ? index - 1 : index - 2
}

export function indexOf(place: number, { due }: Pick<Rows, 'due'>): number {
  if (due === 0) return place
  return place < due ? place + 1 : place + 2
}

/**
 * Where a step leads. From an item that has left the list, its old place holds what came after it. Stays at the
 * ends; null in an empty list.
 */
export function stepPlace(
  rows: Pick<Rows, 'total'>,
  from: { place: number; gone: boolean } | null,
  by: number,
): number | null {
  if (rows.total === 0) return null
  if (from === null) return 0
  const to = from.place + by - (from.gone && by > 0 ? 1 : 0)
  return Math.min(rows.total - 1, Math.max(0, to))
}
