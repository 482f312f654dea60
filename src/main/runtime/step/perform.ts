/**
 * Claim, execute, advance, commit; again for every step that follows by itself.
 * An effect runs only under a committed claim (for what only reads, see `beginLate`); its outcome, the new state,
 * evidence, items and audit are one transaction, which also carries the claim of the next step.
 */
import type { AuditEntry } from '../../model/audit-event.ts'
import type { FailedOutcome, NewEvidence } from '../../model/call.ts'
import type { Gate } from '../../model/definition.ts'
import { GatewayError } from '../../model/error.ts'
import type { InboxItem } from '../../model/item.ts'
import { claimOf, type Failure, type Run, todoOf } from '../../model/run.ts'
import { hasEffect } from '../../workflow/executors/executors.ts'
import { type CallContext, passOn, type RunSnapshot, recordEvidence, withEvidence } from '../call-context.ts'
import { type Begun, beginChild } from '../children/begin-child.ts'
import { expectFacts } from '../facts.ts'
import { saidOf } from '../items/decision.ts'
import type { Expectation } from '../ports.ts'
import { interrupt } from '../recovery/interruption.ts'
import { timeBackTo } from '../time/standing-still.ts'
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
  commit,
  commitStep,
  expectDecided,
  expectHolder,
  expectRun,
  leaveChild,
  NOTHING_PENDING,
  WITHOUT,
} from './commit.ts'
import { type ExecutionEnd, execute, fallbackEntry } from './execute.ts'
import type { Execution } from './executions.ts'
import { type GateRecheck, recheckGates } from './gates.ts'
import { detachPendingStep } from './pending-step.ts'
import { claimFor, started, startsChild } from './plan-next-step.ts'
import { isQuiet, runAhead } from './run-ahead.ts'
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

/** How far the call has come, and what it does next. */
interface Progress {
  kind: 'goesOn'
  snapshot: RunSnapshot
  next: Work
  /** What the gates say of `next`, where they were asked already. */
  judged: GateRecheck | null
  /** For the next commit. */
  pending: CommitExtras
  /** Something of this call is written down. */
  moved: boolean
  mayRunAhead: boolean
}

export async function perform(
  context: CallContext,
  execution: Execution,
  found: RunSnapshot,
  given: Work,
  opening: DecisionCommit,
): Promise<PerformResult> {
  let at: Progress | PerformResult = await begin(context, found, given, opening)
  while (at.kind === 'goesOn') at = await performNext(context, execution, at)
  return at
}

/** Judges what is to be done, and claims it where it runs something. */
async function begin(
  context: CallContext,
  found: RunSnapshot,
  given: Work,
  opening: DecisionCommit,
): Promise<Progress | PerformResult> {
  const runs = hasEffect(given.call) && given.ended === undefined
  const nothing = { snapshot: found, work: given, giveUp: NOTHING_PENDING }
  const alone = runs ? await detachPendingStep(context, found, given) : nothing
  const { decided } = opening
  const timeBack =
    decided === null ? [] : await timeBackTo(context, context.above, [decided], decided.decision)
  const judged = recheckGates(context, alone.snapshot, alone.work, decided)
  const goesOn = opening === NOTHING && alone.work.kind !== 'transition'
  // Whoever decided looks again, and asks people.
  if (judged.kind === 'held' && !goesOn) return { kind: 'conflict' }
  const work = judged.kind === 'held' ? alone.work : judged.work
  const giveUp =
    timeBack.length === 0
      ? alone.giveUp
      : { ...alone.giveUp, timeBack: [...alone.giveUp.timeBack, ...timeBack] }
  const opened = open(context, alone.snapshot, opening, work, giveUp)
  const at: Progress = { kind: 'goesOn', ...opened, next: work, judged, moved: false, mayRunAhead: true }
  const claims = runs && judged.kind === 'open' && !startsChild(work)
  if (!claims || claimOf(opened.snapshot.run) !== null) return at
  const run = await claimStep(context, found.run, opened, work, opening.expect ?? [])
  return run === null
    ? { kind: 'conflict' }
    : { ...at, snapshot: { ...opened.snapshot, run }, pending: NOTHING_PENDING }
}

/** Null: somebody else was first. */
async function claimStep(
  context: CallContext,
  found: Run,
  { snapshot, pending }: Pick<Progress, 'snapshot' | 'pending'>,
  work: Work,
  expect: Expectation[],
): Promise<Run | null> {
  const { run } = claimFor(context, { ...snapshot.run, failure: null }, work)
  const committed = await commit(
    context,
    {
      expect: [expectRun(found), ...pending.expect, ...expect],
      runs: [run],
      timeBack: pending.timeBack,
      approvals: [
        ...(pending.detached?.closed ?? []),
        ...(pending.decided === null ? [] : [pending.decided]),
      ],
      evidence: pending.evidence,
      audit: [...pending.audit, ...started(context, run, work, pending.decided)],
    },
    'claim',
  )
  if (!committed.ok) return null
  leaveChild(context, found, run, WITHOUT)
  return run
}

async function performNext(
  context: CallContext,
  execution: Execution,
  at: Progress,
): Promise<Progress | PerformResult> {
  const { snapshot, pending } = at
  if (context.unasked && claimOf(snapshot.run) !== null)
    return { ...resting(await interrupt(context, snapshot, true)), isLeft: true }
  // What was planned a transaction ago is judged by what holds now.
  const judged = at.judged ?? recheckGates(context, snapshot, at.next, null)
  if (judged.kind === 'held') return await stopAtGates(context, execution, at, judged.gates)
  const { work } = judged
  if (at.mayRunAhead && isQuiet(work, snapshot) && pending === NOTHING_PENDING) {
    const { stopped, moved, ...ahead } = await runAhead(context, execution, snapshot, work)
    // What stopped it shows when that step is tried on its own.
    const on = { ...at, moved: at.moved || moved, mayRunAhead: !stopped }
    return goOn(on, ahead.snapshot, ahead.next)
  }
  const begun: Begun | null = startsChild(work)
    ? await write(context, execution, snapshot, work.transition, () =>
        beginChild(context, snapshot, work, pending),
      )
    : null
  if (begun?.kind === 'parked') return resting(begun.snapshot)
  if (begun?.kind === 'conflict') return await overtaken(context, at)
  const step = begun === null ? work : { ...work, ended: begun.ended }
  const executed = await execute(context, execution, snapshot, step)
  // It stays claimed, as by a crash: whoever starts next does it again (R4.7).
  if (isLeft(execution, executed)) return { ...resting(executed.snapshot), isLeft: true }
  return (
    goAnotherWay(context, at, work, executed) ?? (await commitOutcome(context, execution, at, step, executed))
  )
}

/** What it came to is written, and what follows by itself comes next. */
async function commitOutcome(
  context: CallContext,
  execution: Execution,
  at: Progress,
  work: Work,
  executed: ExecutionEnd,
): Promise<Progress | PerformResult> {
  const { pending, moved } = at
  const { snapshot } = executed
  const marks = { chain: context.chain.length, recorded: context.recorded.length }
  const limited = isQuiet(work, snapshot)
  const joins = work.ended !== undefined
  let step = conclude(context, execution, work, executed)
  let committed = await write(context, execution, snapshot, work.transition, () =>
    commitStep(context, snapshot, step, pending, { joins, limited }),
  )
  if (!committed.ok && committed.conflict.kind === 'pendingBelow') {
    if (!moved && work.kind === 'transition') return { kind: 'conflict', full: true }
    context.chain.length = marks.chain
    context.recorded.length = marks.recorded
    step = stopAtFullInbox(context, snapshot, work)
    committed = await write(context, execution, snapshot, work.transition, () =>
      commitStep(context, snapshot, step, pending),
    )
  }
  if (!committed.ok) {
    // Somebody else decided the item first, and nothing has run for this decision.
    if (pending.decided !== null) return { kind: 'conflict' }
    if (claimOf(snapshot.run) !== null)
      throw new GatewayError('INTERNAL', `Workflow ${snapshot.run.id} changed while it was claimed.`)
    return await overtaken(context, { moved, snapshot })
  }
  const after = { ...step.snapshot, run: committed.run }
  const { failure, held } = step
  if (failure !== null || held !== null) return { kind: 'done', snapshot: after, failure, held }
  return goOn({ ...at, moved: true, pending: NOTHING_PENDING }, after, step.settled.work)
}

async function stopAtGates(
  context: CallContext,
  execution: Execution,
  at: Progress,
  gates: Gate[],
): Promise<PerformResult> {
  const { snapshot, next, pending } = at
  const step = holdStep(context, snapshot, next, gates)
  const committed = await write(context, execution, snapshot, next.transition, () =>
    commitStep(context, snapshot, step, pending),
  )
  return committed.ok ? resting({ ...step.snapshot, run: committed.run }) : await overtaken(context, at)
}

function goOn(at: Progress, snapshot: RunSnapshot, next: Work | null): Progress | PerformResult {
  if (next === null) return { ...resting(snapshot), failure: snapshot.run.failure }
  return { ...at, snapshot, next, judged: next === at.next ? at.judged : null }
}

function resting(snapshot: RunSnapshot): Extract<PerformResult, { kind: 'done' }> {
  return { kind: 'done', snapshot, failure: null, held: null }
}

/** Somebody ended the run, or its time was up, before it came to rest; what was asked may have been done all the same. */
async function overtaken(
  context: CallContext,
  { moved, snapshot }: Pick<Progress, 'moved' | 'snapshot'>,
): Promise<PerformResult> {
  if (!moved) return { kind: 'conflict' }
  const run = (await context.parts.store.run(snapshot.run.id)) ?? snapshot.run
  return resting({ ...snapshot, run })
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
function isLeft({ cutOff, beginning }: Execution, executed: ExecutionEnd): boolean {
  if (!cutOff || executed.kind !== 'ended' || executed.outcome.ok) return false
  return claimOf(executed.snapshot.run)?.repeatable === true && beginning?.isWritten !== false
}

/** A fallback that is a workflow, and that no gate holds back, is begun as any other; null: nothing of the kind. */
function goAnotherWay(
  context: CallContext,
  at: Progress,
  work: Work,
  executed: ExecutionEnd,
): Progress | null {
  if (executed.kind !== 'held' || executed.weighed.standing.length > 0) return null
  const { snapshot, position, failed, weighed } = executed
  const call = work.plan.calls[position]?.call
  if (call === undefined) return null
  const note = { kind: 'fallback' as const, branch: null, position, call, failed }
  // Told with what begins it.
  const entry = fallbackEntry(context, snapshot.run, work, note)
  const next: Work = { ...work, from: position, call, exempted: weighed.exempted }
  return {
    ...at,
    ...{ snapshot, next: failed.uncertain ? { ...next, uncertainBefore: true } : next, judged: null },
    pending: { ...at.pending, audit: [...at.pending.audit, entry] },
  }
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
    passOn(context, failed.content)
    const { position, weighed } = executed
    return holdFallback(context, snapshot, work, { position, failed, gates: weighed.standing })
  }
  const outcome = executed.outcome.ok && work.uncertainBefore ? notFirst(executed.outcome) : executed.outcome
  passOn(context, outcome.content)
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
            ...{ decided, evidence, detached: giveUp.detached },
            timeBack: giveUp.timeBack,
          },
  }
}

/** Or it goes on: with what was cut off, with what a run came to that it had started, or another way. */
function begins({ run }: RunSnapshot, { ended, from }: Work): boolean {
  return claimOf(run) === null && ended === undefined && from === 0
}
