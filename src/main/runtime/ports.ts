/** What the runtime needs of the world, which a simulator or another database can replace. May import: model. */

import type { AuditEntry, AuditEvent, AuditEventType } from '../model/audit-event.ts'
import type { ResolvedCall } from '../model/call.ts'
import type { Capability, Definition, Gate, GateException } from '../model/definition.ts'
import type { InboxItem, ItemKind, ItemOf, ItemStatus } from '../model/item.ts'
import type { JsonObject } from '../model/json.ts'
import type { KeptSearch } from '../model/kept-search.ts'
import type { Evidence, Failure, Run, RunStatus, TimeBack, TimeMoves } from '../model/run.ts'
import type { ToolCalls } from '../model/tool-calls.ts'
import type { CrashPointName } from './crash-points.ts'

export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number
  /** Calls back once, not earlier than `at` (milliseconds since 1970). */
  wakeAt(at: number, callback: () => void): { cancel(): void }
  /** Calls back once after so many milliseconds, however the clock is set meanwhile. */
  after(milliseconds: number, callback: () => void): { cancel(): void }
  /** Milliseconds since some moment, by a clock that nobody can set. */
  elapsed(): number
  /** Calls back soon after `now` was set, or the computer slept; without it whoever asks for the time finds out. */
  onSet?(callback: () => void): { cancel(): void }
}

/** Whoever stores a time sees whether it is still one of the same clock. */
export interface WatchedClock extends Clock {
  /** How often it was seen to be set. */
  changes(): number
}

export interface Ids {
  /** `wf_` and 12 hex digits from a CSPRNG. */
  workflow(): string
  /** A prefix and an unguessable rest. */
  next(prefix: 'ap' | 'ev' | 'au' | 'co' | 'se' | 'ed' | 'sr' | 'tr' | 'gw' | 'de'): string
}

/**
 * One atomic change. Either all of it is durable when `commit` resolves, or nothing of it is.
 * Runs and approvals are written whole; a run or approval that is new has no `expect` entry. Only the deadline of a run
 * moves by as much as the stored one has since the run was read (`deadlineMoved`), and with it those of the items that wait
 * in the run and had the same.
 */
export interface Batch {
  /** Preconditions: if one does not hold, nothing is written and `commit` answers `conflict`. */
  expect: Expectation[]
  definitions?: { hash: string; definition: Definition }[]
  runs?: Run[]
  approvals?: InboxItem[]
  evidence?: Evidence[]
  settings?: readonly SettingChange[]
  moves?: TimeMoves
  timeBack?: readonly TimeBack[]
  audit: AuditEntry[]
}

/** Null removes. */
export interface SettingChange {
  key: string
  value: JsonObject | null
}

export type Expectation =
  /**
   * The stored run has not ended, and has this version and this holder (`holderOf`: of its claim or parked step, or
   * null); with `failure`, and has that one, which changes without a new version, as when nobody decides in time.
   */
  | { kind: 'run'; id: string; version: number; claim: string | null; failure?: Failure | null }
  /** No run has this id yet. */
  | { kind: 'newRun'; id: string }
  /** The stored approval has this revision. */
  | { kind: 'approval'; id: string; revision: number }
  /** Exactly these items are open (`OPEN_STATUSES`), in any order: of a run, or of a client about steps of that name. */
  | { kind: 'openItems'; of: { workflowId: string } | { client: string; transition: string }; ids: string[] }
  /** Fewer than so many items of the client are pending; with `from`, of those that came from there. */
  | { kind: 'pendingBelow'; client: string; from: AskedFrom | null; limit: number }

/** Under this name, or through this connection. */
export interface AskedFrom {
  requestedBy: string
  connection: string | null
}

/** `conflict`: the first of `expect` that does not hold, itself. */
export type CommitResult = { ok: true } | { ok: false; conflict: Expectation }

/** A page of a list, newest first unless stated; `cursor` is opaque. */
export interface Page {
  limit: number
  cursor?: string
  /** Instead of a cursor: the place of the first item, from 0. */
  start?: number
  /** Nobody asks for `total`, which is that of the page alone then: counting reads every row that is meant, again for each page. */
  uncounted?: true
  /** Milliseconds that a search for a text may take: what it has not looked through by then, the next page does. */
  withinMs?: number
}
export interface ResultPage<Item> {
  items: Item[]
  /** How many there are in all, over all pages; see `uncounted` and `partial`. */
  total: number
  nextCursor?: string
  /** A page of a search that was given a time: `total` is what this page has found, and it may be empty although others are not. */
  partial?: true
}

export interface RunFilter {
  owner?: string
  definitionId?: string
  /** True: leave out sessions of single calls. */
  workflowsOnly?: boolean
  /** True: only runs that are steps of other runs. */
  children?: boolean
  status?: RunStatus[]
  /** `person`: a pending approval belongs to it; `failed`: it carries a failure other than a person’s no, or was interrupted. */
  attention?: 'person' | 'failed'
  /** ISO time: only what has not been written since. */
  updatedUntil?: string
  /** Substring over id, names, input, context and arguments of what waits, of single calls of all in the log; case-insensitive. */
  text?: string
}

export interface ItemFilter<Kind extends ItemKind = ItemKind> {
  status?: ItemStatus[]
  workflowId?: string
  kind?: readonly Kind[]
  queue?: string
  definitionId?: string
  client?: string
  from?: AskedFrom
  /** Principal id of whoever has taken it on; null: nobody has. */
  assignedTo?: string | null
  /** Beside `assignedTo`: those of people that stand. Whoever has taken it on by another one has been removed since. */
  declarations?: Record<string, string>
  key?: string
  /** True: only what may be closed to somebody: assigned, in a queue, or held by a gate. */
  restricted?: boolean
  /** True: only what has ended, and of which nobody has been told. */
  untold?: boolean
  /** Only of these steps, by the transition; a single call has the name of what is called. */
  transitions?: readonly string[]
  /** Only these, and none of those. */
  ids?: readonly string[]
  without?: readonly string[]
  /** Substring of the item as JSON; case-insensitive. */
  text?: string
  /**
   * What comes first: by when it was asked, the `oldest` (left out) or the `newest`; what was `decided` last, by when it
   * was asked where nobody has; the most `urgent`, by its deadline and then by when it was asked.
   */
  order?: 'oldest' | 'newest' | 'decided' | 'urgent'
}

export type ItemFacet = 'kind' | 'queue' | 'definitionId' | 'client'

export interface FacetCount {
  value: string
  count: number
  /** Id of the one of them that was asked last. */
  example: string
}

/** What there is of some items. */
export interface ItemCounts {
  total: number
  /** How many of them have a deadline. */
  due: number
  /** Their values, the most frequent first; what has none, or an empty one, counts in `total` alone. */
  facets: Record<ItemFacet, FacetCount[]>
}

/** An item without what it holds. */
export type ItemMark = Pick<InboxItem, 'id' | 'deadlineAt' | 'revision'> & { workflowId: string | null }

/** A step of a definition at which people decide. */
export interface DecidedPlace {
  definitionId: string
  state: string
  /** Null: whichever way out of the state a person chose. */
  transition: string | null
}

export interface AuditFilter {
  workflowId?: string
  /** Of any of these. */
  workflowIds?: string[]
  correlationId?: string
  actor?: string
  eventTypes?: AuditEventType[]
  /** Substring over payload, ids, actor and event type; case-insensitive. */
  text?: string
  /** ISO times, both inclusive. */
  from?: string
  to?: string
}

export interface SearchFilter {
  /** ISO time, inclusive. */
  from?: string
  /** True: only those after which something was started. */
  followed?: boolean
}

/** What verifying the audit log has found. */
export interface AuditReport {
  /** Entries that are there. */
  count: number
  /** Hash of the last entry; of the checkpoint, or all zeros, if there is none. */
  head: string
  /** The first sequence that is missing, or whose hashes do not follow. */
  broken: number | null
  /** Entries before the first one that the retention has removed. */
  removed: number
  /** A place that the log has had, by what is kept outside the database, and has not any more (R8.7). */
  lost: { sequence: number; hash: string } | null
}

/**
 * The database. Asynchronous although SQLite answers at once, so that a shared one fits without touching the
 * runtime. Every implementation passes `test/store/store-contract.ts`.
 */
export interface Store {
  /** Why nothing can be written, as a sentence for a person; null: it can. */
  readonly readOnly: string | null
  /**
   * Not null: a person went on with it though it has not all that had been written, as after a backup was put back. What
   * was under way is not what it says, until that is `settled`.
   */
  readonly setBack: { settled(): void } | null
  /**
   * @throws GatewayError INTERNAL if the batch could not be made durable; then none of it is. Its details are
   * `{ isPassing: true }` where the same batch may succeed later: on a full disk, or when another program lets go; with
   * a `reason`, the sentence without that nothing was saved.
   */
  commit(batch: Batch): Promise<CommitResult>
  run(id: string): Promise<Run | null>
  /** Newest `updatedAt` first. */
  runs(filter: RunFilter, page: Page): Promise<ResultPage<Run>>
  /** How many runs that have not ended are declared so, by their owner; without sessions of single calls. */
  openRuns(): Promise<{ definitionHash: string; owner: string; runs: number }[]>
  /** All running runs that carry a claim or a todo: what a crash left behind. */
  unfinished(): Promise<Run[]>
  /** Running runs with a deadline, soonest first; not those that are interrupted, which have none until a person has said what happened. */
  deadlines(limit: number): Promise<Run[]>
  /** Pending items with a deadline, soonest first. */
  itemDeadlines(limit: number): Promise<InboxItem[]>
  /** Runs whose step another run is, newest first. */
  children(workflowId: string): Promise<Run[]>
  approval(id: string): Promise<InboxItem | null>
  /** Oldest request first, unless the filter says otherwise. */
  approvals<Kind extends ItemKind = ItemKind>(
    filter: ItemFilter<Kind>,
    page: Page,
  ): Promise<ResultPage<ItemOf<Kind>>>
  itemCounts(filter: ItemFilter): Promise<ItemCounts>
  /** How many of the items that fit come before this one, in the filter's order; null: it does not fit itself. */
  itemPlace(filter: ItemFilter, id: string): Promise<number | null>
  /** As `approvals`, for whoever reads the items one by one, or not at all: they may be large. */
  itemMarks(filter: ItemFilter, page: Page): Promise<ResultPage<ItemMark>>
  /** What was decided at this place, in whichever run: newest decision first. */
  decidedAt(place: DecidedPlace, limit: number): Promise<InboxItem[]>
  evidence(workflowId: string): Promise<Evidence[]>
  /** Shared by all who ask: nobody changes it. */
  definition(hash: string): Promise<Definition | null>
  /** Newest first. */
  audit(filter: AuditFilter, page: Page): Promise<ResultPage<AuditEvent>>
  /** Oldest first: what comes after `sequence`, for copies and exports. */
  auditAfter(sequence: number, limit: number): Promise<AuditEvent[]>
  /** The last entry's place; sequence 0 and all zeros if there is none. */
  auditEnd(): Promise<{ sequence: number; hash: string }>
  /** Walks the whole chain. `told` hears now and then how far it is, from 0 to 1. */
  verifyAudit(told?: (part: number) => void): Promise<AuditReport>
  /** How often each definition or capability was started, and when last; for home's order and the catalog. */
  usage(): Promise<Record<string, { count: number; lastAt: string }>>
  /** What of the log's entries after `sequence` are calls, counted; at most so many entries are looked at. */
  toolCalls(sequence: number, limit: number): Promise<ToolCalls>
  /** Small values of the gateway itself (accepted configuration, window state). */
  setting(key: string): Promise<JsonObject | null>
  /** One of which the log tells nothing; else both are one batch. */
  saveSetting(key: string, value: JsonObject): Promise<void>
  /** All whose key begins so, in the order of their keys: many small values of one kind. */
  settings(prefix: string): Promise<{ key: string; value: JsonObject }[]>
  /** Likewise; all of them or none. */
  saveSettings(changes: readonly SettingChange[]): Promise<void>
  /** The last kept first; not counted, for who reads them reads them all. */
  searches(filter: SearchFilter, page: Page): Promise<Omit<ResultPage<KeptSearch>, 'total'>>
  /** Each whole: one that is kept already is replaced, at its place. */
  keepSearches(searches: KeptSearch[]): Promise<void>
  /**
   * Removes the searches before an ISO time, and all but so many of the last kept; without bounds: all. At most a few
   * thousand at once, so that others need not wait long: with each piece its entry is written, if `saying` makes one.
   * @returns how many were removed; 0: there is nothing left to remove
   */
  forgetSearches(
    bounds: { before: string; most: number } | null,
    saying?: (removed: number) => AuditEntry,
  ): Promise<number>
  close(): Promise<void>
}

/** What is callable and startable now; live, because imports and configurations change. */
export interface Catalog {
  workflow(id: string): Definition | null
  capability(id: string): Capability | null
  /** Of the ids that `sees` admits, those nearest to a wrong one: at most three, best first. In slices. */
  nearest(id: string, kind: 'workflow' | 'capability', sees: (id: string) => boolean): Promise<string[]>
  /** A person has confirmed that the tool changes nothing, or its pinned definition says so and nobody has said otherwise. */
  isReadOnlyTool(connection: string, tool: string): boolean
  /** Identity of the connection's configuration, for the hash that a decision is bound to (R5.2). */
  connectionHash(name: string): string | null
  /** Of a connection of that kind, unresolved: command and working directory, or base address; null if there is none. */
  cliConnection(name: string): { command?: string; workingDirectory?: string } | null
  restConnection(name: string): { baseUrl: string } | null
  isMcpConnection(name: string): boolean
  isDisabled(name: string): boolean
  /** The gates that stand before this one call, on whatever way it is reached: of its connection, import and capabilities (R5.1). */
  gatesFor(call: ResolvedCall): Gate[]
  /** By the pinned definition of a tool, our own declaration, or the method of a request (R5.3). */
  isReadOnlyCall(call: ResolvedCall): boolean
  /** What is in force declares this exception of a gate, and nobody has seen its end. */
  isException(id: string): boolean
  /** All that is in force; the same array until something else is. */
  exceptions(): readonly GateException[]
  /** Their end has been seen: they are over, whatever a clock says afterwards. */
  endExceptions(ids: readonly string[]): void
  /** The server describes this tool otherwise than a person has accepted, or it is new since (R5.3). */
  isChangedTool(connection: string, tool: string): boolean
  /** The server runs, has said which tools it has, and this is none of them. */
  isUnlistedTool(connection: string, tool: string): boolean
  /** Of a tool as a person has accepted it; null: nobody has. */
  acceptedHash(connection: string, tool: string): string | null
  /** What a tool of a server must be given, as it was accepted. */
  requiredArguments(connection: string, tool: string): readonly string[]
  /** The imported tool that would be this capability, once a person accepts it; null: there is none. */
  waitingFor(capability: string): { connection: string; tool: string } | null
}

/** The values that `${secret:NAME}` stands for in connections (R2.3). */
export interface Secrets {
  /** Null: there is none. @throws Error with a sentence if there is one that cannot be read here */
  get(name: string): Promise<string | null>
  /** @throws Error with a sentence for a name or a value that cannot be kept */
  set(name: string, value: string): Promise<void>
  /** Whether there was one. */
  delete(name: string): Promise<boolean>
  /** Tells nothing of the value, and is another one once it was stored anew; empty: there is none. */
  mark(name: string): Promise<string>
  /** Sorted. */
  names(): Promise<string[]>
  /** Where a new one is kept, and in plain words what that protects from. */
  describe(): { kind: 'keychain' | 'file'; honest: string }
}

/** Something changed; whoever shows it asks again. Carries a name and an id, never data. */
export type Change =
  | { topic: 'run'; id: string }
  | { topic: 'approval'; id: string }
  /** An agent was answered about a run of which a desk waits to say so. */
  | { topic: 'answered'; id: string }
  | { topic: 'connection'; id: string }
  | { topic: 'serverTrial'; id: string }
  | { topic: 'audit' | 'configuration' | 'clients' | 'people' | 'search' }
  /** What the database takes, or takes again. */
  | { topic: 'store' }

/** Named instants at which a durability test may stop the process. Does nothing in production. */
export type CrashPoint = (name: CrashPointName) => void
