/**
 * The store of a gateway: one SQLite file, written by one process, durable before a promise resolves.
 * May import: model, runtime/ports.
 */
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { GatewayError } from '../model/error.ts'
import type { Batch, CommitResult, Expectation, Store } from '../runtime/ports.ts'
import { verifyChain } from './audit-chain.ts'
import { createGroupCommit } from './group-commit.ts'
import { checkFormat, migrate } from './migrations.ts'
import { containsText } from './paging.ts'
import {
  findApproval,
  findRevision,
  listApprovals,
  listItemDeadlines,
  saveApproval,
} from './sqlite-approvals.ts'
import { appendAudit, countStart, listAudit, readUsage, walkAudit } from './sqlite-audit.ts'
import * as instances from './sqlite-instances.ts'
import { createQueries, type Queries, readBody } from './sqlite-query.ts'
import { startedName } from './usage.ts'

/**
 * Opens the database `file` (absolute path), and makes it and its folder if they do not exist.
 * @throws GatewayError INTERNAL if the file is no database of ours or a newer version's, which is left as it is.
 */
export async function openSqliteStore({ file }: { file: string }): Promise<Store> {
  const database = openDatabase(file)
  const queries = createQueries(database)
  const group = createGroupCommit(database, (batch) => applyBatch(queries, batch))

  /** Reads run in the order of the calls: each sees the commits that were handed in before it and are durable. */
  async function read<Result>(query: () => Result | Promise<Result>): Promise<Result> {
    if (!database.open) throw new GatewayError('INTERNAL', 'The database is closed: the gateway is stopping.')
    return query()
  }

  return {
    commit: (batch) => read(() => group.commit(batch)),
    instance: (id) => read(() => instances.findInstance(queries, id)),
    instances: (filter, page) => read(() => instances.listInstances(queries, filter, page)),
    unfinished: () => read(() => instances.listUnfinished(queries)),
    deadlines: (limit) => read(() => instances.listDeadlines(queries, limit)),
    itemDeadlines: (limit) => read(() => listItemDeadlines(queries, limit)),
    children: (workflowId) => read(() => instances.listChildren(queries, workflowId)),
    approval: (id) => read(() => findApproval(queries, id)),
    approvals: (filter, page) => read(() => listApprovals(queries, filter, page)),
    evidence: (workflowId) => read(() => instances.listEvidence(queries, workflowId)),
    definition: (hash) => read(() => instances.findDefinition(queries, hash)),
    audit: (filter, page) => read(() => listAudit(queries, filter, page)),
    verifyAudit: () => read(() => verifyChain(walkAudit(queries))),
    usage: () => read(() => readUsage(queries)),
    setting: (key) =>
      read(() => {
        const row = queries.get('SELECT value AS body FROM settings WHERE key = ?', [key])
        return row && readBody(row)
      }),
    saveSetting: (key, value) =>
      read(() =>
        queries.run(
          'INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
          [key, JSON.stringify(value)],
        ),
      ),
    async close() {
      if (!database.open) return
      group.flush()
      database.close()
    },
  }
}

function openDatabase(file: string): Database.Database {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  // Made by us first, so that nobody else can read it for even an instant; its side files inherit the mode.
  closeSync(openSync(file, 'a', 0o600))
  const database = new Database(file)
  try {
    database.pragma('busy_timeout = 5000')
    checkFormat(database, file)
    database.pragma('journal_mode = WAL')
    database.pragma('synchronous = FULL')
    database.pragma('foreign_keys = ON')
    database.function('contains_text', { deterministic: true }, (hay: unknown, needle: unknown) =>
      containsText(String(hay), String(needle)) ? 1 : 0,
    )
    migrate(database)
    return database
  } catch (cause) {
    database.close()
    if (cause instanceof GatewayError) throw cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new GatewayError('INTERNAL', `The database ${file} cannot be opened: ${reason}.`)
  }
}

/** Checks, then writes. Runs inside a transaction that belongs to the caller. */
function applyBatch(queries: Queries, batch: Batch): CommitResult {
  const conflict = batch.expect.find((expectation) => !holds(queries, expectation))
  if (conflict) return { ok: false, conflict }
  for (const { hash, definition } of batch.definitions ?? [])
    instances.saveDefinition(queries, hash, definition)
  for (const instance of batch.instances ?? []) instances.saveInstance(queries, instance)
  for (const approval of batch.approvals ?? []) saveApproval(queries, approval)
  for (const evidence of batch.evidence ?? []) instances.saveEvidence(queries, evidence)
  appendAudit(queries, batch.audit)
  for (const entry of batch.audit) {
    const name = startedName(entry, (workflowId) => instances.findDefinitionId(queries, workflowId))
    if (name !== null) countStart(queries, name, entry.timestamp)
  }
  return { ok: true }
}

function holds(queries: Queries, expectation: Expectation): boolean {
  switch (expectation.kind) {
    case 'instance': {
      const mark = instances.findInstanceMark(queries, expectation.id)
      return mark?.version === expectation.version && mark.claim === expectation.claim
    }
    case 'newInstance':
      return instances.findInstanceMark(queries, expectation.id) === null
    case 'approval':
      return findRevision(queries, expectation.id) === expectation.revision
  }
}
