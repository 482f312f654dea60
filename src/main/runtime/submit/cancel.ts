/** Somebody ends a run: what executes is stopped first, the state's name stays (R4.9). */

import type { InboxItem } from '../../model/item.ts'
import type { Principal } from '../../model/principal.ts'
import type { WorkflowAnswer } from '../../model/response.ts'
import { claimOf, isClosed, RESTING, type Run } from '../../model/run.ts'
import { uncertainOf } from '../../workflow/advance.ts'
import { notFound } from '../../workflow/respond.ts'
import { auditEntry, beginCall, type CallContext, loadFor, type RuntimeParts } from '../call-context.ts'
import { decidedEntry } from '../items/decision.ts'
import { cutOff } from '../recovery/cut-off.ts'
import { commitWithItems, expectations } from '../step/commit.ts'
import { answer, bare } from './answer.ts'

export async function cancel(
  parts: RuntimeParts,
  who: Principal,
  request: { workflowId: string; reason: string },
): Promise<WorkflowAnswer> {
  return await parts.executions.ending(request.workflowId, () => stopAndClose(parts, who, request))
}

async function stopAndClose(
  parts: RuntimeParts,
  who: Principal,
  request: { workflowId: string; reason: string },
): Promise<WorkflowAnswer> {
  const context = beginCall(parts, who)
  for (;;) {
    const obstacle = parts.executions.obstacleOf(request.workflowId)
    if (obstacle !== null) throw obstacle
    parts.executions.abort(request.workflowId, 'The workflow was cancelled.')
    await parts.executions.settled(request.workflowId)
    const snapshot = await loadFor(parts, who, request.workflowId)
    if (snapshot === null) return bare(notFound(request.workflowId))
    const { run } = snapshot
    if (isClosed(run)) return answer(context, snapshot, 'cancelled')
    // A step that was claimed a moment ago is stopped first: its outcome must not be lost.
    if (claimOf(run) !== null && parts.executions.isRunning(request.workflowId)) continue
    const ended = await endRun(context, run, request.reason)
    if (ended !== null) return answer(context, { ...snapshot, run: ended }, 'cancelled')
  }
}

/** As cancelled, with the decision that ends it, if a person has made one. Null: somebody else wrote the run, or decided, first. */
export async function endRun(
  context: CallContext,
  run: Run,
  reason: string,
  decided: InboxItem | null = null,
): Promise<Run | null> {
  const { store, clock } = context.parts
  const left = await cutOff(store, run)
  const ended: Run = {
    ...left,
    version: run.version + 1,
    status: 'cancelled',
    activity: RESTING,
    failure: uncertainOf(left.failure),
    endReason: reason,
    updatedAt: new Date(clock.now()).toISOString(),
  }
  const { state, version } = ended
  const committed = await commitWithItems(context, run, {
    expect: expectations(run, decided),
    run: ended,
    decided,
    asked: [],
    because: 'The workflow was cancelled.',
    step: decided === null ? 'cancelled' : 'decided',
    audit: [
      ...(decided === null ? [] : [decidedEntry(context, decided)]),
      auditEntry(context, 'workflow.cancelled', run.id, { state, version, reason, ...executing(run) }),
    ],
  })
  return committed.ok ? ended : null
}

/** For the log: the transition that runs. */
export function executing(run: Run): { executing?: string } {
  const claim = claimOf(run)
  return claim === null ? {} : { executing: claim.transition }
}
