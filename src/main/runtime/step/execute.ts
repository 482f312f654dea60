/**
 * Runs what a step has planned, and gives its one outcome. Every attempt and every change of the call is durable
 * before what it announces begins: after a crash the claim names the call that may have happened, and only that one.
 */

import type { AuditEntry } from '../../model/audit-event.ts'
import {
  type ExecutionOutcome,
  type FailedOutcome,
  plainOutcome,
  type ResolvedCall,
} from '../../model/call.ts'
import type { Gate } from '../../model/definition.ts'
import { GatewayError } from '../../model/error.ts'
import { claimOf, type Run } from '../../model/run.ts'
import { asksPerson, callsIn, doesNothing, startsRun, throughOf } from '../../workflow/executors/executors.ts'
import { describeCall } from '../../workflow/executors/wording.ts'
import { type GateVerdict, notAmong } from '../../workflow/gates/gates.ts'
import { auditEntry, type CallContext, type RunSnapshot } from '../call-context.ts'
import { commit, expectHolder } from './commit.ts'
import type { Execution } from './executions.ts'
import { exemptionEntries, pendingGates } from './gates.ts'
import { claimedCall, idempotencyKey, startsChild } from './plan-next-step.ts'
import { runParallel } from './run-parallel.ts'
import { type PlanNote, type PlanRun, runPlan } from './run-plan.ts'
import { untilDurable } from './until-durable.ts'
import type { Work } from './work.ts'

export type ExecutionEnd = {
  /** With the claim as it was when the last call ended. */
  snapshot: RunSnapshot
} & (
  | { kind: 'ended'; outcome: ExecutionOutcome; call: ResolvedCall }
  /** The calls before `position` have failed, and people must approve the one there before it may run (R5.1). */
  | { kind: 'held'; position: number; failed: FailedOutcome; weighed: GateVerdict }
)

export async function execute(
  context: CallContext,
  execution: Execution,
  snapshot: RunSnapshot,
  work: Work,
): Promise<ExecutionEnd> {
  const { call } = work
  if (work.ended !== undefined) return { kind: 'ended', outcome: work.ended, call, snapshot }
  if (doesNothing(call)) {
    const outcome = plainOutcome(call.output)
    return { kind: 'ended', outcome, call, snapshot }
  }
  if (asksPerson(call) || startsRun(call))
    throw new GatewayError('INTERNAL', `A call of the kind ${call.kind} cannot be executed here.`)
  const claimed = { snapshot }
  let weighed: GateVerdict = { standing: [], exempted: [], unsure: [] }
  const weigh = (position: number) => pendingGates(context.parts, claimed.snapshot, work, position)
  // What was not judged before is judged by what holds as it begins.
  let opened = work.opened ?? weigh(work.from).standing
  let at = work.from
  const { options, parts, correlationId } = context
  const { run } = snapshot
  const cancelled = options.signal
  const planRun: PlanRun = {
    context,
    workflowId: run.id,
    signal: cancelled === undefined ? execution.signal : AbortSignal.any([execution.signal, cancelled]),
    branch: null,
    through: throughOf(
      parts.catalog,
      work.plan.calls.flatMap((planned) => callsIn(planned.call)),
    ),
    parallelLimit: run.parallelLimit ?? Number.POSITIVE_INFINITY,
    keyOf(template, branch) {
      const given = branch === null ? (claimOf(run)?.idempotencyKey ?? null) : null
      const { transition, kind } = work
      const facts = { workflowId: run.id, transition, kind, correlationId, version: run.version }
      return given ?? idempotencyKey(template, { ...facts, branch })
    },
    async note(note) {
      claimed.snapshot = await remember(context, execution, claimed.snapshot, work, note, weighed.exempted)
    },
    runParallel,
    isHeld(position) {
      weighed = weigh(position)
      opened = []
      at = position
      return weighed.standing.length > 0 || startsChild({ ...work, from: position })
    },
    isGated: () => notAmong(weigh(at).standing, opened).length > 0,
  }
  parts.crashPoint('executor.starting')
  const progress = (update: Parameters<NonNullable<typeof options.progress>>[0]) => options.progress?.(update)
  const ended = await runPlan(planRun, work.plan, work.from, progress)
  parts.crashPoint('executor.returned')
  return ended.kind === 'held'
    ? { ...ended, snapshot: claimed.snapshot, weighed }
    : { ...ended, snapshot: claimed.snapshot }
}

/** Writes down what is about to follow a failed attempt. `exempted`: the gates that do not ask about the fallback. */
async function remember(
  context: CallContext,
  execution: Execution,
  snapshot: RunSnapshot,
  work: Work,
  note: PlanNote,
  exempted: Gate[],
): Promise<RunSnapshot> {
  const { run } = snapshot
  // Branches switch on their own: the claim is about all of them.
  const claim = claimOf(run)
  const moves = note.kind === 'fallback' && note.branch === null && claim !== null
  const unknown = note.failed.uncertain ? { uncertain: true as const } : {}
  const after = moves
    ? {
        ...run,
        activity: {
          kind: 'claimed' as const,
          claim: { ...claim, ...claimedCall(work, note.position, context.parts.catalog), ...unknown },
        },
      }
    : run
  const entry =
    note.kind === 'retry'
      ? auditEntry(context, 'executor.retrying', run.id, {
          ...whatFailed(work, note),
          attempt: note.attempt,
          maxAttempts: note.attempts,
          delayMs: note.delayMs,
        })
      : fallbackEntry(context, run, work, note)
  const unasked =
    note.kind === 'fallback' && note.branch === null
      ? exemptionEntries(context, run, { transition: work.transition, exempted })
      : []
  const batch = {
    expect: [expectHolder(run)],
    ...(moves ? { runs: [after] } : {}),
    audit: [entry, ...unasked],
  }
  const committed = await untilDurable(
    context,
    execution,
    { workflowId: run.id, transition: work.transition, what: 'attempt' },
    () => commit(context, batch, note.kind),
  )
  if (!committed.ok) throw new GatewayError('INTERNAL', `Workflow ${run.id} changed while it was claimed.`)
  return { ...snapshot, run: after }
}

export function fallbackEntry(
  context: CallContext,
  run: Run,
  work: Work,
  note: Extract<PlanNote, { kind: 'fallback' }>,
): AuditEntry {
  return auditEntry(context, 'fallback.selected', run.id, {
    ...whatFailed(work, note),
    position: note.position,
    call: describeCall(note.call),
  })
}

function whatFailed(work: Work, { branch, call, failed }: PlanNote) {
  const { errorClass, message, uncertain } = failed
  return {
    transition: work.transition,
    ...(branch === null ? {} : { branch }),
    kind: call.kind,
    errorClass,
    message,
    uncertain,
  }
}
