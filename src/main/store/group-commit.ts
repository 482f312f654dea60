/**
 * Commits that arrive in the same turn of the event loop share one transaction and so one flush to the disk.
 * May import: model, runtime/ports.
 */
import type Database from 'better-sqlite3'
import { GatewayError } from '../model/error.ts'
import type { Batch, CommitResult } from '../runtime/ports.ts'

interface Waiting {
  batch: Batch
  resolve(result: CommitResult): void
  reject(reason: unknown): void
}

export interface GroupCommit {
  commit(batch: Batch): Promise<CommitResult>
  /** Writes what waits, now. */
  flush(): void
}

/**
 * `apply` checks and writes one batch inside the shared transaction. Each batch has a savepoint of its own:
 * what happens to one leaves the others alone. A promise settles only after the COMMIT that holds its batch.
 */
export function createGroupCommit(
  database: Database.Database,
  apply: (batch: Batch) => CommitResult,
): GroupCommit {
  let queue: Waiting[] = []

  function flush(): void {
    const group = queue
    queue = []
    if (group.length === 0) return
    const settled: (() => void)[] = []
    try {
      database.exec('BEGIN IMMEDIATE')
      for (const waiting of group) settled.push(attempt(waiting))
      database.exec('COMMIT')
    } catch (cause) {
      if (database.inTransaction) database.exec('ROLLBACK')
      for (const waiting of group) waiting.reject(notDurable(cause))
      return
    }
    for (const settle of settled) settle()
  }

  function attempt({ batch, resolve, reject }: Waiting): () => void {
    database.exec('SAVEPOINT batch')
    try {
      const result = apply(batch)
      database.exec(result.ok ? 'RELEASE batch' : 'ROLLBACK TO batch; RELEASE batch')
      return () => resolve(result)
    } catch (cause) {
      // A full disk or a broken file ends the whole transaction: then nobody's batch is durable.
      if (!database.inTransaction) throw cause
      database.exec('ROLLBACK TO batch; RELEASE batch')
      return () => reject(notDurable(cause))
    }
  }

  return {
    commit: (batch) =>
      new Promise((resolve, reject) => {
        queue.push({ batch, resolve, reject })
        if (queue.length === 1) setImmediate(flush)
      }),
    flush,
  }
}

function notDurable(cause: unknown): GatewayError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new GatewayError(
    'INTERNAL',
    `The database could not save the change: ${reason}. Nothing of it was saved.`,
  )
}
