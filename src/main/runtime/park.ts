/**
 * A human executor parks the transition instead of holding a claim: durable, decided by a person, and the
 * agent's call is held open only for a while (gateway.md §4.6 kind 2, R4.6).
 */

import { isDeepStrictEqual } from 'node:util'
import type { Approval } from '../model/approval.ts'
import { isClosed } from '../model/instance.ts'
import type { ResponseError, WorkflowAnswer } from '../model/response.ts'
import type { Allowed } from '../workflow/decide.ts'
import { answer, errorOf } from './answer.ts'
import { close, commit } from './commit.ts'
import type { Executions } from './executions.ts'
import { loadFor } from './load.ts'
import { auditEntry, type Loaded, type Operation } from './operation.ts'
import type { Opening } from './perform.ts'
import type { SubmitResult } from './result.ts'
import { ask } from './settle.ts'
import { waitFor } from './wait.ts'

/** At most so many items of one client may wait (R1.8). */
export const PENDING_LIMIT = 100

export async function park(
  operation: Operation,
  executions: Executions,
  loaded: Loaded,
  decision: Allowed,
  opening: Opening,
): Promise<SubmitResult> {
  // One at a time: two identical requests at once are one item.
  const parked = await executions.exclusive(loaded.instance.id, () =>
    place(operation, loaded, decision, opening),
  )
  if (parked.kind !== 'parked') return parked
  return { kind: 'answer', answer: await hold(operation, loaded, parked.approval), ran: false }
}

async function place(
  operation: Operation,
  loaded: Loaded,
  decision: Allowed,
  opening: Opening,
): Promise<SubmitResult | { kind: 'parked'; approval: Approval }> {
  const same = await findSame(operation, loaded, decision)
  if (same !== null) return { kind: 'parked', approval: same }
  if (await hasTooManyPending(operation, loaded.instance.owner)) {
    const error = tooMany(decision.name)
    await commit(operation, {
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
    audit: opening.audit,
  })
  if (!committed.ok) return { kind: 'conflict' }
  operation.parts.crashPoint('parked')
  return { kind: 'parked', approval }
}

function tooMany(transition: string): ResponseError {
  return {
    code: 'TOO_MANY_PENDING',
    message: `${PENDING_LIMIT} requests of this client already wait for a person. Wait until some are decided.`,
    attemptedTransition: transition,
  }
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
  if (who.kind === 'agent') {
    const how = await waitFor(parts, {
      until: () => isOver(operation, approval),
      workflowId: loaded.instance.id,
      milliseconds: parts.settings().holdMs,
      signal: options.signal,
      progress: options.progress,
      message: 'Waiting for a person at the desk.',
    })
    if (how === 'cancelled') await withdrawCancelled(operation, approval)
  }
  const after = (await loadFor(parts, who, loaded.instance.id, approval.transition ?? undefined)) ?? loaded
  return report(operation, after, (await parts.store.approval(approval.id)) ?? approval)
}

/** Decided, and what followed from it has come to rest. */
async function isOver(operation: Operation, approval: Approval): Promise<boolean> {
  const { store } = operation.parts
  const item = await store.approval(approval.id)
  if (item?.status === 'pending') return false
  const instance = await store.instance(approval.workflowId)
  return instance === null || (instance.claim === null && instance.todo === null)
}

function report(operation: Operation, after: Loaded, item: Approval): WorkflowAnswer {
  const name = item.transition ?? ''
  const { failure } = after.instance
  switch (item.status) {
    case 'approved':
      return failure?.code === 'CHAIN_FAILED'
        ? answer(operation, after, 'failed', { error: errorOf(failure) })
        : answer(operation, after, 'executed')
    case 'refused': {
      const message = denial(item)
      return answer(operation, after, 'rejected', {
        error: { code: 'APPROVAL_DENIED', message, attemptedTransition: name },
      })
    }
    case 'pending': {
      const message = `‘${name}’ waits for a person at the desk. Follow it with workflow.get.`
      return answer(operation, after, 'waiting_for_action', { message })
    }
    default: {
      if (isClosed(after.instance)) return answer(operation, after, 'waiting_for_action')
      const message = `The workflow went on before a person decided about ‘${name}’; the request was withdrawn.`
      return answer(operation, after, 'rejected', {
        error: { code: 'STALE_WORKFLOW_VERSION', message, attemptedTransition: name },
      })
    }
  }
}

/** What an agent is told of a refusal. */
export function denial(item: Approval): string {
  const comment = item.decision?.comment.trim() ?? ''
  const reason = comment === '' ? 'No reason was given.' : `Reason: ${comment}`
  return `${item.decision?.by.replace(/^human:/, '') ?? 'A person'} refused ‘${item.transition ?? ''}’. ${reason}`
}

/** A client that cancels its call withdraws what it asked for; one that merely disconnects does not. */
async function withdrawCancelled(operation: Operation, approval: Approval): Promise<void> {
  const current = await operation.parts.store.approval(approval.id)
  if (current === null || current.status !== 'pending') return
  const withdrawn = close(operation, current, 'withdrawn', 'The client cancelled its call.')
  await commit(operation, {
    expect: [{ kind: 'approval', id: current.id, revision: current.revision }],
    approvals: [withdrawn.approval],
    audit: [withdrawn.audit],
  })
}
