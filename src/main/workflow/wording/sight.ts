/**
 * What of a text a person would not see, or would take for something else, made visible and counted (R5.9); and what
 * of a value is out of sight where only its beginning is shown. Pure; the window uses it as well.
 */
import type { JsonValue } from '../../model/json.ts'
import { findLookalikes, type Lookalike } from './lookalikes.ts'

const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Z}]/u
/** Letters and marks that show nothing, and the selectors in which whole sentences can be hidden. */
const BLANK = /[\u{115f}\u{1160}\u{2800}\u{3164}\u{ffa0}]|\u{34f}|\u{17b4}|\u{17b5}|\p{Variation_Selector}/u
const PICTURE = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u{fe0f}/u
const ACCENT = /\p{Mn}|\p{Me}/u
const ALLOWED = new Set(['\n', '\t', ' '])
const WHITE = /[ \t\r\n]+/g

/** The blank of Chinese and Japanese, as wide as their signs, and those signs. */
const WIDE_BLANK = '\u{3000}'
const WIDE_SIGN = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}！？：；（）]/u

/** Marks above and below one letter: more than any script needs, and they run into other lines. */
const MOST_ACCENTS = 4
/** From here on empty lines are counted instead of drawn: programs have two between their parts. */
const MANY_BREAKS = 4
/** From here on blanks inside a line are counted: columns need fewer. */
const MANY_BLANKS = 16
/** As many begin a line of a deeply nested text. */
const MOST_INDENT = 40

/** Between pictures, the joiner and the emoji selector only choose how one looks. */
function isPartOfPicture(character: string, before: string): boolean {
  return (character === '\u{200d}' || character === '\u{fe0f}') && PICTURE.test(before)
}

/**
 * Between two of their signs, and before the first of a line, one such blank is seen as what it is. Beside others it
 * could be taken for a space, and what it parts for two words; several push away what follows.
 */
function isWideBlank(text: string, at: number, before: string, oneLine: boolean): boolean {
  if (text[at] !== WIDE_BLANK || !WIDE_SIGN.test(String.fromCodePoint(text.codePointAt(at + 1) ?? 0)))
    return false
  return WIDE_SIGN.test(before) || (!oneLine && (before === '' || before === '\n'))
}

export interface TextPiece {
  /** `mark` stands for what cannot be seen; a `lookalike` is shown, with its code behind it. */
  kind: 'text' | 'mark' | 'lookalike'
  text: string
  /** Where it begins, in UTF-16 units. */
  at: number
  /** Of a mark: how many UTF-16 units it stands for. */
  length?: number
  /** Of a mark: it stands for line breaks in a text that has lines. */
  ownLine?: true
  /** Of a lookalike: what it is, and for what it can be taken. */
  lookalike?: Lookalike['is'] & { code: string }
}

/**
 * Pieces in order. A mark reads `U+202E`, or `400 line breaks`; a few line breaks, tabs and blanks stay in the text
 * unless `oneLine`, where a text is drawn without them.
 */
export function revealText(text: string, oneLine = false): TextPiece[] {
  const pieces: TextPiece[] = []
  const lookalikes = findLookalikes(text)
  const runs = findRuns(text, oneLine)
  let plain = ''
  let at = 0
  let before = ''
  let accents = 0
  const add = (piece: Omit<TextPiece, 'at'>) => {
    if (plain) pieces.push({ kind: 'text', text: plain, at: at - plain.length })
    plain = ''
    pieces.push({ ...piece, at })
  }
  while (at < text.length) {
    const run = runs.get(at)
    if (run !== undefined) {
      add({ kind: 'mark', ...run })
      at += run.length
      before = ' '
      continue
    }
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0)
    const lookalike = lookalikes.get(at)
    accents = ACCENT.test(character) ? accents + 1 : 0
    if (lookalike !== undefined) {
      const drawn = text.slice(at, at + (lookalike.length ?? character.length))
      const characters = [...drawn]
      const code = characters.map(nameCodePoint).join(' ')
      add({ kind: 'lookalike', text: drawn, lookalike: { ...lookalike.is, code } })
      accents += characters.length - 1
      at += drawn.length
      before = characters.at(-1) ?? ''
      continue
    }
    const isSeen = isShown(character, before) || isWideBlank(text, at, before, oneLine)
    if (isSeen && accents <= MOST_ACCENTS) plain += character
    else add({ kind: 'mark', text: nameCodePoint(character), length: character.length })
    at += character.length
    before = character
  }
  if (plain) pieces.push({ kind: 'text', text: plain, at: at - plain.length })
  return pieces
}

type Run = Required<Pick<TextPiece, 'text' | 'length'>> & Pick<TextPiece, 'ownLine'>

/** Line breaks and blanks that push what follows out of sight, or that a line does not show, by their place. */
function findRuns(text: string, oneLine: boolean): Map<number, Run> {
  const runs = new Map<number, Run>()
  const add = (from: number, white: string, ownLine?: true) =>
    runs.set(from, { text: countWhite(white), length: white.length, ...(ownLine ? { ownLine } : {}) })
  for (const { 0: white, index } of text.matchAll(WHITE)) {
    const isEdge = index === 0 || index + white.length === text.length
    if (oneLine) {
      if (white !== ' ' || isEdge) add(index, white)
      continue
    }
    let from = index
    if (countBreaks(white) >= MANY_BREAKS) {
      const breaks = white.slice(0, white.lastIndexOf('\n') + 1) || white
      add(from, breaks, true)
      from += breaks.length
    }
    for (const blanks of text.slice(from, index + white.length).matchAll(/[ \t]+/g)) {
      const place = from + blanks.index
      const begins = place === 0 || text[place - 1] === '\n'
      if (blanks[0].length >= (begins ? MOST_INDENT : MANY_BLANKS)) add(place, blanks[0])
    }
  }
  return runs
}

function countBreaks(white: string): number {
  return white.match(/\r\n|\r|\n/g)?.length ?? 0
}

/** `line break`, `400 line breaks`, `2 line breaks, 8 blanks`. */
function countWhite(white: string): string {
  const count = (many: number, what: string) => (many === 0 ? [] : [many === 1 ? what : `${many} ${what}s`])
  const tabs = white.split('\t').length - 1
  const blanks = white.split(' ').length - 1
  return [...count(countBreaks(white), 'line break'), ...count(tabs, 'tab'), ...count(blanks, 'blank')].join(
    ', ',
  )
}

function isShown(character: string, before: string): boolean {
  if (ALLOWED.has(character) || isPartOfPicture(character, before)) return true
  return !UNSEEN.test(character) && !BLANK.test(character)
}

function nameCodePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

/** Whether something in it cannot be seen, is not what it looks like, or pushes the rest away. Pure. */
export function hidesSomething(text: string, oneLine = false): boolean {
  return revealText(text, oneLine).some(({ kind }) => kind !== 'text')
}

/** So much of one value, and so many values, are read where several items stand below each other. */
const LONGEST = 200
const MOST_LINES = 4
const MOST_VALUES = 12

/**
 * Whether a list that shows only the beginning of these values would keep something decisive out of sight: a long or
 * many-lined text, many values, or anything that `revealText` marks, in a name or a value, however deep. Pure.
 */
export function isOutOfSight(value: JsonValue): boolean {
  let values = 0
  const judge = (inner: JsonValue, name: string): boolean => {
    if (revealText(name, true).some(({ kind }) => kind !== 'text') || name.length > LONGEST) return true
    if (typeof inner === 'object' && inner !== null)
      return Object.entries(inner).some(([key, each]) =>
        judge(each as JsonValue, Array.isArray(inner) ? '' : key),
      )
    values += 1
    if (values > MOST_VALUES) return true
    if (typeof inner !== 'string') return false
    return inner.length > LONGEST || countBreaks(inner) >= MOST_LINES || hidesSomething(inner)
  }
  return judge(value, '')
}

/**
 * Letters that are written from right to left turn round what stands between them: a path, a number, the order of
 * two arguments. Such a text is drawn in the order of its characters, each of these words by itself. Pure.
 */
const BLOCKS =
  '\\u{590}-\\u{8ff}\\u{fb1d}-\\u{fdff}\\u{fe70}-\\u{fefc}\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}'
const LETTER = `(?!\\p{N})[${BLOCKS}]`
const TURNS = new RegExp(`[${BLOCKS}]`, 'u')
/** Nothing but words, and what parts them: whoever can read it reads it in one way. */
const PROSE = new RegExp(`^(?:${LETTER}|[\\s.,!?:;'"()]|\\p{M})*$`, 'u')
const WORD = new RegExp(`${LETTER}(?:${LETTER}|\\p{M})*`, 'gu')

/** `prose` may be drawn from right to left as it is; in a `mixed` one that would change what it says. */
type TextOrder = 'plain' | 'prose' | 'mixed'

export function orderOf(text: string): TextOrder {
  if (!TURNS.test(text)) return 'plain'
  return PROSE.test(text) ? 'prose' : 'mixed'
}

interface OrderedPart {
  text: string
  at: number
  /** A word that is drawn from right to left. */
  turned: boolean
}

/** Of a mixed text, in the order in which its parts are drawn from left to right. */
export function splitTurned(text: string): OrderedPart[] {
  const parts: OrderedPart[] = []
  let end = 0
  const addPlain = (to: number) => {
    if (to > end) parts.push({ text: text.slice(end, to), at: end, turned: false })
  }
  for (const { 0: word, index } of text.matchAll(WORD)) {
    addPlain(index)
    parts.push({ text: word, at: index, turned: true })
    end = index + word.length
  }
  addPlain(text.length)
  return parts
}
