/** What a person can do with a database that is not the one that was written last, while no gateway runs. */
import { renameSync } from 'node:fs'
import { takeEndOn } from '../audit/audit-chain.ts'
import { passes } from '../sqlite/audit.ts'
import { explainDatabase, openForReading } from '../sqlite/database.ts'
import { createQueries } from '../sqlite/query.ts'
import { backUpDatabase } from './database-backup.ts'

/**
 * Puts a whole copy of `backup` to the path `file`; `makeRoom` is called when the backup has proved readable.
 * @throws GatewayError INTERNAL if the backup cannot be read or is not whole
 */
export async function restoreDatabase(backup: string, file: string, makeRoom: () => void): Promise<void> {
  const database = openForReading(backup)
  const draft = `${file}.restored`
  try {
    await backUpDatabase(database, draft)
  } finally {
    database.close()
  }
  makeRoom()
  renameSync(draft, file)
}

/** @returns false if it has all that is known to have been written. @throws GatewayError INTERNAL if it cannot be read */
export async function goOnWith(file: string): Promise<boolean> {
  const database = openForReading(file)
  try {
    const queries = createQueries(database)
    return await takeEndOn(file, (mark) => passes(queries, mark))
  } catch (cause) {
    throw explainDatabase(cause, file)
  } finally {
    database.close()
  }
}
