/**
 * A whole copy of a database while others write to it (R3.4): all of it as of one moment, checked before it gets its
 * name. May import: model.
 */
import { chmodSync, closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { isMainThread } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { codeOf, GatewayError, messageOf } from '../../model/error.ts'
import { explainDatabase, isDamagedRow } from '../sqlite/database.ts'

/** In one step nobody's commit begins it anew. On the gateway's own thread it has to let others through. */
const PAGES_AT_ONCE = isMainThread ? 500 : 0x7fffffff

/** `to`: absolute path; its folder exists. @throws GatewayError INTERNAL; there is no such file then */
export async function backUpDatabase(database: Database.Database, to: string): Promise<void> {
  const draft = `${to}.new`
  try {
    closeSync(openSync(draft, 'w', 0o600))
    await database.backup(draft, { progress: () => PAGES_AT_ONCE })
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
