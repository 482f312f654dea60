/** Sets of characters (code points) in patterns: `[a-z]`, `\d`, `.`, `\p{L}`. Plain data but for `\p`. */
import { ownOf } from '../../model/json.ts'
export interface CharacterSet {
  negated: boolean
  /** Inclusive. */
  ranges: [number, number][]
  sets: CharacterSet[]
  /** For `\p{…}`: what it says of one character. */
  property: RegExp | null
}

export function rangeSet(ranges: [number, number][], negated = false): CharacterSet {
  return { negated, ranges, sets: [], property: null }
}

export function holdsCharacter(set: CharacterSet, code: number): boolean {
  const found =
    set.ranges.some(([low, high]) => code >= low && code <= high) ||
    set.sets.some((inner) => holdsCharacter(inner, code)) ||
    (set.property?.test(String.fromCodePoint(code)) ?? false)
  return found !== set.negated
}

const DIGITS: [number, number][] = [[48, 57]]
const WORD: [number, number][] = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
]
const SPACES: [number, number][] = [
  [9, 13],
  [32, 32],
  [160, 160],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
]
const LINE_ENDS: [number, number][] = [
  [10, 10],
  [13, 13],
  [0x2028, 0x2029],
]

export function anyCharacter(): CharacterSet {
  return rangeSet(LINE_ENDS, true)
}

export function isWordCharacter(code: number): boolean {
  return WORD.some(([low, high]) => code >= low && code <= high)
}

const SHORTHANDS: Readonly<Record<string, [number, number][]>> = { d: DIGITS, w: WORD, s: SPACES }

/** The set that the letter after a backslash stands for, or null if it stands for none: a large one for all others. */
export function shorthandSet(letter: string): CharacterSet | null {
  const small = letter.toLowerCase()
  const ranges = ownOf(SHORTHANDS, small)
  return ranges === undefined ? null : rangeSet(ranges, letter !== small)
}

/** `\p{name}`; null if there is no such property. */
export function propertySet(name: string, negated: boolean): CharacterSet | null {
  if (!/^[A-Za-z_]+(?:=[A-Za-z_]+)?$/.test(name)) return null
  try {
    return { negated, ranges: [], sets: [], property: new RegExp(`^\\p{${name}}$`, 'u') }
  } catch {
    return null
  }
}
