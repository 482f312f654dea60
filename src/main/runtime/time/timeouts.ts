/** Deadlines: checked on every get and submit, and woken for, so that people learn at once. */

import { ENGINE } from '../../model/principal.ts'
import { holderOf, type Run } from '../../model/run.ts'
import { completeTimeout, isDue } from '../../workflow/advance.ts'
import {
  auditEntry,
  beginCall,
  type CallContext,
  type RunSnapshot,
  type RuntimeParts,
} from '../call-context.ts'
import { complete } from '../load.ts'
import { cutOff } from '../recovery/cut-off.ts'
import { commitWithItems } from '../step/commit.ts'
import type { Executions } from '../step/executions.ts'
import { NOTHING, perform } from '../step/perform.ts'
import { planNextStep } from '../step/plan-next-step.ts'
import { executing } from '../submit/cancel.ts'
import type { Alarms } from './alarms.ts'

/** Null: nothing was due. Else the instance as the timeout, and what follows it by itself, left it. */
export async function applyDueTimeout(
  operation: CallContext,
  executions: Executions,
  loaded: RunSnapshot,
): Promise<RunSnapshot | null> {
  const expired = await expire(operation, executions, loaded)
  return expired === null ? null : await expired.settled
}

interface TimeoutRun {
  /** Resolves when what follows the timeout by itself has come to rest. */
  settled: Promise<RunSnapshot>
}

/** Resolves as soon as the timeout is durable; null: nothing was due. */
async function expire(
  operation: CallContext,
  executions: Executions,
  loaded: RunSnapshot,
): Promise<TimeoutRun | null> {
  const { id } = loaded.instance
  const { clock } = operation.parts
  const noticedAt = clock.now()
  if (!isDue(loaded.instance, noticedAt)) return null
  // One at a time: what the first one sets going must not be stopped by the second.
  return await executions.exclusive(`deadline of ${id}`, async () => {
    for (;;) {
      const instance = (await operation.parts.store.instance(id)) ?? loaded.instance
      const current: RunSnapshot = { ...loaded, instance, evidence: await operation.parts.store.evidence(id) }
      // The clock may be set back meanwhile, and what ran has been stopped for this.
      if (!isDue(instance, Math.max(noticedAt, clock.now()))) return { settled: Promise.resolve(current) }
      if (executions.obstacleOf(id) !== null || (await isDecided(operation.parts, id))) return null
      if (executions.isRunning(id)) {
        // What runs is stopped, and says first what may have happened (R4.8).
        executions.abort(id, new DOMException('The time of the workflow is up.', 'TimeoutError'))
        await executions.settled(id)
        continue
      }
      const expired = await apply(operation, executions, current)
      if (expired !== null) return expired
    }
  })
}

/** Somebody has decided in time, and it is still to run: the time of the run stands still (R4.8). */
async function isDecided({ store }: RuntimeParts, workflowId: string): Promise<boolean> {
  return (await store.approvals({ workflowId, status: ['scheduled'] }, { limit: 1 })).total > 0
}

/** Null: somebody moved it first. */
async function apply(
  noticed: CallContext,
  executions: Executions,
  loaded: RunSnapshot,
): Promise<TimeoutRun | null> {
  // Whoever looks first lends it neither name nor rights: what follows is as if nobody had looked.
  const operation: CallContext = { ...noticed, who: ENGINE }
  const { definition, evidence, instance } = loaded
  const left = await cutOff(operation.parts.store, instance, 'timeout')
  const expired = completeTimeout(definition, left, operation.parts.clock.now())
  const timedOut: RunSnapshot = { definition, evidence, instance: expired }
  const settled = planNextStep(operation, timedOut)
  const after: RunSnapshot = { ...timedOut, instance: settled.instance }
  const { work } = settled
  const execution = executions.begin(instance.id)
  const move = {
    fromState: instance.state,
    toState: settled.instance.state,
    version: settled.instance.version,
    deadlineAt: instance.deadlineAt,
    ...executing(instance),
  }
  let going = false
  try {
    const { id, version } = instance
    const committed = await commitWithItems(operation, instance, {
      expect: [{ kind: 'instance', id, version, claim: holderOf(instance) }],
      instances: [settled.instance],
      decided: null,
      asked: settled.approvals,
      because: 'The workflow timed out.',
      status: 'expired',
      audit: [auditEntry(operation, 'workflow.timed_out', id, move, 'engine'), ...settled.audit],
      step: 'timeout',
    })
    if (!committed.ok) return null
    if (work === null) return { settled: Promise.resolve(after) }
    going = true
    const performing = perform(operation, execution, after, work, NOTHING)
      .then((performed) => (performed.kind === 'done' ? performed.loaded : after))
      .finally(execution.end)
    return { settled: performing }
  } finally {
    if (!going) execution.end()
  }
}

export interface DeadlineTimer {
  /** A deadline may be nearer than the one that is waited for. */
  consider(deadlineAt: string | null): void
}

/** Looked at together. */
const PAGE = 100
/** After something went wrong, and for what stands still. */
const AGAIN_MS = 1000

export function createDeadlineTimer(
  parts: RuntimeParts,
  executions: Executions,
  alarms: Alarms,
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
  const end = async (instance: Run) => {
    const operation = beginCall(parts, ENGINE)
    ending.add(instance.id)
    try {
      const expired = await expire(operation, executions, await complete(parts, instance, ENGINE))
      // One run's `onEnter` must not keep another's deadline waiting.
      expired?.settled.catch((error: unknown) => parts.fault(error, operation.correlationId))
      if (expired === null) standStill(instance.id)
    } catch (error) {
      parts.fault(error, operation.correlationId)
      alarm.at(parts.clock.now() + AGAIN_MS)
    } finally {
      ending.delete(instance.id)
    }
  }
  /** Ends what is due, and waits for the next one. */
  const alarm = alarms.add('deadlines', async () => {
    for (;;) {
      const now = parts.clock.now()
      for (const [id, again] of still) if (again <= now) still.delete(id)
      const found = await parts.store.deadlines(PAGE + ending.size + still.size)
      const soonest = found.filter(({ id }) => !ending.has(id) && !still.has(id))
      const due = soonest.filter((instance) => isDue(instance, parts.clock.now()))
      if (alarms.closed()) return
      if (due.length === 0) return alarm.at(Date.parse(soonest[0]?.deadlineAt ?? ''))
      for (const instance of due) void end(instance)
    }
  })
  return {
    consider(deadlineAt) {
      if (deadlineAt !== null) alarm.at(Date.parse(deadlineAt))
    },
  }
}
