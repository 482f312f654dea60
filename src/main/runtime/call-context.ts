/** One call of the runtime: what it is made with, the run that it reads, and what it gathers on its way. May import: model, workflow. */
import type { AuditEntry, AuditEventType, AuditPayloads } from '../model/audit-event.ts'
import type { NewEvidence, ResolvedCall } from '../model/call.ts'
import type {
  ClientDeclaration,
  Declarations,
  PendingLimits,
  PersonDeclaration,
} from '../model/configuration.ts'
import type { Deciders, Definition } from '../model/definition.ts'
import { GatewayError } from '../model/error.ts'
import type { StoredFacts } from '../model/guard.ts'
import type { InboxItem } from '../model/item.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import { type AwayPerson, LOCAL_CLIENT, type Principal } from '../model/principal.ts'
import type { ContentBlock } from '../model/response.ts'
import { type Evidence, isClosed, parkedOf, type Requester, type Run } from '../model/run.ts'
import { noteFired } from '../workflow/fired-steps.ts'
import type { GuardResult } from '../workflow/guards/guards.ts'
import { isSingleCall, liveDefinition } from '../workflow/proxy.ts'
import type { Executors } from './executor-port.ts'
import { readFacts } from './facts.ts'
import type { ItemHandlers } from './items/item-handler.ts'
import type { TakenBack } from './items/taken-back.ts'
import type { Membership } from './membership.ts'
import type { Catalog, Change, CrashPoint, Ids, Store, WatchedClock } from './ports.ts'
import type { CallOptions } from './runtime.ts'
import type { Executions, LateBeginning } from './step/executions.ts'
import type { Pauses, UnwrittenSteps } from './step/pauses.ts'
import type { CallRecord } from './submit/held-calls.ts'
import type { TurnedAway } from './submit/turned-away.ts'

export interface RuntimeParts {
  store: Store
  membership: Membership
  clock: WatchedClock
  ids: Ids
  /** In [0, 1); spreads attempts over time, decides nothing else. */
  random(): number
  catalog: Catalog
  executors: Executors
  /** Whether a principal may see a workflow or capability at all (tag limits, R1.6). */
  visible(who: Principal, id: string): boolean
  /** Milliseconds; `gateTimeoutMs` where a gate declares none, `undoMs` where a risky transition does. Who may decide what waits in which queue; who is away. */
  settings(): {
    holdMs: number
    gateTimeoutMs: number
    undoMs: number
    /** How much may wait for people (R1.8, R1.9). */
    pending: PendingLimits
    queues: Record<string, Deciders>
    /** Of those whom the configuration knows now, by name. */
    people: Record<string, PersonDeclaration>
    clients: Record<string, ClientDeclaration>
    declarations: Declarations
    away: AwayPerson[]
    /** What a person does to get a desk, where there is none; null: this gateway has one. */
    noDesk: string | null
  }
  /** What decides about items that are about no step, by kind; filled in by whoever puts the gateway together. */
  itemHandlers: ItemHandlers
  /** What of a call must be shown to a person because it proposes a definition (§4.8); null: nothing. */
  proposal?(call: ResolvedCall): Promise<JsonObject | null>
  /** Runs that are steps of other runs; put in by `createRuntime`. */
  children: Children
  /** An item was just written: it may be the next one with a time of its own. Put in by `createRuntime`, too. */
  itemWritten(item: InboxItem): void
  /** And this: what is going on in this process. */
  executions: Executions
  /** And this. */
  unwritten: UnwrittenSteps
  /** And this. */
  pauses: Pauses
  /** And this. */
  turnedAway: TurnedAway
  /** And this. */
  takenBack: TakenBack
  hashDefinition(definition: Definition): string
  /** SHA-256 over canonical JSON. */
  hash(value: JsonValue): string
  publish(change: Change): void
  onChange(listener: (change: Change) => void): () => void
  /** Resolves when the tools of all connections are known, or have had their time to become so. */
  toolsKnown(): Promise<void>
  /** Aborted when the gateway begins nothing new: held calls are answered with how things stand. */
  draining: AbortSignal
  crashPoint: CrashPoint
  /** Writes a bug to the log, findable by the correlation id. */
  fault(error: unknown, correlationId: string): void
}

export interface Children {
  /** It was just written: a child may have ended, a parent may have come to rest. */
  noticed(run: Run, unasked?: boolean): void
  /** Its parent went on without it. */
  left(childId: string, because: string): void
  /** Begins what a new child does by itself. */
  run(context: CallContext, childId: string): void
}

/** The run with all that its rules read. */
export interface RunSnapshot {
  run: Run
  definition: Definition
  stored: StoredFacts
}

/** With what a step of the run has just recorded. */
export function withEvidence<Snapshot extends RunSnapshot>(
  snapshot: Snapshot,
  found: readonly Evidence[],
): Snapshot {
  const { stored } = snapshot
  return { ...snapshot, stored: { ...stored, evidence: [...(stored.evidence ?? []), ...found] } }
}

/** With the step that it takes now, where a guard speaks of that. */
export function withFired<Snapshot extends RunSnapshot>(
  { parts }: Pick<CallContext, 'parts'>,
  snapshot: Snapshot,
  step: Parameters<typeof noteFired>[2],
): Snapshot {
  const { definition, stored } = snapshot
  const run = noteFired(snapshot.run, definition, step, parts.clock.now())
  return { ...snapshot, run, stored: { ...stored, fired: run.fired ?? {} } }
}

export interface CallContext extends CallRecord {
  parts: RuntimeParts
  who: Principal
  correlationId: string
  options: CallOptions
  /** How often the clock had been set when it began. */
  clockChanges: number
  /** Who asked for what now goes on in the engine's name: a child's guards are judged with these rights. */
  requester?: Requester
  /** Automatic steps that the chain made before this operation took it up. */
  stepsBefore?: number
  /** The runs that wait for this one, which must wait still when what is asked for begins. */
  above: Run[]
  /** What sets it going is the time, in a database that was put back: what it comes to may have run since. */
  unasked: boolean
  /** Its first commit also says how it began; null: that was committed, or there is nothing to say. */
  beginning: LateBeginning | null
}

/** One by one: a tool answers with more parts than a function takes arguments, if it likes. */
export function passOn({ content }: Pick<CallContext, 'content'>, more: readonly ContentBlock[]): void {
  for (const block of more) content.push(block)
}

export function beginCall(parts: RuntimeParts, who: Principal, options: CallOptions = {}): CallContext {
  const correlationId = options.correlationId ?? parts.ids.next('co')
  const clockChanges = parts.clock.changes()
  return {
    ...{ parts, who, correlationId, options, clockChanges, beginning: null },
    ...{ chain: [], recorded: [], content: [], above: [], unasked: false },
  }
}

export function auditEntry<Type extends AuditEventType>(
  context: CallContext,
  eventType: Type,
  workflowId: string | null,
  payload: AuditPayloads[Type],
  actor: string = context.who.id,
): AuditEntry {
  const { ids, clock } = context.parts
  return {
    id: ids.next('au'),
    timestamp: new Date(clock.now()).toISOString(),
    workflowId,
    correlationId: context.correlationId,
    actor,
    eventType,
    payload: { ...payload, ...askedBy(context, actor) },
  }
}

/** A name proves nothing: whose token the agent came with is kept beside it; `local` stands for none. */
function askedBy({ who }: CallContext, actor: string): JsonObject {
  if (who.kind !== 'agent' || actor !== who.id) return {}
  return { client: { name: who.client, proven: who.client !== LOCAL_CLIENT } }
}

export function auditGuards(
  context: CallContext,
  workflowId: string | null,
  results: GuardResult[],
): AuditEntry[] {
  return results.map((result) =>
    auditEntry(context, 'guard.evaluated', workflowId, {
      guard: result.guard,
      passed: result.passed,
      reason: result.reason,
      saw: result.saw,
    }),
  )
}

export function recordEvidence(
  context: CallContext,
  run: Run,
  found: NewEvidence[],
  by: string = context.who.id,
): Evidence[] {
  const { ids, clock } = context.parts
  return found.map((evidence) => ({
    id: ids.next('ev'),
    workflowId: run.id,
    kind: evidence.kind,
    summary: evidence.summary,
    by,
    at: new Date(clock.now()).toISOString(),
    version: run.version,
    data: evidence.data,
  }))
}

// ── Reading a run with its pinned definition, as far as the caller may see it (R1.6).

/** Null: there is none, or not for this caller. `transition` picks the capability in a session. */
export async function loadFor(
  parts: RuntimeParts,
  who: Principal,
  workflowId: string,
  transition?: string,
): Promise<RunSnapshot | null> {
  const run = await parts.store.run(workflowId)
  if (run === null || !(await maySee(parts, who, run))) return null
  return await complete(parts, run, who, transition)
}

export async function complete(
  parts: RuntimeParts,
  run: Run,
  who: Principal,
  transition?: string,
): Promise<RunSnapshot> {
  const definition = await definitionOf(parts, run, who, transition)
  return { run, definition, stored: await readFacts(parts, { run, definition }) }
}

async function maySee(parts: RuntimeParts, who: Principal, run: Run): Promise<boolean> {
  if (who.kind !== 'agent') return true
  // A step that is a run of its own is seen by whoever sees the run that it is a step of.
  const above = run.parent === null ? null : await parts.store.run(run.parent.workflowId)
  if (above !== null) return await maySee(parts, who, above)
  if (run.owner !== who.client && who.sees !== 'all') return false
  // What another client called may lie behind tags that this one may not see.
  if (isSingleCall(run.definitionId)) return run.owner === who.client || who.tags === null
  return parts.visible(who, run.definitionId)
}

async function definitionOf(
  parts: RuntimeParts,
  run: Run,
  who: Principal,
  transition: string | undefined,
): Promise<Definition> {
  const live = liveDefinition(run, transition ?? null, (id) =>
    parts.visible(who, id) ? parts.catalog.capability(id) : null,
  )
  if (live !== null) return live
  const definition = await parts.store.definition(run.definitionHash)
  if (definition === null) {
    throw new GatewayError('INTERNAL', `The definition of workflow ${run.id} is missing in the database.`)
  }
  return definition
}

/** The runs above, the next one first, as far as they are in the database. */
export async function runsAbove(parts: Pick<RuntimeParts, 'store'>, { parent }: Run): Promise<Run[]> {
  const next = parent === null ? null : await parts.store.run(parent.workflowId)
  return next === null ? [] : [next, ...(await runsAbove(parts, next))]
}

/** The same, each of which waits for the one below; null: one does not, or its client has stopped it. */
export async function waitingAbove(parts: Pick<RuntimeParts, 'store'>, run: Run): Promise<Run[] | null> {
  const above = await runsAbove(parts, run)
  const waits = [run, ...above].every(({ id, parent }, at) => parent === null || isWaitingFor(id, above[at]))
  return waits ? above : null
}

function isWaitingFor(id: string, run: Run | undefined): boolean {
  const parked = run === undefined || isClosed(run) ? null : parkedOf(run)
  return parked?.id === id && parked.stopped !== true
}
