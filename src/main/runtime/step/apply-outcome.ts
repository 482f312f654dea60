/**
 * From the outcome of a step to what it changes: the new state, what runs next, what people are asked, what is
 * remembered. Computes a part of the transaction; writes and executes nothing.
 */

import type { AuditEntry } from '../../model/audit-event.ts'
import type { ExecutionOutcome, FailedOutcome } from '../../model/call.ts'
import type { Gate } from '../../model/definition.ts'
import type { InboxItem } from '../../model/item.ts'
import type { JsonObject } from '../../model/json.ts'
import type { Evidence, Failure, Run } from '../../model/run.ts'
import { claimOf, dueFor, todoOf } from '../../model/run.ts'
import { asSentence } from '../../model/shorten.ts'
import {
  completeFailure,
  completeOnEnter,
  completeOnTimeout,
  completeTransition,
  declaredEvidence,
} from '../../workflow/advance.ts'
import { doesNothing } from '../../workflow/executors/executors.ts'
import { MAY_HAVE } from '../../workflow/wording/quote.ts'
import {
  auditEntry,
  type CallContext,
  type RunSnapshot,
  recordEvidence,
  withEvidence,
  withFired,
} from '../call-context.ts'
import { askChoice } from '../items/ask.ts'
import { turnAway } from '../submit/pending-limit.ts'
import type { Execution } from './executions.ts'
import { exemptionEntries, parkStep } from './gates.ts'
import { type NextStep, planNextStep, stepFailure, stop } from './plan-next-step.ts'
import type { Work } from './work.ts'

export type Success = Extract<ExecutionOutcome, { ok: true }>

export interface OutcomeChange {
  snapshot: RunSnapshot
  settled: NextStep
  audit: AuditEntry[]
  evidence: Evidence[]
  failure: Failure | null
  /** The item that holds back a fallback; null: nothing does. */
  held: InboxItem | null
}

export function succeed(
  context: CallContext,
  execution: Execution,
  snapshot: RunSnapshot,
  work: Work,
  outcome: Success,
): OutcomeChange {
  const { run } = snapshot
  const found = recordEvidence(context, run, outcome.evidence)
  const audit: AuditEntry[] = []
  if (!doesNothing(work.call)) {
    audit.push(
      auditEntry(context, 'executor.succeeded', run.id, {
        transition: work.transition,
        kind: work.call.kind,
        evidence: found.map(({ id, kind, summary }) => ({ id, kind, summary })),
      }),
    )
  }
  const known: RunSnapshot = withFired(context, withEvidence(snapshot, found), work)
  const moved =
    work.declared === null
      ? enter(context, known, work, outcome)
      : complete(context, known, work, work.declared, outcome)
  const evidence = [...found, ...moved.evidence]
  context.recorded.push(...evidence)
  // What a person said stands until an agent acts again.
  const advanced: Run =
    work.kind === 'transition' && context.who.kind === 'agent'
      ? { ...moved.run, personSaid: null }
      : moved.run
  const after: RunSnapshot = { ...withEvidence(known, moved.evidence), run: advanced }
  const settled = planNextStep(context, after, !execution.stopped)
  return changeOf(after, settled, { audit: [...audit, ...moved.audit], evidence })
}

function changeOf(
  snapshot: RunSnapshot,
  settled: NextStep,
  more: Partial<Omit<OutcomeChange, 'snapshot' | 'settled'>> = {},
): OutcomeChange {
  const after = { ...snapshot, run: settled.run }
  return { snapshot: after, settled, audit: [], evidence: [], failure: null, held: null, ...more }
}

interface StateChange {
  run: Run
  audit: AuditEntry[]
  evidence: Evidence[]
}

/** `onEnter` and `onTimeout`: the state stays. */
function enter(context: CallContext, snapshot: RunSnapshot, work: Work, outcome: Success): StateChange {
  const { run, definition } = snapshot
  const now = context.parts.clock.now()
  const after =
    work.kind === 'onTimeout'
      ? completeOnTimeout(definition, run, now)
      : completeOnEnter({ definition, run, output: outcome.output, ...written(work), now })
  const detail = { [work.kind]: true, ...move(run, after) }
  const audit = [auditEntry(context, 'workflow.transitioned', run.id, detail, 'engine')]
  return { run: after, audit, evidence: [] }
}

function complete(
  context: CallContext,
  snapshot: RunSnapshot,
  work: Work,
  transition: NonNullable<Work['declared']>,
  outcome: Success,
): StateChange {
  const { run, definition } = snapshot
  const { output, branchEnds } = outcome
  const declared = declaredEvidence(transition, run, work.arguments, output)
  const evidence = recordEvidence(context, run, declared, work.by.id)
  const completed = completeTransition({
    definition,
    run,
    transition,
    arguments: work.arguments,
    output,
    ...(branchEnds === undefined ? {} : { branchEnds }),
    ...written(work),
    principal: work.by,
    stored: withEvidence(snapshot, evidence).stored,
    now: context.parts.clock.now(),
  })
  const after = completed.run
  const audit: AuditEntry[] = []
  if (completed.branch !== null) {
    const payload = { transition: work.transition, branch: completed.branch, target: after.state }
    audit.push(auditEntry(context, 'transition.branched', run.id, payload))
  }
  // Others have said so when they began.
  if (doesNothing(work.call) && transition.gates !== undefined)
    audit.push(...exemptionEntries(context, run, work))
  audit.push(...movedEntries(context, work, run, after, { arguments: work.arguments }))
  return { run: after, audit, evidence }
}

/** The move, and that it was one of a chain, where it was. */
function movedEntries(
  context: CallContext,
  { transition, kind, by }: Work,
  from: Run,
  to: Run,
  how: { arguments: JsonObject } | { failed: true },
): AuditEntry[] {
  const detail = { transition, ...how, ...move(from, to) }
  const moved = auditEntry(context, 'workflow.transitioned', from.id, detail, by.id)
  if (kind !== 'chain') return [moved]
  const step = { fromState: from.state, transition, toState: to.state, version: to.version }
  context.chain.push(step)
  return [moved, auditEntry(context, 'chain.step', from.id, step, 'engine')]
}

function written(work: Work): { written?: JsonObject } {
  return work.written === undefined ? {} : { written: work.written }
}

function move(from: Run, to: Run): { fromState: string; toState: string; version: number } {
  return { fromState: from.state, toState: to.state, version: to.version }
}

export function fail(
  context: CallContext,
  execution: Execution,
  snapshot: RunSnapshot,
  work: Work,
  outcome: FailedOutcome,
): OutcomeChange {
  const { run } = snapshot
  const audit = [failedEntry(context, run, work, outcome)]
  const more = {
    errorClass: outcome.errorClass,
    ...(outcome.details === undefined ? {} : { details: outcome.details }),
    ...(outcome.uncertain ? { uncertain: true as const } : {}),
    ...(outcome.gone ? { gone: outcome.gone } : {}),
    ...(work.insteadOf === undefined
      ? {}
      : { recovery: { transition: work.insteadOf, version: run.version } }),
  }
  // Nothing follows what was stopped or taken away from outside, whatever is declared for a failure.
  if (work.declared?.onFailure !== undefined && !outcome.gone && !isStopped(context, execution, work)) {
    return goOnAfter(context, execution, snapshot, work, work.declared, outcome, audit)
  }
  const failure = stepFailure(snapshot, work.kind, work.transition, told(outcome), more)
  if (work.kind !== 'transition') {
    const settled = stop(context, snapshot, failure)
    return changeOf(snapshot, settled, { audit, failure: settled.run.failure })
  }
  const at = new Date(context.parts.clock.now()).toISOString()
  const rested: Run = { ...run, activity: dueFor(todoOf(run)), failure, updatedAt: at }
  // A decision that was spent on an execution that failed leaves its question open: it is asked again.
  const again = askChoice(context, { ...snapshot, run: rested })
  const settled: NextStep = { run: rested, work: null, approvals: again, audit: [] }
  return changeOf(snapshot, settled, { audit, failure })
}

function isStopped(context: CallContext, execution: Execution, work: Work): boolean {
  return execution.signal.aborted || context.options.signal?.aborted === true || work.isStopped === true
}

/** For a model and a person, who must not take a failure for proof that nothing happened. */
export function told({ message, uncertain }: Pick<FailedOutcome, 'message' | 'uncertain'>): string {
  // That of a run that it waited for says so already.
  return uncertain && !message.endsWith(MAY_HAVE) ? `${asSentence(message)} ${MAY_HAVE}` : message
}

/** The failure is recorded and the run goes on where `onFailure` says (§4.8). */
function goOnAfter(
  context: CallContext,
  execution: Execution,
  snapshot: RunSnapshot,
  work: Work,
  transition: NonNullable<Work['declared']>,
  outcome: FailedOutcome,
  audit: AuditEntry[],
): OutcomeChange {
  const known = withFired(context, snapshot, work)
  const { run, definition } = known
  const advanced = completeFailure({
    definition,
    run,
    transition,
    failure: outcome,
    now: context.parts.clock.now(),
  })
  const moved = movedEntries(context, work, run, advanced, { failed: true })
  const after: RunSnapshot = { ...known, run: advanced }
  const settled = planNextStep(context, after, !execution.stopped)
  return changeOf(after, settled, { audit: [...audit, ...moved] })
}

/** A step without an effect would lead to one question too many: it is not taken, and can be by hand later (R1.8). */
export function stopAtFullInbox(context: CallContext, snapshot: RunSnapshot, work: Work): OutcomeChange {
  const { code, message } = turnAway(context)
  const settled = stop(
    context,
    snapshot,
    stepFailure(snapshot, work.kind, work.transition, message, { code }),
  )
  return changeOf(snapshot, settled, { failure: settled.run.failure })
}

/** A gate has come before a step of the engine that was about to begin: it waits there like one that met it on its way. */
export function holdStep(
  context: CallContext,
  snapshot: RunSnapshot,
  work: Work,
  gates: Gate[],
): OutcomeChange {
  return changeOf(snapshot, parkStep(context, snapshot, work, work.from, gates))
}

/** What came before it has failed; the fallback at `position` may run when people have approved it (R5.1). */
export function holdFallback(
  context: CallContext,
  snapshot: RunSnapshot,
  work: Work,
  { position, failed, gates }: { position: number; failed: FailedOutcome; gates: Gate[] },
): OutcomeChange {
  const { run } = snapshot
  const tried = {
    message: told(failed),
    uncertain: failed.uncertain,
    idempotencyKey: claimOf(run)?.idempotencyKey ?? null,
  }
  const settled = parkStep(context, snapshot, work, position, gates, tried)
  const audit = [failedEntry(context, run, work, failed)]
  return changeOf(snapshot, settled, { audit, held: settled.approvals[0] ?? null })
}

function failedEntry(context: CallContext, run: Run, work: Work, outcome: FailedOutcome): AuditEntry {
  return auditEntry(context, 'executor.failed', run.id, {
    transition: work.transition,
    kind: work.call.kind,
    errorClass: outcome.errorClass,
    message: outcome.message,
    uncertain: outcome.uncertain,
  })
}
