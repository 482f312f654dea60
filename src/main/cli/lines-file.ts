/** A file of JSON lines, whole or not at all. */
import { readFile } from 'node:fs/promises'
import type { LinesRead } from '../search/json-lines.ts'

/** `file`: absolute. @throws Error whose message has a line for each line that is wrong */
export async function readLinesOf<Line>(
  file: string,
  read: (text: string) => LinesRead<Line>,
): Promise<Line[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new Error(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  })
  const result = read(text)
  if (result.ok) return result.lines
  const problems = result.problems.map(({ line, message }) => `${file}:${line} ${message}`)
  const more = result.more === 0 ? [] : [`${result.more} more.`]
  throw new Error([...problems, ...more].join('\n'))
}
