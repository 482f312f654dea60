/**
 * A human executor parks the transition instead of holding a claim: durable, decided by a person, and the
 * agent's call is held open only for a while (gateway.md §4.6 kind 2, R4.6).
 */

import { isDeepStrictEqual } from 'node:util'
import type { Approval } from '../model/approval.ts'
import type { WorkflowAnswer } from '../model/response.ts'
import type { Allowed } from '../workflow/decide.ts'
import { answer, errorOf } from './answer.ts'
import { loadFor } from './load.ts'
import { auditEntry, type Loaded, type Operation } from './operation.ts'
import { commit, type Opening, withdraw } from './perform.ts'
import type { SubmitResult } from './result.ts'
import { ask, requested } from './settle.ts'
import { waitFor } from './wait.ts'

/** At most so many items of one client may wait (R1.8). */
export const PENDING_LIMIT = 100

export async function park(
  operation: Operation,
  loaded: Loaded,
  decision: Allowed,
  opening: Opening,
): Promise<SubmitResult> {
  const { store } = operation.parts
  const same = await findSame(operation, loaded, decision)
  if (same !== null) return { kind: 'answer', answer: await hold(operation, loaded, same), ran: false }
  if (await hasTooManyPending(operation, loaded.instance.owner)) {
    const error = {
      code: 'TOO_MANY_PENDING' as const,
      message: `${PENDING_LIMIT} requests of this client already wait for a person. Wait until some are decided.`,
      attemptedTransition: decision.name,
    }
    await store.commit({
      expect: [],
      audit: [
        auditEntry(operation, 'transition.rejected', loaded.instance.id, {
          transition: decision.name,
          code: error.code,
          message: error.message,
        }),
      ],
    })
    return { kind: 'answer', answer: answer(operation, loaded, 'rejected', { error }), ran: false }
  }
  const call = decision.call
  const approval = ask(operation, loaded, {
    kind: 'executor',
    transition: decision.name,
    arguments: decision.arguments,
    queue: call.kind === 'human' ? call.queue : null,
    requestedBy: operation.who.id,
  })
  const instance = {
    ...loaded.instance,
    failure: null,
    ...(operation.who.kind === 'agent' ? { personSaid: null } : {}),
    updatedAt: new Date(operation.parts.clock.now()).toISOString(),
  }
  const committed = await commit(operation, {
    expect: [{ kind: 'instance', id: instance.id, version: instance.version, claim: null }],
    instances: [instance],
    approvals: [approval, ...(opening.decided === null ? [] : [opening.decided])],
    audit: [...opening.audit, requested(operation, approval)],
  })
  if (!committed) return { kind: 'conflict' }
  operation.parts.crashPoint('parked')
  return { kind: 'answer', answer: await hold(operation, { ...loaded, instance }, approval), ran: false }
}

/** An identical repeated request returns the same item (R1.8). */
async function findSame(operation: Operation, loaded: Loaded, decision: Allowed): Promise<Approval | null> {
  const page = await operation.parts.store.approvals(
    { workflowId: loaded.instance.id, status: ['pending'], kind: ['executor'] },
    { limit: PENDING_LIMIT },
  )
  return (
    page.items.find(
      (item) =>
        item.transition === decision.name &&
        item.version === loaded.instance.version &&
        isDeepStrictEqual(item.arguments, decision.arguments),
    ) ?? null
  )
}

export async function hasTooManyPending(operation: Operation, client: string): Promise<boolean> {
  if (operation.who.kind !== 'agent') return false
  const page = await operation.parts.store.approvals({ client, status: ['pending'] }, { limit: 1 })
  return page.total >= PENDING_LIMIT
}

/** Holds the agent's call for `holdMs`; then it is told to follow with `workflow.get`. */
async function hold(operation: Operation, loaded: Loaded, approval: Approval): Promise<WorkflowAnswer> {
  const { parts, who, options } = operation
  const { holdMs } = parts.settings()
  const decided = async () => ((await parts.store.approval(approval.id))?.status ?? 'withdrawn') !== 'pending'
  if (who.kind === 'agent') {
    const progress = { message: 'Waiting for a person at the desk.' }
    const how = await waitFor(parts, {
      until: decided,
      workflowId: loaded.instance.id,
      milliseconds: holdMs,
      signal: options.signal,
      progress: options.progress,
      ...progress,
    })
    if (how === 'cancelled') await withdrawCancelled(operation, approval)
  }
  const after = (await loadFor(parts, who, loaded.instance.id, approval.transition ?? undefined)) ?? loaded
  const item = (await parts.store.approval(approval.id)) ?? approval
  if (item.status === 'approved') return answer(operation, after, 'executed')
  if (item.status === 'pending') {
    const message = `‘${approval.transition ?? ''}’ waits for a person at the desk. Follow it with workflow.get.`
    return answer(operation, after, 'waiting_for_action', { message })
  }
  const failure = after.instance.failure
  const error =
    failure === null
      ? { code: 'APPROVAL_DENIED' as const, message: 'The request was withdrawn before a person decided.' }
      : errorOf(failure)
  return answer(operation, after, 'rejected', { error })
}

/** A client that cancels its call withdraws what it asked for; one that merely disconnects does not. */
async function withdrawCancelled(operation: Operation, approval: Approval): Promise<void> {
  const current = await operation.parts.store.approval(approval.id)
  if (current === null || current.status !== 'pending') return
  const withdrawn = withdraw(operation, current, 'The client cancelled its call.')
  await commit(operation, {
    expect: [{ kind: 'approval', id: current.id, revision: current.revision }],
    approvals: [withdrawn.approval],
    audit: [withdrawn.audit],
  })
}
