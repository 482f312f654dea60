/**
 * Committing and announcing: anything, a move of a run with the items that it makes moot or asks anew, and one step as
 * one transaction.
 */
import type { AuditEntry } from '../../model/audit-event.ts'
import { type InboxItem, OPEN_STATUSES, type SubjectItem } from '../../model/item.ts'
import { present } from '../../model/json.ts'
import { ENGINE } from '../../model/principal.ts'
import { type Evidence, holderOf, isInterrupted, parkedOf, type Run, type TimeBack } from '../../model/run.ts'
import { isChoice, isSubject, PASSING_KINDS, workflowOf } from '../../workflow/items/items.ts'
import { isSingleCall } from '../../workflow/proxy.ts'
import { auditEntry, type CallContext, type RunSnapshot } from '../call-context.ts'
import type { DurableStep } from '../crash-points.ts'
import { allItems } from '../every-item.ts'
import { requested } from '../items/ask.ts'
import type { Membership } from '../membership.ts'
import type { Batch, CommitResult, Expectation } from '../ports.ts'
import { mayAsk } from '../submit/pending-limit.ts'
import { timeBackAbove, withTimeBack } from '../time/standing-still.ts'
import type { OutcomeChange } from './apply-outcome.ts'
import type { LateBeginning } from './executions.ts'
import { requesterOf } from './work.ts'

/** Commits and announces. Items that are new are audited as requested. `step` names the instants of a crash test. */
export async function commit(
  context: CallContext,
  given: Batch,
  step: DurableStep = 'outcome',
): Promise<CommitResult> {
  const { store, membership, publish, crashPoint } = context.parts
  const { beginning } = context
  const batch = beginning === null ? given : await beginning.join(given)
  const fresh = (batch.approvals ?? []).filter(isNew).map((approval) => requested(context, approval))
  const audit = [...batch.audit, ...fresh]
  crashPoint(`${step}.committing`)
  const result = await store.commit({ ...inNameOf(membership, askedBy(context, batch)), audit })
  if (!result.ok) return result
  beginning?.written()
  crashPoint(`${step}.committed`)
  for (const { id } of batch.runs ?? []) publish({ topic: 'run', id })
  for (const { workflowId } of batch.timeBack ?? []) publish({ topic: 'run', id: workflowId })
  for (const approval of batch.approvals ?? []) publish({ topic: 'approval', id: approval.id })
  for (const run of batch.runs ?? []) context.parts.children.noticed(run, context.unasked)
  for (const approval of batch.approvals ?? []) context.parts.itemWritten(approval)
  if (audit.length > 0) publish({ topic: 'audit' })
  return result
}

/** The same batch, in which everything that this gateway goes on with says so. */
function inNameOf({ id }: Pick<Membership, 'id'>, batch: Batch): Batch {
  const { runs, approvals } = batch
  const marked = <Thing extends { gateway?: string }>({ gateway: _, ...thing }: Thing, isMine: boolean) =>
    (isMine ? { ...thing, gateway: id } : thing) as Thing
  return {
    ...batch,
    ...(runs && { runs: runs.map((run) => marked(run, isGoingOn(run))) }),
    ...(approvals && {
      approvals: approvals.map((item) => (isSubject(item) ? marked(item, isAwaited(item)) : item)),
    }),
  }
}

/** The same batch, in which what goes on says for whom: whoever goes on with it after a stop or a crash asks for nobody else. */
function askedBy({ requester, who }: CallContext, batch: Batch): Batch {
  const asker = requester ?? who
  const now = asker.id === ENGINE.id ? undefined : requesterOf(asker)
  const told = ({ goesOnFor: then, ...run }: Run): Run => {
    if (isInterrupted(run)) return { ...run, ...present({ goesOnFor: then ?? now }) }
    return isGoingOn(run) ? { ...run, ...present({ goesOnFor: now }) } : run
  }
  return batch.runs === undefined ? batch : { ...batch, runs: batch.runs.map(told) }
}

function isGoingOn({ status, activity }: Run): boolean {
  return status === 'running' && (activity.kind === 'claimed' || activity.kind === 'due')
}

function isAwaited({ untold, status, kind }: SubjectItem): boolean {
  return untold === true || (status === 'pending' && PASSING_KINDS.includes(kind))
}

/**
 * Nobody else has written the run since it was read. Where it rests, several may be about to write it, and none of them
 * may write over why its last step failed; where something holds it, the holder alone writes that.
 */
export function expectRun(run: Run): Expectation {
  const { activity, failure } = run
  return { ...expectHolder(run), ...(activity.kind === 'resting' ? { failure } : {}) }
}

/** The same whatever is written of why its last step failed. */
export function expectHolder(run: Run): Extract<Expectation, { kind: 'run' }> {
  return { kind: 'run', id: run.id, version: run.version, claim: holderOf(run) }
}

/** Nobody else has written the item since it was read. */
export function expectItem({ id, revision }: Pick<InboxItem, 'id' | 'revision'>): Expectation {
  return { kind: 'approval', id, revision }
}

/** Why what waited in a run is withdrawn when the run moves. */
export const WITHOUT = 'The workflow went on without it.'

/** After a commit that moved a run: a child that it does not wait for any more is ended. */
export function leaveChild(context: CallContext, before: Run, after: Run, because: string): void {
  const parked = parkedOf(before)
  if (parked?.on === 'child' && parkedOf(after)?.id !== parked.id)
    context.parts.children.left(parked.id, because)
}

function isNew(approval: InboxItem): boolean {
  return approval.revision === 1 && approval.status === 'pending'
}

interface MoveWithItems {
  expect: Expectation[]
  run: Run
  decided: InboxItem | null
  /** What is closed in any case, one revision on; `audit` tells of it, and `expect` that nobody has decided it. */
  closed?: InboxItem[]
  asked: InboxItem[]
  evidence?: Evidence[]
  /** See `CommitExtras`. */
  timeBack?: readonly TimeBack[]
  audit: AuditEntry[]
  /** Why, and as what, the items about the state before are closed; left out: as withdrawn. */
  because: string
  status?: 'withdrawn' | 'expired'
  step?: DurableStep
}

/** `run`: as it was written, which may have more time than what was given (R4.8). */
export type CommittedRun = { ok: true; run: Run } | Extract<CommitResult, { ok: false }>

/**
 * Commits a step of a run. Whatever was asked about the version before is moot once it has moved (R4.6); an
 * item that somebody decides at the same moment keeps its decision. Where it has not moved, nothing that waits
 * already is asked twice.
 */
export async function commitWithItems(
  context: CallContext,
  before: Run,
  move: MoveWithItems,
): Promise<CommittedRun> {
  const { run: given, status = 'withdrawn' } = move
  const moved = given.version !== before.version
  // In a session of calls an item belongs to its call, not to the session's version (R4.6).
  const stays = isSingleCall(before.definitionId) && given.status === 'running'
  const looks = stays || !moved ? move.asked.length > 0 : true
  // Seldom does anything wait: that nothing does is part of the transaction, and only looked up if it is wrong.
  const own = [...(move.decided === null ? [] : [move.decided]), ...(move.closed ?? [])]
  const isOwn = (id: string) => own.some((item) => item.id === id)
  let all: InboxItem[] = own
  for (;;) {
    const waiting = all.filter((item) => !isOwn(item.id))
    const moot = moved && !stays ? waiting : []
    const closed = moot.map((item) => close(context, item, status, move.because))
    const after = await withTimeBack(context, given, before, { moot, own })
    const asked =
      // What waits at the same version for the choice that is asked for is that very question.
      (moved || !waiting.some(isChoice) ? move.asked : move.asked.filter((item) => !isChoice(item))).map(
        (item) => (item.deadlineAt === given.deadlineAt ? { ...item, deadlineAt: after.deadlineAt } : item),
      )
    const batch: Batch = {
      expect: [...move.expect, ...moot.map(expectItem), ...(looks ? [pendingExactly(before.id, all)] : [])],
      // What nothing has changed may have been marked meanwhile, at the same version and under the same claim.
      runs: after === before ? [] : [after],
      timeBack: [...(move.timeBack ?? []), ...(await timeBackAbove(context, before, { moot, own }))],
      approvals: [...own, ...closed.map((entry) => entry.approval), ...asked],
      evidence: move.evidence ?? [],
      audit: [...move.audit, ...closed.map((entry) => entry.audit)],
    }
    const result = await commit(context, batch, move.step)
    if (result.ok) {
      leaveChild(context, before, after, move.because)
      return { ok: true, run: after }
    }
    const { conflict } = result
    const itemsMoved = conflict.kind === 'openItems' || (conflict.kind === 'approval' && !isOwn(conflict.id))
    if (!itemsMoved) return result
    all = await pendingOf(context, before.id)
    // Somebody else decided it first.
    if (own.some(({ id }) => !all.some((item) => item.id === id))) return result
  }
}

function pendingExactly(workflowId: string, items: InboxItem[]): Expectation {
  return { kind: 'openItems', of: { workflowId }, ids: items.map((item) => item.id) }
}

async function pendingOf(context: CallContext, workflowId: string): Promise<InboxItem[]> {
  return await allItems(context.parts.store, { workflowId, status: OPEN_STATUSES })
}

export function close<Item extends InboxItem>(
  context: CallContext,
  approval: Item,
  status: 'withdrawn' | 'expired',
  because: string,
): { approval: Item; audit: AuditEntry } {
  return {
    approval: { ...approval, status, revision: approval.revision + 1 },
    audit: auditEntry(context, `human.approval.${status}`, workflowOf(approval), {
      approvalId: approval.id,
      because,
    }),
  }
}

/** What the first commit carries besides the step itself; nothing afterwards. */
export interface CommitExtras {
  audit: AuditEntry[]
  decided: InboxItem | null
  evidence: Evidence[]
  /** Besides that nobody has written the run: of the item, of what the guards of the step rest on, and of the runs above. */
  expect: Expectation[]
  /** To the runs above, for which time stood still. */
  timeBack: readonly TimeBack[]
  /** The step of the engine that somebody goes on without: the run that waits in it, and what was asked for it, closed. */
  detached: { stored: Run; closed: InboxItem[] } | null
}

export const NOTHING_PENDING: CommitExtras = {
  ...{ audit: [], decided: null, evidence: [], expect: [], timeBack: [] },
  detached: null,
}

/**
 * Not ok: somebody else moved the run, or decided the item, first. `joins`: a run that it waited for has ended.
 * `limited`: nothing has happened in the step yet, and its client may have too many items already (R1.8).
 */
export async function commitStep(
  context: CallContext,
  before: RunSnapshot,
  step: OutcomeChange,
  pending: CommitExtras,
  { joins = false, limited = false }: { joins?: boolean; limited?: boolean } = {},
): Promise<CommittedRun> {
  const { stored, closed } = pending.detached ?? { stored: before.run, closed: [] }
  return await commitWithItems(context, stored, {
    closed,
    expect: [expectRun(stored), ...pending.expect, ...mayAsk(context, limited ? step.settled.approvals : [])],
    run: step.settled.run,
    decided: pending.decided,
    asked: step.settled.approvals,
    evidence: [...pending.evidence, ...step.evidence],
    timeBack: pending.timeBack,
    audit: [...pending.audit, ...step.audit, ...step.settled.audit],
    because: WITHOUT,
    step: joins ? 'joined' : step.held !== null ? 'parked' : step.failure !== null ? 'failed' : 'outcome',
  })
}

/** `decided`: the item with its decision, or its end, one revision on. */
export function expectations(run: Run, decided: InboxItem | null): Expectation[] {
  return [expectRun(run), ...expectDecided(decided)]
}

export function expectDecided(decided: InboxItem | null): Expectation[] {
  return decided === null ? [] : [expectItem({ ...decided, revision: decided.revision - 1 })]
}

// ── A call that only reads is not written down before it runs, but with what it came to: one transaction instead
// of two. One that takes longer than a moment is written as begun all the same, so that people see it. After a
// crash it is thus found in the log, or was never answered; and a call that changes nothing may be made again.

/** Milliseconds. */
const MOMENT_MS = 20

/** `beginning`: writes a run that is new, with its first entries. */
export function beginLate(context: CallContext, beginning: Batch): LateBeginning {
  let isWritten = false
  let isJoined = false
  let writing: Promise<void> | null = null
  const write = async () => {
    if (isWritten || isJoined) return
    writing ??= commit({ ...context, beginning: null }, beginning, 'created')
      .then(({ ok }) => {
        isWritten ||= ok
      })
      // A full disk, say: what the call comes to will meet it, too, and then says so.
      .catch(() => {})
      .finally(() => {
        writing = null
      })
    await writing
  }
  const timer = context.parts.clock.after(MOMENT_MS, () => void write())
  return {
    get isWritten() {
      return isWritten
    },
    async join(batch) {
      timer.cancel()
      isJoined = true
      await writing
      return isWritten ? batch : joinBatches(beginning, batch)
    },
    written() {
      isWritten = true
    },
    write,
    end: () => timer.cancel(),
  }
}

/** As if both were one: what the second expects of a run that the first makes is so. */
export function joinBatches(first: Batch, second: Batch): Batch {
  const made = first.runs ?? []
  const later = second.runs ?? []
  return {
    ...second,
    expect: [
      ...first.expect,
      ...second.expect.filter((expected) => expected.kind !== 'run' || !isAmong(made, expected.id)),
    ],
    runs: [...made.filter(({ id }) => !isAmong(later, id)), ...later],
    audit: [...first.audit, ...second.audit],
  }
}

function isAmong(runs: readonly { id: string }[], id: string): boolean {
  return runs.some((run) => run.id === id)
}
