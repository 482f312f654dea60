/** A step that was cut off, and of which nobody knows whether it happened: a person is asked (R4.7). */

import type { DoubtItem } from '../../model/item.ts'
import { ENGINE } from '../../model/principal.ts'
import { claimOf, isClosed, isInterrupted, type Run, todoOf } from '../../model/run.ts'
import { auditEntry, beginCall, type CallContext, type RuntimeParts, complete } from '../call-context.ts'
import { askedNow } from '../items/ask.ts'
import type { Batch } from '../ports.ts'
import { rightsOf } from '../rights-now.ts'
import { commit, expectRun } from '../step/commit.ts'
import type { Leftover } from '../step/executions.ts'
import { isPassing, reasonOf } from '../step/until-durable.ts'
import { refOf } from '../step/work.ts'

export function operationFor(parts: RuntimeParts, run: Run): CallContext {
  const context = beginCall(parts, ENGINE)
  const claim = claimOf(run)
  return claim === null ? context : { ...context, correlationId: claim.correlationId }
}

export async function interrupt(context: CallContext, run: Run): Promise<void> {
  const claim = claimOf(run)
  if (claim === null) return
  const snapshot = await complete(context.parts, run, ENGINE, claim.transition)
  const { id: requestedBy, client } = claim.by
  const approval: DoubtItem = {
    ...askedNow(context, snapshot),
    kind: 'interrupted',
    step: refOf(claim),
    ...(client === undefined ? {} : { client }),
    requestedBy,
    requesterRights: rightsOf(claim.by),
    deadlineAt: null,
  }
  const batch: Batch = {
    expect: [expectRun(run)],
    runs: [{ ...run, activity: { kind: 'interrupted', claim } }],
    approvals: [approval],
    audit: [
      auditEntry(context, 'workflow.interrupted', run.id, {
        transition: claim.transition,
        call: claim.call,
        since: claim.at,
      }),
    ],
  }
  await commit(context, batch, 'interrupted')
}

/** The first pause before it is tried again, and the longest, in milliseconds. */
const AGAIN_MS = 1000
const SELDOM_MS = 60_000

export interface AbandonmentWatch {
  /** Nobody will write down any more what became of the step that this run has claimed. */
  consider(workflowId: string, left: Leftover): void
  close(): void
}

/**
 * Asks as soon as the store takes it. `isRunning`: whose claim it is then will say itself what became of it. `goOn`:
 * with what the engine had still to do, where nothing had begun.
 */
export function createAbandoned(
  parts: RuntimeParts,
  isRunning: (workflowId: string) => boolean,
  goOn: (run: Run) => Promise<void>,
): AbandonmentWatch {
  const { unwritten } = parts
  const timers = new Map<string, { cancel(): void }>()
  let closed = false
  const look = async (workflowId: string) => {
    const run = await parts.store.run(workflowId)
    if (run === null || isClosed(run) || isInterrupted(run) || closed) return
    if (isRunning(workflowId)) return
    if (claimOf(run) === null) return todoOf(run) === null ? undefined : await goOn(run)
    await interrupt(operationFor(parts, run), run)
  }
  const wait = (workflowId: string, left: Leftover, pauseMs: number) => {
    unwritten.set(workflowId, {
      transition: left.transition,
      what: left.claimed ? 'lost' : 'move',
      reason: reasonOf(left.fault),
    })
    const again = (fault: unknown) => {
      timers.delete(workflowId)
      if (closed) return
      const passes = isPassing(fault)
      if (!passes && pauseMs === AGAIN_MS) parts.fault(fault, 'abandoned')
      wait(workflowId, { ...left, fault }, passes ? AGAIN_MS : Math.min(pauseMs * 2, SELDOM_MS))
    }
    const timer = parts.clock.after(pauseMs, () => {
      look(workflowId).then(() => {
        timers.delete(workflowId)
        if (!isRunning(workflowId)) unwritten.set(workflowId, null)
      }, again)
    })
    timers.set(workflowId, timer)
  }
  return {
    consider(workflowId, left) {
      if (!closed && !timers.has(workflowId)) wait(workflowId, left, AGAIN_MS)
    },
    close() {
      closed = true
      for (const timer of timers.values()) timer.cancel()
    },
  }
}
