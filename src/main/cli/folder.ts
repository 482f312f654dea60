/** Makes the folders that Countersign writes to, or says why it cannot have them. */
import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { codeOf } from '../model/error.ts'
import { makeFolder } from '../store/make-folder.ts'
import { explainSystemError, FolderUnusable, type Remedy } from './system-failure.ts'

/** @throws FolderUnusable if it cannot be made or written to. `folder` is absolute. */
export async function prepareFolder(folder: string, remedy: Remedy): Promise<void> {
  try {
    await makeFolder(folder)
    await access(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw nameFolder(error, folder, remedy)
  }
}

/** What is in a folder that nobody may look into is not missing. @throws FolderUnusable */
export async function lookInto(folder: string, remedy: Remedy): Promise<void> {
  try {
    if ((await stat(folder)).isDirectory()) await access(folder, constants.X_OK)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw nameFolder(error, folder, remedy)
  }
}

/** The same error, as FolderUnusable if it is one of the system. */
export function nameFolder(error: unknown, folder: string, remedy: Remedy): unknown {
  const sentence = explainSystemError(error, folder, remedy)
  return sentence === null ? error : new FolderUnusable(sentence)
}
