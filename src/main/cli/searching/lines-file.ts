/** A file of JSON lines, whole or not at all. */
import type { LinesRead } from '../../search/lab/json-lines.ts'
import { readTextOf } from '../text-file.ts'

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
