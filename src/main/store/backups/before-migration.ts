/**
 * A database gets a backup before this program changes its format, and a note beside the backups says which one: whoever
 * has to go back to an older version finds it. May import: model.
 */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { GatewayError } from '../../model/error.ts'
import { writeWhole } from '../../system/files.ts'
import { checkFormat, DATABASE_FORMAT, formatOf } from '../migrations.ts'
import { isDamagedRow } from '../sqlite/database.ts'
import { type DamagedRow, setDamagedAside } from './damaged-rows.ts'
import { backUpDatabase } from './database-backup.ts'
import { makeBackup } from './make-backup.ts'

/** Named instants at which a durability test may stop the process. */
export const MIGRATION_POINTS = ['migration.starting', 'migration.backedUp', 'migration.noted'] as const
export type MigrationPoint = (typeof MIGRATION_POINTS)[number]

/** What was there before the format of a database was changed last. */
export interface MigrationNote {
  /** Absolute paths. */
  database: string
  backup: string
  /** The format of the backup, and the one that the database was to get. */
  from: number
  to: number
}

const NOTE = 'migration.json'
/** How long a statement waits for another program that holds the file, in milliseconds. */
const BUSY_MS = 3000

/**
 * To be called by whoever holds the lock of the folder, before the database is opened for writing. Does nothing for a new
 * database, one of this format, and one of a newer.
 * @param file absolute path of the database
 * @param folder the folder of the backups
 * @returns rows that could not be read: they are set aside, in the backup as well
 * @throws GatewayError INTERNAL with a sentence if no backup can be made; nothing was changed then
 */
export async function backUpBeforeMigration(
  file: string,
  folder: string,
  point: (name: MigrationPoint) => void = () => {},
): Promise<DamagedRow[]> {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return []
  const database = new Database(file, { timeout: BUSY_MS, fileMustExist: true })
  try {
    if (checkFormat(database, file) !== null) return []
    const from = formatOf(database)
    if (from === 0 || from >= DATABASE_FORMAT) return []
    let damaged: DamagedRow[] = []
    point('migration.starting')
    const backup = await makeBackup({
      file,
      folder,
      now: Date.now(),
      copy: (to) =>
        backUpDatabase(database, to).catch(async (cause: unknown) => {
          if (!(cause instanceof GatewayError) || !isDamagedRow(cause)) throw cause
          damaged = setDamagedAside(database, new Date().toISOString())
          await backUpDatabase(database, to)
        }),
    })
    point('migration.backedUp')
    const note: MigrationNote = { database: file, backup, from, to: DATABASE_FORMAT }
    await writeWhole(join(folder, NOTE), JSON.stringify(note))
    point('migration.noted')
    return damaged
  } catch (cause) {
    if (!(cause instanceof GatewayError) || !cause.message.startsWith('No backup')) throw cause
    if (cause.message.includes('is damaged'))
      throw new GatewayError('INTERNAL', `The database ${file} is damaged (a copy of it is not whole).`)
    throw new GatewayError(
      'INTERNAL',
      `This version has to change the format of the database ${file}, and makes a backup of it before. ${cause.message} ` +
        'Then start Countersign again.',
    )
  } finally {
    database.close()
  }
}

/** Null: none was written, or it cannot be read. */
export function readMigrationNote(folder: string): MigrationNote | null {
  try {
    const note: unknown = JSON.parse(readFileSync(join(folder, NOTE), 'utf8'))
    return isNote(note) ? note : null
  } catch {
    return null
  }
}

function isNote(value: unknown): value is MigrationNote {
  if (typeof value !== 'object' || value === null) return false
  const { database, backup, from, to } = value as Record<string, unknown>
  return (
    [database, backup].every((path) => typeof path === 'string') &&
    [from, to].every((format) => typeof format === 'number')
  )
}
