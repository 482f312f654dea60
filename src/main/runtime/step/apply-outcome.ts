/**
 * From the outcome of a step to what it changes: the new state, what runs next, what people are asked, what is
 * remembered. Computes a part of the transaction; writes and executes nothing.
 */

import type { AuditEntry } from '../../model/audit-event.ts'
import type { ExecutionOutcome } from '../../model/call.ts'
import type { Gate } from '../../model/definition.ts'
import type { InboxItem } from '../../model/item.ts'
import type { JsonObject } from '../../model/json.ts'
import type { Evidence, Failure, Run } from '../../model/run.ts'
import { claimOf, dueFor, todoOf } from '../../model/run.ts'
import {
  completeFailure,
  completeOnEnter,
  completeOnTimeout,
  completeTransition,
  waitsForPerson,
} from '../../workflow/advance.ts'
import { declaredEvidence } from '../../workflow/declared-evidence.ts'
import { doesNothing } from '../../workflow/executors/executors.ts'
import { auditEntry, type CallContext, type RunSnapshot, recordEvidence } from '../call-context.ts'
import { askChoice } from '../items/ask.ts'
import { turnAway } from '../submit/pending-limit.ts'
import type { Execution } from './executions.ts'
import { exemptionEntries, parkStep } from './gates.ts'
import { type NextStep, onceMore, pause, planNextStep, stepFailure, stop } from './plan-next-step.ts'
import type { Work } from './work.ts'

export type Success = Extract<ExecutionOutcome, { ok: true }>
export type FailedOutcome = Extract<ExecutionOutcome, { ok: false }>

export interface OutcomeChange {
  loaded: RunSnapshot
  settled: NextStep
  audit: AuditEntry[]
  evidence: Evidence[]
  failure: Failure | null
  /** The item that holds back a fallback; null: nothing does. */
  held: InboxItem | null
}

export function succeed(
  operation: CallContext,
  execution: Execution,
  loaded: RunSnapshot,
  work: Work,
  outcome: Success,
): OutcomeChange {
  const { instance, definition } = loaded
  const found = recordEvidence(operation, instance, outcome.evidence)
  const audit: AuditEntry[] = []
  if (!doesNothing(work.call)) {
    audit.push(
      auditEntry(operation, 'executor.succeeded', instance.id, {
        transition: work.transition,
        kind: work.call.kind,
        evidence: found.map(({ id, kind, summary }) => ({ id, kind, summary })),
      }),
    )
  }
  const known: RunSnapshot = { ...loaded, evidence: [...loaded.evidence, ...found] }
  const moved =
    work.declared === null
      ? enter(operation, known, work, outcome)
      : complete(operation, known, work, work.declared, outcome)
  const evidence = [...found, ...moved.evidence]
  operation.recorded.push(...evidence)
  // What a person said stands until an agent acts again.
  const advanced: Run =
    work.kind === 'transition' && operation.who.kind === 'agent'
      ? { ...moved.instance, personSaid: null }
      : moved.instance
  const after: RunSnapshot = { instance: advanced, definition, evidence: [...loaded.evidence, ...evidence] }
  const settled = execution.stopped ? pause(after) : planNextStep(operation, after)
  return {
    loaded: { ...after, instance: settled.instance },
    settled,
    audit: [...audit, ...moved.audit],
    evidence,
    failure: null,
    held: null,
  }
}

interface StateChange {
  instance: Run
  audit: AuditEntry[]
  evidence: Evidence[]
}

/** `onEnter` and `onTimeout`: the state stays. */
function enter(operation: CallContext, loaded: RunSnapshot, work: Work, outcome: Success): StateChange {
  const { instance, definition } = loaded
  const now = operation.parts.clock.now()
  const after =
    work.kind === 'onTimeout'
      ? completeOnTimeout(definition, instance, now)
      : completeOnEnter({ definition, instance, output: outcome.output, ...written(work), now })
  const detail = { [work.kind]: true, ...move(instance, after) }
  const audit = [auditEntry(operation, 'workflow.transitioned', instance.id, detail, 'engine')]
  return { instance: after, audit, evidence: [] }
}

function complete(
  operation: CallContext,
  loaded: RunSnapshot,
  work: Work,
  transition: NonNullable<Work['declared']>,
  outcome: Success,
): StateChange {
  const { instance, definition } = loaded
  const { output, failedBranches } = outcome
  const declared = declaredEvidence(transition, instance, work.arguments, output)
  const evidence = recordEvidence(operation, instance, declared, work.by.id)
  const completed = completeTransition({
    definition,
    instance,
    transition,
    arguments: work.arguments,
    output,
    ...(failedBranches === undefined ? {} : { failedBranches }),
    ...written(work),
    principal: work.by,
    evidence: [...loaded.evidence, ...evidence],
    now: operation.parts.clock.now(),
  })
  const after = completed.instance
  const audit: AuditEntry[] = []
  if (completed.branch !== null) {
    const payload = { transition: work.transition, branch: completed.branch, target: after.state }
    audit.push(auditEntry(operation, 'transition.branched', instance.id, payload))
  }
  // Others have said so when they began.
  if (doesNothing(work.call) && transition.gates !== undefined)
    audit.push(...exemptionEntries(operation, instance, work))
  const detail = { transition: work.transition, arguments: work.arguments, ...move(instance, after) }
  audit.push(auditEntry(operation, 'workflow.transitioned', instance.id, detail, work.by.id))
  if (work.kind === 'chain') {
    const { state: fromState } = instance
    const step = { fromState, transition: work.transition, toState: after.state, version: after.version }
    operation.chain.push(step)
    audit.push(auditEntry(operation, 'chain.step', instance.id, step, 'engine'))
  }
  return { instance: after, audit, evidence }
}

function written(work: Work): { written?: JsonObject } {
  return work.written === undefined ? {} : { written: work.written }
}

function move(from: Run, to: Run): { fromState: string; toState: string; version: number } {
  return { fromState: from.state, toState: to.state, version: to.version }
}

export function fail(
  operation: CallContext,
  execution: Execution,
  loaded: RunSnapshot,
  work: Work,
  outcome: FailedOutcome,
): OutcomeChange {
  const { instance } = loaded
  const audit = [failedEntry(operation, instance, work, outcome)]
  const more = {
    errorClass: outcome.errorClass,
    ...(outcome.details === undefined ? {} : { details: outcome.details }),
    ...(outcome.uncertain ? { uncertain: true as const } : {}),
  }
  // Nothing follows what was stopped from outside, whatever is declared for a failure.
  if (work.declared?.onFailure !== undefined && !isStopped(operation, execution, work)) {
    return goOnAfter(operation, execution, loaded, work, work.declared, outcome, audit)
  }
  if (work.kind !== 'transition') {
    const failure = stepFailure(loaded, work.kind, work.transition, told(outcome), more)
    const settled = stop(operation, loaded, failure)
    return {
      loaded: { ...loaded, instance: settled.instance },
      settled,
      audit,
      evidence: [],
      failure: settled.instance.failure,
      held: null,
    }
  }
  const failure: Failure = {
    code: 'EXECUTOR_FAILED',
    message: told(outcome),
    transition: work.transition,
    ...(work.insteadOf === undefined
      ? onceMore(loaded, work.transition)
      : { recovery: { transition: work.insteadOf, version: instance.version } }),
    ...more,
  }
  const at = new Date(operation.parts.clock.now()).toISOString()
  const rested: Run = { ...instance, activity: dueFor(todoOf(instance)), failure, updatedAt: at }
  // A decision that was spent on an execution that failed leaves its question open: it is asked again.
  const again = waitsForPerson(loaded.definition, rested)
    ? [askChoice(operation, { ...loaded, instance: rested })]
    : []
  const settled: NextStep = { instance: rested, work: null, approvals: again, audit: [] }
  return { loaded: { ...loaded, instance: rested }, settled, audit, evidence: [], failure, held: null }
}

function isStopped(operation: CallContext, execution: Execution, work: Work): boolean {
  return execution.signal.aborted || operation.options.signal?.aborted === true || work.isStopped === true
}

const MAY_HAVE = 'It may have taken effect all the same.'

/** For a model and a person, who must not take a failure for proof that nothing happened. */
export function told({ message, uncertain }: Pick<FailedOutcome, 'message' | 'uncertain'>): string {
  // That of a run that it waited for says so already.
  return uncertain && !message.endsWith(MAY_HAVE) ? `${message} ${MAY_HAVE}` : message
}

/** The failure is recorded and the run goes on where `onFailure` says (§4.8). */
function goOnAfter(
  operation: CallContext,
  execution: Execution,
  loaded: RunSnapshot,
  work: Work,
  transition: NonNullable<Work['declared']>,
  outcome: FailedOutcome,
  audit: AuditEntry[],
): OutcomeChange {
  const { instance, definition } = loaded
  const advanced = completeFailure({
    definition,
    instance,
    transition,
    failure: outcome,
    now: operation.parts.clock.now(),
  })
  const detail = { transition: work.transition, failed: true as const, ...move(instance, advanced) }
  audit.push(auditEntry(operation, 'workflow.transitioned', instance.id, detail, work.by.id))
  if (work.kind === 'chain') {
    const { state: fromState } = instance
    const step = {
      fromState,
      transition: work.transition,
      toState: advanced.state,
      version: advanced.version,
    }
    operation.chain.push(step)
    audit.push(auditEntry(operation, 'chain.step', instance.id, step, 'engine'))
  }
  const after: RunSnapshot = { ...loaded, instance: advanced }
  const settled = execution.stopped ? pause(after) : planNextStep(operation, after)
  return {
    loaded: { ...after, instance: settled.instance },
    settled,
    audit,
    evidence: [],
    failure: null,
    held: null,
  }
}

/** A step without an effect would lead to one question too many: it is not taken, and can be by hand later (R1.8). */
export function stopAtFullInbox(operation: CallContext, loaded: RunSnapshot, work: Work): OutcomeChange {
  const { code, message } = turnAway(operation)
  const settled = stop(operation, loaded, stepFailure(loaded, work.kind, work.transition, message, { code }))
  const { failure } = settled.instance
  const after = { ...loaded, instance: settled.instance }
  return { loaded: after, settled, audit: [], evidence: [], failure, held: null }
}

/** A gate has come before a step of the engine that was about to begin: it waits there like one that met it on its way. */
export function holdStep(
  operation: CallContext,
  loaded: RunSnapshot,
  work: Work,
  gates: Gate[],
): OutcomeChange {
  const settled = parkStep(operation, loaded, work, work.from, gates)
  const after = { ...loaded, instance: settled.instance }
  return { loaded: after, settled, audit: [], evidence: [], failure: null, held: null }
}

/** What came before it has failed; the fallback at `position` may run when people have approved it (R5.1). */
export function holdFallback(
  operation: CallContext,
  loaded: RunSnapshot,
  work: Work,
  { position, failed, gates }: { position: number; failed: FailedOutcome; gates: Gate[] },
): OutcomeChange {
  const { instance } = loaded
  const tried = {
    message: told(failed),
    uncertain: failed.uncertain,
    idempotencyKey: claimOf(instance)?.idempotencyKey ?? null,
  }
  const settled = parkStep(operation, loaded, work, position, gates, tried)
  return {
    loaded: { ...loaded, instance: settled.instance },
    settled,
    audit: [failedEntry(operation, instance, work, failed)],
    evidence: [],
    failure: null,
    held: settled.approvals[0] ?? null,
  }
}

function failedEntry(operation: CallContext, instance: Run, work: Work, outcome: FailedOutcome): AuditEntry {
  return auditEntry(operation, 'executor.failed', instance.id, {
    transition: work.transition,
    kind: work.call.kind,
    errorClass: outcome.errorClass,
    message: outcome.message,
    uncertain: outcome.uncertain,
  })
}
