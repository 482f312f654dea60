/** After a crash: what is safe to repeat is repeated, what is uncertain is asked (gateway.md §4.1, R4.7). */
import { type Instance, isClosed } from '../model/instance.ts'
import { ENGINE } from '../model/principal.ts'
import { scopeOf, stateOf, transitionOf } from '../workflow/advance.ts'
import { resolvePlan } from '../workflow/resolve.ts'
import { commit } from './commit.ts'
import type { Executions } from './executions.ts'
import { complete } from './load.ts'
import { auditEntry, beginOperation, type Loaded, type Operation, type RuntimeParts } from './operation.ts'
import { NOTHING, perform } from './perform.ts'
import { ask, settle, type Work } from './settle.ts'
import { during } from './submit.ts'

/**
 * Resolves when everything that may not be repeated is marked. What may be goes on in the background, once the
 * tools of the connections are known.
 */
export async function recover(parts: RuntimeParts, executions: Executions): Promise<void> {
  const left = (await parts.store.unfinished()).filter(
    (instance) => !instance.interrupted && !isClosed(instance),
  )
  const repeatable = left.filter((instance) => instance.claim === null || instance.claim.repeatable)
  for (const instance of left.filter((candidate) => !repeatable.includes(candidate))) {
    await interrupt(operationFor(parts, instance), instance)
  }
  parts
    .toolsKnown()
    .then(() => Promise.all(repeatable.map((instance) => goOn(parts, executions, instance))))
    .catch((error: unknown) => parts.fault(error, 'recovery'))
}

function operationFor(parts: RuntimeParts, instance: Instance): Operation {
  const operation = beginOperation(parts, ENGINE)
  return instance.claim === null ? operation : { ...operation, correlationId: instance.claim.correlationId }
}

async function goOn(parts: RuntimeParts, executions: Executions, instance: Instance): Promise<void> {
  const operation = operationFor(parts, instance)
  const loaded = await complete(parts, instance, ENGINE, instance.claim?.transition)
  if (instance.claim === null) return await carryOn(operation, executions, loaded)
  const work = repeated(operation, loaded)
  if (work === null) return await interrupt(operation, instance)
  await during(executions, instance.id, (execution) => perform(operation, execution, loaded, work, NOTHING))
}

/** The claimed work again, in the name of who began it; null where that is not possible any more. */
function repeated(operation: Operation, loaded: Loaded): Work | null {
  const { definition, instance } = loaded
  const { claim } = instance
  if (claim === null) return null
  const onEnter = claim.kind === 'onEnter' ? (stateOf(definition, instance.state)?.onEnter ?? null) : null
  const transition = onEnter === null ? transitionOf(definition, instance.state, claim.transition) : null
  if (onEnter === null && transition === null) return null
  const declared = onEnter ?? transition
  const resolved = resolvePlan(
    declared?.executor,
    declared?.reliability,
    scopeOf(instance, claim.arguments),
    operation.parts.catalog,
  )
  if (!resolved.ok) return null
  return {
    kind: claim.kind,
    name: claim.transition,
    transition,
    onEnter,
    arguments: claim.arguments,
    call: resolved.plan.calls[0].call,
    plan: resolved.plan,
    from: 0,
    by: { id: claim.by, roles: claim.roles, permissions: claim.permissions },
  }
}

async function carryOn(operation: Operation, executions: Executions, loaded: Loaded): Promise<void> {
  const { instance } = loaded
  const settled = settle(operation, loaded)
  await during(executions, instance.id, async (execution) => {
    const committed = await commit(operation, {
      expect: [{ kind: 'instance', id: instance.id, version: instance.version, claim: null }],
      instances: [settled.instance],
      approvals: settled.approvals,
      audit: settled.audit,
    })
    if (!committed.ok || settled.work === null) return
    await perform(operation, execution, { ...loaded, instance: settled.instance }, settled.work, NOTHING)
  })
}

async function interrupt(operation: Operation, instance: Instance): Promise<void> {
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
  await commit(operation, {
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
  })
}
