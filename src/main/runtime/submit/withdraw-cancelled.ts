/**
 * A client that cancels its call withdraws what it asked for, and what that came to by itself; one that merely
 * disconnects does not (R4.6).
 */
import { type HeldItem, OPEN_STATUSES } from '../../model/item.ts'
import { claimOf, type Failure, holderOf, parkedOf, type Run } from '../../model/run.ts'
import { holdsStep } from '../../workflow/items/items.ts'
import type { CallContext, RunSnapshot } from '../call-context.ts'
import { complete } from '../load.ts'
import type { CommitResult } from '../ports.ts'
import { close, commit, commitWithItems } from '../step/commit.ts'
import { onceMore, stepFailure, stop } from '../step/plan-next-step.ts'
import { withTimeBack } from '../time/paused-deadline.ts'

const BECAUSE = 'The client cancelled its call.'

/** What it asked people for. */
export async function withdrawCancelled(operation: CallContext, runId: string, id: string): Promise<void> {
  const { store } = operation.parts
  for (;;) {
    const item = await store.approval(id)
    if (item === null || !holdsStep(item) || !OPEN_STATUSES.includes(item.status)) return
    const instance = await store.instance(runId)
    if (instance === null) return
    const isSubmitted = item.step.kind === 'transition'
    // What somebody else set going is not this client's to end.
    if (!isSubmitted && (item.requestedBy !== operation.who.id || parkedOf(instance)?.id !== id)) return
    const withdraw = isSubmitted ? withdrawSubmit : stopStep
    if ((await withdraw(operation, instance, item)).ok) return
  }
}

/** The run stays as it is; with the time that has stood still, unless something runs that writes it itself. */
async function withdrawSubmit(operation: CallContext, instance: Run, item: HeldItem): Promise<CommitResult> {
  const loaded = await complete(operation.parts, instance, operation.who, item.step.transition)
  const after = withTimeBack(withFailure(loaded, item), [item], operation.parts.clock.now())
  const isWritten = after !== instance && claimOf(instance) === null
  const withdrawn = close(operation, item, 'withdrawn', BECAUSE)
  return await commit(
    operation,
    {
      expect: [
        { kind: 'approval', id: item.id, revision: item.revision },
        ...(isWritten ? [standing(instance)] : []),
      ],
      instances: isWritten ? [after] : [],
      approvals: [withdrawn.approval],
      audit: [withdrawn.audit],
    },
    'withdrawn',
  )
}

/** What was tried before this was asked for has failed, and nothing follows it any more. */
function withFailure(loaded: RunSnapshot, item: HeldItem): Run {
  const { instance } = loaded
  const { tried } = item.held
  if (tried === undefined) return instance
  const { message, uncertain } = tried
  const failure: Failure = {
    code: 'EXECUTOR_FAILED',
    message,
    transition: item.step.transition,
    ...onceMore(loaded, item.step.transition),
    ...(uncertain ? { uncertain } : {}),
  }
  return { ...instance, failure }
}

/** A step of the engine stops where it waits, and can be begun again by hand. */
async function stopStep(operation: CallContext, instance: Run, item: HeldItem): Promise<CommitResult> {
  const loaded = await complete(operation.parts, instance, operation.who)
  const failure = stepFailure(loaded, item.step.kind, item.step.transition, BECAUSE)
  const stopped = stop(operation, loaded, failure)
  const withdrawn = close(operation, item, 'withdrawn', BECAUSE)
  return await commitWithItems(operation, instance, {
    expect: [standing(instance), { kind: 'approval', id: item.id, revision: item.revision }],
    instances: [withTimeBack(stopped.instance, [item], operation.parts.clock.now())],
    decided: withdrawn.approval,
    asked: stopped.approvals,
    because: BECAUSE,
    status: 'withdrawn',
    audit: [withdrawn.audit, ...stopped.audit],
    step: 'withdrawn',
  })
}

/**
 * The run that its step has begun; the step then fails like any that was stopped. Written down first: nothing
 * follows what was stopped from outside, whatever is declared for a failure.
 */
export async function stopChild(operation: CallContext, workflowId: string, childId: string): Promise<void> {
  const { children, store } = operation.parts
  for (;;) {
    const instance = await store.instance(workflowId)
    if (instance?.activity.kind !== 'parked') return
    const { step } = instance.activity
    if (step.on !== 'child' || step.id !== childId) return
    const activity = { ...instance.activity, step: { ...step, stopped: true as const } }
    const stopped = { ...instance, activity }
    const committed = await commit(
      operation,
      { expect: [standing(instance)], instances: [stopped], audit: [] },
      'withdrawn',
    )
    if (committed.ok) return children.left(childId, 'The client cancelled its call.')
  }
}

function standing(instance: Run) {
  return {
    kind: 'instance' as const,
    id: instance.id,
    version: instance.version,
    claim: holderOf(instance),
  }
}
