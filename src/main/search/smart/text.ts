/**
 * How the `smart` ranking sees text. A token is a run of letters, digits and apostrophes; it becomes one word or, as
 * in getWeather, several. Words are lower-cased, without accents, at most LONGEST_WORD long; Chinese and Japanese
 * become pairs of characters, for they have no blanks between words.
 */

export interface Token {
  /** What it is read as. */
  words: readonly string[]
  /** The whole of it as one word, where `words` are parts of it; null: it is not split. */
  whole: string | null
}

const LONGEST_WORD = 64

/** Calls `found` with each token of the text, in order. */
export function readTokens(text: string, found: (token: string) => void): void {
  let start = -1
  for (let at = 0; at <= text.length; at++) {
    if (at < text.length && isPartOfToken(text.charCodeAt(at))) {
      if (start < 0) start = at
    } else if (start >= 0) {
      found(text.slice(start, at))
      start = -1
    }
  }
}

const UNKNOWN = 0
const SEPARATOR = 1
const PART = 2
/** What is known of each UTF-16 unit; surrogates are parts, whatever they encode. */
const unitKinds = new Uint8Array(0x1_0000)
const PARTS = /[\p{Alphabetic}\p{N}\p{M}\p{Cs}'’]/u

export function isPartOfToken(unit: number): boolean {
  if (unitKinds[unit] === UNKNOWN) {
    unitKinds[unit] = PARTS.test(String.fromCharCode(unit)) ? PART : SEPARATOR
  }
  return unitKinds[unit] === PART
}

export function readToken(token: string): Token {
  const plain = PLAIN.test(token) ? token : token.replace(SHORTENED, '').replace(APOSTROPHES, '')
  const parts = MIXED_CASE.test(plain) ? splitName(plain) : [plain]
  const words = parts.flatMap(toWords)
  return { words, whole: parts.length > 1 ? limit(fold(plain)) : null }
}

/** The token as names are compared: without case, accents and separators. */
export function keyOfToken({ words, whole }: Token): string {
  return whole ?? words.join('')
}

const PLAIN = /^[\p{L}\p{N}]*$/u
/** The ends of I’m, it’s, don’t, you’ll, we’ve, they’re and I’d. */
const SHORTENED = /(?:n['’]t|['’](?:s|m|d|ll|ve|re))$/iu
const APOSTROPHES = /['’]/gu
const MIXED_CASE = /[\p{Ll}\p{N}]\p{Lu}|\p{Lu}\p{Lu}\p{Ll}/u
const PART_BORDER = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u

function splitName(name: string): string[] {
  return name.split(PART_BORDER)
}

function toWords(part: string): string[] {
  const folded = fold(part)
  if (folded === '') return []
  return IDEOGRAPHS.test(folded) ? splitIdeographs(folded) : [limit(folded)]
}

const ASCII = /^[\0-\x7f]*$/u
const ACCENTS = /[\u0300-\u036f]/gu

function fold(text: string): string {
  const lowered = text.toLowerCase()
  if (ASCII.test(lowered)) return lowered
  return lowered.normalize('NFKD').replace(ACCENTS, '').normalize('NFKC')
}

function limit(word: string): string {
  return word.length > LONGEST_WORD ? word.slice(0, LONGEST_WORD) : word
}

const IDEOGRAPHS = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u
const IDEOGRAPH_RUNS =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]+|[^\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]+/gu

/** Runs of them as overlapping pairs, what stands between them as words. */
function splitIdeographs(text: string): string[] {
  return (text.match(IDEOGRAPH_RUNS) ?? []).flatMap((run) => {
    if (!IDEOGRAPHS.test(run)) return [limit(run)]
    const characters = [...run]
    if (characters.length === 1) return characters
    return characters.slice(1).map((character, at) => `${characters[at]}${character}`)
  })
}
