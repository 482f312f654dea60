/**
 * A client that cancels its call withdraws what it asked for, and what that came to by itself; one that merely
 * disconnects does not (R4.6).
 */
import { type HeldItem, OPEN_STATUSES } from '../../model/item.ts'
import { claimOf, parkedOf, type Run } from '../../model/run.ts'
import { holdsStep } from '../../workflow/items/items.ts'
import { type CallContext, complete, type RunSnapshot } from '../call-context.ts'
import type { CommitResult } from '../ports.ts'
import { close, commit, commitWithItems, expectHolder, expectItem } from '../step/commit.ts'
import { stepFailure, stop } from '../step/plan-next-step.ts'
import { timeBackAbove, withTimeBack } from '../time/standing-still.ts'

const BECAUSE = 'The client cancelled its call.'

/** What it asked people for. */
export async function withdrawCancelled(context: CallContext, runId: string, id: string): Promise<void> {
  const { store } = context.parts
  for (;;) {
    const item = await store.approval(id)
    if (item === null || !holdsStep(item) || !OPEN_STATUSES.includes(item.status)) return
    const run = await store.run(runId)
    if (run === null) return
    const isSubmitted = item.step.kind === 'transition'
    // What somebody else set going is not this client's to end.
    if (!isSubmitted && (item.requestedBy !== context.who.id || parkedOf(run)?.id !== id)) return
    const withdraw = isSubmitted ? withdrawSubmit : stopStep
    if ((await withdraw(context, run, item)).ok) return
  }
}

/** The run stays as it is; with the time that has stood still, unless something runs that writes it itself. */
async function withdrawSubmit(context: CallContext, run: Run, item: HeldItem): Promise<CommitResult> {
  const snapshot = await complete(context.parts, run, context.who, item.step.transition)
  const after = await withTimeBack(context, withFailure(snapshot, item), run, { moot: [item] })
  const isWritten = after !== run && claimOf(run) === null
  const withdrawn = close(context, item, 'withdrawn', BECAUSE)
  return await commit(
    context,
    {
      expect: [expectItem(item), ...(isWritten ? [expectHolder(run)] : [])],
      runs: isWritten ? [after] : [],
      timeBack: await timeBackAbove(context, run, { moot: [item] }),
      approvals: [withdrawn.approval],
      audit: [withdrawn.audit],
    },
    'withdrawn',
  )
}

/** What was tried before this was asked for has failed, and nothing follows it any more. */
function withFailure(snapshot: RunSnapshot, item: HeldItem): Run {
  const { run } = snapshot
  const { tried } = item.held
  if (tried === undefined) return run
  const { message, uncertain } = tried
  const more = uncertain ? { uncertain } : {}
  return { ...run, failure: stepFailure(snapshot, 'transition', item.step.transition, message, more) }
}

/** A step of the engine stops where it waits, and can be begun again by hand. */
async function stopStep(context: CallContext, run: Run, item: HeldItem): Promise<CommitResult> {
  const snapshot = await complete(context.parts, run, context.who)
  const failure = stepFailure(snapshot, item.step.kind, item.step.transition, BECAUSE)
  const stopped = stop(context, snapshot, failure)
  const withdrawn = close(context, item, 'withdrawn', BECAUSE)
  return await commitWithItems(context, run, {
    expect: [expectHolder(run), expectItem(item)],
    run: await withTimeBack(context, stopped.run, run, { moot: [item] }),
    timeBack: await timeBackAbove(context, run, { moot: [item] }),
    decided: withdrawn.approval,
    asked: stopped.approvals,
    because: BECAUSE,
    audit: [withdrawn.audit, ...stopped.audit],
    step: 'withdrawn',
  })
}

/**
 * The run that its step has begun; the step then fails like any that was stopped. Written down first: nothing
 * follows what was stopped from outside, whatever is declared for a failure.
 */
export async function stopChild(context: CallContext, workflowId: string, childId: string): Promise<void> {
  const { children, store } = context.parts
  for (;;) {
    const run = await store.run(workflowId)
    if (run?.activity.kind !== 'parked') return
    const { step } = run.activity
    if (step.on !== 'child' || step.id !== childId) return
    const activity = { ...run.activity, step: { ...step, stopped: true as const } }
    const stopped = { ...run, activity }
    const committed = await commit(
      context,
      { expect: [expectHolder(run)], runs: [stopped], audit: [] },
      'withdrawn',
    )
    if (committed.ok) return children.left(childId, 'The client cancelled its call.')
  }
}
