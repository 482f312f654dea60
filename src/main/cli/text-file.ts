/** A file that a person named on the command line. */
import { readFile } from 'node:fs/promises'
import { whyUnreadable } from '../config/read/include.ts'

/** `file`: absolute. A byte order mark is left out. @throws Error with a sentence for a person */
export async function readTextOf(file: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file))
  } catch (error) {
    throw new Error(whyUnreadable(file, error))
  }
}
