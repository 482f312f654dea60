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

function isPartOfToken(unit: number): boolean {
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

/**
 * The tokens of a catalog's texts, as numbers. A token that came before is told by its letters where they stand: most
 * are not new, and to cut each of them out of its text would cost more than all else.
 */

export interface TokenReader {
  /** The tokens of the text that was read last, in order. */
  readonly tokens: Uint32Array
  /** Reads at most LONGEST_FIELD units; how many tokens they have. Numbers of tokens hold until the next call. */
  read(text: string): number
  /** The words of token t: `words` from starts[t] to starts[t + 1]. Both may be others after each `read`. */
  parts(): { words: Uint32Array; starts: Uint32Array; wholes: Uint32Array }
  /** The token as names are compared. */
  keyOf(token: number): string
  /** Lets go of all tokens: whoever holds the reader holds no memory by it. */
  close(): void
}

/** More of one field is not read: nobody searches for the end of a book, and building must not stand still. */
export const LONGEST_FIELD = 20_000
/** In `wholes`: the token is not split. */
export const NO_WHOLE = 0xffff_ffff
/** With more tokens everything is forgotten, and begun anew. */
const REMEMBERED = 100_000
/** Tokens whose letters lead to the same place are looked for in so many; who makes such texts slows nobody down. */
const MOST_PROBES = 32
const FIRST_ROOM = 1024

/** `numberOf` gives a new word the next number. */
export function createTokenReader(numberOf: (word: string) => number): TokenReader {
  const tokens = new Uint32Array(LONGEST_FIELD / 2 + 1)
  let count = 0
  /** By hash: one more than a token's number; 0: there is none. At least half of it is empty. */
  let slots = new Uint32Array(FIRST_ROOM * 2)
  let hashes = new Uint32Array(FIRST_ROOM)
  let keys: string[] = []
  /** Letters of token t: `letters` from letterStarts[t] to letterStarts[t + 1]. */
  let letters = new Uint16Array(FIRST_ROOM)
  let letterStarts = new Uint32Array(FIRST_ROOM + 1)
  let words = new Uint32Array(FIRST_ROOM)
  let starts = new Uint32Array(FIRST_ROOM + 1)
  let wholes = new Uint32Array(FIRST_ROOM)

  function forget(): void {
    count = 0
    slots = new Uint32Array(FIRST_ROOM * 2)
    hashes = new Uint32Array(FIRST_ROOM)
    keys = []
    letters = new Uint16Array(FIRST_ROOM)
    letterStarts = new Uint32Array(FIRST_ROOM + 1)
    words = new Uint32Array(FIRST_ROOM)
    starts = new Uint32Array(FIRST_ROOM + 1)
    wholes = new Uint32Array(FIRST_ROOM)
  }

  function isToken(token: number, text: string, from: number, to: number): boolean {
    const start = letterStarts[token] ?? 0
    if ((letterStarts[token + 1] ?? 0) - start !== to - from) return false
    for (let at = from; at < to; at++) if (letters[start + at - from] !== text.charCodeAt(at)) return false
    return true
  }

  function find(text: string, from: number, to: number, hash: number): number {
    const mask = slots.length - 1
    const first = mix(hash)
    for (let probe = 0; probe < MOST_PROBES; probe++) {
      const slot = slots[(first + probe) & mask] ?? 0
      if (slot === 0) break
      if (hashes[slot - 1] === hash && isToken(slot - 1, text, from, to)) return slot - 1
    }
    return add(text.slice(from, to), hash)
  }

  function add(text: string, hash: number): number {
    const token = count++
    if (token === hashes.length) makeRoom()
    hashes[token] = hash
    enter(token)
    const start = letterStarts[token] ?? 0
    if (letters.length < start + text.length) {
      const larger = new Uint16Array(2 * (start + text.length))
      larger.set(letters)
      letters = larger
    }
    for (let at = 0; at < text.length; at++) letters[start + at] = text.charCodeAt(at)
    letterStarts[token + 1] = start + text.length
    const read = readToken(text)
    const first = starts[token] ?? 0
    words = widen(words, first + read.words.length)
    for (let at = 0; at < read.words.length; at++)
      words[first + at] = numberOf(keepAlone(read.words[at] ?? ''))
    starts[token + 1] = first + read.words.length
    wholes[token] = read.whole === null ? NO_WHOLE : numberOf(keepAlone(read.whole))
    keys.push(keepAlone(keyOfToken(read)))
    return token
  }

  function enter(token: number): void {
    const first = mix(hashes[token] ?? 0)
    const mask = slots.length - 1
    for (let probe = 0; probe < MOST_PROBES; probe++) {
      const slot = (first + probe) & mask
      if (slots[slot] !== 0) continue
      slots[slot] = token + 1
      return
    }
  }

  function makeRoom(): void {
    const room = hashes.length * 2
    hashes = widen(hashes, room)
    wholes = widen(wholes, room)
    starts = widen(starts, room + 1)
    letterStarts = widen(letterStarts, room + 1)
    slots = new Uint32Array(hashes.length * 2)
    for (let token = 0; token < count - 1; token++) enter(token)
  }

  return {
    tokens,
    read(text) {
      if (count >= REMEMBERED) forget()
      const length = Math.min(text.length, LONGEST_FIELD)
      let found = 0
      let start = -1
      let hash = 0
      for (let at = 0; at < length; at++) {
        const unit = text.charCodeAt(at)
        if (isPartOfToken(unit)) {
          if (start < 0) {
            start = at
            hash = 0x811c_9dc5
          }
          hash = Math.imul(hash ^ unit, 0x0100_0193)
        } else if (start >= 0) {
          tokens[found++] = find(text, start, at, hash >>> 0)
          start = -1
        }
      }
      if (start >= 0) tokens[found++] = find(text, start, length, hash >>> 0)
      return found
    },
    parts: () => ({ words, starts, wholes }),
    keyOf: (token) => keys[token] ?? '',
    close: forget,
  }
}

/** So that the lower bits, which choose the place, depend on all of them. */
function mix(hash: number): number {
  return hash ^ (hash >>> 15)
}

function widen(numbers: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  if (numbers.length >= length) return numbers
  const larger = new Uint32Array(Math.max(length, numbers.length * 2))
  larger.set(numbers)
  return larger
}

/** A piece of a text keeps the whole text in memory; this is a text of its own. */
function keepAlone(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le')
}
