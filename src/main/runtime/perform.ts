/**
 * Claim, execute, advance, commit; again for every step that follows by itself (gateway.md §4.1 steps 7–10).
 * An effect runs only under a committed claim; its outcome, the new state, evidence, items and audit are one
 * transaction, which also carries the claim of the next step.
 */
import type { Approval } from '../model/approval.ts'
import type { AuditEntry } from '../model/audit-event.ts'
import type { ExecutionOutcome, NewEvidence } from '../model/call.ts'
import { PROXY_DEFINITION } from '../model/definition.ts'
import { GatewayError } from '../model/error.ts'
import type { Evidence, Failure, Instance } from '../model/instance.ts'
import { completeOnEnter, completeTransition, waitsForPerson } from '../workflow/advance.ts'
import { hasEffect } from '../workflow/resolve.ts'
import type { Executions } from './executions.ts'
import { auditEntry, type Loaded, type Operation, recordEvidence } from './operation.ts'
import type { Batch, Expectation } from './ports.ts'
import {
  ask,
  chainFailure,
  claimFor,
  requested,
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

export async function perform(
  operation: Operation,
  executions: Executions,
  before: Loaded,
  work: Work,
  opening: Opening,
): Promise<Performed> {
  let loaded = before
  let pending = opening
  if (hasEffect(work.call) && loaded.instance.claim === null) {
    const { instance } = claimFor(operation, { ...loaded.instance, failure: null }, work)
    const committed = await commit(operation, {
      expect: expectations(loaded.instance, opening),
      instances: [instance],
      approvals: opening.decided === null ? [] : [opening.decided],
      audit: [...opening.audit, ...started(operation, instance, work)],
    })
    if (!committed) return { kind: 'conflict' }
    operation.parts.crashPoint('claim.committed')
    loaded = { ...loaded, instance }
    pending = NOTHING
  }
  let next: Work | null = work
  while (next !== null) {
    const outcome = await execute(operation, executions, loaded.instance, next)
    operation.parts.crashPoint('executor.returned')
    operation.content.push(...outcome.content)
    const own = next === work ? opening : NOTHING
    const step: Step = outcome.ok
      ? succeed(operation, loaded, next, outcome, own)
      : fail(operation, loaded, next, outcome, own)
    const committed = await commitStep(operation, loaded, step, pending)
    if (!committed) {
      if (loaded.instance.claim === null) return { kind: 'conflict' }
      throw new GatewayError('INTERNAL', `Workflow ${loaded.instance.id} changed while it was claimed.`)
    }
    operation.parts.crashPoint('outcome.committed')
    loaded = step.loaded
    if (step.failure !== null) return { kind: 'done', loaded, failure: step.failure }
    pending = NOTHING
    next = step.settled.work
  }
  const failure = loaded.instance.failure
  return { kind: 'done', loaded, failure: failure?.code === 'CHAIN_FAILED' ? failure : null }
}

interface Step {
  loaded: Loaded
  settled: Settled
  audit: AuditEntry[]
  evidence: Evidence[]
  failure: Failure | null
}

async function execute(
  operation: Operation,
  executions: Executions,
  instance: Instance,
  work: Work,
): Promise<ExecutionOutcome> {
  const { call } = work
  if (call.kind === 'human') throw new GatewayError('INTERNAL', 'A human executor cannot be executed.')
  if (call.kind === 'noop') return { ok: true, output: call.output, evidence: [], content: [] }
  const { signal, end } = executions.begin(instance.id, operation.options.signal)
  try {
    return await operation.parts.executors[call.kind].run(call, {
      signal,
      correlationId: operation.correlationId,
      workflowId: instance.id,
      progress: (update) => operation.options.progress?.(update),
    })
  } catch (error) {
    operation.parts.fault(error, operation.correlationId)
    const message = `The step failed inside the gateway (reference ${operation.correlationId}).`
    return { ok: false, errorClass: 'permanent', message, content: [], uncertain: true }
  } finally {
    end()
  }
}

function succeed(
  operation: Operation,
  loaded: Loaded,
  work: Work,
  outcome: Extract<ExecutionOutcome, { ok: true }>,
  opening: Opening,
): Step {
  const decision = opening.decided?.decision ?? null
  const { parts, who } = operation
  const { instance, definition } = loaded
  const now = parts.clock.now()
  const evidence = recordEvidence(operation, instance, outcome.evidence)
  if (decision !== null) evidence.push(...recordEvidence(operation, instance, opening.evidence, decision.by))
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
    const principal = work.kind === 'chain' ? { roles: [], permissions: [] } : who
    const completed = completeTransition({
      definition,
      instance,
      transition: work.transition,
      arguments: work.arguments,
      output: outcome.output,
      principal,
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
    audit.push(
      auditEntry(
        operation,
        'workflow.transitioned',
        instance.id,
        detail,
        work.kind === 'chain' ? 'engine' : who.id,
      ),
    )
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
  if (decision !== null) {
    advanced = {
      ...advanced,
      personSaid: { by: decision.by, outcome: decision.outcome, comment: decision.comment, at: decision.at },
    }
  } else if (work.kind === 'transition' && who.kind === 'agent') {
    advanced = { ...advanced, personSaid: null }
  }
  const settled = settle(operation, { instance: advanced, definition, evidence: known })
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
  opening: Opening,
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
  const rested: Instance = {
    ...instance,
    claim: null,
    failure,
    updatedAt: new Date(operation.parts.clock.now()).toISOString(),
  }
  // The decision was spent on an execution that failed: the person is asked again.
  const again =
    opening.decided !== null && waitsForPerson(loaded.definition, rested)
      ? [ask(operation, { ...loaded, instance: rested })]
      : []
  audit.push(...again.map((approval) => requested(operation, approval)))
  const settled: Settled = { instance: rested, work: null, approvals: again, audit: [] }
  return { loaded: { ...loaded, instance: rested }, settled, audit, evidence: [], failure }
}

async function commitStep(
  operation: Operation,
  before: Loaded,
  step: Step,
  pending: Opening,
): Promise<boolean> {
  const withdrawn = await withdrawals(operation, before, step, pending.decided)
  return await commit(operation, {
    expect: expectations(before.instance, pending),
    instances: [step.settled.instance],
    approvals: [
      ...(pending.decided === null ? [] : [pending.decided]),
      ...withdrawn.map((entry) => entry.approval),
      ...step.settled.approvals,
    ],
    evidence: step.evidence,
    audit: [...pending.audit, ...step.audit, ...withdrawn.map((entry) => entry.audit), ...step.settled.audit],
  })
}

/** Whatever was asked about the state before is moot once the instance has moved (R4.6). */
async function withdrawals(
  operation: Operation,
  before: Loaded,
  step: Step,
  decided: Approval | null,
): Promise<{ approval: Approval; audit: AuditEntry }[]> {
  const moved = step.settled.instance.version !== before.instance.version
  if (!moved || before.instance.definitionId === PROXY_DEFINITION) return []
  const page = await operation.parts.store.approvals(
    { workflowId: before.instance.id, status: ['pending'] },
    { limit: 100 },
  )
  return page.items
    .filter((approval) => approval.id !== decided?.id)
    .map((approval) => withdraw(operation, approval, 'The workflow went on without it.'))
}

export function withdraw(
  operation: Operation,
  approval: Approval,
  because: string,
): { approval: Approval; audit: AuditEntry } {
  return {
    approval: { ...approval, status: 'withdrawn', revision: approval.revision + 1 },
    audit: auditEntry(operation, 'human.approval.withdrawn', approval.workflowId, {
      approvalId: approval.id,
      because,
    }),
  }
}

function expectations(instance: Instance, opening: Opening): Expectation[] {
  const claim = instance.claim?.correlationId ?? null
  const expect: Expectation[] = [{ kind: 'instance', id: instance.id, version: instance.version, claim }]
  if (opening.decided !== null) {
    expect.push({ kind: 'approval', id: opening.decided.id, revision: opening.decided.revision - 1 })
  }
  return expect
}

/** Commits and announces. False: a precondition did not hold and nothing was written. */
export async function commit(operation: Operation, batch: Batch): Promise<boolean> {
  const { store, publish } = operation.parts
  const result = await store.commit(batch)
  if (!result.ok) return false
  for (const instance of batch.instances ?? []) publish({ topic: 'instance', id: instance.id })
  for (const approval of batch.approvals ?? []) publish({ topic: 'approval', id: approval.id })
  if (batch.audit.length > 0) publish({ topic: 'audit' })
  return true
}
