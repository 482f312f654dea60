/**
 * Somebody goes on by hand where a step of the engine waits at a gate or for another run (R4.6): that is withdrawn
 * first, so that nobody can end by it what runs from then on.
 */
import { OPEN_STATUSES } from '../../model/item.ts'
import { holderOf } from '../../model/run.ts'
import type { CallContext, RunSnapshot } from '../call-context.ts'
import { close, commit, leaveChild } from '../step/commit.ts'
import { stepFailure } from '../step/plan-next-step.ts'
import type { Work } from '../step/work.ts'
import { withTimeBack } from '../time/paused-deadline.ts'

/** Null: somebody moved it first. */
export async function detachPendingStep(
  operation: CallContext,
  loaded: RunSnapshot,
  work: Work,
): Promise<{ loaded: RunSnapshot; work: Work } | null> {
  const before = loaded.instance
  const { parked } = before
  if (work.kind !== 'transition' || parked === null || parked.step === 'transition') return { loaded, work }
  const because = 'The workflow went on without it.'
  const item = parked.kind === 'gate' ? await operation.parts.store.approval(parked.id) : null
  const closed =
    item !== null && OPEN_STATUSES.includes(item.status) ? close(operation, item, 'withdrawn', because) : null
  const failure = stepFailure(loaded, parked.step, parked.transition, because)
  const unparked = { ...before, parked: null, todo: null, failure }
  const moot = closed === null || item === null ? [] : [item]
  const instance = withTimeBack(unparked, moot, operation.parts.clock.now())
  const committed = await commit(
    operation,
    {
      expect: [
        { kind: 'instance', id: before.id, version: before.version, claim: holderOf(before) },
        ...(closed === null || item === null
          ? []
          : [{ kind: 'approval' as const, id: item.id, revision: item.revision }]),
      ],
      instances: [instance],
      approvals: closed === null ? [] : [closed.approval],
      audit: closed === null ? [] : [closed.audit],
    },
    'withdrawn',
  )
  if (!committed.ok) return null
  leaveChild(operation, before, instance, because)
  const { recovery } = failure
  const again = recovery === undefined ? work : { ...work, insteadOf: recovery.transition }
  return { loaded: { ...loaded, instance }, work: again }
}
