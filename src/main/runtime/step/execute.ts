/**
 * Runs what a step has planned, and gives its one outcome. Every attempt and every change of the call is durable
 * before what it announces begins: after a crash the claim names the call that may have happened, and only that one.
 */

import type { AuditEntry } from '../../model/audit-event.ts'
import type { ExecutionOutcome, ResolvedCall } from '../../model/call.ts'
import type { Gate } from '../../model/definition.ts'
import { GatewayError } from '../../model/error.ts'
import { claimOf, holderOf, type Run } from '../../model/run.ts'
import { asksPerson, doesNothing, startsRun } from '../../workflow/executors/executors.ts'
import { describeCall } from '../../workflow/executors/wording.ts'
import type { GateVerdict } from '../../workflow/gates/gates.ts'
import { auditEntry, type CallContext, type RunSnapshot } from '../call-context.ts'
import { commit } from './commit.ts'
import type { Execution } from './executions.ts'
import { exemptionEntries, pendingGates } from './gates.ts'
import { idempotencyKey } from './idempotency-key.ts'
import { claimedCall, startsChild } from './plan-next-step.ts'
import type { PlanNote, PlanRun } from './plan-run.ts'
import { runParallel } from './run-parallel.ts'
import { runPlan } from './run-plan.ts'
import { untilDurable } from './until-durable.ts'
import type { Work } from './work.ts'

export type ExecutionEnd = {
  /** With the claim as it was when the last call ended. */
  loaded: RunSnapshot
} & (
  | { kind: 'ended'; outcome: ExecutionOutcome; call: ResolvedCall }
  /** The calls before `position` have failed, and people must approve the one there before it may run (R5.1). */
  | { kind: 'held'; position: number; failed: Extract<ExecutionOutcome, { ok: false }>; weighed: GateVerdict }
)

export async function execute(
  operation: CallContext,
  execution: Execution,
  loaded: RunSnapshot,
  work: Work,
): Promise<ExecutionEnd> {
  const { call } = work
  if (work.ended !== undefined) return { kind: 'ended', outcome: work.ended, call, loaded }
  if (doesNothing(call)) {
    const outcome = { ok: true as const, output: call.output, evidence: [], content: [] }
    return { kind: 'ended', outcome, call, loaded }
  }
  if (asksPerson(call) || startsRun(call))
    throw new GatewayError('INTERNAL', `A call of the kind ${call.kind} cannot be executed here.`)
  const claimed = { loaded }
  let weighed: GateVerdict = { standing: [], exempted: [], unsure: [] }
  const { options, parts, correlationId } = operation
  const { instance } = loaded
  const cancelled = options.signal
  const run: PlanRun = {
    operation,
    workflowId: instance.id,
    signal: cancelled === undefined ? execution.signal : AbortSignal.any([execution.signal, cancelled]),
    branch: null,
    parallelLimit: instance.parallelLimit ?? Number.POSITIVE_INFINITY,
    keyOf(template, branch) {
      const given = branch === null ? (claimOf(instance)?.idempotencyKey ?? null) : null
      const { transition, kind } = work
      const facts = { workflowId: instance.id, transition, kind, correlationId, version: instance.version }
      return given ?? idempotencyKey(template, { ...facts, branch })
    },
    async note(note) {
      claimed.loaded = await remember(operation, execution, claimed.loaded, work, note, weighed.exempted)
    },
    runParallel,
    isHeld(position) {
      weighed = pendingGates(parts, claimed.loaded, work, position)
      return weighed.standing.length > 0 || startsChild({ ...work, from: position })
    },
  }
  parts.crashPoint('executor.starting')
  const progress = (update: Parameters<NonNullable<typeof options.progress>>[0]) => options.progress?.(update)
  const ended = await runPlan(run, work.plan, work.from, progress)
  parts.crashPoint('executor.returned')
  return ended.kind === 'held'
    ? { ...ended, loaded: claimed.loaded, weighed }
    : { ...ended, loaded: claimed.loaded }
}

/** Writes down what is about to follow a failed attempt. `exempted`: the gates that do not ask about the fallback. */
async function remember(
  operation: CallContext,
  execution: Execution,
  loaded: RunSnapshot,
  work: Work,
  note: PlanNote,
  exempted: Gate[],
): Promise<RunSnapshot> {
  const { instance } = loaded
  // Branches switch on their own: the claim is about all of them.
  const claim = claimOf(instance)
  const moves = note.kind === 'fallback' && note.branch === null && claim !== null
  const unknown = note.failed.uncertain ? { uncertain: true as const } : {}
  const after = moves
    ? {
        ...instance,
        activity: {
          kind: 'claimed' as const,
          claim: { ...claim, ...claimedCall(work, note.position, operation.parts.catalog), ...unknown },
        },
      }
    : instance
  const entry =
    note.kind === 'retry'
      ? auditEntry(operation, 'executor.retrying', instance.id, {
          ...whatFailed(work, note),
          attempt: note.attempt,
          maxAttempts: note.attempts,
          delayMs: note.delayMs,
        })
      : fallbackEntry(operation, instance, work, note)
  const unasked =
    note.kind === 'fallback' && note.branch === null
      ? exemptionEntries(operation, instance, { transition: work.transition, exempted })
      : []
  const expected = { id: instance.id, version: instance.version, claim: holderOf(instance) }
  const batch = {
    expect: [{ kind: 'instance' as const, ...expected }],
    ...(moves ? { instances: [after] } : {}),
    audit: [entry, ...unasked],
  }
  const committed = await untilDurable(
    operation,
    execution,
    { workflowId: instance.id, transition: work.transition, what: 'attempt' },
    () => commit(operation, batch, note.kind),
  )
  if (!committed.ok)
    throw new GatewayError('INTERNAL', `Workflow ${instance.id} changed while it was claimed.`)
  return { ...loaded, instance: after }
}

export function fallbackEntry(
  operation: CallContext,
  instance: Run,
  work: Work,
  note: Extract<PlanNote, { kind: 'fallback' }>,
): AuditEntry {
  return auditEntry(operation, 'fallback.selected', instance.id, {
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
