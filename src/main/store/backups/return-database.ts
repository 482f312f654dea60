/**
 * Back to the format of an older version, with the backup that was made before the format was changed, if nothing was
 * committed since: that is looked for in the content, table by table, so that no counter has to be believed. What a start
 * writes of itself goes along, entry for entry, so that the audit log stays whole. May import: model.
 */
import { copyFileSync, existsSync, linkSync, renameSync, rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import { DECLARATIONS_SETTING } from '../../model/configuration.ts'
import { messageOf } from '../../model/error.ts'
import { DATABASE_FORMAT, formatOf, migrate } from '../migrations.ts'
import { openForReading } from '../sqlite/database.ts'
import { readMigrationNote } from './before-migration.ts'
import { backUpDatabase } from './database-backup.ts'

/** Named instants at which a durability test may stop the process. */
export const RETURN_POINTS = [
  'database.compared',
  'database.drafted',
  'database.setAside',
  'database.returned',
] as const
export type ReturnPoint = (typeof RETURN_POINTS)[number]

export type DatabaseReturn =
  /** The older version can use it as it is. */
  | { kind: 'fits' }
  /** `aside`: where the newer one lies. */
  | { kind: 'returned'; backup: string; aside: string }
  /** Nothing was changed. `backup` null: there is none. */
  | { kind: 'committed'; backup: string | null }
  | { kind: 'impossible'; backup: string | null; reason: string }

/**
 * To be called by whoever holds the lock of the folder.
 * @param file absolute path of the database
 * @param folder the folder of its backups
 * @param format the one that the older version writes
 */
export async function returnDatabase(
  file: string,
  folder: string,
  format: number,
  point: (name: ReturnPoint) => void = () => {},
): Promise<DatabaseReturn> {
  if (!existsSync(file)) return { kind: 'fits' }
  let backup: string | null = null
  const compared = `${file}.compared`
  const draft = `${file}.returned`
  try {
    const now = readFormat(file)
    if (now <= format) return { kind: 'fits' }
    if (now > DATABASE_FORMAT)
      return { kind: 'impossible', backup, reason: 'It is of a still newer version.' }
    const note = readMigrationNote(folder)
    if (note === null || note.database !== file || note.from > format || !existsSync(note.backup))
      return { kind: 'committed', backup }
    backup = note.backup
    await copyTo(backup, compared)
    if (!holdsTheSame(file, compared, now)) return { kind: 'committed', backup }
    point('database.compared')
    await copyTo(backup, draft)
    takeStartsAlong(file, draft)
    point('database.drafted')
    // One file without side files: it is replaced in one step, and there is no instant without it.
    intoOneFile(file)
    const aside = freeName(`${file}.newer`)
    setAside(file, aside)
    point('database.setAside')
    renameSync(draft, file)
    point('database.returned')
    return { kind: 'returned', backup, aside }
  } catch (cause) {
    return { kind: 'impossible', backup, reason: messageOf(cause) }
  } finally {
    for (const made of [compared, draft])
      for (const end of ['', '-wal', '-shm', '-journal']) rmSync(made + end, { force: true })
  }
}

function readFormat(file: string): number {
  const database = new Database(file, { readonly: true, fileMustExist: true })
  try {
    return formatOf(database)
  } finally {
    database.close()
  }
}

async function copyTo(backup: string, to: string): Promise<void> {
  const source = openForReading(backup)
  try {
    await backUpDatabase(source, to)
  } finally {
    source.close()
  }
}

/** What this program writes into the log when it is started and its desk is opened: nobody has decided or run anything by that. */
const OF_A_START = ['server.initialized', 'session.opened']
/**
 * Kept at a start: what the configuration in force declares (a change of that while one runs is in the log), ports that
 * were free, and where the window stood.
 */
const KEPT_AT_START: Record<string, string> = {
  settings: `key NOT IN ('${DECLARATIONS_SETTING}', 'mcpHttp', 'deskHttp', 'window')`,
}

/** @param copy of the backup; it is brought to `format`, and has the same content then if nothing was committed */
function holdsTheSame(file: string, copy: string, format: number): boolean {
  const database = new Database(copy)
  try {
    migrate(database, format)
    database.prepare('ATTACH ? AS newer').run(file)
    const tables = (schema: string) =>
      database
        .prepare<[], string>(
          `SELECT name FROM ${schema}.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`,
        )
        .pluck()
        .all()
    const [before, after] = [tables('main'), tables('newer')]
    if (JSON.stringify(before) !== JSON.stringify(after)) return false
    return before.every((table) => (table === 'audit' ? isOnlyStarted(database) : isEqual(database, table)))
  } finally {
    database.close()
  }
}

function isEqual(database: Database.Database, table: string): boolean {
  const rows = (schema: string) => `SELECT * FROM ${schema}.${table} WHERE ${KEPT_AT_START[table] ?? 'true'}`
  const isEmpty = (one: string, other: string) =>
    database.prepare(`${rows(one)} EXCEPT ${rows(other)} LIMIT 1`).get() === undefined
  return isEmpty('main', 'newer') && isEmpty('newer', 'main')
}

/** The log is a chain: where both have the same last entry of the backup, all before it is the same. */
function isOnlyStarted(database: Database.Database): boolean {
  const ends = (schema: string) =>
    database
      .prepare<[], [number, number]>(
        `SELECT coalesce(min(sequence), 0), coalesce(max(sequence), 0) FROM ${schema}.audit`,
      )
      .raw()
      .get() ?? [0, 0]
  const [first, last] = ends('main')
  if (ends('newer')[0] !== first && first !== 0) return false
  const hashOf = (schema: string) =>
    database
      .prepare<[number], string>(`SELECT hash FROM ${schema}.audit WHERE sequence = ?`)
      .pluck()
      .get(last)
  if (hashOf('main') !== hashOf('newer')) return false
  const others = database
    .prepare<[number, ...string[]], number>(
      `SELECT count(*) FROM newer.audit WHERE sequence > ? AND event_type NOT IN (${OF_A_START.map(() => '?').join(', ')})`,
    )
    .pluck()
    .get(last, ...OF_A_START)
  return others === 0
}

/** The chain goes on over them as it is: they were written behind the last entry of the backup. */
function takeStartsAlong(file: string, draft: string): void {
  const database = new Database(draft)
  try {
    database.prepare('ATTACH ? AS newer').run(file)
    database.exec(
      `INSERT INTO main.audit (sequence, previous_hash, hash, body)
       SELECT sequence, previous_hash, hash, body FROM newer.audit
       WHERE sequence > (SELECT coalesce(max(sequence), 0) FROM main.audit)`,
    )
    // Only where the older version keeps them, too: to it, who was removed meanwhile is removed.
    database
      .prepare(
        'UPDATE main.settings SET value = newer.settings.value FROM newer.settings WHERE main.settings.key = newer.settings.key AND newer.settings.key = ?',
      )
      .run(DECLARATIONS_SETTING)
    database.pragma('main.journal_mode = DELETE')
  } finally {
    database.close()
  }
}

function intoOneFile(file: string): void {
  const database = new Database(file)
  try {
    database.pragma('wal_checkpoint(TRUNCATE)')
    if (database.pragma('journal_mode = DELETE', { simple: true }) !== 'delete')
      throw new Error('Another program has the database open.')
  } finally {
    database.close()
  }
}

/** The name, or the first one with a number of which there is no file. */
export function freeName(wanted: string): string {
  let name = wanted
  for (let number = 2; existsSync(name); number += 1) name = `${wanted}-${number}`
  return name
}

/** A second name for the same file; a copy where the disk has no such names. */
function setAside(file: string, aside: string): void {
  try {
    linkSync(file, aside)
  } catch {
    copyFileSync(file, aside)
  }
}
