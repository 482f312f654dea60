/**
 * Text from somebody who is not trusted, made safe to look at: what cannot be seen, or changes the direction of
 * what can, becomes a visible mark with its code point (R5.9). Pure.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/u
/** Letters and marks that show nothing, and the selectors in which whole sentences can be hidden. */
const BLANK = /[\u{115f}\u{1160}\u{2800}\u{3164}\u{ffa0}]|\u{34f}|\u{17b4}|\u{17b5}|\p{Variation_Selector}/u
const PICTURE = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u{fe0f}/u
const ALLOWED = new Set(['\n', '\t'])

/** Between pictures, the joiner and the emoji selector only choose how one looks. */
function isPartOfPicture(character: string, before: string): boolean {
  return (character === '\u{200d}' || character === '\u{fe0f}') && PICTURE.test(before)
}

export interface TextPiece {
  kind: 'text' | 'mark'
  text: string
  /** Where it begins, in UTF-16 units. */
  at: number
}

/** Pieces in order. A mark reads `U+202E`; line breaks and tabs stay in text unless `oneLine`. */
export function revealText(text: string, oneLine = false): TextPiece[] {
  const pieces: TextPiece[] = []
  let plain = ''
  let at = 0
  let before = ''
  for (const character of text) {
    if (oneLine && (ALLOWED.has(character) || character === '\r')) plain += ' '
    else if (isShown(character, before)) plain += character
    else {
      if (plain) pieces.push({ kind: 'text', text: plain, at: at - plain.length })
      plain = ''
      pieces.push({ kind: 'mark', text: nameCodePoint(character), at })
    }
    at += character.length
    before = character
  }
  if (plain) pieces.push({ kind: 'text', text: plain, at: at - plain.length })
  return pieces
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
