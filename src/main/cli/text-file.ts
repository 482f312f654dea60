/** A file that a person named on the command line. */
import { readFile } from 'node:fs/promises'
import { whyUnreadable } from '../config/read/include.ts'
import type { LinesRead } from '../search/lab/json-lines.ts'

/** `file`: absolute. A byte order mark is left out. @throws Error with a sentence for a person */
export async function readTextOf(file: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file))
  } catch (error) {
    throw new Error(whyUnreadable(file, error))
  }
}

// ── A file of JSON lines, whole or not at all.

/** `file`: absolute. @throws Error whose message has a line for each line that is wrong */
export async function readLinesOf<Line>(
  file: string,
  read: (text: string) => LinesRead<Line>,
): Promise<Line[]> {
  const result = read(await readTextOf(file))
  if (result.ok) return result.lines
  const problems = result.problems.map(({ line, message }) => `${file}:${line} ${message}`)
  const more = result.more === 0 ? [] : [`${result.more} more.`]
  throw new Error([...problems, ...more].join('\n'))
}
