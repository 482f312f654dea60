/** The audit log of a database file, without a gateway: read beside one that runs, or shortened when none does. */
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { AuditEntry, AuditEvent } from '../../model/audit-event.ts'
import { GatewayError } from '../../model/error.ts'
import type { AuditFilter, AuditReport } from '../../runtime/ports.ts'
import { backupFolderOf } from '../backups/backups.ts'
import { backUpBeforeMigration } from '../backups/before-migration.ts'
import { lastMark, passes, pruneAudit, verifyAudit, walkEntries } from '../sqlite/audit.ts'
import { explainDatabase, explaining, openForReading, openForWriting } from '../sqlite/database.ts'
import { createQueries } from '../sqlite/query.ts'
import { keptHeadFile, openKeptHead, readKeptHead, readOpenEnd } from './audit-chain.ts'

export interface AuditFile {
  /** `compared`: the end of the log is kept outside the database too, in `keptIn`. `open`: as `readOpenEnd`. */
  verify(): Promise<AuditReport & { compared: boolean; keptIn: string; open: ReturnType<typeof readOpenEnd> }>
  /** Oldest first. */
  entries(filter: AuditFilter): Generator<AuditEvent>
  close(): void
}

/** Never locks and never writes. @throws GatewayError INTERNAL if it is no database of ours or damaged */
export function openAuditFile(file: string): AuditFile {
  const database = openForReading(file)
  const queries = createQueries(database)
  return {
    async verify() {
      const kept = readKeptHead(file)
      const damage = explaining(file, () => database.pragma('quick_check(1)', { simple: true }))
      if (damage !== 'ok') throw new GatewayError('INTERNAL', `The database ${file} is damaged: ${damage}.`)
      const report = await verifyAudit(queries, kept).catch((cause: unknown) => {
        throw explainDatabase(cause, file)
      })
      const open = readOpenEnd(file, (mark) => passes(queries, mark))
      return { ...report, compared: kept.length > 0, keptIn: keptHeadFile(file), open }
    },
    *entries(filter) {
      try {
        yield* walkEntries(queries, filter)
      } catch (cause) {
        throw explainDatabase(cause, file)
      }
    },
    close: () => database.close(),
  }
}

/**
 * Removes the entries before an ISO time and leaves a checkpoint, for whoever holds the lock of the folder. A log
 * that is broken stays as it is.
 * @param saying who removes, when, and the id of the entry that says so
 * @returns how many were removed
 * @throws GatewayError INTERNAL if the log is not whole, or cannot be written
 */
export async function pruneAuditFile(
  file: string,
  before: string,
  saying: Pick<AuditEntry, 'id' | 'timestamp' | 'actor'>,
): Promise<number> {
  if (!existsSync(file)) throw new GatewayError('INTERNAL', `There is no database ${file}.`)
  await backUpBeforeMigration(file, backupFolderOf(dirname(file)))
  const { database, readOnly } = openForWriting(file)
  try {
    if (readOnly !== null) throw new GatewayError('INTERNAL', readOnly)
    const queries = createQueries(database)
    const report = await verifyAudit(queries, readKeptHead(file))
    if (report.broken !== null || report.lost !== null) {
      throw new GatewayError(
        'INTERNAL',
        'The audit log is not whole, so nothing was removed: see countersign audit verify.',
      )
    }
    const prune = database.transaction(() =>
      pruneAudit(queries, before, { ...saying, workflowId: null, correlationId: null }),
    )
    const done = prune.immediate()
    const head = await openKeptHead(file, {
      current: async () => lastMark(queries),
      passes: (mark) => passes(queries, mark),
    })
    await head.close()
    return done?.count ?? 0
  } catch (cause) {
    throw explainDatabase(cause, file)
  } finally {
    database.close()
  }
}
