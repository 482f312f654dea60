import { mkdirSync, statSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it, for this user alone. Step by step: Node's recursive mkdir never ends where a
 * folder exists and takes no new ones, as /proc.
 * @throws the system's error
 */
export async function makeFolder(folder: string): Promise<void> {
  if (await isFolder(folder)) return
  if (dirname(folder) !== folder) await makeFolder(dirname(folder))
  await mkdir(folder, { mode: 0o700 }).catch(async (error: unknown) => {
    // Another process may have been quicker.
    if (!(await isFolder(folder))) throw error
  })
}

/** The same, where nothing may happen meanwhile. @throws the system's error */
export function makeFolderNow(folder: string): void {
  if (isFolderNow(folder)) return
  if (dirname(folder) !== folder) makeFolderNow(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (!isFolderNow(folder)) throw error
  }
}

function isFolderNow(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}
