/**
 * What must hold in every history: looked at whenever something becomes durable, and whenever something outside
 * really happens. None of this asks the runtime: it reads what is stored and what was done.
 */
import { isDeepStrictEqual } from 'node:util'
import type { AuditEntry } from '../../src/main/model/audit-event.ts'
import { type Definition, PROXY_DEFINITION } from '../../src/main/model/definition.ts'
import type { InboxItem } from '../../src/main/model/item.ts'
import { isJsonObject, type JsonValue } from '../../src/main/model/json.ts'
import { type Claim, claimOf, isClosed, parkedOf, type Run } from '../../src/main/model/run.ts'
import type { Batch, Store } from '../../src/main/runtime/ports.ts'
import { contentOf } from '../support/items.ts'
import { createAskers } from './askers.ts'
import { isExcepted } from './exceptions.ts'
import type { Effect } from './outside.ts'
import type { Witness } from './simulated-store.ts'
import { createTelling } from './told.ts'

export interface Invariants {
  witness: Witness
  /** Something outside is about to happen. */
  happened(effect: Effect): void
  /** Effects that no audit entry speaks of yet. */
  unreported(): Effect[]
  /** The clock that nobody can set is not the same any more. */
  processEnded(): void
  /** How many calls ran because of an exception. */
  excepted(): number
  /** How many calls that only read were written down with what they came to. */
  reads(): number
}

interface Surroundings {
  durable: Store
  definitions: Record<string, Definition>
  fail(message: string): void
  /** Whether what begins with this entry had to meet the gate that a reload puts before `plain`. */
  isPlainGated(begins: AuditEntry): boolean
  /** Whether exceptions were in force, and not over, when this entry was made. */
  mayExcept(entry: AuditEntry): boolean
  /** Whether the client `robot` of this declaration had its role when this entry was made. */
  isArmed(declared: string | undefined, entry: AuditEntry): boolean
  /** The roles that somebody had when this entry was made; null: they were not declared, or not by this declaration. */
  rolesOf(name: string, declared: string | null, entry: AuditEntry): readonly string[] | null
  /** The latest time that any clock has shown: a clock that is set back makes nothing run too early. */
  latest(): number
  /** By the clock that nobody can set, milliseconds. */
  elapsed(): number
  /** When it first showed this time, by the clock that nobody can set. */
  shownAt(iso: string): number
}

/** How many people must have approved a call before it runs, by connection: what the workspace declares. */
const NEEDED: Record<string, number> = { gated: 1, double: 2, grave: 1 }
/** Behind the gate that makes whatever waits at it risky: it can be taken back for so long at least. */
const GRAVE = new Set(['grave.write', 'plunge', 'sink'])
const GRAVE_MS = 8000
/** Only leads may approve these, as the workspace declares. */
const LEADS_ONLY = new Set(['order.pay'])
/** Only the client `robot` may submit it, as long as it has its role. */
const OPERATORS_ONLY = 'proxy_default.double.write'
/** Declared idempotent in the workspace: may happen again after a crash. */
const IDEMPOTENT = new Set(['plain.prepare', 'plain.look'])
/** Only reads: a call of it alone is begun before that is written down, and after a crash perhaps never said. */
export const READS = 'plain.look'
/** The transition of `review` whose decision can be taken back. */
const RISKY = 'approve'
const MOVES = new Set(['workflow.transitioned', 'workflow.timed_out', 'workflow.cancelled'])
const BEGINS = new Set(['executor.started', 'fallback.selected'])
const REPORTS = new Set([
  'executor.succeeded',
  'executor.failed',
  'executor.retrying',
  'fallback.selected',
  'workflow.interrupted',
])

export function createInvariants({
  durable,
  definitions,
  fail,
  isPlainGated,
  mayExcept,
  isArmed,
  rolesOf,
  latest,
  elapsed,
  shownAt,
}: Surroundings): Invariants {
  const isGrave = (item: InboxItem) => GRAVE.has(contentOf(item).transition ?? item.decision?.outcome ?? '')
  const isRisky = (item: InboxItem) => {
    if (item.kind === 'interrupted') return false
    const { definitionId, state, transition } = contentOf(item)
    const name = transition ?? item.decision?.outcome ?? ''
    const declared = definitions[definitionId]?.states[state]?.transitions[name]
    return isGrave(item) || declared?.risk === 'high' || declared?.undoMs !== undefined
  }

  const claims = new Map<string, Claim>()
  /** By item and voter: of which declaration they were when they approved it; absent: it is not past yet. */
  const declaredBy = new Map<string, string | undefined>()
  /** Which claim each approval was spent on. */
  const spent = new Map<string, string>()
  const telling = createTelling(fail)
  const askers = createAskers(fail)
  /** Until when what was decided can be taken back, by the clock that nobody can set; not across the end of a process. */
  const windows = new Map<string, number>()
  let silent: Effect[] = []
  let excepted = 0
  let reads = 0

  const authorise = async (run: Run, claim: Claim, batch: Batch) => {
    const transition = definitions[run.definitionId]?.states[run.state]?.transitions[claim.transition]
    if (transition?.actor === 'human' && !claim.by.id.startsWith('human:')) {
      fail(`${claim.by.id} runs ‘${claim.transition}’ of ${run.id}, which is for people only.`)
    }
    // What it is judged by is what holds when its transaction is put together.
    const begins = beginningOf(batch, run)
    if (begins === undefined) return fail(`${run.id} was claimed, and nothing says so.`)
    const role = LEADS_ONLY.has(`${run.definitionId}.${claim.transition}`) ? 'lead' : null
    const counts = (item: InboxItem, voter: string) => {
      const declared = declaredBy.get(`${item.id} ${voter}`) ?? null
      const roles = rolesOf(voter.replace(/^human:/, ''), declared, begins)
      return roles !== null && (role === null || roles.includes(role))
    }
    // It waits at a gate: whoever asked must have the role when that is passed.
    if (`${run.definitionId}.${claim.transition}` === OPERATORS_ONLY && !isArmed(claim.by.declared, begins))
      fail(`‘${claim.transition}’ of ${run.id} was claimed for ${claim.by.id}, which may not any more.`)
    for (const call of callsIn(claim.call)) {
      const gated = call.connection === 'plain' && isPlainGated(begins)
      const needed = gated ? 1 : NEEDED[call.connection]
      if (needed === undefined) continue
      if (call.connection === 'gated' && isExcepted(call.whole, run, batch.audit, mayExcept)) {
        excepted += 1
        continue
      }
      const items = (await durable.approvals({ workflowId: run.id }, { limit: 200 })).items
      const found = items.find(
        (item) => covers(item, run, claim, needed, counts) && !isSpent(spent, item, claim),
      )
      if (found === undefined) {
        fail(`${call.connection}.${call.tool} of ${run.id} (${claim.transition}) was claimed unapproved.`)
      } else {
        spent.set(found.id, claim.correlationId)
      }
    }
  }

  /** While people are asked about a request, the same one again waits for their answer, and nothing of it runs (R1.8). */
  const checkAsked = async (run: Run, claim: Claim, batch: Batch) => {
    const isSingle = run.definitionId === PROXY_DEFINITION
    const isDecided = batch.approvals?.some(({ status }) => status === 'approved') === true
    if (isDecided || !claim.by.id.startsWith('agent:') || claim.transition === READS) return
    const where = isSingle ? { definitionId: PROXY_DEFINITION } : { workflowId: run.id }
    const { items } = await durable.approvals(
      { ...where, status: ['pending'], kind: ['gate'] },
      { limit: 200 },
    )
    const same = items.find(
      (item) =>
        item.kind === 'gate' &&
        (isSingle || (item.held.tried !== undefined && item.version === run.version)) &&
        item.requestedBy === claim.by.id &&
        item.requesterRights.declared === claim.by.declared &&
        item.step.transition === claim.transition &&
        isDeepStrictEqual(item.step.arguments, claim.arguments),
    )
    if (same !== undefined) fail(`${claim.transition} of ${run.id} began, and ${same.id} waits for the same.`)
  }

  /** A run that is written for the first time when its call is over. */
  const checkRead = (run: Run, batch: Batch) => {
    const begins = beginningOf(batch, run)
    if (begins === undefined) return
    reads += 1
    if (begins.payload.transition !== READS || run.definitionId !== PROXY_DEFINITION)
      fail(`${String(begins.payload.transition)} of ${run.id} ran before its claim was written.`)
    if (isPlainGated(begins)) fail(`${run.id} read unapproved.`)
  }

  function noteVoters(item: InboxItem, wasScheduled: boolean): void {
    const { decision } = item
    for (const { by, declared } of contentOf(item).held?.votes ?? [])
      declaredBy.set(`${item.id} ${by}`, declared)
    if (decision?.who !== undefined) declaredBy.set(`${item.id} ${decision.by}`, decision.who.declared)
    else if (decision !== null && !wasScheduled) declaredBy.delete(`${item.id} ${decision.by}`)
  }

  const witness: Witness = async (batch) => {
    const earlier = new Map<string, Run | null>()
    for (const { id } of batch.runs ?? []) earlier.set(id, await durable.run(id))
    const asked = new Map<string, InboxItem | null>()
    for (const { id } of batch.approvals ?? []) asked.set(id, await durable.approval(id))
    return async () => {
      telling.check(batch, earlier, asked)
      askers.check(batch)
      for (const item of batch.approvals ?? []) noteVoters(item, asked.get(item.id)?.status === 'scheduled')
      for (const run of batch.runs ?? []) {
        const before = earlier.get(run.id) ?? null
        checkMove(batch, before, run, fail)
        checkStopped(batch, before, run, fail)
        const claim = claimOf(run)
        const earlierClaim = before && claimOf(before)
        const same = earlierClaim?.correlationId === claim?.correlationId
        const fresh = claim !== null && !(same && isDeepStrictEqual(earlierClaim?.call, claim.call))
        if (claim === null) claims.delete(run.id)
        else claims.set(run.id, claim)
        if (fresh && claim !== null) await authorise(run, claim, batch)
        if (fresh && claim !== null && earlierClaim === null) await checkAsked(run, claim, batch)
        if (before === null && claim === null) checkRead(run, batch)
        const item = batch.approvals?.find(({ status }) => status === 'approved')
        if (fresh && claim?.transition === RISKY && item?.decision?.outcome !== RISKY)
          fail(`‘${RISKY}’ of ${run.id} was claimed without its decision.`)
      }
      for (const item of batch.approvals ?? []) {
        const { at, runsAt } = item.decision ?? {}
        const isDecided = item.status === 'scheduled' && asked.get(item.id)?.status !== 'scheduled'
        if (isDecided && at !== undefined && runsAt != null) {
          const length = Date.parse(runsAt) - Date.parse(at)
          windows.set(item.id, shownAt(at) + length)
          if (isGrave(item) && length < GRAVE_MS)
            fail(`${item.id} can be taken back for ${length} milliseconds only.`)
        } else if (item.status === 'approved' && elapsed() < (windows.get(item.id) ?? 0))
          fail(`${item.id} ran before its time to be taken back was over.`)
        checkWindow(batch, asked.get(item.id) ?? null, item, isRisky(item), latest(), fail)
      }
      for (const entry of batch.audit) {
        // A run that ended says what was still going on.
        if (!REPORTS.has(entry.eventType) && entry.payload.executing === undefined) continue
        silent = silent.filter((effect) => effect.workflowId !== entry.workflowId)
      }
    }
  }
  return {
    witness,
    unreported: () => silent,
    excepted: () => excepted,
    reads: () => reads,
    processEnded: () => windows.clear(),
    happened(effect) {
      const claim = claims.get(effect.workflowId)
      if (effect.what === READS && claim === undefined) return
      if (claim === undefined || claim.correlationId !== effect.correlationId) {
        fail(`${effect.what} happened for ${effect.workflowId} without a claim.`)
      }
      const twice = silent.some(
        (other) =>
          other.workflowId === effect.workflowId &&
          other.what === effect.what &&
          !IDEMPOTENT.has(effect.what),
      )
      if (twice) fail(`${effect.what} happened twice for ${effect.workflowId} with nothing said between.`)
      silent = [...silent, effect]
    },
  }
}

function beginningOf({ audit }: Batch, { id }: Run): AuditEntry | undefined {
  return audit.find((entry) => entry.workflowId === id && BEGINS.has(entry.eventType))
}

/** Nothing runs for a decision before its time, nor for one that was taken back (R5.6). */
function checkWindow(
  batch: Batch,
  before: InboxItem | null,
  after: InboxItem,
  risky: boolean,
  now: number,
  fail: (message: string) => void,
): void {
  const says = (type: string) => batch.audit.some(({ eventType }) => eventType === type)
  if (before?.status === 'scheduled' && after.status === 'pending' && !says('human.approval.undone'))
    fail(`${after.id} waits again, and nothing says that its decision was taken back.`)
  if (after.status === 'scheduled' && before?.status === 'pending' && !says('human.approval.decided'))
    fail(`${after.id} was decided, and nothing says so.`)
  // A choice whose step others must allow leads to their question: theirs is the press that can be taken back.
  const isAsked = !says('executor.started') && says('human.approval.requested')
  if (!risky || after.status !== 'approved' || after.decision === null || isAsked) return
  const { runsAt, by, at, seen } = after.decision
  if (before?.status !== 'scheduled') fail(`${after.id} ran, and nobody could take it back.`)
  const { by: whose, at: when, seen: what } = before?.decision ?? {}
  if (by !== whose || at !== when || seen !== what)
    fail(`${after.id} ran for another decision than was stored.`)
  if (now < Date.parse(runsAt ?? '')) fail(`${after.id} ran before its time.`)
}

/** What its client has stopped is not gone on with: neither is it forgotten, nor does a fallback follow. */
function checkStopped(
  { audit }: Batch,
  before: Run | null,
  after: Run,
  fail: (message: string) => void,
): void {
  const stopped = before === null ? null : parkedOf(before)
  if (stopped?.stopped !== true) return
  const parked = parkedOf(after)
  if (parked?.id === stopped.id && parked.stopped !== true)
    fail(`${after.id} forgot that its client has stopped ‘${stopped.transition}’.`)
  const follows = ({ eventType, workflowId }: AuditEntry) =>
    workflowId === after.id && eventType === 'fallback.selected'
  if (audit.some(follows))
    fail(`A fallback follows ‘${stopped.transition}’ of ${after.id}, which was stopped.`)
}

function checkMove(batch: Batch, before: Run | null, after: Run, fail: (message: string) => void): void {
  const name = `${after.id} (${after.definitionId})`
  const grown = after.version - (before?.version ?? 0)
  const most = beginningOf(batch, after)?.payload.transition === READS ? 2 : 1
  if (before === null && after.version > most) fail(`${name} was born at version ${after.version}.`)
  if (before !== null && grown !== 0 && grown !== 1)
    fail(`${name} went from version ${before.version} to ${after.version}.`)
  if (before !== null && isClosed(before) && !isDeepStrictEqual(before.status, after.status)) {
    fail(`${name} was ${before.status} and became ${after.status}.`)
  }
  if (before === null) return
  const told = batch.audit.filter((entry) => entry.workflowId === after.id && MOVES.has(entry.eventType))
  if (grown === 1 && told.length !== 1)
    fail(`${name} moved to version ${after.version} with ${told.length} entries in the audit.`)
  if (grown === 0 && told.length > 0) fail(`The audit tells of a move of ${name} that did not happen.`)
  if (grown === 0 && before.state !== after.state) fail(`${name} changed its state without a new version.`)
  for (const { payload } of told) {
    const { fromState, toState, version } = payload
    if (version !== after.version)
      fail(`${name}: the audit says version ${String(version)}, the row ${after.version}.`)
    if (toState !== undefined && (fromState !== before.state || toState !== after.state)) {
      fail(
        `${name}: the audit says ${String(fromState)} → ${String(toState)}, the row ${before.state} → ${after.state}.`,
      )
    }
  }
}

interface ToolCall {
  connection: string
  tool: string
  whole: JsonValue
}

function callsIn(call: JsonValue): ToolCall[] {
  if (!isJsonObject(call)) return []
  if (call.kind === 'parallel' && isJsonObject(call.branches))
    return Object.values(call.branches).flatMap(callsIn)
  return typeof call.connection === 'string' && typeof call.tool === 'string'
    ? [{ connection: call.connection, tool: call.tool, whole: call }]
    : []
}

/** An item in which enough different people who still count said yes to this very step. */
function covers(
  item: InboxItem,
  run: Run,
  claim: Claim,
  needed: number,
  counts: (item: InboxItem, voter: string) => boolean,
): boolean {
  if (item.status !== 'approved' || item.decision === null) return false
  const voters = new Set([...(contentOf(item).held?.votes ?? []).map((vote) => vote.by), item.decision.by])
  if ([...voters].some((voter) => !voter.startsWith('human:'))) return false
  if ([...voters].filter((voter) => counts(item, voter)).length < needed) return false
  if (run.definitionId !== PROXY_DEFINITION && contentOf(item).version !== run.version) return false
  if (item.kind === 'transition') return needed === 1 && item.decision.outcome === claim.transition
  if (item.kind !== 'gate' || item.step.transition !== claim.transition) return false
  return isDeepStrictEqual(item.decision.arguments, claim.arguments)
}

/** One approval covers one submit; the same claim may show again, as after a crash. */
function isSpent(spent: Map<string, string>, item: InboxItem, claim: Claim): boolean {
  const on = spent.get(item.id)
  return on !== undefined && on !== claim.correlationId
}
