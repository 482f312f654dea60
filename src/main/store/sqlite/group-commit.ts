/**
 * Commits that arrive in the same turn of the event loop share one transaction and so one flush to the disk.
 * May import: model, runtime/ports.
 */
import type Database from 'better-sqlite3'
import { GatewayError } from '../../model/error.ts'
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
  /** `apply` checks and writes inside the shared transaction. */
  commit(apply: () => CommitResult): Promise<CommitResult>
  /** Writes what waits, now. */
  flush(): void
}

/**
 * Each `apply` has a savepoint of its own: what happens to one leaves the others alone. A promise settles only after the
 * COMMIT that holds its change; `committed` is called before.
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
    const settled: (() => void)[] = []
    /** One alone in its transaction needs no savepoint: what undoes it undoes the transaction. */
    const alone = group.length === 1
    let undone = false
    const undo = () => {
      if (alone) run.rollback()
      else run.undo()
      undone = alone
    }
    try {
      run.begin()
      heldSince = null
      for (const waiting of group) {
        if (!alone) run.save()
        settled.push(attempt(waiting, undo))
        if (!alone) run.release()
      }
      if (!undone) run.commit()
    } catch (cause) {
      if (database.inTransaction) database.exec('ROLLBACK')
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
    for (const settle of settled) settle()
  }

  function attempt({ apply, resolve, reject }: QueuedBatch, undo: () => void): () => void {
    try {
      const result = apply()
      if (!result.ok) undo()
      return () => resolve(result)
    } catch (cause) {
      // A full disk or a broken file ends the whole transaction: then nobody's batch is durable.
      if (!database.inTransaction) throw cause
      undo()
      return () => reject(notDurable(cause, file))
    }
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
    save: prepare('SAVEPOINT batch'),
    undo: prepare('ROLLBACK TO batch'),
    release: prepare('RELEASE batch'),
  }
}

function isHeld(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && String(cause.code).startsWith('SQLITE_BUSY')
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
  return cause instanceof Error && 'code' in cause && /^SQLITE_(BUSY|FULL|IOERR)/.test(String(cause.code))
}
