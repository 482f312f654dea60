/** Which names resemble a mistyped one, for "did you mean": shared pairs of letters, word borders included. */
import { createBest } from './best.ts'
import { compareBytes, tokenize } from './words.ts'

/** Each word is compared with the whole vocabulary; a hint needs no more of a long query. */
const HINTED_WORDS = 5
/** Words that share less than this would only confuse. */
const LEAST_CLOSENESS = 0.35

/** Words that resemble a word of the query, nearest first; `accept` is asked with a word's place among `words`. */
export function findNearestWords(
  query: string,
  words: readonly string[],
  limit: number,
  accept: (position: number) => boolean,
): string[] {
  const nearest = [...new Set(tokenize(query))]
    .slice(0, HINTED_WORDS)
    .flatMap((word) => findNearest(word, words, limit, accept))
    .filter(({ closeness }) => closeness >= LEAST_CLOSENESS)
    .sort((left, right) => right.closeness - left.closeness)
    .map(({ position }) => words[position] ?? '')
  return [...new Set(nearest)].slice(0, limit)
}

interface Near {
  /** Position among the candidates. */
  position: number
  /** Dice coefficient of their pairs, each as often as it occurs: above 0, at most 1. */
  closeness: number
}

/**
 * The candidates that share most pairs of letters with `wanted`, best first; of equal ones those with its numbers,
 * then in byte order; none that shares no pair. All names are plain.
 */
function findNearest(
  wanted: string,
  candidates: readonly string[],
  limit: number,
  accept: (position: number) => boolean,
): Near[] {
  const { closenessTo } = createPairCounter(wanted)
  const compareNames = compareTo(wanted)
  const closeness = new Float64Array(candidates.length)
  const best = createBest(
    limit,
    (left, right) =>
      (closeness[right] ?? 0) - (closeness[left] ?? 0) ||
      compareNames(candidates[left] ?? '', candidates[right] ?? '') ||
      left - right,
  )
  candidates.forEach((candidate, position) => {
    const close = closenessTo(candidate)
    if (close === 0 || !accept(position)) return
    closeness[position] = close
    best.offer(position)
  })
  return best.sorted().map((position) => ({ position, closeness: closeness[position] ?? 0 }))
}

/** Order of plain names that are equally close: another number is another thing, another letter may be a slip. */
function compareTo(wanted: string): (left: string, right: string) => number {
  const numbers = numbersOf(wanted)
  const strangeness = (name: string): number => (numbers === '' || numbersOf(name) === numbers ? 0 : 1)
  return (left, right) => strangeness(left) - strangeness(right) || compareBytes(left, right)
}

function numbersOf(name: string): string {
  return (name.match(/\p{N}+/gu) ?? []).join(' ')
}

/**
 * The pairs of letters that two names share, a blank before and after each word: counted without making a string or
 * an object for each name, for a catalog may have a hundred thousand.
 */
interface PairCounter {
  /** Dice coefficient of the pairs of both, each as often as it occurs: 0 to 1. The name is plain. */
  closenessTo(name: string): number
  /** The same for a name as it is written. */
  closenessToWritten(name: string): number
}

/** A name without case and with all separators alike. */
export function plainName(name: string): string {
  if (!PLAIN_LETTERS.test(name)) return tokenize(name).join(' ')
  return name.toLowerCase().replace(SEPARATORS, ' ').trim()
}

const PLAIN_LETTERS = /^[ -~]*$/
const SEPARATORS = /[^a-z0-9]+/g

/** `wanted` is plain. */
function createPairCounter(wanted: string): PairCounter {
  const table = new Int16Array(LATIN * LATIN).fill(-1)
  const others = new Map<number, number>()
  const counts: number[] = []
  const numberOf = (left: number, right: number): number =>
    left < LATIN && right < LATIN
      ? (table[left * LATIN + right] ?? -1)
      : (others.get(left * 0x1_0000 + right) ?? -1)

  for (let at = -1; at < wanted.length; at++) {
    const left = unitAt(wanted, at)
    const right = unitAt(wanted, at + 1)
    const known = numberOf(left, right)
    if (known !== -1) {
      counts[known] = (counts[known] ?? 0) + 1
      continue
    }
    if (left < LATIN && right < LATIN) table[left * LATIN + right] = counts.length
    else others.set(left * 0x1_0000 + right, counts.length)
    counts.push(1)
  }
  const pairs = wanted.length + 1

  /** What of each pair is left for the name that `turn` counts. */
  const left = new Uint16Array(counts.length)
  const turns = new Uint32Array(counts.length)
  let turn = 0
  function take(number: number): number {
    if (turns[number] !== turn) {
      turns[number] = turn
      left[number] = counts[number] ?? 0
    }
    if (left[number] === 0) return 0
    left[number] = (left[number] ?? 0) - 1
    return 1
  }

  function closenessTo(name: string): number {
    turn += 1
    let shared = 0
    for (let at = -1; at < name.length; at++) {
      const number = numberOf(unitAt(name, at), unitAt(name, at + 1))
      if (number !== -1) shared += take(number)
    }
    return (2 * shared) / (pairs + name.length + 1)
  }

  return {
    closenessTo,
    closenessToWritten(name) {
      turn += 1
      let shared = 0
      let length = 0
      let before = BLANK
      for (let at = 0; at < name.length; at++) {
        const unit = name.charCodeAt(at)
        if (unit >= LATIN) return closenessTo(plainName(name))
        const letter = LETTERS[unit] ?? BLANK
        if (letter === BLANK && before === BLANK) continue
        const number = table[before * LATIN + letter] ?? -1
        if (number >= 0) shared += take(number)
        length += 1
        before = letter
      }
      if (length === 0 || before !== BLANK) {
        const number = table[before * LATIN + BLANK] ?? -1
        if (number >= 0) shared += take(number)
        length += 1
      }
      return (2 * shared) / (pairs + length)
    },
  }
}

const LATIN = 128
const BLANK = 0x20

/** Small letters and digits stand for themselves, capitals for small letters, the rest for a border between words. */
const LETTERS = Uint8Array.from({ length: LATIN }, (_, unit) => {
  const letter = String.fromCharCode(unit).toLowerCase()
  return /[a-z0-9]/.test(letter) ? letter.charCodeAt(0) : BLANK
})

/** A blank stands before the first letter and after the last. */
function unitAt(name: string, at: number): number {
  return at < 0 || at >= name.length ? BLANK : name.charCodeAt(at)
}

interface NearId {
  id: string
  plain: string
  closeness: number
}

const MOST = 3
/** Ids that are compared between two pauses. */
const STEP = 500

/**
 * The ids that resemble a wrong one: at most three, best first, whatever their case and separators; only what `sees` lets through, which is asked only
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
