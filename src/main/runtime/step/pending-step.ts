/**
 * Somebody goes on by hand where a step of the engine waits at a gate or for another run (R4.6): that is withdrawn with
 * the commit that begins what runs, so that nobody can end by it what runs from then on; and it stays where that does
 * not begin.
 */
import { OPEN_STATUSES } from '../../model/item.ts'
import { parkedOf, RESTING } from '../../model/run.ts'
import type { CallContext, RunSnapshot } from '../call-context.ts'
import { timeBackAbove, withTimeBack } from '../time/standing-still.ts'
import { type CommitExtras, close, expectItem, NOTHING_PENDING, WITHOUT } from './commit.ts'
import { stepFailure } from './plan-next-step.ts'
import type { Work } from './work.ts'

/** With what is to be written in the commit that begins the work. */
export interface Detachment {
  snapshot: RunSnapshot
  work: Work
  giveUp: CommitExtras
}

export async function detachPendingStep(
  context: CallContext,
  snapshot: RunSnapshot,
  work: Work,
): Promise<Detachment> {
  const stored = snapshot.run
  const parked = parkedOf(stored)
  if (work.kind !== 'transition' || parked === null || parked.kind === 'transition')
    return { snapshot, work, giveUp: NOTHING_PENDING }
  const item = parked.on === 'gate' ? await context.parts.store.approval(parked.id) : null
  const moot = item !== null && OPEN_STATUSES.includes(item.status) ? [item] : []
  const closed = moot.map((each) => close(context, each, 'withdrawn', WITHOUT))
  const run = await withTimeBack(context, { ...stored, activity: RESTING }, stored, { moot })
  const { recovery } = stepFailure(snapshot, parked.kind, parked.transition, WITHOUT)
  return {
    snapshot: { ...snapshot, run },
    work: recovery === undefined ? work : { ...work, insteadOf: recovery.transition },
    giveUp: {
      ...NOTHING_PENDING,
      audit: closed.map(({ audit }) => audit),
      expect: moot.map(expectItem),
      timeBack: await timeBackAbove(context, stored, { moot }),
      detached: { stored, closed: closed.map(({ approval }) => approval) },
    },
  }
}
