/**
 * Whether the files that a store writes to are still the ones at their paths, and hold what it wrote: the system lets
 * them be deleted, moved, replaced or overwritten while they are open, and everything written from then on would be gone
 * with the process.
 * May import: nothing of ours.
 */
import { type BigIntStats, statSync } from 'node:fs'

export interface HeldFiles {
  /** Why nothing that is written would last, as sentences for a person; null: it lasts. */
  obstacle(): string | null
  /** To be called after whatever the store itself has written. */
  wrote(): void
}

/**
 * To be called right after the database was opened. Device and file number tell of another file, on every system; size
 * and time of an overwritten one.
 * @param version a number that is another one once another program has written by the rules of SQLite
 */
export function holdFiles(databaseFile: string, version: () => number): HeldFiles {
  const log = `${databaseFile}-wal`
  const database = find(databaseFile)
  /** Made with the first change, and then kept open. */
  let logAtFirst = find(log)
  const readAll = () => ({ database: find(databaseFile), log: find(log), version: version() })
  let written = readAll()
  const isOverwritten = (now: BigIntStats, logNow: BigIntStats | null) =>
    now.size !== written.database?.size ||
    // Windows writes the time when it likes.
    (process.platform !== 'win32' && now.mtimeNs !== written.database.mtimeNs) ||
    (logNow?.size ?? 0n) < (written.log?.size ?? 0n)
  const isByRules = () => {
    try {
      return version() !== written.version
    } catch {
      return false
    }
  }
  return {
    wrote() {
      written = readAll()
    },
    obstacle() {
      const now = find(databaseFile)
      if (now === null)
        return say(`The database ${databaseFile} was deleted or moved while Countersign was running.`)
      if (!isSame(database, now))
        return say(
          `Another file was put in the place of the database ${databaseFile} while Countersign was running.`,
        )
      const logNow = find(log)
      if (logAtFirst !== null && !isSame(logAtFirst, logNow))
        return say(
          `The file ${log}, which belongs to the database, was deleted or replaced while Countersign was running.`,
        )
      logAtFirst ??= logNow
      if (!isOverwritten(now, logNow)) return null
      if (!isByRules())
        return say(
          `The database ${databaseFile} was overwritten by another program while Countersign was running.`,
        )
      written = readAll()
      return null
    },
  }
}

function say(what: string): string {
  return `${what} Nothing runs and nothing is saved until it is back. Put it back, or stop Countersign and start it again.`
}

function find(file: string): BigIntStats | null {
  return statSync(file, { bigint: true, throwIfNoEntry: false }) ?? null
}

function isSame(one: BigIntStats | null, other: BigIntStats | null): boolean {
  return one !== null && other !== null && one.dev === other.dev && one.ino === other.ino
}
