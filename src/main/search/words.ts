/** How the specification sees text: words of letters and digits, trigrams and order by UTF-8 bytes. Pure. */

/** What Rust's `char::is_alphanumeric` is false of: it is the class `Alphabetic` or `N`. */

const SEPARATORS = /[^\p{Alphabetic}\p{N}]+/u

/** The words of a text that is lower-cased already: lower-casing word by word would lose the final sigma. */
export function splitWords(lowered: string): string[] {
  return lowered.split(SEPARATORS).filter((word) => word !== '')
}

export function tokenize(query: string): string[] {
  return splitWords(query.toLowerCase())
}

/** The distinct trigrams of the word's UTF-8 bytes, each as one number; none for less than three bytes. */
export function trigramsOf(word: string): Set<number> {
  const bytes = Buffer.from(word, 'utf8')
  const trigrams = new Set<number>()
  for (let at = 0; at + 2 < bytes.length; at++) trigrams.add(bytes.readUIntBE(at, 3))
  return trigrams
}

/** Order of the UTF-8 encodings. JavaScript's `<` differs from it for characters beyond U+FFFF. */
export function compareBytes(left: string, right: string): number {
  const length = Math.min(left.length, right.length)
  for (let at = 0; at < length; at++) {
    const difference = rankOfUnit(left.charCodeAt(at)) - rankOfUnit(right.charCodeAt(at))
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

/** UTF-16 puts surrogates below U+E000–U+FFFF, UTF-8 puts the characters that they encode above. */
function rankOfUnit(unit: number): number {
  if (unit < 0xd800) return unit
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800
}

// Sorting by id in steps: a hundred thousand ids at once would hold the thread too long.

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
