/** A step that was cut off, and of which nobody knows whether it happened: a person is asked (gateway.md §4.1, R4.7). */
import { type Instance, isClosed } from '../model/instance.ts'
import { ENGINE } from '../model/principal.ts'
import { after } from './after.ts'
import { ask } from './ask.ts'
import { commit } from './commit.ts'
import { complete } from './load.ts'
import { auditEntry, beginOperation, type Operation, type RuntimeParts } from './operation.ts'
import type { Batch } from './ports.ts'
import { isPassing } from './until-durable.ts'

export function operationFor(parts: RuntimeParts, instance: Instance): Operation {
  const operation = beginOperation(parts, ENGINE)
  return instance.claim === null ? operation : { ...operation, correlationId: instance.claim.correlationId }
}

export async function interrupt(operation: Operation, instance: Instance): Promise<void> {
  const { claim } = instance
  if (claim === null) return
  const loaded = await complete(operation.parts, instance, ENGINE, claim.transition)
  const approval = ask(operation, loaded, {
    kind: 'interrupted',
    transition: claim.transition,
    arguments: claim.arguments,
    requestedBy: claim.by,
    requesterRights: { roles: claim.roles, permissions: claim.permissions },
    deadlineAt: null,
  })
  const batch: Batch = {
    expect: [{ kind: 'instance', id: instance.id, version: instance.version, claim: claim.correlationId }],
    instances: [{ ...instance, interrupted: true }],
    approvals: [approval],
    audit: [
      auditEntry(operation, 'workflow.interrupted', instance.id, {
        transition: claim.transition,
        call: claim.call,
        since: claim.at,
      }),
    ],
  }
  await commit(operation, batch, 'interrupted')
}

const AGAIN_MS = 1000

export interface Abandoned {
  /** Nobody will write down any more what became of the step that this run has claimed. */
  consider(workflowId: string): void
  close(): void
}

/** Asks as soon as the store takes it. `isRunning`: whose claim it is then will say itself what became of it. */
export function createAbandoned(parts: RuntimeParts, isRunning: (workflowId: string) => boolean): Abandoned {
  const timers = new Map<string, { cancel(): void }>()
  let closed = false
  const look = async (workflowId: string) => {
    const instance = await parts.store.instance(workflowId)
    if (instance === null || isClosed(instance) || instance.interrupted || closed) return
    if (instance.claim === null || isRunning(workflowId)) return
    await interrupt(operationFor(parts, instance), instance)
  }
  const abandoned: Abandoned = {
    consider(workflowId) {
      if (closed || timers.has(workflowId)) return
      const timer = after(parts.clock, AGAIN_MS, () => {
        timers.delete(workflowId)
        look(workflowId).catch((fault: unknown) => {
          if (isPassing(fault)) abandoned.consider(workflowId)
          else parts.fault(fault, 'abandoned')
        })
      })
      timers.set(workflowId, timer)
    },
    close() {
      closed = true
      for (const timer of timers.values()) timer.cancel()
    },
  }
  return abandoned
}
