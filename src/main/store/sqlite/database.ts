/** Opens the database file, for writing or for reading alone. May import: model. */
import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { GatewayError, messageOf } from '../../model/error.ts'
import { makeFolderNow } from '../make-folder.ts'
import { checkFormat, migrate } from '../migrations.ts'
import { containsText } from './query.ts'

/** How long a statement waits for another program that holds the file, in milliseconds: the thread stands still. */
const BUSY_MS = 30
/** The same while the file is opened. */
const BUSY_AT_OPEN_MS = 3000
/**
 * So many pages (16 MiB) may lie in the log before they are moved into the file, which holds one commit up for some
 * milliseconds: with SQLite's own 1000, one call in fifty.
 */
const LOG_PAGES = 4000
/**
 * How much of the file each connection keeps, in KiB. better-sqlite3's own 16 MiB a connection fill up with calls and
 * are never given back; what falls out is still in the system's own cache.
 */
const CACHE_KIB = 4096

export interface OpenDatabase {
  database: Database.Database
  /** Why nothing may be written, as a sentence for a person; null: it may. */
  readOnly: string | null
}

/**
 * Opens the database `file` (absolute path), and makes it and its folder if they do not exist.
 * @throws GatewayError INTERNAL if the file is no database of ours, damaged or held; it is left as it is.
 */
export function openForWriting(file: string): OpenDatabase {
  makeFolderNow(dirname(file))
  // Made by us first, so that nobody else can read it for even an instant; its side files inherit the mode.
  closeSync(openSync(file, 'a', 0o600))
  const database = new Database(file, { timeout: BUSY_AT_OPEN_MS })
  try {
    const readOnly = checkFormat(database, file)
    if (readOnly !== null) {
      database.close()
      return { database: openForReading(file), readOnly }
    }
    database.pragma('journal_mode = WAL')
    database.pragma('synchronous = FULL')
    database.pragma(`wal_autocheckpoint = ${LOG_PAGES}`)
    prepare(database)
    migrate(database)
    database.pragma(`busy_timeout = ${BUSY_MS}`)
    return { database, readOnly: null }
  } catch (cause) {
    database.close()
    throw explainDatabase(cause, file)
  }
}

/** A database that is gone with the process. */
export function openInMemory(): Database.Database {
  const database = new Database(':memory:')
  prepare(database)
  migrate(database)
  return database
}

/**
 * Opens what exists, without ever writing to it; another process may write meanwhile.
 * @throws GatewayError INTERNAL if it cannot be read, or has not the tables that this program reads
 */
export function openForReading(file: string): Database.Database {
  try {
    return prepareForReading(
      new Database(file, { readonly: true, fileMustExist: true, timeout: BUSY_AT_OPEN_MS }),
      file,
    )
  } catch (cause) {
    const copy = isUnwritablePlace(cause) ? readAtRest(file) : null
    if (copy === null) throw explainDatabase(cause, file)
    try {
      return prepareForReading(copy, file)
    } catch (again) {
      throw explainDatabase(again, file)
    }
  }
}

function prepareForReading(database: Database.Database, file: string): Database.Database {
  try {
    checkFormat(database, file)
    prepare(database)
    for (const table of ['definitions', 'instances', 'approvals', 'evidence', 'audit', 'usage', 'settings']) {
      database.prepare(`SELECT * FROM ${table} LIMIT 1`).get()
    }
    return database
  } catch (cause) {
    database.close()
    throw cause
  }
}

/** A log that is written ahead cannot be read where its side files cannot be made. */
function isUnwritablePlace(cause: unknown): boolean {
  return cause instanceof Database.SqliteError && /^SQLITE_(CANTOPEN|READONLY)/.test(cause.code)
}

/** The whole database in memory, if nothing is in its side file; null otherwise. */
function readAtRest(file: string): Database.Database | null {
  try {
    if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) return null
    const bytes = readFileSync(file)
    // Bytes 18 and 19 of the header say that there may be a side file; there is none.
    bytes[18] = 1
    bytes[19] = 1
    return new Database(bytes, { readonly: true })
  } catch {
    return null
  }
}

function prepare(database: Database.Database): void {
  database.pragma(`cache_size = -${CACHE_KIB}`)
  database.function('contains_text', { deterministic: true }, (hay: unknown, needle: unknown) => {
    const [text, wanted] = [String(hay), String(needle)]
    if (containsText(text, wanted)) return 1
    // Most of what is looked through is JSON, where quotation marks, backslashes and line breaks are written otherwise.
    const written = JSON.stringify(wanted).slice(1, -1)
    return written !== wanted && containsText(text, written) ? 1 : 0
  })
}

/** The end of what is said of a row whose content cannot be read. */
const DAMAGED_ROW = 'has a row that cannot be read.'

/** Whether it was said, on whatever thread, that a row cannot be read. */
export function isDamagedRow(error: GatewayError): boolean {
  return error.message.endsWith(DAMAGED_ROW)
}

/** The same work; what SQLite refuses is thrown as a sentence. */
export function explaining<Result>(file: string, work: () => Result): Result {
  try {
    return work()
  } catch (cause) {
    throw explainDatabase(cause, file)
  }
}

/** What SQLite says, as a sentence for a person. */
export function explainDatabase(cause: unknown, file: string): GatewayError {
  if (cause instanceof GatewayError) return cause
  const reason = messageOf(cause)
  const code = cause instanceof Database.SqliteError ? cause.code : ''
  if (cause instanceof SyntaxError || /malformed JSON/.test(reason)) {
    return new GatewayError('INTERNAL', `The database ${file} ${DAMAGED_ROW}`)
  }
  return new GatewayError('INTERNAL', `The database ${file} ${wordsFor(code, reason)}`)
}

function wordsFor(code: string, reason: string): string {
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED'))
    return 'is held by another program, which must let go of it first. Nothing was changed.'
  if (code.startsWith('SQLITE_CORRUPT')) return `is damaged (${reason}).`
  if (code.startsWith('SQLITE_NOTADB'))
    return 'cannot be opened: it is a file of another kind. Nothing was changed. Choose another file.'
  if (code.startsWith('SQLITE_READONLY'))
    return 'can only be read: this user may not write to it. Nothing was changed.'
  // The second: there is no room for what lies beside the database while it is open.
  if (/^SQLITE_(FULL|IOERR_SHMSIZE)/.test(code)) return 'cannot grow: the disk is full. Make room on it.'
  if (code.startsWith('SQLITE_IOERR')) return `cannot be read or written: the disk fails (${reason}).`
  return `cannot be used: ${reason}.`
}
