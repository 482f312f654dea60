/**
 * Reads a regular expression in the syntax of ECMAScript into a tree. Look-around and back-references are
 * refused: they are what makes matching slower than linear.
 */
import { ownOf } from '../../model/json.ts'
import { anyCharacter, type CharacterSet, propertySet, rangeSet, shorthandSet } from './character-set.ts'

export type PatternNode =
  | { kind: 'set'; set: CharacterSet }
  | { kind: 'assert'; assert: 'start' | 'end' | 'boundary' | 'inside' }
  | { kind: 'sequence' | 'choice'; parts: PatternNode[] }
  /** `most` may be infinite. */
  | { kind: 'repeat'; part: PatternNode; least: number; most: number }

export type ParsedPattern = { ok: true; node: PatternNode } | { ok: false; message: string }

const DEEPEST_GROUP = 50

/** Position in the pattern, and the first problem that was met; after it parsing only unwinds. */
interface Reader {
  characters: string[]
  position: number
  problem: string | null
}

export function parsePattern(pattern: string): ParsedPattern {
  const reader: Reader = { characters: [...pattern], position: 0, problem: null }
  const node = readChoice(reader, 0)
  if (reader.problem === null && reader.position < reader.characters.length)
    fail(reader, 'a ‘)’ closes nothing')
  return reader.problem === null
    ? { ok: true, node }
    : { ok: false, message: `The pattern ‘${pattern}’ cannot be used: ${reader.problem}.` }
}

const NOTHING: PatternNode = { kind: 'sequence', parts: [] }

function fail(reader: Reader, problem: string): PatternNode {
  reader.problem ??= problem
  return NOTHING
}

function peek(reader: Reader): string | undefined {
  return reader.problem === null ? reader.characters[reader.position] : undefined
}

function takes(reader: Reader, text: string): boolean {
  const found = reader.characters.slice(reader.position, reader.position + text.length).join('') === text
  if (found && reader.problem === null) reader.position += text.length
  return found && reader.problem === null
}

function readChoice(reader: Reader, depth: number): PatternNode {
  if (depth > DEEPEST_GROUP) return fail(reader, `groups are nested deeper than ${DEEPEST_GROUP}`)
  const parts: PatternNode[] = []
  do parts.push(readSequence(reader, depth))
  while (takes(reader, '|'))
  const [only, ...others] = parts
  return only !== undefined && others.length === 0 ? only : { kind: 'choice', parts }
}

function readSequence(reader: Reader, depth: number): PatternNode {
  const parts: PatternNode[] = []
  for (let next = peek(reader); next !== undefined && next !== '|' && next !== ')'; next = peek(reader)) {
    parts.push(readQuantified(reader, readAtom(reader, depth)))
  }
  return { kind: 'sequence', parts }
}

function readAtom(reader: Reader, depth: number): PatternNode {
  const character = peek(reader) ?? ''
  reader.position += 1
  switch (character) {
    case '^':
      return { kind: 'assert', assert: 'start' }
    case '$':
      return { kind: 'assert', assert: 'end' }
    case '.':
      return { kind: 'set', set: anyCharacter() }
    case '(':
      return readGroup(reader, depth)
    case '[':
      return { kind: 'set', set: readClass(reader) }
    case '\\':
      return readEscape(reader)
    case '*':
    case '+':
    case '?':
      return fail(reader, `‘${character}’ repeats nothing`)
    default:
      return literal(character)
  }
}

function literal(character: string): PatternNode {
  const code = character.codePointAt(0) ?? 0
  return { kind: 'set', set: rangeSet([[code, code]]) }
}

function readGroup(reader: Reader, depth: number): PatternNode {
  if (takes(reader, '?')) {
    if (takes(reader, '<') && peek(reader) !== '=' && peek(reader) !== '!') {
      while (peek(reader) !== undefined && !takes(reader, '>')) reader.position += 1
    } else if (!takes(reader, ':')) {
      return fail(reader, 'look-ahead, look-behind and flags in a group are not supported')
    }
  }
  const inner = readChoice(reader, depth + 1)
  return takes(reader, ')') ? inner : fail(reader, 'a ‘(’ is not closed')
}

function readEscape(reader: Reader): PatternNode {
  const letter = peek(reader)
  if (letter === 'b' || letter === 'B') {
    reader.position += 1
    return { kind: 'assert', assert: letter === 'b' ? 'boundary' : 'inside' }
  }
  if (letter !== undefined && /[1-9k]/.test(letter)) {
    return fail(reader, 'references back to a group are not supported')
  }
  return { kind: 'set', set: readEscapedSet(reader) }
}

const CONTROLS: Record<string, number> = { t: 9, n: 10, v: 11, f: 12, r: 13, 0: 0 }

/** What follows a backslash, as a set of characters. */
function readEscapedSet(reader: Reader): CharacterSet {
  const letter = peek(reader)
  if (letter === undefined) return failSet(reader, 'it ends with a backslash')
  reader.position += 1
  const shorthand = shorthandSet(letter)
  if (shorthand !== null) return shorthand
  if (letter === 'p' || letter === 'P') return readProperty(reader, letter === 'P')
  if (letter === 'x' || letter === 'u') return readCode(reader, letter)
  const control = ownOf(CONTROLS, letter)
  if (control !== undefined) return rangeSet([[control, control]])
  if (/[A-Za-z0-9]/.test(letter)) return failSet(reader, `‘\\${letter}’ is not a known escape`)
  const code = letter.codePointAt(0) ?? 0
  return rangeSet([[code, code]])
}

function failSet(reader: Reader, problem: string): CharacterSet {
  fail(reader, problem)
  return rangeSet([])
}

function readProperty(reader: Reader, negated: boolean): CharacterSet {
  const match = /^\{([^}]*)\}/.exec(reader.characters.slice(reader.position, reader.position + 80).join(''))
  const set = match === null ? null : propertySet(match[1] ?? '', negated)
  if (match === null || set === null) return failSet(reader, '‘\\p’ names no known property of characters')
  reader.position += match[0].length
  return set
}

function readCode(reader: Reader, letter: 'x' | 'u'): CharacterSet {
  const rest = reader.characters.slice(reader.position, reader.position + 16).join('')
  const match = (letter === 'x' ? /^([0-9a-fA-F]{2})/ : /^(?:([0-9a-fA-F]{4})|\{([0-9a-fA-F]{1,6})\})/).exec(
    rest,
  )
  const code = match === null ? Number.NaN : Number.parseInt(match[1] ?? match[2] ?? '', 16)
  if (match === null || !(code <= 0x10ffff)) return failSet(reader, `‘\\${letter}’ gives no character`)
  reader.position += match[0].length
  return rangeSet([[code, code]])
}

function readClass(reader: Reader): CharacterSet {
  const set: CharacterSet = { negated: takes(reader, '^'), ranges: [], sets: [], property: null }
  while (!takes(reader, ']')) {
    if (peek(reader) === undefined) return failSet(reader, 'a ‘[’ is not closed')
    const low = readClassMember(reader)
    const dash = peek(reader) === '-' && reader.characters[reader.position + 1] !== ']'
    if (!dash || low.code === null) {
      set.sets.push(low.set)
      continue
    }
    reader.position += 1
    const high = readClassMember(reader)
    if (high.code === null || high.code < low.code) return failSet(reader, 'a range in ‘[…]’ runs backwards')
    set.ranges.push([low.code, high.code])
  }
  return set
}

/** `code` is null where the member is not one single character. */
function readClassMember(reader: Reader): { set: CharacterSet; code: number | null } {
  if (takes(reader, '\\')) {
    if (takes(reader, 'b')) return { set: rangeSet([[8, 8]]), code: 8 }
    const set = readEscapedSet(reader)
    const [range] = set.ranges
    const single = !set.negated && set.ranges.length === 1 && range !== undefined && range[0] === range[1]
    return { set, code: single ? range[0] : null }
  }
  const code = peek(reader)?.codePointAt(0) ?? 0
  reader.position += 1
  return { set: rangeSet([[code, code]]), code }
}

function readQuantified(reader: Reader, part: PatternNode): PatternNode {
  const bounds = readBounds(reader)
  if (bounds === null) return part
  takes(reader, '?') // A reluctant repetition matches the same texts.
  if (part.kind === 'assert') return fail(reader, 'an anchor cannot be repeated')
  if (bounds.most < bounds.least) return fail(reader, 'a repetition has its bounds in the wrong order')
  if (readBounds(reader) !== null) return fail(reader, 'a repetition repeats nothing')
  return { kind: 'repeat', part, ...bounds }
}

function readBounds(reader: Reader): { least: number; most: number } | null {
  if (takes(reader, '*')) return { least: 0, most: Number.POSITIVE_INFINITY }
  if (takes(reader, '+')) return { least: 1, most: Number.POSITIVE_INFINITY }
  if (takes(reader, '?')) return { least: 0, most: 1 }
  if (peek(reader) !== '{') return null
  const rest = reader.characters.slice(reader.position, reader.position + 24).join('')
  const match = /^\{(\d{1,9})(?:(,)(\d{1,9})?)?\}/.exec(rest)
  if (match === null) return null
  reader.position += match[0].length
  const least = Number(match[1])
  const open = match[2] !== undefined
  return { least, most: open ? Number(match[3] ?? Number.POSITIVE_INFINITY) : least }
}
