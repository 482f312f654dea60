/** Deadlines (gateway.md §4.5): checked on every get and submit, and woken for, so that people learn at once. */
import { ENGINE } from '../model/principal.ts'
import { completeTimeout, isDue } from '../workflow/advance.ts'
import { commitWithItems } from './commit.ts'
import type { Executions } from './executions.ts'
import { complete } from './load.ts'
import { auditEntry, beginOperation, type Loaded, type Operation, type RuntimeParts } from './operation.ts'
import { NOTHING, perform } from './perform.ts'
import { settle } from './settle.ts'

/** Null: nothing was due. Else the instance as the timeout, and what follows it by itself, left it. */
export async function applyDueTimeout(
  operation: Operation,
  executions: Executions,
  loaded: Loaded,
): Promise<Loaded | null> {
  const expired = await expire(operation, executions, loaded)
  return expired === null ? null : await expired.settled
}

interface Expired {
  /** Resolves when what follows the timeout by itself has come to rest. */
  settled: Promise<Loaded>
}

/** Resolves as soon as the timeout is durable; null: nothing was due. */
async function expire(operation: Operation, executions: Executions, loaded: Loaded): Promise<Expired | null> {
  const { parts } = operation
  const now = parts.clock.now()
  if (!isDue(loaded.instance, now)) return null
  const { definition, evidence, instance } = loaded
  const timedOut = { definition, evidence, instance: completeTimeout(definition, instance, now) }
  const settled = settle(operation, timedOut)
  const execution = executions.begin(instance.id)
  const committed = await commitWithItems(operation, instance, {
    expect: [{ kind: 'instance', id: instance.id, version: instance.version, claim: null }],
    instances: [settled.instance],
    decided: null,
    asked: settled.approvals,
    because: 'The workflow timed out.',
    status: 'expired',
    audit: [
      auditEntry(
        operation,
        'workflow.timed_out',
        instance.id,
        {
          fromState: instance.state,
          toState: settled.instance.state,
          version: settled.instance.version,
          deadlineAt: instance.deadlineAt,
        },
        'engine',
      ),
      ...settled.audit,
    ],
  })
  const after: Loaded = { ...timedOut, instance: settled.instance }
  const { work } = settled
  if (!committed.ok || work === null) {
    execution.end()
    return committed.ok ? { settled: Promise.resolve(after) } : null
  }
  const performing = perform(operation, execution, after, work, NOTHING)
    .then((performed) => (performed.kind === 'done' ? performed.loaded : after))
    .finally(execution.end)
  return { settled: performing }
}

export interface DeadlineTimer {
  /** A deadline may be nearer than the one that is waited for. */
  consider(deadlineAt: string | null): void
  close(): void
}

export function createDeadlineTimer(parts: RuntimeParts, executions: Executions): DeadlineTimer {
  let next: { at: number; timer: { cancel(): void } } | null = null
  let closed = false
  const schedule = (at: number) => {
    if (closed || (next !== null && next.at <= at)) return
    next?.timer.cancel()
    next = { at, timer: parts.clock.wakeAt(at, wake) }
  }
  const wake = () => {
    next = null
    expireDue(parts, executions).then(
      (soonest) => soonest !== null && schedule(soonest),
      (error) => parts.fault(error, 'deadlines'),
    )
  }
  return {
    consider(deadlineAt) {
      if (deadlineAt !== null) schedule(Date.parse(deadlineAt))
    },
    close() {
      closed = true
      next?.timer.cancel()
    },
  }
}

/** Applies all due deadlines; answers when the next one is, in milliseconds since 1970. */
async function expireDue(parts: RuntimeParts, executions: Executions): Promise<number | null> {
  for (const instance of await parts.store.deadlines(100)) {
    if (!isDue(instance, parts.clock.now())) continue
    const operation = beginOperation(parts, ENGINE)
    try {
      const expired = await expire(operation, executions, await complete(parts, instance, ENGINE))
      // One run's `onEnter` must not keep another's deadline waiting.
      expired?.settled.catch((error: unknown) => parts.fault(error, operation.correlationId))
    } catch (error) {
      parts.fault(error, operation.correlationId)
    }
  }
  // An interrupted run has no deadline until a person has said what happened.
  const soonest = (await parts.store.deadlines(100)).find((instance) => !instance.interrupted)
  return soonest?.deadlineAt == null
    ? null
    : Math.max(Date.parse(soonest.deadlineAt), parts.clock.now() + 1000)
}
