/** A data folder after years: runs, what was written down of them, and what waits and was decided, through the store's own code. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { AuditEntry } from '../../src/main/model/audit-event.ts'
import type { InboxItem } from '../../src/main/model/item.ts'
import type { Run } from '../../src/main/model/run.ts'
import type { Store } from '../../src/main/runtime/ports.ts'
import { openSqliteStore } from '../../src/main/store/sqlite/sqlite-store.ts'
import type { Workspace } from '../support/gateway-process.ts'

/** A tenth of what years make, so that all groups together stay short; `COUNTERSIGN_BENCH_LARGE=1` makes all of it. */
const SHARE = Number(process.env.COUNTERSIGN_BENCH_LARGE ?? 0.1)

export const RUNS = Math.round(100_000 * SHARE)
const EVENTS_EACH = 10
export const EVENTS = RUNS * EVENTS_EACH
export const WAITING = RUNS / 10
/** Every fifth run has had an item that was decided. */
export const DECIDED = RUNS / 5
const TOGETHER = 500
/** A run with so many entries, and with so many others as its steps. */
export const LONG_RUN = 'wf_00000000long'
const LONG_EVENTS = 10_000
const CHILDREN = 500
/** The runs lie so far apart, so that the decided ones are of a year, and the newest tenth of the last month. */
const APART_MS = (365 * 86_400_000) / RUNS

/** Ids of runs that a gateway has made in this workspace: one waits for a person, one was decided and has ended. */
export interface Models {
  waiting: string
  ended: string
  /** A single call that nobody was asked about. */
  call: string
}

/** Multiplies the models; the gateway has ended. */
export async function fillLarge(workspace: Workspace, models: Models): Promise<void> {
  const store = await openSqliteStore({ file: join(workspace.data, 'countersign.db') })
  const read = async (workflowId: string) => {
    const run = await store.run(workflowId)
    const [item = null] = (await store.approvals({ workflowId }, { limit: 1 })).items
    const { items: events } = await store.audit({ workflowId }, { limit: EVENTS_EACH })
    if (run === null || events.length === 0) throw new Error('There is no run to multiply.')
    return { run, item, events: events.toReversed() }
  }
  try {
    const [waiting, ended] = [await read(models.waiting), await read(models.ended)]
    const call = await read(models.call)
    const now = Date.now()
    await addLongRun(store, ended, new Date(now - 2 * RUNS * APART_MS).toISOString())
    for (let made = 0; made < RUNS; made += TOGETHER) {
      const batch = { runs: [] as Run[], approvals: [] as InboxItem[], audit: [] as AuditEntry[] }
      for (let number = made; number < Math.min(RUNS, made + TOGETHER); number += 1) {
        // The oldest come first, as the log has them.
        const at = now - (RUNS - number) * APART_MS
        const model = number % 10 === 0 ? waiting : number % 10 === 2 ? call : ended
        addRun(batch, model, { number, at, hasItem: number % 10 === 0 || number % 5 === 1 })
      }
      const committed = await store.commit({ expect: [], ...batch })
      if (!committed.ok) throw new Error('The runs could not be saved.')
    }
  } finally {
    await store.close()
  }
}

interface Model {
  run: Run
  /** Null: it asked nobody. */
  item: InboxItem | null
  events: readonly AuditEntry[]
}

/** Older than all others. */
async function addLongRun(store: Store, { run, events }: Model, updatedAt: string): Promise<void> {
  const parent = { workflowId: LONG_RUN, depth: 1 }
  const children = Array.from({ length: CHILDREN }, () => ({ ...run, id: newId('wf', 6), updatedAt, parent }))
  const audit = Array.from({ length: LONG_EVENTS / events.length }, () => events.map(copyEntry)).flat()
  const entries = audit.map((entry) => ({ ...entry, workflowId: LONG_RUN, timestamp: updatedAt }))
  const runs = [{ ...run, id: LONG_RUN, updatedAt }, ...children]
  const committed = await store.commit({ expect: [], runs, audit: entries })
  if (!committed.ok) throw new Error('The long run could not be saved.')
}

/** Only what an entry says itself: its place in the chain is the store's. */
function copyEntry(event: AuditEntry): AuditEntry {
  const { timestamp, workflowId, correlationId, actor, eventType, payload } = event
  return {
    id: newId('au', 12),
    timestamp,
    workflowId,
    correlationId,
    actor,
    eventType,
    payload,
  } as AuditEntry
}

function addRun(
  to: { runs: Run[]; approvals: InboxItem[]; audit: AuditEntry[] },
  { run, item, events }: Model,
  { number, at, hasItem }: { number: number; at: number; hasItem: boolean },
): void {
  const workflowId = newId('wf', 6)
  const time = (offsetMs: number) => new Date(at + offsetMs).toISOString()
  const title = `Letter ${number} to ${NAMES[number % NAMES.length]}`
  const text = (value: unknown) =>
    JSON.parse(JSON.stringify(value).replaceAll('Letter 0 to Amsterdam', title))
  to.runs.push({ ...text(run), id: workflowId, startedAt: time(0), updatedAt: time(900) })
  if (hasItem && item !== null) {
    to.approvals.push({
      ...text(item),
      id: newId('ap', 12),
      client: `client ${number % 150}`,
      workflowId,
      requestedAt: time(300),
      deadlineAt: item.status === 'pending' && number % 100 === 0 ? time(2 * 365 * 86_400_000) : null,
      decision: item.decision === null ? null : { ...item.decision, at: time(800) },
    })
  }
  for (let event = 0; event < EVENTS_EACH; event += 1) {
    const entry = copyEntry(text(events[event % events.length]))
    to.audit.push({ ...entry, workflowId, timestamp: time(event * 90) })
  }
}

function newId(prefix: string, bytes: number): string {
  return `${prefix}_${randomBytes(bytes).toString('hex')}`
}

const NAMES = ['Amsterdam', 'Berlin', 'Cordoba', 'Dresden', 'Edinburgh', 'Florence', 'Geneva', 'Hamburg']
