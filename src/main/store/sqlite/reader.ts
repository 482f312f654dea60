/** The reads that may be long: on whatever thread they run, the same code. May import: model, runtime/ports. */

import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type Database from 'better-sqlite3'
import { type ErrorCode, GatewayError } from '../../model/error.ts'
import type { AuditFilter, ItemFilter, Page, RunFilter, Store } from '../../runtime/ports.ts'
import { type ChainMark, readKeptHead } from '../audit/audit-chain.ts'
import { backUpDatabase, giveUpCopy } from '../backups/database-backup.ts'
import { countItems, findItemPlace, hasKey, listApprovals, listItemMarks } from './approvals.ts'
import {
  type AuditRemoval,
  countToolCalls,
  foreseePrune,
  listAudit,
  listAuditAfter,
  verifyAudit,
} from './audit.ts'
import { explainDatabase } from './database.ts'
import { createQueries, type Queries } from './query.ts'
import { countOpenRuns, listRuns } from './runs.ts'
import { listSearches } from './searches.ts'

export interface Reader
  extends Pick<
    Store,
    | 'runs'
    | 'openRuns'
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
    openRuns: () => read(() => countOpenRuns(queries)),
    approvals: (filter, page) => read(() => listApprovals(queries, filter, page)),
    itemCounts: (filter) => read(() => countItems(queries, filter)),
    itemPlace: (filter, id) => read(() => findItemPlace(queries, filter, id)),
    itemMarks: (filter, page) => read(() => listItemMarks(queries, filter, page)),
    audit: (filter, page) => read(() => listAudit(queries, filter, page)),
    auditAfter: (sequence, limit) => read(() => listAuditAfter(queries, sequence, limit)),
    searches: (filter, page) => read(() => listSearches(queries, filter, page)),
    toolCalls: (sequence, limit) => read(() => countToolCalls(queries, sequence, limit)),
    verifyAudit: (told) => read(() => verifyAudit(queries, kept(), told)),
    backUp: (to) => read(() => backUpDatabase(database, to)),
    foreseePrune: (before) => read(() => foreseePrune(queries, before)),
  }
}

/** A reader with a connection that it has for itself. */
export function openReader(database: Database.Database, file: string): Reader {
  return createReader(createQueries(database), database, file)
}

// Short is what an index answers and what is limited in number anyway: the runtime asks for nothing else.

export function isShortList({ updatedUntil, children, status, text, attention }: RunFilter): boolean {
  const isNarrow = updatedUntil !== undefined || children === true
  return isNarrow && isOnly(status, 'running') && !text && attention === undefined
}

export function isShortInbox(filter: ItemFilter): boolean {
  const { ids, status, workflowId, text } = filter
  return (
    (ids !== undefined ||
      isOnly(status, 'pending') ||
      isOnly(status, 'scheduled') ||
      workflowId !== undefined ||
      hasKey(filter)) &&
    !text
  )
}

export function isShortLog({ workflowId, text, ...rest }: AuditFilter, { uncounted }: Page): boolean {
  const isNewest = uncounted === true && Object.keys(rest).length === 0
  return (workflowId !== undefined || isNewest) && !text
}

function isOnly(values: readonly string[] | undefined, wanted: string): boolean {
  return values?.length === 1 && values[0] === wanted
}

// Reads that may be long go to threads of their own; each starts with the first and ends when nobody asks.

/** How long the thread is kept without a question, in milliseconds. */
const IDLE_MS = 30_000

export interface Question {
  id: number
  method: keyof Reader
  args: unknown[]
}

export interface Answer {
  id: number
  /** `part`: how far it is; the answer itself is still to come. */
  content: { part: number } | { ok: true; value: unknown } | { ok: false; code: ErrorCode; message: string }
}

interface LongReads extends Reader {
  /** Questions that are open are answered with an error. */
  close(): Promise<void>
}

interface PendingRead {
  resolve(value: unknown): void
  reject(reason: unknown): void
  told: ((part: number) => void) | undefined
  /** Asks on this thread instead. */
  here(): Promise<unknown>
}

/** In the sources it lies beside this file; in the bundle at the top, and this file in it or in its folder `chunks`. */
const PLACES = ['./read-worker.ts', './read-worker.js', '../read-worker.js']

/** One thread: it answers one question after the other. */
interface ReadThread {
  /** `answerHere` answers on this thread, where another one cannot be had. */
  ask<Method extends keyof Reader>(
    method: Method,
    args: Question['args'],
    answerHere: () => ReturnType<Reader[Method]>,
    told?: (part: number) => void,
  ): ReturnType<Reader[Method]>
  close(): Promise<void>
}

/** `onGone` is told why there is no such thread any more. */
function createReadThread(file: string, onGone: (reason: string) => void): ReadThread {
  const program = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url))).find(existsSync)
  const questions = new Map<number, PendingRead>()
  let last = 0
  let worker: Worker | null = null
  let usable = program !== undefined
  let idle: NodeJS.Timeout | null = null
  let closed = false

  function giveUp(thread: Worker, reason: string): void {
    if (worker !== thread) return
    worker = null
    if (closed) return
    usable = false
    onGone(reason)
    for (const question of questions.values()) question.here().then(question.resolve, question.reject)
    questions.clear()
  }

  function start(path: string): Worker {
    const thread = new Worker(path, { workerData: file })
    thread.unref()
    thread.on('message', ({ id, content }: Answer) => {
      const question = questions.get(id)
      if ('part' in content) return question?.told?.(content.part)
      questions.delete(id)
      if (content.ok) question?.resolve(content.value)
      else question?.reject(new GatewayError(content.code, content.message))
      // One that is being stopped keeps the process until it has ended.
      if (questions.size === 0 && worker === thread) thread.unref()
    })
    thread.on('error', (error) => giveUp(thread, error.message))
    thread.on('exit', () => giveUp(thread, 'their thread has ended'))
    return thread
  }

  async function stop(): Promise<void> {
    const thread = worker
    worker = null
    if (thread === null) return
    const ended = new Promise((resolve) => thread.once('exit', resolve))
    // Nothing else may keep the process until the thread has let go of the database.
    thread.ref()
    thread.postMessage(null)
    await ended
  }

  function restAfterwards(): void {
    if (idle !== null) clearTimeout(idle)
    idle = setTimeout(() => {
      if (questions.size === 0) void stop()
      else restAfterwards()
    }, IDLE_MS)
    idle.unref()
  }

  return {
    ask(method, args, answerHere, told) {
      if (!usable || program === undefined) return answerHere()
      worker ??= start(program)
      const thread = worker
      restAfterwards()
      last += 1
      const id = last
      const answered = new Promise((resolve, reject) => {
        questions.set(id, { resolve, reject, told, here: answerHere })
        thread.ref()
        thread.postMessage({ id, method, args } satisfies Question)
      })
      // The worker calls the method of this name: what it answers has that method's type.
      return answered as ReturnType<typeof answerHere>
    },
    async close() {
      closed = true
      if (idle !== null) clearTimeout(idle)
      const stopping = new GatewayError('INTERNAL', 'The database is closed: Countersign is stopping.')
      for (const question of questions.values()) question.reject(stopping)
      questions.clear()
      await stop()
    },
  }
}

/**
 * @param file of the database
 * @param here answers on this thread, where a thread of its own cannot be had; `warn` says so then
 */
export function createLongReads(file: string, here: Reader, warn: (message: string) => void): LongReads {
  let isTold = false
  const warnOnce = (reason: string) => {
    if (!isTold) warn(`Long lists are read on the gateway's own thread, and may hold it up: ${reason}.`)
    isTold = true
  }
  const { ask, close } = createReadThread(file, warnOnce)
  // What walks all that there is takes long: no list waits for it.
  const walks = createReadThread(file, warnOnce)
  const copies = new Set<string>()
  return {
    runs: (...args) => ask('runs', args, () => here.runs(...args)),
    openRuns: () => ask('openRuns', [], () => here.openRuns()),
    // Which kinds it answers follows from the filter; the worker reads the same.
    approvals: ((...args) => ask('approvals', args, () => here.approvals(...args))) as Reader['approvals'],
    itemCounts: (...args) => ask('itemCounts', args, () => here.itemCounts(...args)),
    itemPlace: (...args) => ask('itemPlace', args, () => here.itemPlace(...args)),
    itemMarks: (...args) => ask('itemMarks', args, () => here.itemMarks(...args)),
    audit: (...args) => ask('audit', args, () => here.audit(...args)),
    auditAfter: (...args) => ask('auditAfter', args, () => here.auditAfter(...args)),
    searches: (...args) => ask('searches', args, () => here.searches(...args)),
    toolCalls: (...args) => ask('toolCalls', args, () => here.toolCalls(...args)),
    foreseePrune: (before) => ask('foreseePrune', [before], () => here.foreseePrune(before)),
    // A listener cannot be sent to a thread: what it hears is.
    verifyAudit: (told) => walks.ask('verifyAudit', [], () => here.verifyAudit(told), told),
    backUp(to) {
      copies.add(to)
      return walks.ask('backUp', [to], () => here.backUp(to)).finally(() => copies.delete(to))
    },
    async close() {
      const givenUp = [...copies].map(giveUpCopy)
      await Promise.all([close(), walks.close()])
      for (const discard of givenUp) discard()
    },
  }
}
