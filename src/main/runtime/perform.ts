/**
 * Claim, execute, advance, commit; again for every step that follows by itself (gateway.md §4.1 steps 7–10).
 * An effect runs only under a committed claim; its outcome, the new state, evidence, items and audit are one
 * transaction, which also carries the claim of the next step.
 */
import type { Approval } from '../model/approval.ts'
import type { AuditEntry } from '../model/audit-event.ts'
import type { ExecutionOutcome, NewEvidence } from '../model/call.ts'
import { GatewayError } from '../model/error.ts'
import { type Evidence, type Failure, holderOf, type Instance } from '../model/instance.ts'
import { completeOnEnter, completeTransition, waitsForPerson } from '../workflow/advance.ts'
import { hasEffect } from '../workflow/resolve.ts'
import { commit, commitWithItems } from './commit.ts'
import { execute } from './execute.ts'
import type { Execution } from './executions.ts'
import { auditEntry, type Loaded, type Operation, recordEvidence } from './operation.ts'
import type { Expectation } from './ports.ts'
import {
  ask,
  chainFailure,
  claimFor,
  pause,
  type Settled,
  settle,
  started,
  stop,
  type Work,
} from './settle.ts'

/** What is to be written with the first commit of a call: why it runs, and the decision that it follows from. */
export interface Opening {
  audit: AuditEntry[]
  /** The item that was decided, already with its decision. */
  decided: Approval | null
  /** What the engine records of that decision (R5.7). */
  evidence: NewEvidence[]
}

export type Performed =
  | { kind: 'done'; loaded: Loaded; failure: Failure | null }
  /** Somebody else moved the instance (or the item) first; nothing was executed. */
  | { kind: 'conflict' }

export const NOTHING: Opening = { audit: [], decided: null, evidence: [] }

/** What the first commit carries besides the step itself; nothing afterwards. */
interface Pending {
  audit: AuditEntry[]
  decided: Approval | null
  evidence: Evidence[]
}

export async function perform(
  operation: Operation,
  execution: Execution,
  before: Loaded,
  work: Work,
  opening: Opening,
): Promise<Performed> {
  let { loaded, pending } = open(operation, before, opening)
  if (hasEffect(work.call) && loaded.instance.claim === null) {
    const { instance } = claimFor(operation, { ...loaded.instance, failure: null }, work)
    const committed = await commit(operation, {
      expect: expectations(before.instance, pending.decided),
      instances: [instance],
      approvals: pending.decided === null ? [] : [pending.decided],
      evidence: pending.evidence,
      audit: [...pending.audit, ...started(operation, instance, work)],
    })
    if (!committed.ok) return { kind: 'conflict' }
    operation.parts.crashPoint('claim.committed')
    loaded = { ...loaded, instance }
    pending = { audit: [], decided: null, evidence: [] }
  }
  let next: Work | null = work
  while (next !== null) {
    const outcome = await execute(operation, execution, loaded.instance, next)
    operation.parts.crashPoint('executor.returned')
    operation.content.push(...outcome.content)
    const step: Step = outcome.ok
      ? succeed(operation, execution, loaded, next, outcome)
      : fail(operation, loaded, next, outcome)
    const committed = await commitStep(operation, loaded, step, pending)
    if (!committed) {
      if (loaded.instance.claim === null) return { kind: 'conflict' }
      throw new GatewayError('INTERNAL', `Workflow ${loaded.instance.id} changed while it was claimed.`)
    }
    operation.parts.crashPoint('outcome.committed')
    loaded = step.loaded
    if (step.failure !== null) return { kind: 'done', loaded, failure: step.failure }
    pending = { audit: [], decided: null, evidence: [] }
    next = step.settled.work
  }
  const failure = loaded.instance.failure
  return { kind: 'done', loaded, failure: failure?.code === 'CHAIN_FAILED' ? failure : null }
}

/** A decision, its evidence and what was said are written first: before, or with, what follows from them. */
function open(operation: Operation, before: Loaded, opening: Opening): { loaded: Loaded; pending: Pending } {
  const decision = opening.decided?.decision ?? null
  const evidence =
    decision === null ? [] : recordEvidence(operation, before.instance, opening.evidence, decision.by)
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
    pending: { audit: opening.audit, decided: opening.decided, evidence },
  }
}

interface Step {
  loaded: Loaded
  settled: Settled
  audit: AuditEntry[]
  evidence: Evidence[]
  failure: Failure | null
}

function succeed(
  operation: Operation,
  execution: Execution,
  loaded: Loaded,
  work: Work,
  outcome: Extract<ExecutionOutcome, { ok: true }>,
): Step {
  const { parts } = operation
  const { instance, definition } = loaded
  const now = parts.clock.now()
  const evidence = recordEvidence(operation, instance, outcome.evidence)
  operation.recorded.push(...evidence)
  const known = [...loaded.evidence, ...evidence]
  const audit: AuditEntry[] = []
  if (work.call.kind !== 'noop') {
    audit.push(
      auditEntry(operation, 'executor.succeeded', instance.id, {
        transition: work.name,
        kind: work.call.kind,
        evidence: evidence.map(({ id, kind, summary }) => ({ id, kind, summary })),
      }),
    )
  }
  let advanced: Instance
  if (work.transition === null) {
    advanced = completeOnEnter({ definition, instance, output: outcome.output, now })
    audit.push(
      auditEntry(
        operation,
        'workflow.transitioned',
        instance.id,
        { onEnter: true, ...move(instance, advanced) },
        'engine',
      ),
    )
  } else {
    const completed = completeTransition({
      definition,
      instance,
      transition: work.transition,
      arguments: work.arguments,
      output: outcome.output,
      principal: work.by,
      evidence: known,
      now,
    })
    advanced = completed.instance
    if (completed.branch !== null) {
      audit.push(
        auditEntry(operation, 'transition.branched', instance.id, {
          transition: work.name,
          branch: completed.branch,
          target: advanced.state,
        }),
      )
    }
    const detail = { transition: work.name, arguments: work.arguments, ...move(instance, advanced) }
    audit.push(auditEntry(operation, 'workflow.transitioned', instance.id, detail, work.by.id))
    if (work.kind === 'chain') {
      const step = {
        fromState: instance.state,
        transition: work.name,
        toState: advanced.state,
        version: advanced.version,
      }
      operation.chain.push(step)
      audit.push(auditEntry(operation, 'chain.step', instance.id, step, 'engine'))
    }
  }
  // What a person said stands until an agent acts again.
  if (work.kind === 'transition' && operation.who.kind === 'agent')
    advanced = { ...advanced, personSaid: null }
  const after: Loaded = { instance: advanced, definition, evidence: known }
  const settled = execution.stopped && advanced.todo !== null ? pause(after) : settle(operation, after)
  return {
    loaded: { instance: settled.instance, definition, evidence: known },
    settled,
    audit,
    evidence,
    failure: null,
  }
}

function move(from: Instance, to: Instance): { fromState: string; toState: string; version: number } {
  return { fromState: from.state, toState: to.state, version: to.version }
}

function fail(
  operation: Operation,
  loaded: Loaded,
  work: Work,
  outcome: Extract<ExecutionOutcome, { ok: false }>,
): Step {
  const { instance } = loaded
  const audit = [
    auditEntry(operation, 'executor.failed', instance.id, {
      transition: work.name,
      kind: work.call.kind,
      errorClass: outcome.errorClass,
      message: outcome.message,
      uncertain: outcome.uncertain,
    }),
  ]
  const more = {
    errorClass: outcome.errorClass,
    ...(outcome.details === undefined ? {} : { details: outcome.details }),
  }
  if (work.kind !== 'transition') {
    const settled = stop(operation, loaded, chainFailure(instance, work.name, outcome.message, more))
    const failed = { ...loaded, instance: settled.instance }
    return { loaded: failed, settled, audit, evidence: [], failure: settled.instance.failure }
  }
  const failure: Failure = {
    code: 'EXECUTOR_FAILED',
    message: outcome.message,
    transition: work.name,
    ...more,
  }
  const at = new Date(operation.parts.clock.now()).toISOString()
  const rested: Instance = { ...instance, claim: null, failure, updatedAt: at }
  // A decision that was spent on an execution that failed leaves its question open: it is asked again.
  const again = waitsForPerson(loaded.definition, rested)
    ? [ask(operation, { ...loaded, instance: rested })]
    : []
  const settled: Settled = { instance: rested, work: null, approvals: again, audit: [] }
  return { loaded: { ...loaded, instance: rested }, settled, audit, evidence: [], failure }
}

async function commitStep(
  operation: Operation,
  before: Loaded,
  step: Step,
  pending: Pending,
): Promise<boolean> {
  const committed = await commitWithItems(operation, before.instance, {
    expect: expectations(before.instance, pending.decided),
    instances: [step.settled.instance],
    decided: pending.decided,
    asked: step.settled.approvals,
    evidence: [...pending.evidence, ...step.evidence],
    audit: [...pending.audit, ...step.audit, ...step.settled.audit],
    because: 'The workflow went on without it.',
    status: 'withdrawn',
  })
  return committed.ok
}

function expectations(instance: Instance, decided: Approval | null): Expectation[] {
  const claim = holderOf(instance)
  const expect: Expectation[] = [{ kind: 'instance', id: instance.id, version: instance.version, claim }]
  if (decided !== null) expect.push({ kind: 'approval', id: decided.id, revision: decided.revision - 1 })
  return expect
}
