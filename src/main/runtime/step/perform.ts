/**
 * Claim, execute, advance, commit; again for every step that follows by itself (–10).
 * An effect runs only under a committed claim; its outcome, the new state, evidence, items and audit are one
 * transaction, which also carries the claim of the next step.
 */

import type { AuditEntry } from '../../model/audit-event.ts'
import type { NewEvidence } from '../../model/call.ts'
import { GatewayError } from '../../model/error.ts'
import { type InboxItem, OPEN_STATUSES } from '../../model/item.ts'
import { claimOf, type Failure, holderOf, parkedOf, RESTING, todoOf } from '../../model/run.ts'
import { hasEffect } from '../../workflow/executors/executors.ts'
import { type CallContext, type RunSnapshot, recordEvidence } from '../call-context.ts'
import { type Begun, beginChild } from '../children/begin-child.ts'
import { withTimeBack } from '../time/paused-deadline.ts'
import {
  type FailedOutcome,
  fail,
  holdFallback,
  holdStep,
  type OutcomeChange,
  stopAtFullInbox,
  succeed,
} from './apply-outcome.ts'
import { close, commit, leaveChild } from './commit.ts'
import { type CommitExtras, commitStep, expectations, NOTHING_PENDING } from './commit-step.ts'
import { type ExecutionEnd, execute, fallbackEntry } from './execute.ts'
import type { Execution } from './executions.ts'
import { type Ahead, isQuiet, pipelineNoopSteps } from './pipeline-noop-steps.ts'
import { claimFor, started, startsChild, stepFailure } from './plan-next-step.ts'
import { recheckGates } from './recheck-gates.ts'
import { untilDurable } from './until-durable.ts'
import type { Work } from './work.ts'

/** What is to be written with the first commit of a call: why it runs, and the decision that it follows from. */
export interface DecisionCommit {
  audit: AuditEntry[]
  /** The item that was decided, already with its decision. */
  decided: InboxItem | null
  /** What the engine records of that decision (R5.7); by whoever decided, unless it names somebody. */
  evidence: (NewEvidence & { by?: string })[]
}

export type PerformResult =
  /** `held`: the item that holds back a fallback of the step; then nothing has been completed. */
  | { kind: 'done'; loaded: RunSnapshot; failure: Failure | null; held: InboxItem | null }
  /** Somebody else moved the instance (or the item) first, or a gate stands there now; nothing was executed. */
  /** `full`: or too much of this client waits for people (R1.8). */
  | { kind: 'conflict'; full?: boolean }

export const NOTHING: DecisionCommit = { audit: [], decided: null, evidence: [] }

export async function perform(
  operation: CallContext,
  execution: Execution,
  found: RunSnapshot,
  given: Work,
  opening: DecisionCommit,
): Promise<PerformResult> {
  const runs = hasEffect(given.call) && given.ended === undefined
  const alone = runs ? await detachPendingStep(operation, found, given) : { loaded: found, work: given }
  if (alone === null) return { kind: 'conflict' }
  const { loaded: before } = alone
  const judged = recheckGates(operation, before, alone.work, opening.decided)
  const goesOn = opening === NOTHING && alone.work.kind !== 'transition'
  // Whoever decided looks again, and asks people.
  if (judged.kind === 'held' && !goesOn) return { kind: 'conflict' }
  const work = judged.kind === 'held' ? alone.work : judged.work
  let { loaded, pending } = open(operation, before, opening)
  const claims = runs && judged.kind === 'open' && !startsChild(work)
  if (claims && claimOf(loaded.instance) === null) {
    const { instance } = claimFor(operation, { ...loaded.instance, failure: null }, work)
    const committed = await commit(
      operation,
      {
        expect: expectations(before.instance, pending.decided),
        instances: [instance],
        approvals: pending.decided === null ? [] : [pending.decided],
        evidence: pending.evidence,
        audit: [...pending.audit, ...started(operation, instance, work, pending.decided)],
      },
      'claim',
    )
    if (!committed.ok) return { kind: 'conflict' }
    leaveChild(operation, before.instance, instance, 'The workflow went on without it.')
    loaded = { ...loaded, instance }
    pending = NOTHING_PENDING
  }
  let next: Work | null = work
  let moved = false
  let mayRunAhead = true
  while (next !== null) {
    // What was planned a transaction ago is judged by what holds now.
    const again = next === work ? judged : recheckGates(operation, loaded, next, null)
    if (again.kind === 'held') {
      const step = holdStep(operation, loaded, next, again.gates)
      const committed = await commitStep(operation, loaded, step, pending)
      if (!committed.ok) return moved ? await elsewhere(operation, loaded) : { kind: 'conflict' }
      return {
        kind: 'done',
        loaded: { ...step.loaded, instance: committed.instance },
        failure: null,
        held: null,
      }
    }
    next = again.work
    if (mayRunAhead && isQuiet(next, loaded) && pending === NOTHING_PENDING) {
      const ahead: Ahead = await pipelineNoopSteps(operation, execution, loaded, next)
      moved ||= ahead.moved
      // What stopped it shows when that step is tried on its own.
      mayRunAhead = !ahead.stopped
      loaded = ahead.loaded
      next = ahead.next
      continue
    }
    const begun: Begun | null = startsChild(next) ? await beginChild(operation, loaded, next, pending) : null
    if (begun?.kind === 'parked') return { kind: 'done', loaded: begun.loaded, failure: null, held: null }
    if (begun?.kind === 'conflict') return moved ? await elsewhere(operation, loaded) : { kind: 'conflict' }
    const ended = begun === null ? next : { ...next, ended: begun.ended }
    const executed = await execute(operation, execution, loaded, ended)
    loaded = executed.loaded
    const other: Work | null = otherWay(next, executed)
    if (other !== null && executed.kind === 'held') {
      // Told with what begins it.
      const { position, failed } = executed
      const note = { kind: 'fallback' as const, branch: null, position, call: other.call, failed }
      const entry = fallbackEntry(operation, loaded.instance, next, note)
      pending = { ...pending, audit: [...pending.audit, entry] }
      next = failed.uncertain ? { ...other, uncertainBefore: true } : other
      continue
    }
    const marks = { chain: operation.chain.length, recorded: operation.recorded.length }
    const limited = isQuiet(ended, loaded)
    const joins = ended.ended !== undefined
    let step = conclude(operation, execution, next, executed)
    let committed = await write(operation, execution, loaded, next.transition, () =>
      commitStep(operation, loaded, step, pending, { joins, limited }),
    )
    if (!committed.ok && committed.conflict.kind === 'pendingBelow') {
      if (!moved && next.kind === 'transition') return { kind: 'conflict', full: true }
      operation.chain.length = marks.chain
      operation.recorded.length = marks.recorded
      step = stopAtFullInbox(operation, loaded, next)
      committed = await write(operation, execution, loaded, next.transition, () =>
        commitStep(operation, loaded, step, pending),
      )
    }
    if (!committed.ok) {
      // Somebody else decided the item first, and nothing has run for this decision.
      if (pending.decided !== null) return { kind: 'conflict' }
      if (claimOf(loaded.instance) !== null)
        throw new GatewayError('INTERNAL', `Workflow ${loaded.instance.id} changed while it was claimed.`)
      // What was asked has been done; somebody ended the run, or its time was up, before it came to rest.
      return moved ? await elsewhere(operation, loaded) : { kind: 'conflict' }
    }
    moved = true
    loaded = { ...step.loaded, instance: committed.instance }
    const { failure, held } = step
    if (failure !== null || held !== null) return { kind: 'done', loaded, failure, held }
    pending = NOTHING_PENDING
    next = step.settled.work
  }
  return { kind: 'done', loaded, failure: loaded.instance.failure, held: null }
}

/** Under a claim something may have happened outside; and what is still to do, nobody else takes up. */
async function write<Result>(
  operation: CallContext,
  execution: Execution,
  { instance }: RunSnapshot,
  name: string,
  commits: () => Promise<Result>,
): Promise<Result> {
  const { id: workflowId } = instance
  const claim = claimOf(instance)
  if (claim === null && todoOf(instance) === null) return await commits()
  const what = claim === null ? ('move' as const) : ('outcome' as const)
  const step = { workflowId, transition: claim?.transition ?? name, what }
  return await untilDurable(operation, execution, step, commits)
}

/** A fallback that is a workflow, and that no gate holds back: it is begun as any other. */
function otherWay(work: Work, executed: ExecutionEnd): Work | null {
  if (executed.kind !== 'held' || executed.weighed.standing.length > 0) return null
  const { exempted } = executed.weighed
  const call = work.plan.calls[executed.position]?.call
  return call === undefined ? null : { ...work, from: executed.position, call, exempted }
}

async function elsewhere(operation: CallContext, loaded: RunSnapshot): Promise<PerformResult> {
  const instance = (await operation.parts.store.instance(loaded.instance.id)) ?? loaded.instance
  return { kind: 'done', loaded: { ...loaded, instance }, failure: null, held: null }
}

function conclude(
  operation: CallContext,
  execution: Execution,
  work: Work,
  executed: ExecutionEnd,
): OutcomeChange {
  const { loaded } = executed
  if (executed.kind === 'held') {
    const failed = afterOthers(work, executed.failed)
    operation.content.push(...failed.content)
    const { position, weighed } = executed
    return holdFallback(operation, loaded, work, { position, failed, gates: weighed.standing })
  }
  const { outcome } = executed
  operation.content.push(...outcome.content)
  const ran = { ...work, call: executed.call }
  return outcome.ok
    ? succeed(operation, execution, loaded, ran, outcome)
    : fail(operation, execution, loaded, ran, afterOthers(work, outcome))
}

function afterOthers(work: Work, failed: FailedOutcome): FailedOutcome {
  return work.uncertainBefore === undefined ? failed : { ...failed, uncertain: true }
}

/** A decision, its evidence and what was said are written first: before, or with, what follows from them. */
function open(
  operation: CallContext,
  before: RunSnapshot,
  opening: DecisionCommit,
): { loaded: RunSnapshot; pending: CommitExtras } {
  const decision = opening.decided?.decision ?? null
  const evidence =
    decision === null
      ? []
      : opening.evidence.flatMap((found) =>
          recordEvidence(operation, before.instance, [found], found.by ?? decision.by),
        )
  operation.recorded.push(...evidence)
  const said =
    decision === null
      ? before.instance.personSaid
      : { by: decision.by, outcome: decision.outcome, comment: decision.comment, at: decision.at }
  return {
    loaded: {
      ...before,
      instance: { ...before.instance, personSaid: said },
      evidence: [...before.evidence, ...evidence],
    },
    pending:
      opening === NOTHING ? NOTHING_PENDING : { audit: opening.audit, decided: opening.decided, evidence },
  }
}

// * Somebody goes on by hand where a step of the engine waits at a gate or for another run (R4.6): that is
// withdrawn first, so that nobody can end by it what runs from then on.

/** Null: somebody moved it first. */
async function detachPendingStep(
  operation: CallContext,
  loaded: RunSnapshot,
  work: Work,
): Promise<{ loaded: RunSnapshot; work: Work } | null> {
  const before = loaded.instance
  const parked = parkedOf(before)
  if (work.kind !== 'transition' || parked === null || parked.kind === 'transition') return { loaded, work }
  const because = 'The workflow went on without it.'
  const item = parked.on === 'gate' ? await operation.parts.store.approval(parked.id) : null
  const closed =
    item !== null && OPEN_STATUSES.includes(item.status) ? close(operation, item, 'withdrawn', because) : null
  const failure = stepFailure(loaded, parked.kind, parked.transition, because)
  const unparked = { ...before, activity: RESTING, failure }
  const moot = closed === null || item === null ? [] : [item]
  const instance = withTimeBack(unparked, moot, operation.parts.clock.now())
  const committed = await commit(
    operation,
    {
      expect: [
        { kind: 'instance', id: before.id, version: before.version, claim: holderOf(before) },
        ...(closed === null || item === null
          ? []
          : [{ kind: 'approval' as const, id: item.id, revision: item.revision }]),
      ],
      instances: [instance],
      approvals: closed === null ? [] : [closed.approval],
      audit: closed === null ? [] : [closed.audit],
    },
    'withdrawn',
  )
  if (!committed.ok) return null
  leaveChild(operation, before, instance, because)
  const { recovery } = failure
  const again = recovery === undefined ? work : { ...work, insteadOf: recovery.transition }
  return { loaded: { ...loaded, instance }, work: again }
}
