/** Where a command's program is: looked up before starting it, so that its absence gets a clear sentence. */
import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { delimiter, isAbsolute, join, resolve } from 'node:path'

export interface ProgramSearch {
  /** The child's PATH, not ours. */
  path: string | undefined
  /** Searched before PATH, for bare names only. */
  folders: string[]
  workingDirectory: string | null
  /** Windows: endings tried after the name itself. */
  endings?: string
}

/** @returns an absolute path, or null if there is no such program or it may not be executed. */
export async function findProgram(command: string, search: ProgramSearch): Promise<string | null> {
  const base = resolve(search.workingDirectory ?? '.')
  const bare = !command.includes('/') && !(process.platform === 'win32' && command.includes('\\'))
  const places = bare
    ? [...search.folders, ...(search.path ?? '').split(delimiter).filter((folder) => folder !== '')]
    : ['']
  for (const place of places) {
    const candidate = isAbsolute(command) ? command : resolve(base, join(place, command))
    for (const file of withEndings(candidate, search.endings)) if (await isProgram(file)) return file
  }
  return null
}

function withEndings(file: string, endings: string | undefined): string[] {
  if (process.platform !== 'win32') return [file]
  const list = (endings ?? '.COM;.EXE;.BAT;.CMD').split(';').filter((ending) => ending !== '')
  const complete = list.some((ending) => file.toUpperCase().endsWith(ending.toUpperCase()))
  return complete ? [file] : [...list.map((ending) => file + ending.toLowerCase()), file]
}

async function isProgram(file: string): Promise<boolean> {
  try {
    if (!(await stat(file)).isFile()) return false
    await access(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
