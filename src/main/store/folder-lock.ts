/**
 * One gateway a data folder: a lock of the operating system, which it takes back however the process ends.
 * Made of SQLite's own file locks, so that no native code of ours is needed. May import: make-folder, system.
 */
import { readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { isAlive } from '../system/processes.ts'
import { makeFolderNow } from './make-folder.ts'

interface LockHolder {
  pid: number
  /** ISO time. */
  startedAt: string
}

export type FolderLock =
  | { ok: true; release(): void }
  /** `database`: of the folder alone nobody has the lock, but of this file; null: somebody has the folder. */
  | { ok: false; holder: LockHolder | null; database: string | null }

/** Whoever has just let the folder go lets the database go at the same moment; in milliseconds. */
const DATABASE_WITHIN_MS = 250

/**
 * Locks the data folder and, wherever it is, the database file (R3.1). `databaseFile` is null for a store without
 * a file. The lock files stay: removing one would let a second process lock another file of the same name.
 * @param now milliseconds since 1970, for the note that tells others who holds the lock.
 */
export function lockFolder(dataFolder: string, databaseFile: string | null, now: number): FolderLock {
  makeFolderNow(dataFolder)
  const folder = join(realpathSync(dataFolder), 'gateway.lock')
  const files = [folder, ...(databaseFile === null ? [] : [`${realFile(databaseFile)}.lock`])]

  const held: Database.Database[] = []
  for (const file of files) {
    const isFolder = file === folder
    const lock = lockFile(file, isFolder ? 0 : DATABASE_WITHIN_MS)
    if (lock === null) {
      releaseAll(held)
      return { ok: false, holder: readHolder(file), database: isFolder ? null : databaseFile }
    }
    held.push(lock)
  }
  const note: LockHolder = { pid: process.pid, startedAt: new Date(now).toISOString() }
  for (const file of files) writeFileSync(holderFile(file), JSON.stringify(note), { mode: 0o600 })

  return {
    ok: true,
    release() {
      if (held.length === 0) return
      for (const file of files) rmSync(holderFile(file), { force: true })
      releaseAll(held)
    },
  }
}

/** The file behind links, so that two names of one database share one lock. */
function realFile(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    makeFolderNow(dirname(file))
    return join(realpathSync(dirname(file)), basename(file))
  }
}

/** Null if another connection, of this or another process, holds it, and does so for as long. */
function lockFile(file: string, timeout: number): Database.Database | null {
  const database = new Database(file, { timeout })
  try {
    database.exec('BEGIN EXCLUSIVE')
    return database
  } catch (cause) {
    database.close()
    if (cause instanceof Database.SqliteError && cause.code.startsWith('SQLITE_BUSY')) return null
    throw cause
  }
}

function releaseAll(held: Database.Database[]): void {
  for (const database of held.splice(0)) database.close()
}

/** A file of its own: reading the locked one would make the system drop this process's locks on it. */
function holderFile(file: string): string {
  return `${file}.holder`
}

function readHolder(file: string): LockHolder | null {
  try {
    const note: unknown = JSON.parse(readFileSync(holderFile(file), 'utf8'))
    if (typeof note !== 'object' || note === null || !('pid' in note) || !('startedAt' in note)) return null
    if (typeof note.pid !== 'number' || typeof note.startedAt !== 'string') return null
    return isAlive(note.pid) ? { pid: note.pid, startedAt: note.startedAt } : null
  } catch {
    // The winner of a race has not written its note yet.
    return null
  }
}
