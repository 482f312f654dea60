/** After a crash: what is safe to repeat is repeated, what is uncertain is asked (R4.7). */

import { isDeepStrictEqual } from 'node:util'
import { ENGINE } from '../../model/principal.ts'
import {
  type Claim,
  claimOf,
  holderOf,
  isClosed,
  isInterrupted,
  parkedOf,
  type Run,
} from '../../model/run.ts'
import { changedTool } from '../../workflow/gates/changed-tool.ts'
import { changesNothing } from '../../workflow/gates/gates.ts'
import { type CallContext, type RunSnapshot, type RuntimeParts, complete } from '../call-context.ts'
import { leftBehind } from '../membership.ts'
import type { Batch } from '../ports.ts'
import { requesterNow } from '../rights-now.ts'
import { commit, expectRun } from '../step/commit.ts'
import { during, type Execution } from '../step/executions.ts'
import { NOTHING, perform } from '../step/perform.ts'
import { claimedCall, planNextStep } from '../step/plan-next-step.ts'
import { type Work, workOf } from '../step/work.ts'
import { interrupt, operationFor } from './interrupt.ts'

/**
 * Resolves when everything that may not be repeated is marked. What may be goes on in the background, once the
 * tools of the connections are known.
 */
export async function recover(parts: RuntimeParts): Promise<void> {
  const unfinished = (await parts.store.unfinished()).filter(
    // What is parked waits for somebody or something else: nothing of it was running.
    (run) => !isInterrupted(run) && !isClosed(run) && parkedOf(run) === null,
  )
  const left = await leftBehind(parts.membership, unfinished)
  const repeatable = left.filter((run) => claimOf(run)?.repeatable ?? true)
  // One run whose definition is lost must not keep the others from going on.
  const each = async (run: Run, task: (context: CallContext) => Promise<void>) => {
    const context = operationFor(parts, run)
    await task(context).catch((error: unknown) => {
      parts.fault(error, context.correlationId)
      const claim = claimOf(run)
      parts.executions.abandon(run.id, {
        transition: claim?.transition ?? 'a step',
        claimed: claim !== null,
        fault: error,
      })
    })
  }
  for (const run of left.filter((candidate) => !repeatable.includes(candidate))) {
    await each(run, (context) => interrupt(context, run))
  }
  parts
    .toolsKnown()
    .then(() => Promise.all(repeatable.map((run) => each(run, (context) => goOn(context, run)))))
    .catch((error: unknown) => parts.fault(error, 'recovery'))
}

/** What a crash, or a store that refused it, has left to do. */
export async function goOn(context: CallContext, found: Run): Promise<void> {
  const { parts } = context
  await during(parts.executions, found.id, async (execution) => {
    // Its time may be up by now, or somebody may have ended it.
    const run = await parts.store.run(found.id)
    if (run === null || isClosed(run) || run.version !== found.version) return
    if (holderOf(run) !== holderOf(found) || parkedOf(run) !== null) return
    const claim = claimOf(run)
    const snapshot = await complete(parts, run, ENGINE, claim?.transition)
    if (claim === null) return await carryOn(context, execution, snapshot)
    // The claimed work again, in the name of who began it, from the call that it had come to.
    const by = requesterNow(parts, claim.by)
    const begun = { ...claim, by }
    const work = workOf(snapshot.definition, run, begun, claim.from ?? 0, parts.catalog, parts.clock.now())
    // Nobody has approved, or submitted, another call than the one that was begun.
    if (work === null || !isSame(work, claim, parts) || changedTool(work.plan, parts.catalog) !== null)
      return await interrupt(context, run)
    // What the crash cut off may have happened, whatever becomes of its repetition.
    const isUnknown = claim.uncertain === true || !changesNothing(work.call, parts.catalog)
    const again = isUnknown ? { ...work, uncertainBefore: true as const } : work
    await perform({ ...context, requester: by }, execution, snapshot, again, NOTHING)
  })
}

function isSame(work: Work, claim: Claim, { catalog }: RuntimeParts): boolean {
  const { call, connections } = claimedCall(work, work.from, catalog)
  return (
    isDeepStrictEqual(call, claim.call) && isDeepStrictEqual(connections, claim.connections ?? connections)
  )
}

async function carryOn(context: CallContext, execution: Execution, snapshot: RunSnapshot): Promise<void> {
  const { run } = snapshot
  const settled = planNextStep(context, snapshot)
  const batch: Batch = {
    expect: [expectRun(run)],
    runs: [settled.run],
    approvals: settled.approvals,
    audit: settled.audit,
  }
  const committed = await commit(context, batch, 'resumed')
  if (!committed.ok || settled.work === null) return
  await perform(context, execution, { ...snapshot, run: settled.run }, settled.work, NOTHING)
}
