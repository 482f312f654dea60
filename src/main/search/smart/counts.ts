/** How often each word stands in one field: by itself, and as a part of a name. */
import { MOST_COUNTED } from './cells.ts'
import { NO_WHOLE, type TokenReader } from './tokens.ts'

export interface WordCounter {
  /** Counts the words of the first tokens of `reader`, so many. */
  count(reader: TokenReader, tokens: number): void
  /** How many words were counted, common ones and whole names left out. */
  length(): number
  /** Calls `found` for each word of the field; then all is zero again. */
  take(found: (word: number, split: boolean, times: number) => void): void
}

/** By number of a word: 1 where it is one of these. */
export function markWords(words: readonly number[]): Uint8Array {
  const marks = new Uint8Array(Math.max(0, ...words) + 1)
  for (const word of words) marks[word] = 1
  return marks
}

/** `isCommon`: see markWords. */
export function createWordCounter(isCommon: Uint8Array): WordCounter {
  /** By word, by itself and as a part of a name: at 2 × word, and after it. */
  let counts = new Uint8Array(0x2000)
  const touched: number[] = []
  let different = 0
  let length = 0

  function add(word: number, split: 0 | 1): void {
    const at = 2 * word + split
    if (at >= counts.length) counts = enlarge(counts, at)
    const before = counts[at] ?? 0
    if (before === 0 && (counts[at ^ 1] ?? 0) === 0) touched[different++] = word
    if (before < MOST_COUNTED) counts[at] = before + 1
  }

  return {
    count({ tokens, parts }, count) {
      const { words, starts, wholes } = parts()
      length = 0
      for (let at = 0; at < count; at++) {
        const token = tokens[at] ?? 0
        const whole = wholes[token] ?? 0
        const split = whole === NO_WHOLE ? 0 : 1
        const end = starts[token + 1] ?? 0
        for (let part = starts[token] ?? 0; part < end; part++) {
          const word = words[part] ?? 0
          add(word, split)
          if (isCommon[word] !== 1) length++
        }
        if (split === 1) add(whole, 0)
      }
    },
    length: () => length,
    take(found) {
      for (let at = 0; at < different; at++) {
        const word = touched[at] ?? 0
        const alone = counts[2 * word] ?? 0
        const split = counts[2 * word + 1] ?? 0
        if (alone > 0) found(word, false, alone)
        if (split > 0) found(word, true, split)
        counts[2 * word] = 0
        counts[2 * word + 1] = 0
      }
      different = 0
    },
  }
}

function enlarge(counts: Uint8Array<ArrayBuffer>, at: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(at * 2)
  larger.set(counts)
  return larger
}
