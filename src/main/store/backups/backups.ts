/** The copies of a database that people have made: one file each, named by when. May import: model. */

import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Backup } from '../../model/data-folder.ts'

const NAME = /^countersign-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})(?:-\d+)?\.db$/

export function backupFolderOf(dataFolder: string): string {
  return join(dataFolder, 'backups')
}

/** Newest first; empty if there is no such folder. */
export function listBackups(folder: string): Backup[] {
  return namesIn(folder)
    .flatMap((name) => {
      const match = NAME.exec(name)
      const facts = match && statSync(join(folder, name), { throwIfNoEntry: false })
      if (!match || !facts) return []
      return [
        {
          file: join(folder, name),
          at: `${match[1]}T${match[2]}:${match[3]}:${match[4]}Z`,
          bytes: facts.size,
        },
      ]
    })
    .sort((left, right) => (stemOf(left.file) < stemOf(right.file) ? 1 : -1))
}

function stemOf(file: string): string {
  return file.replace(/\.db$/, '')
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
