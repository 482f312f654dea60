/** Deadlines (gateway.md §4.5): checked on every get and submit, and woken for, so that people learn at once. */
import { ENGINE } from '../model/principal.ts'
import { completeTimeout, isDue } from '../workflow/advance.ts'
import type { Executions } from './executions.ts'
import { complete } from './load.ts'
import { auditEntry, beginOperation, type Loaded, type Operation, type RuntimeParts } from './operation.ts'
import { commit, NOTHING, perform, withdraw } from './perform.ts'
import { settle } from './settle.ts'

/** Null: nothing was due. Else the instance as the timeout left it. */
export async function applyDueTimeout(
  operation: Operation,
  executions: Executions,
  loaded: Loaded,
): Promise<Loaded | null> {
  const { parts } = operation
  const now = parts.clock.now()
  if (!isDue(loaded.instance, now)) return null
  const { definition, evidence, instance } = loaded
  const timedOut = { definition, evidence, instance: completeTimeout(definition, instance, now) }
  const settled = settle(operation, timedOut)
  const pending = await parts.store.approvals(
    { workflowId: instance.id, status: ['pending'] },
    { limit: 100 },
  )
  const expired = pending.items.map((approval) => withdraw(operation, approval, 'The workflow timed out.'))
  const committed = await commit(operation, {
    expect: [{ kind: 'instance', id: instance.id, version: instance.version, claim: null }],
    instances: [settled.instance],
    approvals: [
      ...expired.map((entry) => ({ ...entry.approval, status: 'expired' as const })),
      ...settled.approvals,
    ],
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
      ...expired.map((entry) => ({ ...entry.audit, eventType: 'human.approval.expired' as const })),
      ...settled.audit,
    ],
  })
  if (!committed) return null
  const after: Loaded = { ...timedOut, instance: settled.instance }
  if (settled.work === null) return after
  const performed = await perform(operation, executions, after, settled.work, NOTHING)
  return performed.kind === 'done' ? performed.loaded : after
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
    const operation = beginOperation(parts, ENGINE)
    await applyDueTimeout(operation, executions, await complete(parts, instance, ENGINE))
  }
  const [soonest] = (await parts.store.deadlines(100)).filter(
    (instance) => !isDue(instance, parts.clock.now()),
  )
  return soonest?.deadlineAt == null
    ? null
    : Math.max(Date.parse(soonest.deadlineAt), parts.clock.now() + 1000)
}
