/**
 * The tokens of a catalog's texts, as numbers. A token that came before is told by its letters where they stand: most
 * are not new, and to cut each of them out of its text would cost more than all else.
 */
import { LONGEST_FIELD } from './fields.ts'
import { isPartOfToken, keyOfToken, readToken } from './text.ts'

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
