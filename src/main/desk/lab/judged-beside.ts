/** Judged queries that a workspace brings along, so that they can lie in one repository with what they judge. */
import { readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

const NAME = 'judged.jsonl'
/** What can be imported at once, in bytes. */
const LARGEST = 8_000_000

/** `configuration`: path of the main file. Whether each line is right is said when they are imported. */
export async function readJudgedBeside(
  configuration: string,
): Promise<{ file: string; queries: number; text: string } | null> {
  const file = join(dirname(configuration), NAME)
  try {
    if ((await stat(file)).size > LARGEST) return null
    const text = await readFile(file, 'utf8')
    const queries = text.split('\n').filter((line) => line.trim() !== '').length
    return queries === 0 ? null : { file: basename(file), queries, text }
  } catch {
    return null
  }
}
