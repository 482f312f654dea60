/** A person decides an item of the inbox (gateway.md §4.6, R5.2): exactly what was seen, or not at all. */
import type { Approval, ApprovalStatus, Decision } from '../model/approval.ts'
import type { NewEvidence } from '../model/call.ts'
import { PROXY_DEFINITION } from '../model/definition.ts'
import type { JsonObject } from '../model/json.ts'
import type { HumanPrincipal } from '../model/principal.ts'
import { scopeOf, stateOf, transitionOf } from '../workflow/advance.ts'
import { decideSubmit, guardRejection } from '../workflow/decide.ts'
import { evaluateGuards } from '../workflow/guards.ts'
import { validateAgainst } from '../workflow/schema.ts'
import { outcomeTone } from '../workflow/sentence.ts'
import { answer, errorOf } from './answer.ts'
import { commit } from './commit.ts'
import { decisionHash } from './decision-hash.ts'
import type { Executions } from './executions.ts'
import { complete } from './load.ts'
import { auditEntry, beginOperation, type Loaded, type Operation, type RuntimeParts } from './operation.ts'
import { denial } from './park.ts'
import { perform } from './perform.ts'
import { resolveInterrupted } from './resolve-interrupted.ts'
import type { DecideRequest, DecideResult } from './runtime.ts'
import type { Work } from './settle.ts'
import { attempt, decidedEntry, during } from './submit.ts'
import { applyDueTimeout } from './timeouts.ts'

export async function decideApproval(
  parts: RuntimeParts,
  executions: Executions,
  who: HumanPrincipal,
  request: DecideRequest,
): Promise<DecideResult> {
  const approval = await parts.store.approval(request.approvalId)
  if (approval === null) return { kind: 'not_found' }
  if (approval.status !== 'pending') return { kind: 'closed', approval }
  const instance = await parts.store.instance(approval.workflowId)
  if (instance === null) return { kind: 'not_found' }
  const operation = beginOperation(parts, who)
  const loaded = await complete(parts, instance, who, approval.transition ?? undefined)
  if ((await applyDueTimeout(operation, executions, loaded)) !== null) return await lost(parts, approval)
  if (approval.kind === 'interrupted') {
    const seen = hashOf(parts, approval, loaded, request, who)
    if (seen !== request.hash) return { kind: 'changed' }
    const decided = withDecision(operation, approval, request, 'approved')
    return await resolveInterrupted(operation, executions, loaded, decided)
  }
  // The workflow went on between the item and this press; it is being withdrawn.
  if (instance.version !== approval.version && instance.definitionId !== PROXY_DEFINITION) {
    return { kind: 'changed' }
  }
  return approval.kind === 'executor'
    ? await decideExecutor(operation, executions, loaded, approval, request)
    : await decideTransition(operation, executions, loaded, approval, request)
}

/** The hash of what this outcome would do right now; what a preview shows and a decision must carry. */
export function hashOf(
  parts: RuntimeParts,
  approval: Approval,
  loaded: Loaded,
  request: { outcome: string; arguments: JsonObject },
  who: HumanPrincipal,
): string {
  const seen = { approval, loaded, outcome: request.outcome }
  if (approval.kind !== 'transition') {
    return decisionHash(parts, { ...seen, arguments: {}, call: null })
  }
  const decision = decideSubmit({
    ...loaded,
    principal: who,
    request: { transition: request.outcome, arguments: request.arguments, expectedVersion: approval.version },
    connections: parts.catalog,
  })
  return decision.kind === 'run'
    ? decisionHash(parts, { ...seen, arguments: decision.arguments, call: decision.call })
    : decisionHash(parts, { ...seen, arguments: request.arguments, call: null })
}

async function decideTransition(
  operation: Operation,
  executions: Executions,
  loaded: Loaded,
  approval: Approval,
  request: DecideRequest,
): Promise<DecideResult> {
  const { parts } = operation
  const who = operation.who as HumanPrincipal
  const names = Object.keys(stateOf(loaded.definition, loaded.instance.state)?.transitions ?? {})
  const transition = transitionOf(loaded.definition, loaded.instance.state, request.outcome)
  if (transition?.actor !== 'human') {
    return { kind: 'rejected', message: `This item has no outcome ‘${request.outcome}’.` }
  }
  const status =
    outcomeTone(request.outcome, names.indexOf(request.outcome)) === 'refuse' ? 'refused' : 'approved'
  const decided = withDecision(operation, approval, request, status)
  const result = await attempt(
    parts,
    executions,
    who,
    {
      workflowId: approval.workflowId,
      expectedVersion: approval.version,
      transition: request.outcome,
      arguments: request.arguments,
    },
    {},
    {
      decided,
      evidence: [evidenceOf('human_decision', decided)],
      matches: (now, allowed) =>
        decisionHash(parts, {
          approval,
          loaded: now,
          outcome: request.outcome,
          arguments: allowed.arguments,
          call: allowed.call,
        }) === request.hash,
    },
  )
  if (result.kind === 'changed') return { kind: 'changed' }
  if (result.kind === 'conflict') return await lost(parts, approval)
  const { response } = result.answer
  if (result.ran && response.error?.code !== 'EXECUTOR_FAILED') {
    return { kind: 'decided', approval: decided, answer: result.answer }
  }
  if (response.result.status === 'timed_out') return await lost(parts, approval)
  return {
    kind: 'rejected',
    message: response.error?.message ?? response.result.message ?? 'The decision could not be carried out.',
    ...(response.error?.details === undefined ? {} : { details: response.error.details }),
    answer: result.answer,
  }
}

async function decideExecutor(
  operation: Operation,
  executions: Executions,
  loaded: Loaded,
  approval: Approval,
  request: DecideRequest,
): Promise<DecideResult> {
  const { parts } = operation
  const who = operation.who as HumanPrincipal
  if (hashOf(parts, approval, loaded, request, who) !== request.hash) return { kind: 'changed' }
  if (loaded.instance.claim !== null) {
    return {
      kind: 'rejected',
      message: 'Another step of this workflow is running. Try again when it has ended.',
    }
  }
  if (Object.keys(request.arguments).length > 0) {
    return {
      kind: 'rejected',
      message: 'What is asked here cannot be edited. Refuse it and say what to change.',
    }
  }
  if (request.outcome === 'refuse') {
    return await refuseExecutor(operation, loaded, withDecision(operation, approval, request, 'refused'))
  }
  if (request.outcome !== 'approve') {
    return { kind: 'rejected', message: `This item has no outcome ‘${request.outcome}’.` }
  }
  const name = approval.transition ?? ''
  const transition = transitionOf(loaded.definition, loaded.instance.state, name)
  if (transition === null) return { kind: 'changed' }
  const checked = validateAgainst(transition.inputSchema, approval.arguments)
  if (checked.violations.length > 0) return { kind: 'changed' }
  const rights = approval.requesterRights
  const scope = scopeOf(loaded.instance, approval.arguments)
  const guards = evaluateGuards(transition.guards, { scope, principal: rights, evidence: loaded.evidence })
  if (!guards.passed) return { kind: 'rejected', message: guardRejection(name, guards.results).message }
  const decided = withDecision(operation, approval, request, 'approved')
  const output = { decision: 'approved', by: who.id, comment: request.comment, requestId: approval.id }
  const call = { kind: 'noop' as const, output }
  const work: Work = {
    kind: 'transition',
    name,
    transition,
    onEnter: null,
    arguments: approval.arguments,
    call,
    plan: { calls: [{ call, idempotencyKey: null }], timeoutMs: null, retry: null },
    from: 0,
    by: { id: approval.requestedBy, ...rights },
  }
  const performed = await during(executions, approval.workflowId, (execution) =>
    perform(operation, execution, loaded, work, {
      audit: [decidedEntry(operation, decided)],
      decided,
      evidence: [evidenceOf('approval', decided), evidenceOf('human_request', decided)],
    }),
  )
  if (performed.kind === 'conflict') return await lost(parts, approval)
  const { failure } = performed.loaded.instance
  const answered =
    performed.failure === null || failure === null
      ? answer(operation, performed.loaded, 'executed')
      : answer(operation, performed.loaded, 'failed', { error: errorOf(failure) })
  return { kind: 'decided', approval: decided, answer: answered }
}

async function refuseExecutor(
  operation: Operation,
  loaded: Loaded,
  decided: Approval,
): Promise<DecideResult> {
  const { parts } = operation
  const name = decided.transition ?? ''
  const instance = {
    ...loaded.instance,
    failure: {
      code: 'APPROVAL_DENIED' as const,
      message: denial(decided),
      transition: name,
    },
    updatedAt: new Date(parts.clock.now()).toISOString(),
  }
  const committed = await commit(operation, {
    expect: [
      { kind: 'instance', id: instance.id, version: instance.version, claim: null },
      { kind: 'approval', id: decided.id, revision: decided.revision - 1 },
    ],
    instances: [instance],
    approvals: [decided],
    audit: [
      decidedEntry(operation, decided),
      auditEntry(operation, 'transition.rejected', instance.id, {
        transition: name,
        code: 'APPROVAL_DENIED',
        message: instance.failure.message,
      }),
    ],
  })
  if (!committed.ok) return await lost(parts, decided)
  return {
    kind: 'decided',
    approval: decided,
    answer: answer(operation, { ...loaded, instance }, 'waiting_for_action'),
  }
}

function withDecision(
  operation: Operation,
  approval: Approval,
  request: DecideRequest,
  status: ApprovalStatus,
): Approval {
  const decision: Decision = {
    by: operation.who.id,
    at: new Date(operation.parts.clock.now()).toISOString(),
    outcome: request.outcome,
    comment: request.comment,
    arguments: request.arguments,
    seen: request.hash,
  }
  return { ...approval, status, decision, revision: approval.revision + 1 }
}

function evidenceOf(kind: string, approval: Approval): NewEvidence {
  const decision = approval.decision
  const said = decision === null || decision.comment.trim() === '' ? '' : `: ${decision.comment.trim()}`
  return {
    kind,
    summary: `${decision?.by.replace(/^human:/, '') ?? ''} chose ‘${decision?.outcome ?? ''}’${said}`,
    data: { requestId: approval.id, outcome: decision?.outcome ?? '', comment: decision?.comment ?? '' },
  }
}

/** Somebody was faster: the item as it is now says who and what. */
async function lost(parts: RuntimeParts, approval: Approval): Promise<DecideResult> {
  const now = await parts.store.approval(approval.id)
  return now === null || now.status === 'pending' ? { kind: 'changed' } : { kind: 'closed', approval: now }
}
