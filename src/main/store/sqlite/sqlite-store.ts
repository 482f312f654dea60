/**
 * The store of a gateway: one SQLite file, written by one process, durable before a promise resolves; or a database in
 * memory, gone with the process.
 * May import: model, runtime/ports.
 */
import { dirname } from 'node:path'
import type { Definition } from '../../model/definition.ts'
import { GatewayError } from '../../model/error.ts'
import type { Batch, CommitResult, Expectation, SettingChange, Store } from '../../runtime/ports.ts'
import { type ChainMark, type KeptHead, openKeptHead } from '../audit/audit-chain.ts'
import { backupFolderOf } from '../backups/backups.ts'
import { backUpBeforeMigration, type MigrationPoint } from '../backups/before-migration.ts'
import { type DamagedRow, sayDamaged, setDamagedAside } from '../backups/damaged-rows.ts'
import { endedUncleanly, findDamage, sayBehind, sayHowToRestore } from '../backups/database-health.ts'
import { holdFiles } from '../backups/held-files.ts'
import { createStoreCare, type StoreCare } from '../backups/store-care.ts'
import {
  countPending,
  findApproval,
  findOpenIds,
  findRevision,
  followDeadline,
  listDecidedAt,
  listItemDeadlines,
  moveItemTimes,
  saveApproval,
} from './approvals.ts'
import { appendAudit, countStart, lastMark, passes, readUsage, startedName } from './audit.ts'
import {
  explainDatabase,
  isDamagedRow,
  type OpenDatabase,
  openForReading,
  openForWriting,
  openInMemory,
} from './database.ts'
import { createGroupCommit, type DiskFlush, notDurable, openDiskFlush } from './group-commit.ts'
import { watchObstacle } from './obstacle.ts'
import { createQueries, type Queries, sameIds } from './query.ts'
import {
  createLongReads,
  createReader,
  isShortInbox,
  isShortList,
  isShortLog,
  type Reader,
} from './reader.ts'
import * as runs from './runs.ts'
import { forgetSearches, saveSearch } from './searches.ts'
import { changeSettings, findSetting, listSettings } from './settings.ts'

export interface SqliteStore extends Store {
  readonly care: StoreCare
}

export interface SqliteStoreOptions {
  /** Absolute path of the database; it and its folder are made if they do not exist. */
  file: string
  warn?: (message: string) => void
  /** Told when nothing can be saved any more, with the reason, and with null when it can again. */
  onObstacle?(reason: string | null): void
  /** The folder of the backups; left out: `backups` beside the database. */
  backups?: string
  /** Told of rows that could not be read, once they are set aside. */
  onDamaged?(sentence: string): void
  /** Size in bytes from which on long reads have a thread of their own: below it they are short. */
  largeFrom?: number
  /** Where a durability test may stop the process. */
  migrationPoint?: (name: MigrationPoint) => void
}

const LARGE_FROM = 2 * 1024 * 1024

/**
 * Opens the database; one of a newer version can only be read, and says so in `readOnly`.
 * @throws GatewayError INTERNAL if the file is no database of ours, damaged or held; it is left as it is
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<SqliteStore> {
  const { file, warn = () => {}, largeFrom = LARGE_FROM, onObstacle = () => {}, onDamaged = warn } = options
  const { database, readOnly, disk, head, damaged } = await openWhole(
    file,
    options.backups ?? backupFolderOf(dirname(file)),
    options.migrationPoint,
  )
  if (damaged.length > 0) onDamaged(sayDamaged(damaged))
  const queries = createQueries(database)
  const version = database.prepare<[], number>('PRAGMA data_version').pluck()
  const held = holdFiles(file, () => Number(version.get()))
  const { look, refused, ...watch } = watchObstacle(
    () => disk.failure() ?? held.obstacle(),
    // It is written anew, whatever it was.
    () =>
      group.commit(() => {
        database.pragma(`user_version = ${database.pragma('user_version', { simple: true })}`)
        return { ok: true }
      }),
    onObstacle,
  )
  const group = createGroupCommit(database, file, {
    disk,
    obstacle: look,
    ended: held.wrote,
    committed: () => head?.follow(),
    refused,
  })
  const here = createReader(queries, database, file)
  const away = createLongReads(file, here, warn)
  const pageSize = Number(database.pragma('page_size', { simple: true }))
  const pageCount = database.prepare<[], number>('PRAGMA page_count').pluck()
  const reader = (isShort: boolean) =>
    isShort || Number(pageCount.get()) * pageSize < largeFrom ? here : away
  let closing: Promise<void> | null = null

  /** Reads run in the order of the calls. */
  async function read<Result>(query: () => Result | Promise<Result>, isAgain = false): Promise<Result> {
    if (closing !== null)
      throw new GatewayError('INTERNAL', 'The database is closed: Countersign is stopping.')
    try {
      return await query()
    } catch (cause) {
      const error = explainDatabase(cause, file)
      if (isAgain || !isDamagedRow(error) || readOnly !== null || look() !== null) throw error
      setAside()
      // Also where another read, which met it at the same time, has set it aside.
      return await read(query, true)
    }
  }
  function setAside(): void {
    const rows = setDamagedAside(database, new Date().toISOString())
    disk.flushNow()
    held.wrote()
    if (rows.length > 0) onDamaged(sayDamaged(rows))
  }
  const write = (apply: () => CommitResult) =>
    read(() => {
      if (readOnly !== null) throw new GatewayError('INTERNAL', readOnly)
      return group.commit(apply)
    })
  async function close(): Promise<void> {
    watch.close()
    await group.finish()
    await away.close()
    await head?.close()
    disk.close()
    // What is no longer ours is not written to once more, as closing does.
    if (held.obstacle() === null) database.close()
  }

  const care = createStoreCare({
    file,
    queries,
    away: {
      backUp: (to) => read(() => away.backUp(to)),
      foreseePrune: (before) => read(() => reader(false).foreseePrune(before)),
      verifyAudit: (told) => read(() => reader(false).verifyAudit(told)),
    },
    write,
  })

  const store = createStore({
    readOnly,
    setBack: head?.setBack ?? null,
    queries,
    read,
    write,
    reader,
    close() {
      closing ??= close()
      return closing
    },
  })
  return { ...store, care }
}

/** `store: {kind: memory}`: the same tables and the same SQL, without a disk to wait for. */
export function openMemoryStore(): Store {
  const database = openInMemory()
  const queries = createQueries(database)
  const here = createReader(queries, database, ':memory:', () => [])
  async function read<Result>(query: () => Result | Promise<Result>): Promise<Result> {
    if (!database.open) throw new GatewayError('INTERNAL', 'The database is closed: Countersign is stopping.')
    return await query()
  }
  const undone = Symbol('a conflict undoes the transaction')
  const write = (apply: () => CommitResult) =>
    read(() => {
      let result: CommitResult = { ok: true }
      try {
        database.transaction(() => {
          result = apply()
          if (!result.ok) throw undone
        })()
      } catch (cause) {
        if (cause !== undone) throw notDurable(cause, ':memory:')
      }
      return result
    })
  return createStore({
    readOnly: null,
    setBack: null,
    queries,
    read,
    write,
    reader: () => here,
    async close() {
      database.close()
    },
  })
}

interface StoreParts extends Pick<Store, 'readOnly' | 'setBack'> {
  queries: Queries
  read<Result>(query: () => Result | Promise<Result>): Promise<Result>
  /** `apply` runs in a transaction, and whole or not at all. */
  write(apply: () => CommitResult): Promise<CommitResult>
  /** Who answers a list; a short one is read at once. */
  reader(isShort: boolean): Reader
  close(): Promise<void>
}

function createStore({ readOnly, setBack, queries, read, write, reader, close }: StoreParts): Store {
  /** By their content, which never changes: parsed once, and so are the schemas in them. */
  const definitions = new Map<string, Definition>()
  const commit = (batch: Batch) => write(() => applyBatch(queries, batch))
  const saveSettings = async (settings: readonly SettingChange[]) =>
    void (await commit({ expect: [], settings, audit: [] }))
  return {
    readOnly,
    setBack,
    commit,
    run: (id) => read(() => runs.findRun(queries, id)),
    runs: (filter, page) => read(() => reader(isShortList(filter)).runs(filter, page)),
    openRuns: () => read(() => reader(false).openRuns()),
    unfinished: () => read(() => runs.listUnfinished(queries)),
    deadlines: (limit) => read(() => runs.listDeadlines(queries, limit)),
    itemDeadlines: (limit) => read(() => listItemDeadlines(queries, limit)),
    children: (workflowId) => read(() => runs.listChildren(queries, workflowId)),
    approval: (id) => read(() => findApproval(queries, id)),
    approvals: (filter, page) => read(() => reader(isShortInbox(filter)).approvals(filter, page)),
    itemCounts: (filter) => read(() => reader(isShortInbox(filter)).itemCounts(filter)),
    itemPlace: (filter, id) => read(() => reader(isShortInbox(filter)).itemPlace(filter, id)),
    itemMarks: (filter, page) => read(() => reader(isShortInbox(filter)).itemMarks(filter, page)),
    decidedAt: (place, limit) => read(() => listDecidedAt(queries, place, limit)),
    evidence: (workflowId) => read(() => runs.listEvidence(queries, workflowId)),
    definition: (hash) =>
      read(() => {
        const definition = definitions.get(hash) ?? runs.findDefinition(queries, hash)
        if (definition !== null) definitions.set(hash, definition)
        return definition
      }),
    audit: (filter, page) => read(() => reader(isShortLog(filter, page)).audit(filter, page)),
    auditAfter: (sequence, limit) => read(() => reader(true).auditAfter(sequence, limit)),
    auditEnd: () => read(() => lastMark(queries)),
    verifyAudit: (told) => read(() => reader(false).verifyAudit(told)),
    usage: () => read(() => readUsage(queries)),
    toolCalls: (sequence, limit) => read(() => reader(false).toolCalls(sequence, limit)),
    setting: (key) => read(() => findSetting(queries, key)),
    settings: (prefix) => read(() => listSettings(queries, prefix)),
    saveSetting: (key, value) => saveSettings([{ key, value }]),
    saveSettings,
    searches: (filter, page) => read(() => reader(false).searches(filter, page)),
    async keepSearches(searches) {
      await write(() => {
        for (const search of searches) saveSearch(queries, search)
        return { ok: true }
      })
    },
    async forgetSearches(bounds, saying) {
      let removed = 0
      await write(() => {
        removed = forgetSearches(queries, bounds)
        if (saying !== undefined && removed > 0) appendAudit(queries, [saying(removed)])
        return { ok: true }
      })
      return removed
    },
    close,
  }
}

/**
 * Opens the database for writing if it is whole and the one that was written last. Otherwise a person looks first: what
 * an older one still has to do was perhaps done long ago.
 */
async function openWhole(
  file: string,
  backups: string,
  point: SqliteStoreOptions['migrationPoint'],
): Promise<OpenDatabase & { disk: DiskFlush; head: KeptHead | null; damaged: DamagedRow[] }> {
  const unclean = endedUncleanly(file)
  const damaged = await backUpBeforeMigration(file, backups, point).catch((cause: unknown) => {
    throw sayHowElse(explainDatabase(cause, file), backups)
  })
  const opened = openOrSayHow(file, backups)
  const { database } = opened
  const disk = openDiskFlush(database, file)
  if (opened.readOnly !== null) return { ...opened, disk, head: null, damaged }
  try {
    const damage = unclean ? findDamage(database, file) : null
    const queries = createQueries(database)
    const log = {
      current: () => disk.settled(lastMark(queries)),
      passes: (mark: ChainMark) => passes(queries, mark),
    }
    const head = damage === null ? await openKeptHead(file, log) : null
    const behind = head?.behind ? sayBehind(file, head.behind, lastMark(queries)) : null
    const reason = damage ?? behind
    if (reason === null) return { database, readOnly: null, disk, head, damaged }
    const readOnly = `${reason} ${sayHowToRestore(backups, { mayKeep: damage === null })}`
    database.close()
    return { database: openForReading(file), readOnly, disk, head: null, damaged }
  } catch (cause) {
    if (database.open) database.close()
    throw sayHowElse(explainDatabase(cause, file), backups)
  }
}

function openOrSayHow(file: string, backups: string): OpenDatabase {
  try {
    return openForWriting(file)
  } catch (cause) {
    throw cause instanceof GatewayError ? sayHowElse(cause, backups) : cause
  }
}

function sayHowElse(error: GatewayError, backups: string): GatewayError {
  if (!/ is damaged \(/.test(error.message)) return error
  return new GatewayError('INTERNAL', `${error.message} ${sayHowToRestore(backups, { mayKeep: false })}`)
}

/** Checks, then writes. Runs inside a transaction that belongs to the caller. */
function applyBatch(queries: Queries, batch: Batch): CommitResult {
  const conflict = batch.expect.find((expectation) => !holds(queries, expectation))
  if (conflict) return { ok: false, conflict }
  for (const { hash, definition } of batch.definitions ?? []) runs.saveDefinition(queries, hash, definition)
  const moved = (batch.runs ?? []).flatMap((run) => runs.saveRun(queries, run))
  for (const move of moved) followDeadline(queries, move, 1)
  for (const approval of batch.approvals ?? []) saveApproval(queries, approval)
  // Whoever wrote an item with the run knew the earlier time.
  for (const move of moved) followDeadline(queries, move, 0)
  for (const evidence of batch.evidence ?? []) runs.saveEvidence(queries, evidence)
  changeSettings(queries, batch.settings ?? [])
  if (batch.moves !== undefined) {
    runs.moveDeadlines(queries, batch.moves)
    moveItemTimes(queries, batch.moves)
  }
  for (const given of batch.timeBack ?? [])
    for (const move of runs.giveTimeBack(queries, given)) followDeadline(queries, move, 1)
  appendAudit(queries, batch.audit)
  for (const entry of batch.audit) {
    const name = startedName(entry, (workflowId) => runs.findDefinitionId(queries, workflowId))
    if (name !== null) countStart(queries, name, entry.timestamp)
  }
  return { ok: true }
}

function holds(queries: Queries, expectation: Expectation): boolean {
  switch (expectation.kind) {
    case 'run': {
      const mark = runs.findRunMark(queries, expectation.id)
      if (mark?.version !== expectation.version || mark.claim !== expectation.claim || mark.closed)
        return false
      const { failure } = expectation
      return failure === undefined || mark.failure === JSON.stringify(failure)
    }
    case 'newRun':
      return runs.findRunMark(queries, expectation.id) === null
    case 'openItems':
      return sameIds(findOpenIds(queries, expectation.of), expectation.ids)
    case 'pendingBelow':
      return countPending(queries, expectation.client, expectation.from) < expectation.limit
    case 'approval':
      return findRevision(queries, expectation.id) === expectation.revision
  }
}
