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
    } else if (/[\\^`]/.test(sign) && sign !== line[at - 1] && /^[ \t]*\n/.test(line.slice(at + 1))) {
      at = line.indexOf('\n', at)
    } else if (sign === '\\' && /^[ "']$/.test(next)) {
      word = (word ?? '') + next
      at += 1
    } else if (/\s/.test(sign)) {
      if (word !== null) words.push({ word, start, end: at })
      word = null
    } else word = (word ?? '') + sign
  }
  if (word !== null) words.push({ word, start, end: line.length })
  return words
}

/** How a line goes on in the next one: in a Unix shell, in `cmd`, in PowerShell. Blanks behind it come with copying. */
const GOES_ON = /[\\^`][ \t]*\n/g

/** The words of each line without its comment. */
export function splitLines(text: string): string[][] {
  const lines: string[][] = []
  let end = 0
  let isComment = false
  for (const placed of placeWords(text)) {
    if (lines.length === 0 || text.slice(end, placed.start).replaceAll(GOES_ON, '').includes('\n')) {
      lines.push([])
      isComment = /^(rem|::.*)$/i.test(placed.word)
    }
    end = placed.end
    isComment ||= text[placed.start] === '#'
    if (!isComment) lines.at(-1)?.push(placed.word)
  }
  return lines.filter((words) => words.length > 0)
}

/** What only a shell understands, in a line that none reads. Null: nothing. */
export function findShellSign(line: string): string | null {
  const found = placeWords(line).find(({ start, end }) =>
    /^([|&;<>]+|\d?>.*|<\(.*|[^"']*;|[^"']*\$\(.*)$/.test(line.slice(start, end)),
  )
  return found === undefined ? null : line.slice(found.start, found.end)
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
