/**
 * Values in writing, so that a person cannot be misled by what they contain: as a word of a program or of JSON
 * (`quoteWord`, `quoteText`), as a name inside a sentence (`quoteName`), as lines for a terminal or a file
 * (`visibleText`). Pure.
 */
import type { JsonValue } from '../../model/json.ts'
import { shorten } from '../../model/shorten.ts'

/** Control, format (direction, zero width), private and unassigned characters, odd spaces, lone surrogates. */
const INVISIBLE =
  /[\p{C}\p{Zl}\p{Zp}]|[^\S ]|[\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]|\p{Variation_Selector}/gu

/** A double-quoted text in which every invisible character is written out as `\u{…}`. */
export function quoteText(text: string): string {
  return showInvisible(JSON.stringify(text))
}

export function showInvisible(text: string): string {
  return text.replace(INVISIBLE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
}

/** Any value in one line of visible characters. */
export function jsonText(value: JsonValue): string {
  return showInvisible(JSON.stringify(value))
}

/** As it is if nothing in it could be misread, else in quotes. */
export function quoteWord(text: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(text) ? text : quoteText(text)
}

/** What begins and ends a quotation, and what seems to. */
const DELIMITER = /[“”]/gu
const LIKE_DELIMITER = /["“”„‟″‶〝〞〟＂❝❞ˮ˝«»]/gu

/** Characters of a name that are shown. */
const LONGEST_NAME = 60
/** Of what a server says of a failure: an agent needs the whole sentence. */
const LONGEST_SAYING = 2000

/**
 * The name that an outsider chose (a server, an agent, whoever named a file or a key), as it stands in a sentence of
 * ours: one line between “ and ”, bounded, in which nothing unseen, no break and no mark that could end it stands as
 * it is. The window shows what stands between these two as a quotation; sentences of ours never put anything else there.
 */
export function quoteName(text: string): string {
  return between(text, LONGEST_NAME, LIKE_DELIMITER)
}

/** The same for what an outsider says, in more words. */
export function quoteSaying(text: string): string {
  return between(text, LONGEST_SAYING, DELIMITER)
}

/** Ends the reason of a failure after which nobody knows. */
export const MAY_HAVE = 'It may have taken effect all the same.'

/**
 * Why something failed, at the end of a sentence of ours: all of it may be an outsider's, so it is quoted, and as short
 * as their names. What it quotes itself stands between ‘ and ’. That it may have happened is never cut away.
 */
export function sayFailure(message: string): string {
  const isUncertain = message.endsWith(MAY_HAVE)
  const reason = isUncertain ? message.slice(0, -MAY_HAVE.length) : message
  const quoted = between(reason.replaceAll('“', '‘').replaceAll('”', '’'), LONGEST_NAME, DELIMITER)
  const readOn = quoted.endsWith('…”') ? ['Open the run to read all of it.'] : []
  return [quoted, ...(isUncertain ? [MAY_HAVE] : []), ...readOn].join(' ')
}

/** A name that an author chose: as the names of states are shown, unless something in it could end that. */
export function quoteKey(name: string): string {
  return /^[\w .$/()-]+$/.test(name) ? `‘${name}’` : quoteName(name)
}

function between(text: string, longest: number, delimiter: RegExp): string {
  const line = text
    .slice(0, longest * 8)
    .replace(/[ \t\r\n]+/g, ' ')
    .trim()
  return `“${shorten(line, longest).replace(INVISIBLE, mark).replace(delimiter, mark)}”`
}

function mark(character: string): string {
  return `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`
}

/**
 * A piece of a sentence: words of the product or of a configuration's author; the name that an outsider chose; a value,
 * or what an outsider says. The last two are only ever quotations, and a value does not leave the desk (R5.9).
 */
export interface SentencePiece {
  kind: 'author' | 'name' | 'quote'
  text: string
}

/** A sentence where there is nothing but text: a notification, a title, a terminal. */
export function plainSentence(pieces: readonly SentencePiece[]): string {
  const text = pieces.map((piece) => (piece.kind === 'author' ? piece.text : quoteName(piece.text))).join('')
  return text.replace(/\s+/g, ' ').trim()
}

/**
 * Text for a terminal or a file in which nothing steers, hides or turns what is shown: every such character is
 * written as JSON writes it (`\u202e`), so that JSON says the same as before. Line ends stay.
 */
export function visibleText(text: string): string {
  if (/^[\x20-\x7e\n]*$/.test(text)) return text
  return text.replace(INVISIBLE, (character, at: number) => {
    const isLineEnd = character === '\n' || (character === '\r' && text[at + 1] === '\n')
    return isLineEnd ? character : jsonEscape(character)
  })
}

/** Of one line: no break in it either. */
export function visibleLine(text: string): string {
  return text.replace(INVISIBLE, jsonEscape)
}

export function jsonEscape(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
}
