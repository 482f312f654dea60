/**
 * Claim, execute, advance, commit; again for every step that follows by itself.
 * An effect runs only under a committed claim (for what only reads, see `beginLate`); its outcome, the new state,
 * evidence, items and audit are one transaction, which also carries the claim of the next step.
 */
import type { AuditEntry } from '../../model/audit-event.ts'
import { type FailedOutcome, type NewEvidence, plainOutcome } from '../../model/call.ts'
import { GatewayError } from '../../model/error.ts'
import { type InboxItem, OPEN_STATUSES } from '../../model/item.ts'
import { claimOf, type Failure, parkedOf, RESTING, todoOf } from '../../model/run.ts'
import { withTimeBack } from '../../workflow/advance.ts'
import { doesNothing, hasEffect } from '../../workflow/executors/executors.ts'
import { type CallContext, type RunSnapshot, recordEvidence, withEvidence } from '../call-context.ts'
import { type Begun, beginChild } from '../children/begin-child.ts'
import { expectFacts } from '../facts.ts'
import { saidOf } from '../items/decision.ts'
import type { Expectation } from '../ports.ts'
import { interrupt } from '../recovery/interruption.ts'
import {
  fail,
  holdFallback,
  holdStep,
  type OutcomeChange,
  stopAtFullInbox,
  succeed,
} from './apply-outcome.ts'
import {
  type CommitExtras,
  type CommittedRun,
  close,
  commit,
  commitStep,
  expectDecided,
  expectHolder,
  expectItem,
  expectRun,
  leaveChild,
  NOTHING_PENDING,
  timeBackAbove,
  timeBackTo,
} from './commit.ts'
import { type ExecutionEnd, execute, fallbackEntry } from './execute.ts'
import type { Execution } from './executions.ts'
import { recheckGates } from './gates.ts'
import { claimFor, started, startsChild, stepFailure } from './plan-next-step.ts'
import { notFirst } from './run-plan.ts'
import { untilDurable } from './until-durable.ts'
import type { Work } from './work.ts'

/** What is to be written with the first commit of a call: why it runs, and the decision that it follows from. */
export interface DecisionCommit {
  audit: AuditEntry[]
  /** The item that was decided, already with its decision. */
  decided: InboxItem | null
  /** What the engine records of that decision (R5.7); by whoever decided, unless it names somebody. */
  evidence: (NewEvidence & { by?: string })[]
  /** What must be so still when its step is claimed. */
  expect?: Expectation[]
}

export type PerformResult =
  /** `held`: holds back a fallback, and nothing is completed; `isLeft`: it stays claimed for the next gateway. */
  | { kind: 'done'; snapshot: RunSnapshot; failure: Failure | null; held: InboxItem | null; isLeft?: true }
  /** Somebody else moved the run or the item first, or a gate stands there now; nothing ran. `full`: too much waits (R1.8). */
  | { kind: 'conflict'; full?: boolean }

/** It has begun before, or follows by itself from what has. */
export const NOTHING: DecisionCommit = { audit: [], decided: null, evidence: [] }

export async function perform(
  context: CallContext,
  execution: Execution,
  found: RunSnapshot,
  given: Work,
  opening: DecisionCommit,
): Promise<PerformResult> {
  const runs = hasEffect(given.call) && given.ended === undefined
  const nothing = { snapshot: found, work: given, giveUp: NOTHING_PENDING }
  const alone = runs ? await detachPendingStep(context, found, given) : nothing
  const { snapshot: before } = alone
  const judged = recheckGates(context, before, alone.work, opening.decided)
  const goesOn = opening === NOTHING && alone.work.kind !== 'transition'
  // Whoever decided looks again, and asks people.
  if (judged.kind === 'held' && !goesOn) return { kind: 'conflict' }
  const work = judged.kind === 'held' ? alone.work : judged.work
  let { snapshot, pending } = open(context, before, opening, work, alone.giveUp)
  const claims = runs && judged.kind === 'open' && !startsChild(work)
  if (claims && claimOf(snapshot.run) === null) {
    const { run } = claimFor(context, { ...snapshot.run, failure: null }, work)
    const committed = await commit(
      context,
      {
        expect: [expectRun(found.run), ...pending.expect, ...(opening.expect ?? [])],
        ...{ runs: [run], timeBack: pending.timeBack },
        approvals: [
          ...(pending.detached?.closed ?? []),
          ...(pending.decided === null ? [] : [pending.decided]),
        ],
        evidence: pending.evidence,
        audit: [...pending.audit, ...started(context, run, work, pending.decided)],
      },
      'claim',
    )
    if (!committed.ok) return { kind: 'conflict' }
    leaveChild(context, found.run, run, WITHOUT)
    snapshot = { ...snapshot, run }
    pending = NOTHING_PENDING
  }
  let next: Work | null = work
  let moved = false
  let mayRunAhead = true
  while (next !== null) {
    if (context.unasked && claimOf(snapshot.run) !== null) {
      const asked = await interrupt(context, snapshot, true)
      return { kind: 'done', snapshot: asked, failure: null, held: null, isLeft: true }
    }
    // What was planned a transaction ago is judged by what holds now.
    const again = next === work ? judged : recheckGates(context, snapshot, next, null)
    if (again.kind === 'held') {
      const step = holdStep(context, snapshot, next, again.gates)
      const committed = await write(context, execution, snapshot, next.transition, () =>
        commitStep(context, snapshot, step, pending),
      )
      if (!committed.ok) return moved ? await elsewhere(context, snapshot) : { kind: 'conflict' }
      return { kind: 'done', snapshot: { ...step.snapshot, run: committed.run }, failure: null, held: null }
    }
    next = again.work
    if (mayRunAhead && isQuiet(next, snapshot) && pending === NOTHING_PENDING) {
      const ahead: Ahead = await pipelineNoopSteps(context, execution, snapshot, next)
      moved ||= ahead.moved
      // What stopped it shows when that step is tried on its own.
      mayRunAhead = !ahead.stopped
      snapshot = ahead.snapshot
      next = ahead.next
      continue
    }
    const begun: Begun | null = startsChild(next)
      ? await write(context, execution, snapshot, next.transition, () =>
          beginChild(context, snapshot, again.work, pending),
        )
      : null
    if (begun?.kind === 'parked') return { kind: 'done', snapshot: begun.snapshot, failure: null, held: null }
    if (begun?.kind === 'conflict') return moved ? await elsewhere(context, snapshot) : { kind: 'conflict' }
    const ended = begun === null ? next : { ...next, ended: begun.ended }
    const executed = await execute(context, execution, snapshot, ended)
    snapshot = executed.snapshot
    // It stays claimed, as by a crash: whoever starts next does it again (R4.7).
    if (isLeft(execution, snapshot, executed))
      return { kind: 'done', snapshot, failure: null, held: null, isLeft: true }
    const other: Work | null = otherWay(next, executed)
    if (other !== null && executed.kind === 'held') {
      // Told with what begins it.
      const { position, failed } = executed
      const note = { kind: 'fallback' as const, branch: null, position, call: other.call, failed }
      const entry = fallbackEntry(context, snapshot.run, next, note)
      pending = { ...pending, audit: [...pending.audit, entry] }
      next = failed.uncertain ? { ...other, uncertainBefore: true } : other
      continue
    }
    const marks = { chain: context.chain.length, recorded: context.recorded.length }
    const limited = isQuiet(ended, snapshot)
    const joins = ended.ended !== undefined
    let step = conclude(context, execution, next, executed)
    let committed = await write(context, execution, snapshot, next.transition, () =>
      commitStep(context, snapshot, step, pending, { joins, limited }),
    )
    if (!committed.ok && committed.conflict.kind === 'pendingBelow') {
      if (!moved && next.kind === 'transition') return { kind: 'conflict', full: true }
      context.chain.length = marks.chain
      context.recorded.length = marks.recorded
      step = stopAtFullInbox(context, snapshot, next)
      committed = await write(context, execution, snapshot, next.transition, () =>
        commitStep(context, snapshot, step, pending),
      )
    }
    if (!committed.ok) {
      // Somebody else decided the item first, and nothing has run for this decision.
      if (pending.decided !== null) return { kind: 'conflict' }
      if (claimOf(snapshot.run) !== null)
        throw new GatewayError('INTERNAL', `Workflow ${snapshot.run.id} changed while it was claimed.`)
      // What was asked has been done; somebody ended the run, or its time was up, before it came to rest.
      return moved ? await elsewhere(context, snapshot) : { kind: 'conflict' }
    }
    moved = true
    snapshot = { ...step.snapshot, run: committed.run }
    const { failure, held } = step
    if (failure !== null || held !== null) return { kind: 'done', snapshot, failure, held }
    pending = NOTHING_PENDING
    next = step.settled.work
  }
  return { kind: 'done', snapshot, failure: snapshot.run.failure, held: null }
}

/** Under a claim something may have happened outside; and what is still to do, nobody else takes up. */
async function write<Result>(
  context: CallContext,
  execution: Execution,
  { run }: RunSnapshot,
  name: string,
  commits: () => Promise<Result>,
): Promise<Result> {
  const { id: workflowId } = run
  const claim = claimOf(run)
  if (claim === null && todoOf(run) === null) return await commits()
  const what = claim === null ? ('move' as const) : ('outcome' as const)
  const step = { workflowId, transition: claim?.transition ?? name, what }
  return await untilDurable(context, execution, step, commits)
}

/** The gateway stops and has cut it off, and what is written down of it says that it may be done again. */
function isLeft({ cutOff, beginning }: Execution, { run }: RunSnapshot, executed: ExecutionEnd): boolean {
  if (!cutOff || executed.kind !== 'ended' || executed.outcome.ok) return false
  return claimOf(run)?.repeatable === true && beginning?.isWritten !== false
}

/** A fallback that is a workflow, and that no gate holds back: it is begun as any other. */
function otherWay(work: Work, executed: ExecutionEnd): Work | null {
  if (executed.kind !== 'held' || executed.weighed.standing.length > 0) return null
  const { exempted } = executed.weighed
  const call = work.plan.calls[executed.position]?.call
  return call === undefined ? null : { ...work, from: executed.position, call, exempted }
}

async function elsewhere(context: CallContext, snapshot: RunSnapshot): Promise<PerformResult> {
  const run = (await context.parts.store.run(snapshot.run.id)) ?? snapshot.run
  return { kind: 'done', snapshot: { ...snapshot, run }, failure: null, held: null }
}

function conclude(
  context: CallContext,
  execution: Execution,
  work: Work,
  executed: ExecutionEnd,
): OutcomeChange {
  const { snapshot } = executed
  if (executed.kind === 'held') {
    const failed = afterOthers(work, executed.failed)
    context.content.push(...failed.content)
    const { position, weighed } = executed
    return holdFallback(context, snapshot, work, { position, failed, gates: weighed.standing })
  }
  const outcome = executed.outcome.ok && work.uncertainBefore ? notFirst(executed.outcome) : executed.outcome
  context.content.push(...outcome.content)
  const ran = { ...work, call: executed.call }
  return outcome.ok
    ? succeed(context, execution, snapshot, ran, outcome)
    : fail(context, execution, snapshot, ran, afterOthers(work, outcome))
}

function afterOthers(work: Work, failed: FailedOutcome): FailedOutcome {
  return work.uncertainBefore === undefined ? failed : { ...failed, uncertain: true }
}

/** A decision, its evidence and what was said are written first: before, or with, what follows from them. */
function open(
  context: CallContext,
  before: RunSnapshot,
  opening: DecisionCommit,
  work: Work,
  giveUp: CommitExtras,
): { snapshot: RunSnapshot; pending: CommitExtras } {
  const { decided } = opening
  const decision = decided?.decision ?? null
  const given = decision === null ? [] : opening.evidence
  const evidence = given.flatMap((one) => recordEvidence(context, before.run, [one], one.by ?? decision?.by))
  context.recorded.push(...evidence)
  const said =
    decided === null || decision === null
      ? before.run.personSaid
      : saidOf(decided, decision, before.run.personSaid)
  const guards = begins(before, work) ? (work.declared?.guards ?? []) : []
  const expect = [...expectDecided(decided), ...expectFacts(before, guards)]
  const timeBack = [...giveUp.timeBack, ...timeBackTo(context, context.above, decision)]
  return {
    snapshot: {
      ...withEvidence(before, evidence),
      run: { ...before.run, personSaid: said },
    },
    pending:
      opening === NOTHING && giveUp === NOTHING_PENDING
        ? NOTHING_PENDING
        : {
            audit: [...giveUp.audit, ...opening.audit],
            expect: [...giveUp.expect, ...expect, ...context.above.map(expectHolder)],
            ...{ decided, evidence, detached: giveUp.detached, timeBack },
          },
  }
}

/** Or it goes on: with what was cut off, with what a run came to that it had started, or another way. */
function begins({ run }: RunSnapshot, { ended, from }: Work): boolean {
  return claimOf(run) === null && ended === undefined && from === 0
}

// ── Somebody goes on by hand where a step of the engine waits at a gate or for another run (R4.6): that is
// withdrawn with the commit that begins what runs, so that nobody can end by it what runs from then on; and it stays
// where that does not begin.

const WITHOUT = 'The workflow went on without it.'

/** With what is to be written in the commit that begins the work. */
interface Detachment {
  snapshot: RunSnapshot
  work: Work
  giveUp: CommitExtras
}

async function detachPendingStep(
  context: CallContext,
  snapshot: RunSnapshot,
  work: Work,
): Promise<Detachment> {
  const stored = snapshot.run
  const parked = parkedOf(stored)
  if (work.kind !== 'transition' || parked === null || parked.kind === 'transition')
    return { snapshot, work, giveUp: NOTHING_PENDING }
  const item = parked.on === 'gate' ? await context.parts.store.approval(parked.id) : null
  const moot = item !== null && OPEN_STATUSES.includes(item.status) ? [item] : []
  const closed = moot.map((each) => close(context, each, 'withdrawn', WITHOUT))
  const run = withTimeBack({ ...stored, activity: RESTING }, moot, context.parts.clock.now())
  const { recovery } = stepFailure(snapshot, parked.kind, parked.transition, WITHOUT)
  return {
    snapshot: { ...snapshot, run },
    work: recovery === undefined ? work : { ...work, insteadOf: recovery.transition },
    giveUp: {
      ...NOTHING_PENDING,
      ...{ audit: closed.map(({ audit }) => audit), expect: moot.map(expectItem) },
      timeBack: await timeBackAbove(context, stored, moot),
      detached: { stored, closed: closed.map(({ approval }) => approval) },
    },
  }
}

// ── Steps without an effect need not wait for one another's flush to the disk. Each is a transaction of its own,
// handed to the store in order; a crash keeps the first so many of them. Nothing that reaches the world, and no
// answer, comes before all of them are durable.

/** How many may be on their way to the disk at once. */
const MOST = 64

interface Ahead {
  /** As far as it is durable. */
  snapshot: RunSnapshot
  /** What comes next; null: it rests. */
  next: Work | null
  /** At least one step was committed. */
  moved: boolean
  /** A step could not be committed; `next` is that step. */
  stopped: boolean
}

function isQuiet(work: Work, snapshot: RunSnapshot): boolean {
  return doesNothing(work.call) && work.ended === undefined && claimOf(snapshot.run) === null
}

async function pipelineNoopSteps(
  context: CallContext,
  execution: Execution,
  before: RunSnapshot,
  first: Work,
): Promise<Ahead> {
  const steps: {
    before: RunSnapshot
    work: Work
    chain: number
    recorded: number
    committed: Promise<CommittedRun>
  }[] = []
  let snapshot = before
  let next: Work | null = first
  while (next !== null && steps.length < MOST && isQuiet(next, snapshot)) {
    const work: Work = next
    if (!doesNothing(work.call)) break
    const { chain, recorded } = context
    const marks = { chain: chain.length, recorded: recorded.length }
    const outcome = plainOutcome(work.call.output)
    const step = succeed(context, execution, snapshot, work, outcome)
    steps.push({
      before: snapshot,
      work,
      ...marks,
      committed: commitStep(context, snapshot, step, NOTHING_PENDING, { limited: true }),
    })
    snapshot = step.snapshot
    next = step.settled.work
  }
  const settled = await Promise.allSettled(steps.map((step) => step.committed))
  const lost = settled.findIndex((result) => result.status === 'rejected' || !result.value.ok)
  const step = steps[lost]
  const done = settled.at(step === undefined ? -1 : lost - 1)
  const written = (as: RunSnapshot): RunSnapshot =>
    lost !== 0 && done?.status === 'fulfilled' && done.value.ok ? { ...as, run: done.value.run } : as
  if (step === undefined)
    return { snapshot: written(snapshot), next, moved: steps.length > 0, stopped: false }
  // Where the store has refused it, it is tried once more alone, and then as long as the fault passes by itself.
  // What follows it was refused with it: nothing of that has happened.
  context.chain.length = step.chain
  context.recorded.length = step.recorded
  return { snapshot: written(step.before), next: step.work, moved: lost > 0, stopped: true }
}
