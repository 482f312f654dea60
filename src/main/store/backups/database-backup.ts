/**
 * A whole copy of a database while others write to it (R3.4): all of it as of one moment, checked before it gets its
 * name. May import: model.
 */
import {
  chmodSync,
  closeSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { codeOf, GatewayError, messageOf } from '../../model/error.ts'
import { explainDatabase, isDamagedRow } from '../sqlite/database.ts'

/** Between two steps others are let through, and whoever closes the connection gives the copy up. */
const PAGES_AT_ONCE = 500

/** `to`: absolute path; its folder exists. @throws GatewayError INTERNAL; there is no such file then */
export async function backUpDatabase(database: Database.Database, to: string): Promise<void> {
  const draft = draftOf(to)
  try {
    closeSync(openSync(draft, 'w', 0o600))
    await copyPages(database, draft)
    await turn()
    if (!database.open) throw new Error('it was given up')
    chmodSync(draft, 0o600)
    checkCopy(draft)
    sync(draft)
    renameSync(draft, to)
    if (process.platform !== 'win32') sync(dirname(to))
  } catch (cause) {
    for (const file of [draft, `${draft}-journal`, `${draft}-wal`, `${draft}-shm`]) discard(file)
    const explained = explainDatabase(cause, database.name)
    // Whoever may write sets it aside, and there is a backup then.
    if (isDamagedRow(explained)) throw explained
    throw new GatewayError('INTERNAL', `No backup was made: ${reasonOf(cause)}. Nothing else was touched.`)
  }
}

/**
 * A commit of another connection would begin the copy anew, unless this one holds a moment of the database meanwhile.
 * One that writes itself brings the copy up to date with each of its own.
 */
async function copyPages(database: Database.Database, draft: string): Promise<void> {
  const holds = database.readonly
  if (holds) {
    database.exec('BEGIN')
    database.prepare('SELECT 1 FROM sqlite_schema').get()
  }
  try {
    await database.backup(draft, { progress: () => PAGES_AT_ONCE })
  } finally {
    if (holds && database.open) database.exec('COMMIT')
  }
}

/** One file without side files, so that it can be carried away; and whole. */
function checkCopy(file: string): void {
  const copy = new Database(file)
  try {
    copy.pragma('journal_mode = DELETE')
    const found = copy.pragma('integrity_check(1)', { simple: true })
    if (found !== 'ok')
      throw new Error(`the copy is not whole (${String(found)}), so the database is damaged`)
  } finally {
    copy.close()
  }
}

/**
 * Gives up a copy that another thread makes. Nothing can interrupt the check of a large one, but it ends at the next page
 * that it reads, because the file is empty.
 * @returns what is to be called when that thread has ended
 */
export function giveUpCopy(to: string): () => void {
  try {
    truncateSync(draftOf(to))
  } catch {}
  return () => {
    // It was whole, and got its name in the same moment.
    if (statSync(to, { throwIfNoEntry: false })?.size === 0) discard(to)
  }
}

function draftOf(to: string): string {
  return `${to}.new`
}

/** The next backup tries again. */
function discard(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch {}
}

function sync(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

function reasonOf(cause: unknown): string {
  const code = codeOf(cause)
  if (code === 'ENOSPC' || code === 'SQLITE_FULL') return 'the disk is full'
  if (code === 'ENOTDIR' || code === 'ENOENT')
    return 'the folder of the backups is not there, or is no folder'
  if (code === 'EACCES' || code === 'EPERM') return 'this user may not write into the folder of the backups'
  return messageOf(cause)
}
