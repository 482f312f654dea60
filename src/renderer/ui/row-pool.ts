/** Which rows of a long table exist, and in which order they stand, so that scrolling makes none anew. Pure. */

export interface RowRange {
  startIndex: number
  endIndex: number
  overscan: number
  count: number
}

/** How many rows there must be; one more than are in sight, as half a row may be at each end. Never fewer than there were. */
export function poolFor({ startIndex, endIndex, overscan }: RowRange, before: number): number {
  const needed = endIndex - startIndex + 1 + 2 * overscan
  return needed > before ? needed + 1 : before
}

/**
 * Always so many rows, as far as there are: the one that comes into sight takes the place of the one that goes. `place` is
 * there as well, wherever it is. In order, as it is read.
 */
export function rowsOf({ startIndex, overscan, count }: RowRange, pool: number, place: number): number[] {
  const from = Math.max(0, Math.min(startIndex - overscan, count - pool))
  const rows = Array.from({ length: Math.min(pool, count - from) }, (_, index) => from + index)
  if (rows.length === 0 || rows.includes(place) || place >= count) return rows
  return place < from ? [place, ...rows] : [...rows, place]
}

/** The rows in the order in which they stood; new ones at the end. To move an element costs as much as to make it. */
export function asTheyStood<Row extends { key: string | number }>(
  rows: readonly Row[],
  stood: readonly (string | number)[],
): Row[] {
  const places = new Map(stood.map((key, index) => [key, index]))
  const placeOf = ({ key }: Row) => places.get(key) ?? stood.length
  return rows.toSorted((one, other) => placeOf(one) - placeOf(other))
}
