/** Ids that resemble a wrong one, of all that its caller may see. */
import { compareTo } from './terms/closeness.ts'
import { createPairCounter, plainName } from './terms/letter-pairs.ts'
import { compareBytes } from './terms/words.ts'

interface NearId {
  id: string
  plain: string
  closeness: number
}

const MOST = 3
/** Ids that are compared between two pauses. */
const STEP = 500

/**
 * At most three, best first, whatever their case and separators; only what `sees` lets through, which is asked only
 * of what would be among them: that costs more than the comparison.
 */
export function* findNearestIds(
  id: string,
  ids: Iterable<string>,
  sees: (id: string) => boolean,
): Generator<void, string[]> {
  const wanted = plainName(id)
  const { closenessToWritten } = createPairCounter(wanted)
  const compareNames = compareTo(wanted)
  const compare = (left: NearId, right: NearId): number =>
    right.closeness - left.closeness ||
    compareNames(left.plain, right.plain) ||
    compareBytes(left.id, right.id)
  const nearest: NearId[] = []
  let count = 0
  for (const candidate of ids) {
    count += 1
    if (count % STEP === 0) yield
    const closeness = closenessToWritten(candidate)
    const last = nearest[MOST - 1]
    if (closeness === 0 || (last !== undefined && closeness < last.closeness)) continue
    const near = { id: candidate, plain: plainName(candidate), closeness }
    if (last !== undefined && compare(near, last) >= 0) continue
    // One id may be that of a workflow and of a capability.
    if (nearest.some((known) => known.id === candidate) || !sees(candidate)) continue
    nearest.push(near)
    nearest.sort(compare)
    if (nearest.length > MOST) nearest.pop()
  }
  return nearest.map((near) => near.id)
}
