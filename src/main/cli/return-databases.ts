/** The databases of every workspace that was opened at this desk go back to the format of an older version. */
import { existsSync } from 'node:fs'
import { defaultPlaces } from '../config/workspace.ts'
import { messageOf } from '../model/error.ts'
import { backupFolderOf } from '../store/backups/backups.ts'
import { type DatabaseReturn, returnDatabase } from '../store/backups/return-database.ts'
import { lockFolder } from '../store/folder-lock.ts'
import { findDatabase } from './find-database.ts'
import { readOpened } from './places.ts'

/** Each by itself: what is wrong with one hides nothing of the others. @param format the one that the older version writes */
export async function returnDatabases(
  home: string,
  format: number,
): Promise<{ file: string; done: DatabaseReturn }[]> {
  const all: { file: string; done: DatabaseReturn }[] = []
  for (const found of await findDatabases(home)) {
    const done = await returnOne(found, format).catch(
      (error: unknown): DatabaseReturn => impossible(messageOf(error)),
    )
    all.push({ file: found.file, done })
  }
  return all
}

async function returnOne(
  { dataFolder, file, backups }: WorkspaceDatabase,
  format: number,
): Promise<DatabaseReturn> {
  const lock = lockFolder(dataFolder, file, Date.now())
  if (!lock.ok) return impossible('Another process has it open.')
  try {
    return await returnDatabase(file, backups, format)
  } finally {
    lock.release()
  }
}

function impossible(reason: string): DatabaseReturn {
  return { kind: 'impossible', backup: null, reason }
}

interface WorkspaceDatabase {
  /** Absolute paths. */
  dataFolder: string
  file: string
  /** The folder of its backups. */
  backups: string
}

/** What is not there has nothing to go back to. Where the configuration cannot be read, the usual file is looked for. */
async function findDatabases(home: string): Promise<WorkspaceDatabase[]> {
  const own = defaultPlaces(home)
  const places = [...(await readOpened(home)), { configuration: own.configuration, dataFolder: own.data }]
  const found = await Promise.all(
    places.map(async ({ configuration, dataFolder }) => {
      const named = { config: existsSync(configuration) ? configuration : null, data: dataFolder }
      const database = await findDatabase(named).catch(() => findDatabase({ ...named, config: null }))
      if (!existsSync(database.file)) return []
      return [{ dataFolder, file: database.file, backups: backupFolderOf(dataFolder) }]
    }),
  )
  return [...new Map(found.flat().map((each) => [each.file, each])).values()]
}
