import { findLookalikes, type Lookalike } from './lookalikes.ts'

/**
 * Text from somebody who is not trusted, made safe to look at: what cannot be seen, or changes the direction of
 * what can, becomes a visible mark with its code point (R5.9). Pure.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/u
/** Letters and marks that show nothing, and the selectors in which whole sentences can be hidden. */
const BLANK = /[\u{115f}\u{1160}\u{2800}\u{3164}\u{ffa0}]|\u{34f}|\u{17b4}|\u{17b5}|\p{Variation_Selector}/u
const PICTURE = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u{fe0f}/u
const ACCENT = /\p{Mn}|\p{Me}/u
const ALLOWED = new Set(['\n', '\t'])

/** Between pictures, the joiner and the emoji selector only choose how one looks. */
function isPartOfPicture(character: string, before: string): boolean {
  return (character === '\u{200d}' || character === '\u{fe0f}') && PICTURE.test(before)
}

export interface TextPiece {
  /** `mark` stands for what cannot be seen; a `lookalike` is shown, with its code behind it. */
  kind: 'text' | 'mark' | 'lookalike'
  text: string
  /** Where it begins, in UTF-16 units. */
  at: number
  /** Of a lookalike: what it is, and for what it can be taken. */
  lookalike?: Lookalike['is'] & { code: string }
}

/** Marks above and below one letter: more than any script needs, and they run into other lines. */
const MOST_ACCENTS = 4

/** Pieces in order. A mark reads `U+202E`; line breaks and tabs stay in text unless `oneLine`. */
export function revealText(text: string, oneLine = false): TextPiece[] {
  const pieces: TextPiece[] = []
  const lookalikes = findLookalikes(text)
  let plain = ''
  let at = 0
  let before = ''
  let accents = 0
  const add = (piece: Omit<TextPiece, 'at'>) => {
    if (plain) pieces.push({ kind: 'text', text: plain, at: at - plain.length })
    plain = ''
    pieces.push({ ...piece, at })
  }
  for (const character of text) {
    const lookalike = lookalikes.get(at)
    accents = ACCENT.test(character) ? accents + 1 : 0
    if (oneLine && (ALLOWED.has(character) || character === '\r')) plain += ' '
    else if (lookalike !== undefined)
      add({
        kind: 'lookalike',
        text: character,
        lookalike: { ...lookalike.is, code: nameCodePoint(character) },
      })
    else if (isShown(character, before) && accents <= MOST_ACCENTS) plain += character
    else add({ kind: 'mark', text: nameCodePoint(character) })
    at += character.length
    before = character
  }
  if (plain) pieces.push({ kind: 'text', text: plain, at: at - plain.length })
  return pieces
}

/** The same as one text, for titles and screen readers. Pure. */
export function speakText(text: string): string {
  return revealText(text, true)
    .map((piece) => {
      if (piece.kind === 'mark') return `[${piece.text}]`
      return piece.lookalike === undefined ? piece.text : `${piece.text}[${piece.lookalike.code}]`
    })
    .join('')
}

/** Whether something in it cannot be seen, or is not what it looks like. Pure. */
export function hidesSomething(text: string): boolean {
  return revealText(text).some(({ kind }) => kind !== 'text')
}

function isShown(character: string, before: string): boolean {
  if (ALLOWED.has(character) || isPartOfPicture(character, before)) return true
  return !UNSEEN.test(character) && !BLANK.test(character)
}

function nameCodePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

/** The first `longest` characters (a mark counts as one), and whether anything was left out. */
export function foldText(text: string, longest: number): { text: string; folded: boolean } {
  const characters = [...text]
  return characters.length <= longest
    ? { text, folded: false }
    : { text: characters.slice(0, longest - 1).join(''), folded: true }
}

/** Whether a text could be taken for a number, a truth value, nothing, or one of the words that stand for these. Pure. */
export function readsLikeAnother(text: string, others: readonly string[]): boolean {
  const bare = text.trim()
  if (bare === '' || bare !== text || Number.isFinite(Number(bare))) return true
  return ['true', 'false', 'null', 'undefined', ...others].some(
    (other) => other.toLowerCase() === bare.toLowerCase(),
  )
}
