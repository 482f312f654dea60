/** Values in writing, so that a person cannot be misled by what they contain. */

/** Control, format (direction, zero width), private and unassigned characters, odd spaces, lone surrogates. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]|[^\S ]|[\u115f\u1160\u2800\u3164\uffa0]/gu

/** A double-quoted text in which every invisible character is written out as `\u{…}`. */
export function quoteText(text: string): string {
  return showInvisible(JSON.stringify(text))
}

export function showInvisible(text: string): string {
  return text.replace(INVISIBLE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
}

/** As it is if nothing in it could be misread, else in quotes. */
export function quoteWord(text: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(text) ? text : quoteText(text)
}
