/** Deadlines: checked on every get and submit, and woken for, so that people learn at once. */

import { ENGINE } from '../../model/principal.ts'
import { isClosed, parkedOf, type Run } from '../../model/run.ts'
import { completeTimeout, isDue } from '../../workflow/advance.ts'
import {
  auditEntry,
  beginCall,
  type CallContext,
  complete,
  type RunSnapshot,
  type RuntimeParts,
} from '../call-context.ts'
import { readFacts } from '../facts.ts'
import { leftBehind } from '../membership.ts'
import { cutOff } from '../recovery/cut-off.ts'
import { mayHaveTimedOut } from '../recovery/set-back.ts'
import { commitWithItems, expectRun } from '../step/commit.ts'
import { NOTHING, perform } from '../step/perform.ts'
import { planNextStep } from '../step/plan-next-step.ts'
import { executing } from '../submit/cancel.ts'
import type { Alarms } from './alarms.ts'
import type { ClockChanges } from './clock-changes.ts'

/** Null: nothing was due. Else the run as the timeout, and what follows it by itself, left it. */
export async function applyDueTimeout(
  context: CallContext,
  snapshot: RunSnapshot,
): Promise<RunSnapshot | null> {
  const expired = await expire(context, snapshot)
  return expired === null ? null : await expired.settled
}

interface TimeoutRun {
  /** Resolves when what follows the timeout by itself has come to rest. */
  settled: Promise<RunSnapshot>
}

/** Resolves as soon as the timeout is durable; null: nothing was due. */
async function expire(context: CallContext, snapshot: RunSnapshot): Promise<TimeoutRun | null> {
  const { id } = snapshot.run
  const { clock, executions } = context.parts
  const noticedAt = clock.now()
  if (!isDue(snapshot.run, noticedAt)) return null
  // One at a time: what the first one sets going must not be stopped by the second.
  const alone = executions.exclusive(`deadline of ${id}`, async () => {
    for (;;) {
      // Before it is read: by what was decided it has more time once that begins.
      const stands = await isDecided(context.parts, id)
      const run = (await context.parts.store.run(id)) ?? snapshot.run
      const stored = await readFacts(context.parts, { ...snapshot, run })
      const current: RunSnapshot = { ...snapshot, run, stored }
      // The clock may be set back meanwhile, and what ran has been stopped for this.
      if (!isDue(run, Math.max(noticedAt, clock.now()))) return { settled: Promise.resolve(current) }
      if (executions.obstacleOf(id) !== null || stands) return null
      if (executions.isRunning(id)) {
        // What runs is stopped, and says first what may have happened (R4.8).
        executions.abort(id, new DOMException('The time of the workflow is up.', 'TimeoutError'))
        await executions.settled(id)
        continue
      }
      // Whoever runs its step says what may have happened, and ends it.
      if ((await leftBehind(context.parts.membership, [run])).length === 0) return null
      const expired = await apply(context, current)
      if (expired !== null) return expired
    }
  })
  return await executions.ending(id, () => alone)
}

/** Somebody has decided in time, here or in the run that it waits for, and it is still to run: its time stands still (R4.8). */
export async function isDecided(parts: RuntimeParts, workflowId: string): Promise<boolean> {
  const { store } = parts
  if ((await store.approvals({ workflowId, status: ['scheduled'] }, { limit: 1 })).total > 0) return true
  const run = await store.run(workflowId)
  const parked = run === null || isClosed(run) ? null : parkedOf(run)
  return parked?.on === 'child' && (await isDecided(parts, parked.id))
}

/** Null: somebody moved it first. */
async function apply(noticed: CallContext, snapshot: RunSnapshot): Promise<TimeoutRun | null> {
  // Whoever looks first lends it neither name nor rights: what follows is as if nobody had looked.
  const { definition, stored, run } = snapshot
  const unasked = await mayHaveTimedOut(noticed.parts, run)
  const context: CallContext = { ...noticed, who: ENGINE, unasked }
  const left = await cutOff(context.parts.store, run, 'timeout')
  const expired = completeTimeout(definition, left, context.parts.clock.now())
  const timedOut: RunSnapshot = { definition, stored, run: expired }
  const settled = planNextStep(context, timedOut)
  const { work } = settled
  const after: RunSnapshot = { ...timedOut, run: settled.run }
  const execution = context.parts.executions.begin(run.id)
  const move = {
    fromState: run.state,
    toState: settled.run.state,
    version: settled.run.version,
    deadlineAt: run.deadlineAt,
    ...executing(run),
  }
  let going = false
  try {
    const committed = await commitWithItems(context, run, {
      expect: [expectRun(run)],
      run: after.run,
      decided: null,
      asked: settled.approvals,
      because: 'The workflow timed out.',
      status: 'expired',
      audit: [auditEntry(context, 'workflow.timed_out', run.id, move, 'engine'), ...settled.audit],
      step: 'timeout',
    })
    if (!committed.ok) return null
    if (work === null) return { settled: Promise.resolve(after) }
    going = true
    const performing = perform(context, execution, after, work, NOTHING)
      .then((performed) => (performed.kind === 'done' ? performed.snapshot : after))
      .finally(execution.end)
    return { settled: performing }
  } finally {
    if (!going) execution.end()
  }
}

export interface DeadlineTimer {
  /** A deadline, which may be nearer than the one that is waited for. */
  wakeAt(at: number): void
}

/** Looked at together. */
const PAGE = 100
/** After something went wrong, and for what stands still. */
const AGAIN_MS = 1000

export function createDeadlineTimer(
  parts: RuntimeParts,
  alarms: Alarms,
  changes: ClockChanges,
): DeadlineTimer {
  /** Being ended now; what they run may take its time to stop. */
  const ending = new Set<string>()
  /** Due, and standing still; when they are looked at again. */
  const still = new Map<string, number>()
  const standStill = (id: string) => {
    const again = parts.clock.now() + AGAIN_MS
    still.set(id, again)
    alarm.at(again)
  }
  const end = async (run: Run) => {
    const context = beginCall(parts, ENGINE)
    ending.add(run.id)
    try {
      const expired = await expire(context, await complete(parts, run, ENGINE))
      // One run's `onEnter` must not keep another's deadline waiting.
      expired?.settled.catch((error: unknown) => parts.fault(error, context.correlationId))
      if (expired === null) standStill(run.id)
    } catch (error) {
      parts.fault(error, context.correlationId)
      alarm.at(parts.clock.now() + AGAIN_MS)
    } finally {
      ending.delete(run.id)
    }
  }
  /** Ends what is due, and waits for the next one. */
  const alarm = alarms.add('deadlines', async () => {
    for (;;) {
      const looked = parts.clock.now()
      for (const [id, again] of still) if (again <= looked) still.delete(id)
      const { found, now } = await changes.read(() => parts.store.deadlines(PAGE + ending.size + still.size))
      const soonest = found.filter(({ id }) => !ending.has(id) && !still.has(id))
      const due = soonest.filter((run) => isDue(run, now))
      if (alarms.closed()) return
      if (due.length === 0) {
        for (const again of still.values()) alarm.at(again)
        return alarm.at(Date.parse(soonest[0]?.deadlineAt ?? ''))
      }
      for (const run of due) void end(run)
    }
  })
  return { wakeAt: alarm.at }
}
