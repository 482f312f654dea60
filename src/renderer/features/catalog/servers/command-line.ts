/** A command line as a person types or pastes it: words and quotes, and nothing that a shell would do. Pure. */

/** `"a b"`, `'a b'` and `a\ b` are one word; a backslash elsewhere stays, as Windows needs it. */
export function splitWords(line: string): string[] {
  return placeWords(line).map(({ word }) => word)
}

interface PlacedWord {
  word: string
  /** Where it stands in the line, with its quotes. */
  start: number
  end: number
}

export function placeWords(line: string): PlacedWord[] {
  const words: PlacedWord[] = []
  let start = 0
  let word: string | null = null
  let quote: string | null = null
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at] ?? ''
    const next = line[at + 1] ?? ''
    if (word === null) start = at
    if (quote !== null) {
      if (sign === quote) quote = null
      else if (sign === '\\' && quote === '"' && (next === '"' || next === '\\')) {
        word = (word ?? '') + next
        at += 1
      } else word = (word ?? '') + sign
    } else if (sign === '"' || sign === "'") {
      quote = sign
      word ??= ''
    } else if (sign === '\\' && /^[ "'\n]$/.test(next)) {
      if (next !== '\n') word = (word ?? '') + next
      at += 1
    } else if (/\s/.test(sign)) {
      if (word !== null) words.push({ word, start, end: at })
      word = null
    } else word = (word ?? '') + sign
  }
  if (word !== null) words.push({ word, start, end: line.length })
  return words
}

export function joinWords(words: readonly string[]): string {
  return words.map(writeWord).join(' ')
}

function writeWord(word: string): string {
  if (/^[^\s"'\\]+$/.test(word)) return word
  // Without a space or quote a backslash says nothing.
  if (/^[^\s"']+$/.test(word) && !/\\$/.test(word)) return word
  return `"${word.replace(/["\\]/g, '\\$&')}"`
}
