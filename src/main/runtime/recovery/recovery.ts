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
import type { CallContext, RunSnapshot, RuntimeParts } from '../call-context.ts'
import { complete } from '../load.ts'
import type { Batch } from '../ports.ts'
import { commit } from '../step/commit.ts'
import type { Execution, Executions } from '../step/executions.ts'
import { NOTHING, perform } from '../step/perform.ts'
import { claimedCall, planNextStep } from '../step/plan-next-step.ts'
import { isPassing } from '../step/until-durable.ts'
import { type Work, workOf } from '../step/work.ts'
import { during } from '../submit/submit.ts'
import { interrupt, operationFor } from './interrupt.ts'

/**
 * Resolves when everything that may not be repeated is marked. What may be goes on in the background, once the
 * tools of the connections are known.
 */
export async function recover(parts: RuntimeParts, executions: Executions): Promise<void> {
  const left = (await parts.store.unfinished()).filter(
    // What is parked waits for somebody or something else: nothing of it was running.
    (instance) => !isInterrupted(instance) && !isClosed(instance) && parkedOf(instance) === null,
  )
  const repeatable = left.filter((instance) => claimOf(instance)?.repeatable ?? true)
  // One run whose definition is lost must not keep the others from going on.
  const each = async (instance: Run, task: (operation: CallContext) => Promise<void>) => {
    const operation = operationFor(parts, instance)
    await task(operation).catch((error: unknown) => {
      parts.fault(error, operation.correlationId)
      if (!isPassing(error)) return
      const claim = claimOf(instance)
      executions.abandon(instance.id, {
        transition: claim?.transition ?? 'a step',
        claimed: claim !== null,
        fault: error,
      })
    })
  }
  for (const instance of left.filter((candidate) => !repeatable.includes(candidate))) {
    await each(instance, (operation) => interrupt(operation, instance))
  }
  parts
    .toolsKnown()
    .then(() =>
      Promise.all(
        repeatable.map((instance) => each(instance, (operation) => goOn(operation, executions, instance))),
      ),
    )
    .catch((error: unknown) => parts.fault(error, 'recovery'))
}

/** What a crash, or a store that refused it, has left to do. */
export async function goOn(operation: CallContext, executions: Executions, found: Run): Promise<void> {
  const { parts } = operation
  await during(executions, found.id, async (execution) => {
    // Its time may be up by now, or somebody may have ended it.
    const instance = await parts.store.instance(found.id)
    if (instance === null || isClosed(instance) || instance.version !== found.version) return
    if (holderOf(instance) !== holderOf(found) || parkedOf(instance) !== null) return
    const claim = claimOf(instance)
    const loaded = await complete(parts, instance, ENGINE, claim?.transition)
    if (claim === null) return await carryOn(operation, execution, loaded)
    // The claimed work again, in the name of who began it, from the call that it had come to.
    const work = workOf(loaded.definition, instance, claim, claim.from ?? 0, parts.catalog, parts.clock.now())
    // Nobody has approved, or submitted, another call than the one that was begun.
    if (work === null || !isSame(work, claim, parts) || changedTool(work.plan, parts.catalog) !== null)
      return await interrupt(operation, instance)
    // What the crash cut off may have happened, whatever becomes of its repetition.
    const isUnknown = claim.uncertain === true || !changesNothing(work.call, parts.catalog)
    const again = isUnknown ? { ...work, uncertainBefore: true as const } : work
    await perform({ ...operation, requester: claim.by }, execution, loaded, again, NOTHING)
  })
}

function isSame(work: Work, claim: Claim, { catalog }: RuntimeParts): boolean {
  const { call, connections } = claimedCall(work, work.from, catalog)
  return (
    isDeepStrictEqual(call, claim.call) && isDeepStrictEqual(connections, claim.connections ?? connections)
  )
}

async function carryOn(operation: CallContext, execution: Execution, loaded: RunSnapshot): Promise<void> {
  const { instance } = loaded
  const settled = planNextStep(operation, loaded)
  const batch: Batch = {
    expect: [{ kind: 'instance', id: instance.id, version: instance.version, claim: null }],
    instances: [settled.instance],
    approvals: settled.approvals,
    audit: settled.audit,
  }
  const committed = await commit(operation, batch, 'resumed')
  if (!committed.ok || settled.work === null) return
  await perform(operation, execution, { ...loaded, instance: settled.instance }, settled.work, NOTHING)
}
