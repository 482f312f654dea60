/**
 * Commits that arrive in the same turn of the event loop share one transaction and so one flush to the disk.
 * May import: model, runtime/ports.
 */
import type Database from 'better-sqlite3'
import { codeOf, GatewayError } from '../../model/error.ts'
import type { CommitResult } from '../../runtime/ports.ts'
import { explainDatabase } from './database.ts'

/** How long a group is tried again while another program holds the file, and how often, in milliseconds. */
const HELD_MS = 3000
const HELD_AGAIN_MS = 20

interface QueuedBatch {
  apply(): CommitResult
  resolve(result: CommitResult): void
  reject(reason: unknown): void
}

export interface GroupCommit {
  /** `apply` checks and then writes, inside the shared transaction; what does not fit has written nothing. */
  commit(apply: () => CommitResult): Promise<CommitResult>
  /** Writes what waits, now. */
  flush(): void
}

/**
 * What happens to one leaves the others alone. A promise settles only after the COMMIT that holds its change;
 * `committed` is called before.
 * @param obstacle why nothing that is written would last; asked before each transaction
 * @param ended called after each transaction, however it ended
 */
export function createGroupCommit(
  database: Database.Database,
  file: string,
  { obstacle, ended, committed }: { obstacle(): string | null; ended(): void; committed(): void },
): GroupCommit {
  const run = prepareAll(database)
  let queue: QueuedBatch[] = []
  /** Since when another program keeps us from writing, by the clock that never jumps. */
  let heldSince: number | null = null

  function flush(last = true): void {
    const group = queue
    queue = []
    if (group.length === 0) return
    const reason = obstacle()
    if (reason !== null) {
      for (const waiting of group) waiting.reject(unsaved(reason, true))
      return
    }
    write(group, last)
  }

  function write(group: QueuedBatch[], last: boolean): void {
    let results: CommitResult[]
    try {
      run.begin()
      heldSince = null
      results = group.map(({ apply }) => apply())
      run.commit()
    } catch (cause) {
      // A full disk or a broken file has ended the whole transaction already: then nobody's batch is durable.
      const isOfOne = database.inTransaction
      if (isOfOne) run.rollback()
      if (isOfOne && group.length > 1) {
        // Nothing of it has happened. Savepoints would tell whose fault it is at once, and cost every commit.
        for (const waiting of group) write([waiting], last)
        return
      }
      heldSince ??= performance.now()
      if (!last && isHeld(cause) && performance.now() - heldSince < HELD_MS) {
        // Nothing of it has happened: all of it is done again, and meanwhile the thread is free.
        queue = [...group, ...queue]
        setTimeout(() => flush(false), HELD_AGAIN_MS)
        return
      }
      heldSince = null
      ended()
      for (const waiting of group) waiting.reject(notDurable(cause, file))
      return
    }
    ended()
    committed()
    for (const [at, result] of results.entries()) group[at]?.resolve(result)
  }

  return {
    commit: (apply) =>
      new Promise((resolve, reject) => {
        queue.push({ apply, resolve, reject })
        if (queue.length === 1) setImmediate(() => flush(false))
      }),
    flush,
  }
}

/** Compiled once: they run with each commit. */
function prepareAll(database: Database.Database) {
  const prepare = (sql: string) => {
    const statement = database.prepare(sql)
    return () => {
      statement.run()
    }
  }
  return {
    begin: prepare('BEGIN IMMEDIATE'),
    commit: prepare('COMMIT'),
    rollback: prepare('ROLLBACK'),
  }
}

function isHeld(cause: unknown): boolean {
  return codeOf(cause).startsWith('SQLITE_BUSY')
}

/** What is said of a change that was not saved. */
export function notDurable(cause: unknown, file: string): GatewayError {
  // That nothing was changed is said already, and is not so of what has happened outside.
  const reason = explainDatabase(cause, file).message.replace(' Nothing was changed.', '')
  return unsaved(reason, isPassing(cause))
}

function unsaved(reason: string, isPassing: boolean): GatewayError {
  return new GatewayError('INTERNAL', `Nothing of the change was saved. ${reason}`, { isPassing, reason })
}

/** What comes from the disk, or from another program, and not from what was to be written. */
function isPassing(cause: unknown): boolean {
  return /^SQLITE_(BUSY|FULL|IOERR)/.test(codeOf(cause))
}
