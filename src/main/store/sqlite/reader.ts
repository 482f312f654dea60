/** The reads that may be long: on whatever thread they run, the same code. May import: model, runtime/ports. */
import type Database from 'better-sqlite3'
import type { Store } from '../../runtime/ports.ts'
import type { ChainMark } from '../audit/audit-chain.ts'
import { readKeptHead } from '../audit/kept-head.ts'
import { backUpDatabase } from '../backups/database-backup.ts'
import { countItems, findItemPlace, listApprovals, listItemMarks } from './approvals.ts'
import { type AuditRemoval, foreseePrune, listAudit, listAuditAfter, verifyAudit, countToolCalls } from './audit.ts'
import { explainDatabase } from './database.ts'
import { createQueries, type Queries } from './query.ts'
import { listRuns } from './runs.ts'
import { listSearches } from './searches.ts'

export interface Reader
  extends Pick<
    Store,
    | 'runs'
    | 'approvals'
    | 'itemCounts'
    | 'itemPlace'
    | 'itemMarks'
    | 'audit'
    | 'auditAfter'
    | 'verifyAudit'
    | 'searches'
    | 'toolCalls'
  > {
  /** A whole copy of the database at this path. @throws GatewayError INTERNAL */
  backUp(to: string): Promise<void>
  /** What removing the entries before an ISO time would take away. */
  foreseePrune(before: string): Promise<AuditRemoval>
}

/**
 * @param file of the database
 * @param kept places that its audit log must have
 */
export function createReader(
  queries: Queries,
  database: Database.Database,
  file: string,
  kept: () => readonly ChainMark[] = () => readKeptHead(file),
): Reader {
  const read = async <Result>(query: () => Result | Promise<Result>): Promise<Result> => {
    try {
      return await query()
    } catch (cause) {
      throw explainDatabase(cause, file)
    }
  }
  return {
    runs: (filter, page) => read(() => listRuns(queries, filter, page)),
    approvals: (filter, page) => read(() => listApprovals(queries, filter, page)),
    itemCounts: (filter) => read(() => countItems(queries, filter)),
    itemPlace: (filter, id) => read(() => findItemPlace(queries, filter, id)),
    itemMarks: (filter, page) => read(() => listItemMarks(queries, filter, page)),
    audit: (filter, page) => read(() => listAudit(queries, filter, page)),
    auditAfter: (sequence, limit) => read(() => listAuditAfter(queries, sequence, limit)),
    searches: (filter, page) => read(() => listSearches(queries, filter, page)),
    toolCalls: (sequence, limit) => read(() => countToolCalls(queries, sequence, limit)),
    verifyAudit: () => read(() => verifyAudit(queries, kept())),
    backUp: (to) => read(() => backUpDatabase(database, to)),
    foreseePrune: (before) => read(() => foreseePrune(queries, before)),
  }
}

/** A reader with a connection that it has for itself. */
export function openReader(database: Database.Database, file: string): Reader {
  return createReader(createQueries(database), database, file)
}
