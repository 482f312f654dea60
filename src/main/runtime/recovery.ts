/** After a crash: what is safe to repeat is repeated, what is uncertain is asked (gateway.md §4.1, R4.7). */

import { isClosed } from '../model/instance.ts'
import { ENGINE } from '../model/principal.ts'
import { scopeOf, stateOf, transitionOf } from '../workflow/advance.ts'
import { resolveCall } from '../workflow/resolve.ts'
import type { Executions } from './executions.ts'
import { complete } from './load.ts'
import { auditEntry, beginOperation, type Loaded, type Operation, type RuntimeParts } from './operation.ts'
import { commit, NOTHING, perform } from './perform.ts'
import { ask, requested, settle, type Work } from './settle.ts'

/** Resolves when everything uncertain is marked; what can be repeated goes on in the background. */
export async function recover(parts: RuntimeParts, executions: Executions): Promise<void> {
  for (const instance of await parts.store.unfinished()) {
    if (instance.interrupted || isClosed(instance)) continue
    const operation: Operation = {
      ...beginOperation(parts, ENGINE),
      ...(instance.claim === null ? {} : { correlationId: instance.claim.correlationId }),
    }
    const loaded = await complete(parts, instance, ENGINE, instance.claim?.transition)
    const work = instance.claim === null ? null : repeated(operation, loaded)
    if (instance.claim !== null && work === null) {
      await interrupt(operation, loaded)
      continue
    }
    const going =
      work === null
        ? carryOn(operation, executions, loaded)
        : perform(operation, executions, loaded, work, NOTHING)
    going.catch((error: unknown) => parts.fault(error, operation.correlationId))
  }
}

/** The claimed work again, if that is safe and still possible. */
function repeated(operation: Operation, loaded: Loaded): Work | null {
  const { definition, instance } = loaded
  const { claim } = instance
  if (claim === null || !claim.repeatable) return null
  const onEnter = claim.kind === 'onEnter' ? (stateOf(definition, instance.state)?.onEnter ?? null) : null
  const transition = onEnter === null ? transitionOf(definition, instance.state, claim.transition) : null
  if (onEnter === null && transition === null) return null
  const declaration = onEnter?.executor ?? transition?.executor
  const resolved = resolveCall(declaration, scopeOf(instance, claim.arguments), operation.parts.catalog)
  if (!resolved.ok) return null
  return {
    kind: claim.kind,
    name: claim.transition,
    transition,
    onEnter,
    arguments: claim.arguments,
    call: resolved.call,
  }
}

async function carryOn(operation: Operation, executions: Executions, loaded: Loaded): Promise<void> {
  const settled = settle(operation, loaded)
  const committed = await commit(operation, {
    expect: [{ kind: 'instance', id: loaded.instance.id, version: loaded.instance.version, claim: null }],
    instances: [settled.instance],
    approvals: settled.approvals,
    audit: settled.audit,
  })
  if (!committed || settled.work === null) return
  await perform(operation, executions, { ...loaded, instance: settled.instance }, settled.work, NOTHING)
}

async function interrupt(operation: Operation, loaded: Loaded): Promise<void> {
  const { instance } = loaded
  const { claim } = instance
  if (claim === null) return
  const marked = { ...instance, interrupted: true }
  const approval = ask(operation, loaded, {
    kind: 'interrupted',
    transition: claim.transition,
    arguments: claim.arguments,
    requestedBy: claim.by,
    deadlineAt: null,
  })
  await commit(operation, {
    expect: [{ kind: 'instance', id: instance.id, version: instance.version, claim: claim.correlationId }],
    instances: [marked],
    approvals: [approval],
    audit: [
      auditEntry(operation, 'workflow.interrupted', instance.id, {
        transition: claim.transition,
        call: claim.call,
        since: claim.at,
      }),
      requested(operation, approval),
    ],
  })
}
