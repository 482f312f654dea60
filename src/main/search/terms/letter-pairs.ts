/**
 * The pairs of letters that two names share, a blank before and after each word: counted without making a string or
 * an object for each name, for a catalog may have a hundred thousand.
 */
import { tokenize } from './words.ts'

export interface PairCounter {
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
export function createPairCounter(wanted: string): PairCounter {
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
