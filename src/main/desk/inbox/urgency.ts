/** The order of what waits: the soonest deadline first, then what has waited longest. Pure. */

export interface Urgency {
  id: string
  requestedAt: string
  deadlineAt: string | null
}

export function compareUrgency(one: Urgency, other: Urgency): number {
  if (one.deadlineAt !== other.deadlineAt) {
    if (one.deadlineAt === null) return 1
    if (other.deadlineAt === null) return -1
    return one.deadlineAt < other.deadlineAt ? -1 : 1
  }
  if (one.requestedAt !== other.requestedAt) return one.requestedAt < other.requestedAt ? -1 : 1
  return one.id === other.id ? 0 : one.id < other.id ? -1 : 1
}

/** Of the first in a sorted list that does not come before `item`: where it is, or belongs. */
export function placeIn(sorted: readonly Urgency[], item: Urgency): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const other = sorted[middle]
    if (other !== undefined && compareUrgency(other, item) < 0) low = middle + 1
    else high = middle
  }
  return low
}
