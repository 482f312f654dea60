/**
 * Runs that are steps of other runs: they run by themselves, and whatever ends them is told to the run that waits.
 * Nothing here is remembered but in the store: after a crash the same questions are asked again (R4.6).
 */
import type { AuditEntry } from '../../model/audit-event.ts'
import { type ExecutionOutcome, type FailedOutcome, failure, plainOutcome } from '../../model/call.ts'
import type { InboxItem } from '../../model/item.ts'
import { everyPage } from '../../model/pages.ts'
import { ENGINE } from '../../model/principal.ts'
import {
  holderOf,
  isAtRest,
  isClosed,
  type ParkedStep,
  parkedOf,
  RESTING,
  type Run,
} from '../../model/run.ts'
import { hasWayOut } from '../../workflow/advance.ts'
import {
  auditEntry,
  beginCall,
  type CallContext,
  type Children,
  complete,
  type RunSnapshot,
  type RuntimeParts,
  waitingAbove,
} from '../call-context.ts'
import { mayHaveTimedOut } from '../recovery/set-back.ts'
import { requesterNow } from '../rights-now.ts'
import { told } from '../step/apply-outcome.ts'
import { commit, commitWithItems, expectRun } from '../step/commit.ts'
import type { Execution } from '../step/executions.ts'
import { gatesOf, parkStep } from '../step/gates.ts'
import { NOTHING, type PerformResult, perform } from '../step/perform.ts'
import { keyOf, planNextStep } from '../step/plan-next-step.ts'
import { triedOnce, untilTaken } from '../step/until-durable.ts'
import { declarationOf, declaredBy, refOf, type Work, workOf } from '../step/work.ts'
import { cancel } from '../submit/cancel.ts'
import { LEFT } from './awaited.ts'

export function createChildren(parts: RuntimeParts): Children {
  /** Counted as going on from this moment, so that an end of the gateway waits for it. */
  const inBackground = (workflowId: string, task: (execution: Execution) => Promise<void>) => {
    const execution = parts.executions.begin(workflowId)
    const isOver = () => execution.stopped
    void untilTaken(parts, workflowId, execution.signal, () => task(execution), isOver).finally(execution.end)
  }
  return {
    noticed(run, unasked = false) {
      if (run.parent !== null && mayHaveEnded(run)) {
        const { workflowId } = run.parent
        inBackground(workflowId, (execution) => join(parts, execution, workflowId, unasked))
      }
      if (parkedOf(run)?.on === 'child' && !isClosed(run))
        inBackground(run.id, (execution) => join(parts, execution, run.id, unasked))
    },
    left(childId, because) {
      void endLeft(parts, childId, because)
    },
    run(context, childId) {
      inBackground(childId, (execution) => begin(context, execution, childId))
    },
  }
}

/** Resolves when it was tried once. */
async function endLeft(parts: RuntimeParts, childId: string, because: string): Promise<void> {
  const end = async () => {
    await cancel(parts, ENGINE, { workflowId: childId, reason: because })
  }
  // Whatever the fault: nobody waits for it any more, and it would stay as if it were still going on.
  await triedOnce(parts, childId, parts.draining, end, undefined, () => true)
}

/** At the start: runs whose child has ended go on. */
export async function recoverChildren(parts: RuntimeParts): Promise<void> {
  for (const run of await parts.store.unfinished()) {
    if (parkedOf(run)?.on === 'child') parts.children.noticed(run, await mayHaveTimedOut(parts, run))
  }
}

/** At the start, before anything goes on by itself: children that nobody waits for any more are cancelled. */
export async function endLeftChildren(parts: RuntimeParts): Promise<void> {
  const filter = { status: ['running' as const], children: true as const }
  for await (const { items } of everyPage((from) =>
    parts.store.runs(filter, { limit: 200, uncounted: true, ...from }),
  ))
    for (const child of items)
      if ((await waitingAbove(parts, child)) === null) await endLeft(parts, child.id, LEFT)
}

async function begin(context: CallContext, execution: Execution, childId: string): Promise<void> {
  const { parts } = context
  const child = await parts.store.run(childId)
  if (child === null || isClosed(child) || holderOf(child) !== null || execution.stopped) return
  const fresh = { options: {}, chain: [], recorded: [], content: [], above: [] }
  const own: CallContext = { ...context, ...fresh, stepsBefore: 0 }
  const snapshot = await complete(parts, child, ENGINE)
  const settled = planNextStep(own, snapshot)
  const committed = await commit(
    own,
    {
      expect: [expectRun(child)],
      runs: [settled.run],
      approvals: settled.approvals,
      audit: settled.audit,
    },
    'claim',
  )
  if (!committed.ok || settled.work === null) return
  await perform(own, execution, { ...snapshot, run: settled.run }, settled.work, NOTHING)
}

/** The step that waits for a child is completed with what became of it; exactly once, because only a parked one is. */
async function join(
  parts: RuntimeParts,
  execution: Execution,
  parentId: string,
  unasked: boolean,
): Promise<void> {
  for (;;) {
    const parent = await parts.store.run(parentId)
    if (parent === null || isClosed(parent)) return
    const parked = parkedOf(parent)
    if (parked?.on !== 'child') return
    const child = await parts.store.run(parked.id)
    const outcome = await childOutcome(parts, parked.id, child)
    if (outcome === null) return
    const above = await waitingAbove(parts, parent)
    // Whoever has left it ends it.
    if (above === null) return
    const context = { ...beginCall(parts, ENGINE), above, unasked }
    if ((await joinOnce(context, execution, parent, parked, child, outcome)) !== 'conflict') return
  }
}

async function joinOnce(
  begun: CallContext,
  execution: Execution,
  parent: Run,
  parked: ParkedStep,
  child: Run | null,
  outcome: ExecutionOutcome,
): Promise<'done' | 'conflict'> {
  const { parts } = begun
  const toldOf = (performed: PerformResult) => {
    if (performed.kind === 'conflict') return 'conflict'
    const { failure, held: next } = performed
    if (!performed.isLeft) parts.executions.held.tell(parked.id, { context, failure, next })
    return 'done'
  }
  const by = requesterNow(parts, parked.by)
  const context: CallContext = {
    ...begun,
    correlationId: parked.correlationId,
    requester: by,
    stepsBefore: parked.stepsBefore ?? 0,
  }
  const audit = [
    auditEntry(context, outcome.ok ? 'sub_workflow.completed' : 'sub_workflow.failed', parent.id, {
      transition: parked.transition,
      childId: parked.id,
      ...(child === null
        ? {}
        : { definitionId: child.definitionId, state: child.state, status: child.status }),
      ...(outcome.ok ? {} : { message: outcome.message }),
    }),
  ]
  const snapshot = await complete(parts, parent, ENGINE, parked.transition)
  const step = { ...refOf(parked), by: parked.kind === 'transition' ? by : ENGINE }
  const position = parked.from ?? 0
  // What the child has done is not done again: `retry` is for its own steps, `fallback` is another way.
  const failed = outcome.ok || parked.stopped === true ? null : outcome
  const fallback =
    failed === null
      ? null
      : workOf(snapshot.definition, parent, step, position + 1, parts.catalog, parts.clock.now())
  if (failed !== null && fallback !== null) {
    audit.push(
      auditEntry(context, 'fallback.selected', parent.id, {
        transition: parked.transition,
        position: position + 1,
        kind: fallback.call.kind,
      }),
    )
    const uncertain = failed.uncertain || parked.uncertain === true
    const tried = { ...failed, uncertain }
    return toldOf(await goOnWith(context, execution, snapshot, fallback, tried, audit))
  }
  const declared = declarationOf(snapshot.definition, parent.state, parked.kind, parked.transition)
  if (declared === null) return await giveUp(context, snapshot, parked, audit)
  // Whom the fallback would have asked is gone with it: what follows a failure would come about without them.
  const isLost = failed !== null && declaredBy(declared).reliability?.fallback[position] !== undefined
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
    ended: isLost ? { ...failed, gone: true } : outcome,
    ...(parked.stopped === undefined ? {} : { isStopped: parked.stopped }),
    ...(parked.uncertain === undefined ? {} : { uncertainBefore: parked.uncertain }),
  }
  const performed = await perform(context, execution, snapshot, work, { audit, decided: null, evidence: [] })
  return toldOf(performed)
}

async function goOnWith(
  context: CallContext,
  execution: Execution,
  snapshot: RunSnapshot,
  fallback: Work,
  failed: FailedOutcome,
  audit: AuditEntry[],
): Promise<PerformResult> {
  const work: Work = failed.uncertain ? { ...fallback, uncertainBefore: true } : fallback
  const gates = gatesOf(context.parts, snapshot, work, work.from)
  if (gates.length === 0)
    return await perform(context, execution, snapshot, work, { audit, decided: null, evidence: [] })
  const held = parkStep(context, snapshot, work, work.from, gates, {
    message: told(failed),
    uncertain: failed.uncertain,
    idempotencyKey: keyOf(context, snapshot.run, work),
  })
  const written = await write(context, snapshot, held.run, held.approvals, audit)
  if (written === 'conflict') return { kind: 'conflict' }
  const after = { ...snapshot, run: held.run }
  return { kind: 'done', snapshot: after, failure: null, held: held.approvals[0] ?? null }
}

/** The capability that was called does not exist any more: there is nothing that its result could be written to. */
async function giveUp(
  context: CallContext,
  snapshot: RunSnapshot,
  parked: ParkedStep,
  audit: AuditEntry[],
): Promise<'done' | 'conflict'> {
  const message = `‘${parked.transition}’ does not exist any more; the result of workflow ${parked.id} is in its own context.`
  const run: Run = {
    ...snapshot.run,
    activity: RESTING,
    failure: { code: 'EXECUTOR_FAILED', message, transition: parked.transition },
    updatedAt: new Date(context.parts.clock.now()).toISOString(),
  }
  return await write(context, snapshot, run, [], audit)
}

async function write(
  context: CallContext,
  snapshot: RunSnapshot,
  run: Run,
  asked: InboxItem[],
  audit: AuditEntry[],
): Promise<'done' | 'conflict'> {
  const before = snapshot.run
  const committed = await commitWithItems(context, before, {
    expect: [expectRun(before)],
    run,
    decided: null,
    asked,
    because: '',
    audit,
    step: 'joined',
  })
  return committed.ok ? 'done' : 'conflict'
}

// ── What a run came to, for the step that waited for it.

/** Worth a look: it has ended, or stopped because of a failure. */
function mayHaveEnded(child: Run): boolean {
  return isClosed(child) || (child.failure !== null && isAtRest(child))
}

/**
 * Null: it still runs, or waits. Its output is its final context, and beside that `workflow: {id, definitionId,
 * state, status}`, unless the context has something of that name.
 */
async function childOutcome(
  parts: RuntimeParts,
  childId: string,
  child: Run | null,
): Promise<ExecutionOutcome | null> {
  if (child === null) return failed(`Workflow ${childId}, which it waited for, is not in the database.`, null)
  const which = `‘${child.definitionId}’ (${child.id})`
  switch (child.status) {
    case 'completed': {
      const { id, definitionId, state, status } = child
      const output = { workflow: { id, definitionId, state, status }, ...child.context }
      return plainOutcome(output)
    }
    case 'timed_out':
      return failed(
        `${which} did not end in its time; it stands in state ‘${child.state}’.`,
        child,
        'timeout',
      )
    case 'cancelled': {
      const reason = child.endReason === null || child.endReason === '' ? '' : ` Reason: ${child.endReason}`
      return failed(`${which} was cancelled in state ‘${child.state}’.${reason}`, child)
    }
    case 'running': {
      const { failure } = child
      if (failure === null || failure.gone || !mayHaveEnded(child)) return null
      const { definition } = await complete(parts, child, ENGINE)
      if (hasWayOut(definition, child)) return null
      return failed(
        `${which} failed in state ‘${child.state}’: ${failure.message}`,
        child,
        failure.errorClass,
      )
    }
  }
}

/** What may have happened in it may have happened in the step that waited for it. */
function failed(
  message: string,
  child: Run | null,
  errorClass: FailedOutcome['errorClass'] = 'permanent',
): ExecutionOutcome {
  return failure(errorClass, message, child?.failure?.uncertain === true)
}
