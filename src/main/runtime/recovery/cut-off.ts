/** What a run that ends leaves unknown: it may have happened, and that stays said (R4.8). Writes nothing. */

import type { ErrorClass } from '../../model/error.ts'
import { HELD_KINDS, OPEN_STATUSES } from '../../model/item.ts'
import type { Failure, Run, StepKind } from '../../model/run.ts'
import { claimOf, dueFor, parkedOf, todoOf } from '../../model/run.ts'
import { everyItem } from '../every-item.ts'
import type { Store } from '../ports.ts'

/** As the run is when it ends at this moment. */
export async function cutOff(
  store: Pick<Store, 'run' | 'approvals'>,
  run: Run,
  errorClass: ErrorClass = 'permanent',
): Promise<Run> {
  if (claimOf(run) !== null) return withoutClaim(run, errorClass)
  if (run.failure?.uncertain === true) return run
  const failure = (await inChild(store, run)) ?? (await beforeFallback(store, run))
  return failure === null ? run : { ...run, failure: { ...failure, errorClass } }
}

/** A crash left the claim, and it was neither repeated nor decided. */
function withoutClaim(run: Run, errorClass: ErrorClass = 'permanent'): Run {
  const claim = claimOf(run)
  if (claim === null) return run
  const message = `‘${claim.transition}’ was cut off while it ran. It may have taken effect all the same.`
  return {
    ...run,
    activity: dueFor(todoOf(run)),
    failure: { ...unknown(claim.kind, claim.transition, message), errorClass },
  }
}

function unknown(kind: StepKind, transition: string, message: string): Failure {
  return {
    code: kind === 'transition' ? 'EXECUTOR_FAILED' : 'CHAIN_FAILED',
    message,
    transition,
    uncertain: true,
  }
}

/** A step waits for a run, which ends with it. */
async function inChild(store: Pick<Store, 'run'>, run: Run): Promise<Failure | null> {
  const parked = parkedOf(run)
  if (parked?.on !== 'child') return null
  if (parked.uncertain !== true && !(await mayAct(store, parked.id))) return null
  const message = `‘${parked.transition}’ was cut off while it waited for workflow ${parked.id}. What that one was doing may have taken effect all the same.`
  return unknown(parked.kind, parked.transition, message)
}

async function mayAct(store: Pick<Store, 'run'>, id: string): Promise<boolean> {
  const run = await store.run(id)
  if (run === null) return false
  if (claimOf(run) !== null || run.failure?.uncertain === true) return true
  const parked = parkedOf(run)
  return parked?.on === 'child' && (parked.uncertain === true || (await mayAct(store, parked.id)))
}

/** A fallback waits for people; what was tried before it may have happened. */
async function beforeFallback(store: Pick<Store, 'approvals'>, { id }: Run): Promise<Failure | null> {
  const open = { workflowId: id, status: OPEN_STATUSES, kind: HELD_KINDS }
  for await (const { step, held } of everyItem(store, open)) {
    if (held.tried?.uncertain === true) return unknown(step.kind, step.transition, held.tried.message)
  }
  return null
}
