/** Changes of a text at known places. Pure. May import: nothing of ours. */
export interface Splice {
  start: number
  end: number
  text: string
}

/** None of them overlaps another; of two at one place, the first comes first. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  let result = ''
  let at = 0
  for (const splice of [...splices].sort((left, right) => left.start - right.start)) {
    result += text.slice(at, splice.start) + splice.text
    at = splice.end
  }
  return result + text.slice(at)
}

/** `\r\n` where the text has one, else `\n`. */
export function lineEndOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n'
}

/** Spaces and tabs before `offset`, if nothing else is on its line before it; null otherwise. */
export function indentBefore(text: string, offset: number): string | null {
  const line = text.lastIndexOf('\n', offset - 1) + 1
  const before = text.slice(line, offset)
  return /^[ \t]*$/.test(before) ? before : null
}
