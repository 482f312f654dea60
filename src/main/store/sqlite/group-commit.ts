/**
 * Commits that arrive in the same turn of the event loop, or while the disk is busy with those before, share one
 * transaction and one flush to the disk.
 * May import: model, runtime/ports.
 */
import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { codeOf, GatewayError, messageOf } from '../../model/error.ts'
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
  /** Writes what waits, now, and resolves when it is on the disk. */
  finish(): Promise<void>
}

/**
 * What happens to one leaves the others alone. A promise settles only when the COMMIT that holds its change is on the
 * disk; `committed` is called before. Reads see a change from its COMMIT on: whatever is written because of it comes
 * later in the same log, so it is never on the disk without it.
 * @param obstacle why nothing that is written would last; asked before each transaction, and when the disk has failed
 * @param ended called after each transaction, however it ended
 * @param refused told why nothing could be written for now: the disk is full, or another program holds the file
 */
export function createGroupCommit(
  database: Database.Database,
  file: string,
  {
    disk,
    obstacle,
    ended,
    committed,
    refused,
  }: {
    disk: DiskFlush
    obstacle(): string | null
    ended(): void
    committed(): void
    refused(reason: string): void
  },
): GroupCommit {
  const run = prepareAll(database)
  let queue: QueuedBatch[] = []
  /** Since when another program keeps us from writing, by the clock that never jumps. */
  let heldSince: number | null = null
  let flushing: Promise<void> | null = null

  function flush(last = false): void {
    if (flushing !== null) return
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
        setTimeout(flush, HELD_AGAIN_MS)
        return
      }
      heldSince = null
      ended()
      const fault = notDurable(cause, file)
      if (isPassing(cause)) refused(reasonFor(cause, file))
      for (const waiting of group) waiting.reject(fault)
      return
    }
    ended()
    const settle = () => {
      committed()
      for (const [at, result] of results.entries()) group[at]?.resolve(result)
    }
    const fail = (cause: unknown) => {
      obstacle()
      for (const { reject } of group) reject(cause)
    }
    if (group.length > 1) {
      flushing = disk.flush().then(settle, fail).then(goOn)
      return
    }
    // Nobody else waits, and another thread would only take longer.
    try {
      disk.flushNow()
    } catch (cause) {
      fail(cause)
      return
    }
    settle()
  }

  function goOn(): void {
    flushing = null
    if (queue.length > 0) setImmediate(flush)
  }

  return {
    commit: (apply) =>
      new Promise((resolve, reject) => {
        queue.push({ apply, resolve, reject })
        if (queue.length === 1 && flushing === null) setImmediate(flush)
      }),
    async finish() {
      await flushing
      flush(true)
      await flushing
    },
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
  return unsaved(reasonFor(cause, file), isPassing(cause))
}

/** That nothing was changed is said beside it, and is not so of what has happened outside. */
function reasonFor(cause: unknown, file: string): string {
  return explainDatabase(cause, file).message.replace(' Nothing was changed.', '')
}

function unsaved(reason: string, isPassing: boolean): GatewayError {
  return new GatewayError('INTERNAL', `Nothing of the change was saved. ${reason}`, { isPassing, reason })
}

/** What comes from the disk, or from another program, and not from what was to be written. */
function isPassing(cause: unknown): boolean {
  return /^SQLITE_(BUSY|FULL|IOERR)/.test(codeOf(cause))
}

// ── The way to the disk

export interface DiskFlush {
  /** Resolves when what is committed by now is on the disk; the thread is free meanwhile. */
  flush(): Promise<void>
  /** The same at once. */
  flushNow(): void
  /** What was just read, once it is on the disk. @throws GatewayError INTERNAL if a flush has failed */
  settled<Seen>(seen: Seen): Promise<Seen>
  /** Why nothing may be written any more, as sentences for a person; null: it may. */
  failure(): string | null
  close(): void
}

/**
 * From now on SQLite leaves the flush of its log after each COMMIT to us: its own holds the thread for as long as the
 * disk takes. It still flushes around each checkpoint, so the file is whole whenever the power fails.
 *
 * After a flush that failed nobody knows what is on the disk, and a second one that succeeds says nothing about the
 * first: it is the last, as after a crash.
 */
export function openDiskFlush(database: Database.Database, file: string): DiskFlush {
  database.pragma('synchronous = NORMAL')
  let failure: GatewayError | null = null
  let log: number | null = null
  let last: Promise<void> = Promise.resolve()
  // It is there with the first COMMIT, and stays the same one until the database is closed.
  const opened = () => {
    log ??= openSync(`${file}-wal`, 'r+')
    return log
  }
  const fail = (cause: unknown): never => {
    const reason = `The disk of the database ${file} fails (${messageOf(cause)}), and what was written last may be lost. Nothing runs and nothing is saved until Countersign is stopped and started again.`
    failure = new GatewayError('INTERNAL', reason, { reason })
    throw failure
  }
  return {
    flush() {
      last = new Promise<void>((resolve, reject) => {
        fdatasync(opened(), (cause) => (cause === null ? resolve() : reject(cause)))
      }).catch(fail)
      return last
    },
    flushNow() {
      try {
        fdatasyncSync(opened())
      } catch (cause) {
        fail(cause)
      }
    },
    async settled(seen) {
      await last
      if (failure !== null) throw failure
      return seen
    },
    failure: () => failure?.message ?? null,
    close() {
      if (log !== null) closeSync(log)
      log = null
    },
  }
}
