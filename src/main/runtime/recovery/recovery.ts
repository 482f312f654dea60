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
  todoOf,
} from '../../model/run.ts'
import { changedTool } from '../../workflow/call-ahead.ts'
import { changesNothing, demandOf } from '../../workflow/gates/gates.ts'
import {
  beginCall,
  type CallContext,
  complete,
  type RunSnapshot,
  type RuntimeParts,
} from '../call-context.ts'
import { leftBehind } from '../membership.ts'
import type { Batch } from '../ports.ts'
import { askerOf, requesterNow } from '../rights-now.ts'
import { commit, expectRun } from '../step/commit.ts'
import { during, type Execution, type Leftover } from '../step/executions.ts'
import { gatesOf } from '../step/gates.ts'
import { NOTHING, perform } from '../step/perform.ts'
import { claimedCall, planNextStep } from '../step/plan-next-step.ts'
import { isPassing, reasonOf } from '../step/until-durable.ts'
import { type Work, workOf } from '../step/work.ts'
import { interrupt } from './interruption.ts'
import { askAgainAfterSetBack } from './set-back.ts'

/** What was under way when the last gateway ended: to be read before anything begins in this one. */
export async function findUnfinished({ store, membership }: RuntimeParts): Promise<Run[]> {
  const unfinished = (await store.unfinished()).filter(
    // What is parked waits for somebody or something else: nothing of it was running.
    (run) => !isInterrupted(run) && parkedOf(run) === null,
  )
  return await leftBehind(membership, unfinished)
}

/**
 * Resolves when everything that may not be repeated is marked. What may be goes on in the background, once the
 * tools of the connections are known. `left`: as `findUnfinished` has it.
 */
export async function recover(parts: RuntimeParts, left: readonly Run[]): Promise<void> {
  const { setBack } = parts.store
  if (setBack !== null) await askAgainAfterSetBack(parts)
  // Of a database that was set back, what came after it may have happened, too.
  const isRepeatable = (claim: Claim | null) => claim === null || (claim.repeatable && setBack === null)
  const repeatable = left.filter((run) => isRepeatable(claimOf(run)))
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
    await each(run, async (context) => {
      const now = await unchanged(parts, run)
      if (now !== null) await ask(context, now, setBack !== null)
    })
  }
  parts
    .toolsKnown()
    .then(() =>
      Promise.all(repeatable.map((run) => each(run, (context) => goOn(context, run, setBack !== null)))),
    )
    .then(() => setBack?.settled())
    .catch((error: unknown) => parts.fault(error, 'recovery'))
}

/** As it is now; null: its time was up meanwhile, or somebody has ended it or gone on with it. */
async function unchanged({ store }: RuntimeParts, found: Run): Promise<Run | null> {
  const run = await store.run(found.id)
  if (run?.version !== found.version) return null
  return holderOf(run) !== holderOf(found) || parkedOf(run) !== null ? null : run
}

/** What a crash, or a store that refused it, has left to do. `isSetBack`: it may have been done all the same. */
export async function goOn(context: CallContext, found: Run, isSetBack = false): Promise<void> {
  const { parts } = context
  await during(parts.executions, found.id, async (execution) => {
    const run = await unchanged(parts, found)
    if (run === null) return
    const claim = claimOf(run)
    const snapshot = await complete(parts, run, ENGINE, claim?.transition)
    const requester = askerOf(parts, run)
    const asked = requester === null ? context : { ...context, requester }
    if (claim === null) return await carryOn(asked, execution, snapshot, isSetBack)
    // The claimed work again, in the name of who began it, from the call that it had come to.
    const by = requesterNow(parts, claim.by)
    const begun = { ...claim, by }
    const work = workOf(snapshot.definition, run, begun, claim.from ?? 0, parts.catalog, parts.clock.now())
    // Nobody has approved, or submitted, another call than the one that was begun, nor opened a gate that has come since.
    if (work === null || !isSame(work, claim, parts) || changedTool(work.plan, parts.catalog) !== null)
      return await ask(context, run)
    const opened = gatesOf(parts, snapshot, work, work.from)
    if (opened.some((gate) => claim.gates?.includes(demandOf(gate)) !== true)) return await ask(context, run)
    // What the crash cut off may have happened, whatever becomes of its repetition.
    const isUnknown = claim.uncertain === true || !changesNothing(work.call, parts.catalog)
    const again = { ...work, opened, ...(isUnknown ? { uncertainBefore: true as const } : {}) }
    await perform(asked, execution, snapshot, again, NOTHING)
  })
}

function isSame(work: Work, claim: Claim, { catalog }: RuntimeParts): boolean {
  const { call, connections } = claimedCall(work, work.from, catalog)
  return (
    isDeepStrictEqual(call, claim.call) && isDeepStrictEqual(connections, claim.connections ?? connections)
  )
}

async function carryOn(
  context: CallContext,
  execution: Execution,
  snapshot: RunSnapshot,
  isSetBack: boolean,
): Promise<void> {
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
  await perform(
    { ...context, unasked: isSetBack },
    execution,
    { ...snapshot, run: settled.run },
    settled.work,
    NOTHING,
  )
}

export function operationFor(parts: RuntimeParts, run: Run): CallContext {
  const context = beginCall(parts, ENGINE)
  const claim = claimOf(run)
  return claim === null ? context : { ...context, correlationId: claim.correlationId }
}

async function ask(context: CallContext, run: Run, isSetBack = false): Promise<void> {
  const snapshot = await complete(context.parts, run, ENGINE, claimOf(run)?.transition)
  await interrupt(context, snapshot, isSetBack)
}

/** The first pause before it is tried again, and the longest, in milliseconds. */
const AGAIN_MS = 1000
const SELDOM_MS = 60_000

interface AbandonmentWatch {
  /** Nobody will write down any more what became of the step that this run has claimed. */
  consider(workflowId: string, left: Leftover): void
  close(): void
}

/**
 * Asks as soon as the store takes it. `goOn`: with what the engine had still to do, where nothing had begun.
 */
export function createAbandoned(parts: RuntimeParts, goOn: (run: Run) => Promise<void>): AbandonmentWatch {
  const { unwritten, executions } = parts
  const timers = new Map<string, { cancel(): void }>()
  let closed = false
  const look = async (workflowId: string) => {
    // Whoever goes on there may have taken the claim over, or only be turned away by it: that shows afterwards.
    await executions.settled(workflowId)
    const run = await parts.store.run(workflowId)
    if (executions.isRunning(workflowId)) return await look(workflowId)
    if (run === null || isClosed(run) || isInterrupted(run) || closed) return
    if (claimOf(run) === null) return todoOf(run) === null ? undefined : await goOn(run)
    await ask(operationFor(parts, run), run)
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
        if (!executions.isRunning(workflowId)) unwritten.set(workflowId, null)
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
