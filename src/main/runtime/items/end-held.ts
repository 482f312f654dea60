/** What was held back does not run: refused, or nobody decided in time. The step stays undone, and says why. */

import type { AuditEntry } from '../../model/audit-event.ts'
import type { HeldItem } from '../../model/item.ts'
import type { Failure, Run } from '../../model/run.ts'
import { parkedOf } from '../../model/run.ts'
import { waitsForPerson } from '../../workflow/advance.ts'
import { auditEntry, type CallContext, type RunSnapshot } from '../call-context.ts'
import type { DurableStep } from '../crash-points.ts'
import type { CommitResult } from '../ports.ts'
import { commitWithItems, expectRun } from '../step/commit.ts'
import { type NextStep, onceMore, stepFailure, stop } from '../step/plan-next-step.ts'
import { askChoice } from './ask.ts'

/** `ended`: the item with its end, one revision on. Answers with the run as it is then, or a conflict. */
export async function endHeld(
  context: CallContext,
  snapshot: RunSnapshot,
  ended: HeldItem,
  code: 'APPROVAL_DENIED' | 'APPROVAL_TIMED_OUT',
  message: string,
  audit: AuditEntry[],
): Promise<{ committed: CommitResult; run: Run }> {
  const before = snapshot.run
  const settled = settleEnd(context, snapshot, ended, code, message)
  const run = settled?.run ?? before
  const step: DurableStep = ended.status === 'expired' ? 'expired' : 'rejected'
  const rejected = auditEntry(context, 'transition.rejected', before.id, {
    transition: ended.step.transition,
    code,
    message,
  })
  const committed = await commitWithItems(context, before, {
    expect: [expectRun(before), { kind: 'approval', id: ended.id, revision: ended.revision - 1 }],
    runs: [run],
    decided: ended,
    asked: settled?.approvals ?? [],
    because: '',
    status: 'withdrawn',
    audit: [...audit, rejected, ...(settled?.audit ?? [])],
    step,
  })
  return { committed, run }
}

/** Null: something else of the run is running, and is left alone. */
function settleEnd(
  context: CallContext,
  snapshot: RunSnapshot,
  ended: HeldItem,
  code: 'APPROVAL_DENIED' | 'APPROVAL_TIMED_OUT',
  message: string,
): Pick<NextStep, 'run' | 'approvals' | 'audit'> | null {
  const { run, definition } = snapshot
  const { kind: step, transition } = ended.step
  const { tried } = ended.held
  const more = tried?.uncertain === true ? { uncertain: true as const } : {}
  if (step !== 'transition') {
    // Somebody went on by hand: what runs now is not what this item held back.
    if (parkedOf(run)?.id !== ended.id) return null
    return stop(context, snapshot, stepFailure(snapshot, step, transition, message, { code, ...more }))
  }
  if (run.activity.kind !== 'resting') return null
  const at = new Date(context.parts.clock.now()).toISOString()
  const failure: Failure = { code, message, transition, ...onceMore(snapshot, transition), ...more }
  const rested: Run = { ...run, failure, updatedAt: at }
  // What a person's press led to is a question again.
  const again = waitsForPerson(definition, rested) ? [askChoice(context, { ...snapshot, run: rested })] : []
  return { run: rested, approvals: again, audit: [] }
}
