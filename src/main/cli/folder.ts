/** Makes the folders that Countersign writes to, or says why it cannot have them. */
import { constants } from 'node:fs'
import { access, mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { explainSystemError, FolderUnusable, type Remedy } from './system-failure.ts'

/** @throws FolderUnusable if it cannot be made or written to. `folder` is absolute. */
export async function prepareFolder(folder: string, remedy: Remedy): Promise<void> {
  try {
    await make(folder)
    await access(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw nameFolder(error, folder, remedy)
  }
}

/** The same error, as FolderUnusable if it is one of the system. */
export function nameFolder(error: unknown, folder: string, remedy: Remedy): unknown {
  const sentence = explainSystemError(error, folder, remedy)
  return sentence === null ? error : new FolderUnusable(sentence)
}

/** Step by step: Node's recursive mkdir never ends where a folder exists and takes no new ones, as /proc. */
async function make(folder: string): Promise<void> {
  if (await isFolder(folder)) return
  if (dirname(folder) !== folder) await make(dirname(folder))
  await mkdir(folder, { mode: 0o700 }).catch(async (error: unknown) => {
    // Another process may have been quicker.
    if (!(await isFolder(folder))) throw error
  })
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}
