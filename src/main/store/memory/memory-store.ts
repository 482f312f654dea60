/**
 * The store without a disk (`store: {kind: memory}`, and fast tests). Same contract, gone with the process.
 * May import: model, runtime/ports.
 */

import type { AuditEvent } from '../../model/audit-event.ts'
import type { Definition } from '../../model/definition.ts'
import { GatewayError } from '../../model/error.ts'
import { type InboxItem, OPEN_STATUSES } from '../../model/item.ts'
import type { JsonObject } from '../../model/json.ts'
import type { KeptSearch } from '../../model/kept-search.ts'
import { type Evidence, holderOf, isClosed, type Run } from '../../model/run.ts'
import type {
  Batch,
  CommitResult,
  Expectation,
  Page,
  ResultPage,
  SearchFilter,
  Store,
} from '../../runtime/ports.ts'
import { chainEntry, GENESIS, GENESIS_HASH, verifyChain } from '../audit/audit-chain.ts'
import { compareText, normalTime, readCursor, sameIds, writeCursor } from '../sqlite/paging.ts'
import { startedName } from '../usage.ts'
import { matchesApproval, matchesAudit, matchesInstance, wasDecidedAt } from './filters.ts'

interface Tables {
  definitions: Map<string, Definition>
  instances: Map<string, Run>
  approvals: Map<string, InboxItem>
  evidence: Map<string, Evidence>
  audit: AuditEvent[]
  usage: Map<string, { count: number; lastAt: string }>
  settings: Map<string, JsonObject>
  searches: KeptSearches
}

const INSTANCE_ORDER: PageOrder<Run> = {
  keys: (item) => [item.updatedAt, item.id],
  kinds: ['string', 'string'],
  direction: 'DESC',
}
const APPROVAL_ORDER: PageOrder<InboxItem> = {
  keys: (item) => [item.requestedAt, item.id],
  kinds: ['string', 'string'],
  direction: 'ASC',
}
const DECISION_ORDER: PageOrder<InboxItem> = {
  ...APPROVAL_ORDER,
  keys: (item) => [item.decision?.at ?? item.requestedAt, item.id],
}
const AUDIT_ORDER: PageOrder<AuditEvent> = {
  keys: (event) => [event.sequence],
  kinds: ['number'],
  direction: 'DESC',
}

export function createMemoryStore(): Store {
  const tables: Tables = {
    definitions: new Map(),
    instances: new Map(),
    approvals: new Map(),
    evidence: new Map(),
    audit: [],
    usage: new Map(),
    settings: new Map(),
    searches: new Map(),
  }
  let open = true

  /** What goes out is a copy: whoever changes it changes nothing here. */
  async function read<Result>(query: () => Result): Promise<Result> {
    if (!open) throw new GatewayError('INTERNAL', 'The database is closed: the gateway is stopping.')
    return structuredClone(query())
  }
  const waits = (workflowId: string): boolean =>
    [...tables.approvals.values()].some((item) => item.workflowId === workflowId && item.status === 'pending')

  return {
    readOnly: null,
    commit: (batch) => read(() => applyBatch(tables, batch)),
    instance: (id) => read(() => tables.instances.get(id) ?? null),
    instances: (filter, page) =>
      read(() => {
        const found = [...tables.instances.values()].filter((item) => matchesInstance(item, filter, waits))
        return takePage(found, INSTANCE_ORDER, page)
      }),
    unfinished: () =>
      read(() =>
        sortByKeys(
          running(tables).filter((item) => item.claim !== null || item.todo !== null || item.parked !== null),
          (item) => [item.updatedAt, item.id],
        ),
      ),
    deadlines: (limit) =>
      read(() => {
        const found = running(tables).filter((item) => item.deadlineAt !== null && !item.interrupted)
        return sortByKeys(found, (item) => [item.deadlineAt ?? '', item.id]).slice(0, limit)
      }),
    itemDeadlines: (limit) =>
      read(() => {
        const found = [...tables.approvals.values()].filter(
          (item) => item.status === 'pending' && item.deadlineAt !== null,
        )
        return sortByKeys(found, (item) => [item.deadlineAt ?? '', item.id]).slice(0, limit)
      }),
    children: (workflowId) =>
      read(() => {
        const found = [...tables.instances.values()].filter((item) => item.parent?.workflowId === workflowId)
        return sortByKeys(found, (item) => [item.updatedAt, item.id]).reverse()
      }),
    approval: (id) => read(() => tables.approvals.get(id) ?? null),
    approvals: (filter, page) =>
      read(() => {
        const found = [...tables.approvals.values()].filter((item) => matchesApproval(item, filter))
        const order = filter.newestFirst === 'decided' ? DECISION_ORDER : APPROVAL_ORDER
        return takePage(found, { ...order, direction: filter.newestFirst ? 'DESC' : 'ASC' }, page)
      }),
    decidedAt: (place, limit) =>
      read(() => {
        const found = [...tables.approvals.values()].filter((item) => wasDecidedAt(item, place))
        return sortByKeys(found, (item) => [item.decision?.at ?? '', item.id])
          .reverse()
          .slice(0, limit)
      }),
    evidence: (workflowId) =>
      read(() => [...tables.evidence.values()].filter((item) => item.workflowId === workflowId)),
    definition: (hash) => read(() => tables.definitions.get(hash) ?? null),
    audit: (filter, page) =>
      read(() => {
        const found = tables.audit.filter((event) => matchesAudit(event, filter))
        return takePage(found, AUDIT_ORDER, page)
      }),
    auditAfter: (sequence, limit) => read(() => tables.audit.slice(sequence, sequence + limit)),
    auditEnd: () =>
      read(() => {
        const last = tables.audit.at(-1)
        return last === undefined ? GENESIS : { sequence: last.sequence, hash: last.hash }
      }),
    verifyAudit: () => verifyChain(tables.audit),
    usage: () => read(() => Object.fromEntries(tables.usage)),
    setting: (key) => read(() => tables.settings.get(key) ?? null),
    saveSetting: (key, value) =>
      read(() => {
        tables.settings.set(key, copy(value))
      }),
    settings: (prefix) =>
      read(() =>
        [...tables.settings]
          .filter(([key]) => key.startsWith(prefix))
          .sort(([left], [right]) => compareText(left, right))
          .map(([key, value]) => ({ key, value })),
      ),
    saveSettings: (changes) =>
      read(() => {
        for (const { key, value } of copy(changes)) {
          if (value === null) tables.settings.delete(key)
          else tables.settings.set(key, value)
        }
      }),
    searches: (filter, page) => read(() => listSearches(tables.searches, filter, page)),
    keepSearches: (searches) =>
      read(() => {
        for (const search of copy(searches)) keepSearch(tables.searches, search)
      }),
    forgetSearches: (bounds) => read(() => forgetSearches(tables.searches, bounds)),
    async close() {
      open = false
    },
  }
}

function applyBatch(tables: Tables, batch: Batch): CommitResult {
  const conflict = batch.expect.find((expectation) => !holds(tables, expectation))
  if (conflict) return { ok: false, conflict }
  // Everything that can fail comes before the first write: a batch is written whole or not at all.
  const { definitions, instances, approvals, evidence } = copy({
    definitions: batch.definitions ?? [],
    instances: batch.instances ?? [],
    approvals: batch.approvals ?? [],
    evidence: batch.evidence ?? [],
  })
  const events = chain(tables, batch)
  refuseRepeatedEvidence(tables, evidence)
  for (const { hash, definition } of definitions) {
    if (!tables.definitions.has(hash)) tables.definitions.set(hash, definition)
  }
  for (const instance of instances) tables.instances.set(instance.id, instance)
  for (const approval of approvals) tables.approvals.set(approval.id, approval)
  for (const item of evidence) tables.evidence.set(item.id, item)
  for (const event of events) append(tables, event)
  return { ok: true }
}

function chain(tables: Tables, batch: Batch): AuditEvent[] {
  let previousHash = tables.audit.at(-1)?.hash ?? GENESIS_HASH
  return batch.audit.map((entry, index) => {
    const { text, hash } = chainEntry(previousHash, entry)
    const sequence = tables.audit.length + index + 1
    const event: AuditEvent = { ...JSON.parse(text), sequence, previousHash, hash }
    previousHash = hash
    return event
  })
}

function append(tables: Tables, event: AuditEvent): void {
  tables.audit.push(event)
  const name = startedName(event, (workflowId) => tables.instances.get(workflowId)?.definitionId ?? null)
  if (name === null) return
  const known = tables.usage.get(name)
  const lastAt = known && compareText(known.lastAt, event.timestamp) > 0 ? known.lastAt : event.timestamp
  tables.usage.set(name, { count: (known?.count ?? 0) + 1, lastAt })
}

function refuseRepeatedEvidence(tables: Tables, evidence: readonly Evidence[]): void {
  const ids = evidence.map(({ id }) => id)
  if (new Set(ids).size === ids.length && !ids.some((id) => tables.evidence.has(id))) return
  throw new GatewayError(
    'INTERNAL',
    'The change records evidence under an id that exists. Nothing of it was saved.',
  )
}

function holds(tables: Tables, expectation: Expectation): boolean {
  switch (expectation.kind) {
    case 'instance': {
      const stored = tables.instances.get(expectation.id)
      return (
        stored?.version === expectation.version && holderOf(stored) === expectation.claim && !isClosed(stored)
      )
    }
    case 'newInstance':
      return !tables.instances.has(expectation.id)
    case 'pendingItems': {
      const pending = [...tables.approvals.values()].filter(
        (item) => item.workflowId === expectation.workflowId && OPEN_STATUSES.includes(item.status),
      )
      return sameIds(
        pending.map((item) => item.id),
        expectation.ids,
      )
    }
    case 'pendingBelow': {
      const { client, from, limit } = expectation
      const filter = { client, status: ['pending' as const], ...(from === null ? {} : { from }) }
      return [...tables.approvals.values()].filter((item) => matchesApproval(item, filter)).length < limit
    }
    case 'approval':
      return tables.approvals.get(expectation.id)?.revision === expectation.revision
  }
}

function running(tables: Tables): Run[] {
  return [...tables.instances.values()].filter((item) => item.status === 'running')
}

/** By way of JSON, as the database would hold it. */
function copy<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value))
}

// Kept searches in memory, in the order in which they came.

/** By id. */
type KeptSearches = Map<string, { place: number; search: KeptSearch }>

function listSearches(
  kept: KeptSearches,
  filter: SearchFilter,
  page: Page,
): Omit<ResultPage<KeptSearch>, 'total'> {
  const from = filter.from === undefined ? null : normalTime(filter.from)
  const meant = [...kept.values()].filter(
    ({ search }) => (from === null || search.at >= from) && (!filter.followed || search.started.length > 0),
  )
  const { items, nextCursor } = takePage(
    meant,
    { keys: ({ place }) => [place], kinds: ['number'], direction: 'DESC' },
    page,
  )
  return {
    items: items.map(({ search }) => search),
    ...(nextCursor === undefined ? {} : { nextCursor }),
  }
}

function keepSearch(kept: KeptSearches, search: KeptSearch): void {
  const place = kept.get(search.id)?.place ?? ([...kept.values()].at(-1)?.place ?? 0) + 1
  kept.set(search.id, { place, search })
}

function forgetSearches(kept: KeptSearches, bounds: { before: string; most: number } | undefined): number {
  const before = kept.size
  if (bounds === undefined) kept.clear()
  else {
    const tooOld = normalTime(bounds.before)
    const tooMany = before - bounds.most
    for (const [index, { search }] of [...kept.values()].entries()) {
      if (index < tooMany || search.at < tooOld) kept.delete(search.id)
    }
  }
  return before - kept.size
}

/** Sorted pages of lists in memory, equal to those of the database. */
type Keys = (string | number)[]

interface PageOrder<Item> {
  keys(item: Item): Keys
  kinds: readonly ('string' | 'number')[]
  direction: 'ASC' | 'DESC'
}

function sortByKeys<Item>(items: readonly Item[], keys: (item: Item) => Keys): Item[] {
  return items.toSorted((left, right) => compareKeys(keys(left), keys(right)))
}

function takePage<Item>(items: readonly Item[], order: PageOrder<Item>, page: Page): ResultPage<Item> {
  const ascending = sortByKeys(items, order.keys)
  const ordered = order.direction === 'ASC' ? ascending : ascending.toReversed()
  const sign = order.direction === 'ASC' ? 1 : -1
  const from = page.cursor === undefined ? null : readCursor(page.cursor, order.kinds)
  const rest = from ? ordered.filter((item) => compareKeys(order.keys(item), from) * sign > 0) : ordered
  const shown = rest.slice(0, page.limit)
  const last = shown.at(-1)
  const more = rest.length > shown.length && last !== undefined
  const total = page.uncounted === true ? shown.length : items.length
  return { items: shown, total, ...(more ? { nextCursor: writeCursor(order.keys(last)) } : {}) }
}

function compareKeys(left: Keys, right: Keys): number {
  for (const [index, key] of left.entries()) {
    const other = right[index] ?? ''
    const order = typeof key === 'number' ? key - Number(other) : compareText(key, String(other))
    if (order !== 0) return order
  }
  return 0
}
