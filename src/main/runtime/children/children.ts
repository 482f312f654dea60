/**
 * Runs that are steps of other runs: they run by themselves, and whatever ends them is told to the run that waits.
 * Nothing here is remembered but in the store: after a crash the same questions are asked again (R4.6).
 */
import type { ExecutionOutcome } from '../../model/call.ts'
import { ENGINE } from '../../model/principal.ts'
import { holderOf, isClosed, type ParkedStep, parkedOf, RESTING, type Run } from '../../model/run.ts'
import {
  auditEntry,
  beginCall,
  type CallContext,
  type Children,
  type RunSnapshot,
  type RuntimeParts,
} from '../call-context.ts'
import { complete } from '../load.ts'
import { type FailedOutcome, told } from '../step/apply-outcome.ts'
import { commit, commitWithItems } from '../step/commit.ts'
import type { Execution, Executions } from '../step/executions.ts'
import { gatesOf, parkStep } from '../step/gates.ts'
import { NOTHING, type PerformResult, perform } from '../step/perform.ts'
import { keyOf, planNextStep } from '../step/plan-next-step.ts'
import { declarationOf, refOf, type Work, workOf } from '../step/work.ts'
import { cancel } from '../submit/cancel.ts'
import { childOutcome, mayHaveEnded } from './child-outcome.ts'

export function createChildren(parts: RuntimeParts, executions: Executions): Children {
  /** Counted as going on from this moment, so that an end of the gateway waits for it. */
  const inBackground = (workflowId: string, task: (execution: Execution) => Promise<void>) => {
    const execution = executions.begin(workflowId)
    task(execution)
      .catch((error: unknown) => parts.fault(error, workflowId))
      .finally(execution.end)
  }
  return {
    noticed(instance) {
      if (instance.parent !== null && mayHaveEnded(instance)) {
        const { workflowId } = instance.parent
        inBackground(workflowId, (execution) => join(parts, executions, execution, workflowId))
      }
      if (parkedOf(instance)?.on === 'child' && !isClosed(instance))
        inBackground(instance.id, (execution) => join(parts, executions, execution, instance.id))
    },
    left(childId, because) {
      cancel(parts, executions, ENGINE, { workflowId: childId, reason: because }).catch((error: unknown) =>
        parts.fault(error, childId),
      )
    },
    run(operation, childId) {
      inBackground(childId, (execution) => begin(operation, execution, childId))
    },
  }
}

/** At the start: runs whose child has ended go on, and children that nobody waits for any more are cancelled. */
export async function recoverChildren(parts: RuntimeParts): Promise<void> {
  for (const instance of await parts.store.unfinished()) {
    if (parkedOf(instance)?.on === 'child') parts.children.noticed(instance)
  }
  let cursor: string | undefined
  do {
    const page = await parts.store.instances(
      { status: ['running'], children: true },
      { limit: 200, ...(cursor === undefined ? {} : { cursor }) },
    )
    for (const child of page.items) {
      const parent = await parts.store.instance(child.parent?.workflowId ?? '')
      const awaited = parent !== null && !isClosed(parent) && parkedOf(parent)?.id === child.id
      if (!awaited) parts.children.left(child.id, 'The workflow that it was a step of went on without it.')
    }
    cursor = page.nextCursor
  } while (cursor !== undefined)
}

async function begin(operation: CallContext, execution: Execution, childId: string): Promise<void> {
  const { parts } = operation
  const child = await parts.store.instance(childId)
  if (child === null || isClosed(child) || holderOf(child) !== null || execution.stopped) return
  const own: CallContext = { ...operation, options: {}, chain: [], recorded: [], content: [], stepsBefore: 0 }
  const loaded = await complete(parts, child, ENGINE)
  const settled = planNextStep(own, loaded)
  const committed = await commit(
    own,
    {
      expect: [{ kind: 'instance', id: child.id, version: child.version, claim: null }],
      instances: [settled.instance],
      approvals: settled.approvals,
      audit: settled.audit,
    },
    'claim',
  )
  if (!committed.ok || settled.work === null) return
  await perform(own, execution, { ...loaded, instance: settled.instance }, settled.work, NOTHING)
}

/** The step that waits for a child is completed with what became of it; exactly once, because only a parked one is. */
async function join(
  parts: RuntimeParts,
  executions: Executions,
  execution: Execution,
  parentId: string,
): Promise<void> {
  for (;;) {
    const parent = await parts.store.instance(parentId)
    if (parent === null || isClosed(parent)) return
    const parked = parkedOf(parent)
    if (parked?.on !== 'child') return
    const child = await parts.store.instance(parked.id)
    const outcome = await childOutcome(parts, parked.id, child)
    if (outcome === null) return
    if ((await joinOnce(parts, executions, execution, parent, parked, child, outcome)) !== 'conflict') return
  }
}

async function joinOnce(
  parts: RuntimeParts,
  executions: Executions,
  execution: Execution,
  parent: Run,
  parked: ParkedStep,
  child: Run | null,
  outcome: ExecutionOutcome,
): Promise<'done' | 'conflict'> {
  const toldOf = (performed: PerformResult) => {
    if (performed.kind === 'conflict') return 'conflict'
    const { failure, held: next } = performed
    executions.held.tell(parked.id, { operation, failure, next })
    return 'done'
  }
  const operation: CallContext = {
    ...beginCall(parts, ENGINE),
    correlationId: parked.correlationId,
    requester: parked.by,
    stepsBefore: parked.stepsBefore ?? 0,
  }
  const audit = [
    auditEntry(operation, outcome.ok ? 'sub_workflow.completed' : 'sub_workflow.failed', parent.id, {
      transition: parked.transition,
      childId: parked.id,
      ...(child === null
        ? {}
        : { definitionId: child.definitionId, state: child.state, status: child.status }),
      ...(outcome.ok ? {} : { message: outcome.message }),
    }),
  ]
  const loaded = await complete(parts, parent, ENGINE, parked.transition)
  const step = { ...refOf(parked), ...(parked.kind === 'chain' ? { by: ENGINE } : {}) }
  const position = parked.from ?? 0
  // What the child has done is not done again: `retry` is for its own steps, `fallback` is another way.
  const failed = outcome.ok || parked.stopped === true ? null : outcome
  const fallback =
    failed === null
      ? null
      : workOf(loaded.definition, parent, step, position + 1, parts.catalog, parts.clock.now())
  if (failed !== null && fallback !== null) {
    audit.push(
      auditEntry(operation, 'fallback.selected', parent.id, {
        transition: parked.transition,
        position: position + 1,
        kind: fallback.call.kind,
      }),
    )
    const uncertain = failed.uncertain || parked.uncertain === true
    const tried = { ...failed, uncertain }
    return toldOf(await goOnWith(operation, execution, loaded, fallback, tried, audit))
  }
  const declared = declarationOf(loaded.definition, parent.state, parked.kind, parked.transition)
  if (declared === null) return await giveUp(operation, loaded, parked, audit)
  const call = {
    kind: 'workflow' as const,
    definitionId: child?.definitionId ?? '',
    input: child?.input ?? {},
  }
  const work: Work = {
    ...step,
    ...declared,
    call,
    plan: { calls: [{ call, idempotencyKey: null }], timeoutMs: null, retry: null },
    from: 0,
    ended: outcome,
    ...(parked.stopped === undefined ? {} : { isStopped: parked.stopped }),
    ...(parked.uncertain === undefined ? {} : { uncertainBefore: parked.uncertain }),
  }
  const performed = await perform(operation, execution, loaded, work, { audit, decided: null, evidence: [] })
  return toldOf(performed)
}

async function goOnWith(
  operation: CallContext,
  execution: Execution,
  loaded: RunSnapshot,
  fallback: Work,
  failed: FailedOutcome,
  audit: ReturnType<typeof auditEntry>[],
): Promise<PerformResult> {
  const work: Work = failed.uncertain ? { ...fallback, uncertainBefore: true } : fallback
  const gates = gatesOf(operation.parts, loaded, work, work.from)
  if (gates.length === 0)
    return await perform(operation, execution, loaded, work, { audit, decided: null, evidence: [] })
  const held = parkStep(operation, loaded, work, work.from, gates, {
    message: told(failed),
    uncertain: failed.uncertain,
    idempotencyKey: keyOf(operation, loaded.instance, work),
  })
  const written = await write(operation, loaded, held.instance, held.approvals, audit)
  if (written === 'conflict') return { kind: 'conflict' }
  const after = { ...loaded, instance: held.instance }
  return { kind: 'done', loaded: after, failure: null, held: held.approvals[0] ?? null }
}

/** The capability that was called does not exist any more: there is nothing that its result could be written to. */
async function giveUp(
  operation: CallContext,
  loaded: RunSnapshot,
  parked: ParkedStep,
  audit: ReturnType<typeof auditEntry>[],
): Promise<'done' | 'conflict'> {
  const message = `‘${parked.transition}’ does not exist any more; the result of workflow ${parked.id} is in its own context.`
  const instance: Run = {
    ...loaded.instance,
    activity: RESTING,
    failure: { code: 'EXECUTOR_FAILED', message, transition: parked.transition },
    updatedAt: new Date(operation.parts.clock.now()).toISOString(),
  }
  return await write(operation, loaded, instance, [], audit)
}

async function write(
  operation: CallContext,
  loaded: RunSnapshot,
  instance: Run,
  asked: Parameters<typeof commitWithItems>[2]['asked'],
  audit: ReturnType<typeof auditEntry>[],
): Promise<'done' | 'conflict'> {
  const before = loaded.instance
  const committed = await commitWithItems(operation, before, {
    expect: [{ kind: 'instance', id: before.id, version: before.version, claim: holderOf(before) }],
    instances: [instance],
    decided: null,
    asked,
    because: '',
    status: 'withdrawn',
    audit,
    step: 'joined',
  })
  return committed.ok ? 'done' : 'conflict'
}
