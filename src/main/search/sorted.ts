/** Sorting by id in UTF-8 byte order, in steps: a hundred thousand ids at once would hold the thread too long. */
import { compareBytes } from './terms/words.ts'

const STEP = 1000
const SURROGATE = /[\ud800-\udfff]/

/** The positions of the ids in order; equal ones in the order in which they came. */
export function* sortIds(ids: readonly string[]): Generator<void, Uint32Array> {
  const compareIds = (yield* areOrderedByUnits(ids)) ? compareUnits : compareBytes
  const compare = (left: number, right: number): number =>
    compareIds(ids[left] ?? '', ids[right] ?? '') || left - right
  let from = new Uint32Array(ids.length)
  for (let begin = 0; begin < ids.length; begin += STEP) {
    const end = Math.min(begin + STEP, ids.length)
    for (let at = begin; at < end; at++) from[at] = at
    from.subarray(begin, end).sort(compare)
    yield
  }
  let into = new Uint32Array(ids.length)
  for (let width = STEP; width < ids.length; width *= 2) {
    for (let begin = 0; begin < ids.length; begin += 2 * width)
      yield* mergeRuns(from, into, [begin, begin + width, begin + 2 * width], compare)
    ;[from, into] = [into, from]
  }
  return from
}

function* mergeRuns(
  from: Uint32Array,
  into: Uint32Array,
  [begin, wantedMiddle, wantedEnd]: [number, number, number],
  compare: (left: number, right: number) => number,
): Generator<void, void> {
  const middle = Math.min(wantedMiddle, from.length)
  const end = Math.min(wantedEnd, from.length)
  let left = begin
  let right = middle
  for (let at = begin; at < end; at++) {
    const takesLeft = right >= end || (left < middle && compare(from[left] ?? 0, from[right] ?? 0) <= 0)
    into[at] = from[takesLeft ? left++ : right++] ?? 0
    if (at % STEP === 0) yield
  }
}

/** Without characters beyond U+FFFF the order of UTF-16 is the order of UTF-8, and far quicker to ask for. */
function* areOrderedByUnits(ids: readonly string[]): Generator<void, boolean> {
  for (let at = 0; at < ids.length; at++) {
    if (SURROGATE.test(ids[at] ?? '')) return false
    if (at % STEP === 0) yield
  }
  return true
}

function compareUnits(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
