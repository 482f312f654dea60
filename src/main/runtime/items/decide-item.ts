/** A person decides an item of the inbox (R5.2): exactly what was seen, or not at all. */

import { isDeepStrictEqual } from 'node:util'
import type { ChoiceItem, Decision, InboxItem } from '../../model/item.ts'
import type { HumanPrincipal } from '../../model/principal.ts'
import { transitionOf, transitionsAt, withTimeLeft } from '../../workflow/advance.ts'
import { isChoice, isCurrent, isDoubt, isOfRun, stepOf } from '../../workflow/items/items.ts'
import { outcomeTone, transitionTitle } from '../../workflow/wording/sentence.ts'
import {
  beginCall,
  type CallContext,
  complete,
  type RunSnapshot,
  type RuntimeParts,
} from '../call-context.ts'
import { awaitedOrEnded } from '../children/awaited.ts'
import { withRightsNow } from '../rights-now.ts'
import type { DecideRequest, DecideResult } from '../runtime.ts'
import { attempt, type PressedDecision } from '../submit/submit.ts'
import { expireItem } from '../time/expire-items.ts'
import { stillUntil } from '../time/standing-still.ts'
import { applyDueTimeout } from '../time/timeouts.ts'
import { decideHeld } from './decide-held.ts'
import {
  type DecisionAttempt,
  type DecisionRequest,
  decisionEvidence,
  decisionHash,
  effectOf,
  hasNoOutcome,
  isAsSeen,
  withDecision,
} from './decision.ts'
import { standsInDoubt, verdictOf } from './doubts.ts'
import { decideSystemItem } from './system-items.ts'

export async function decideItem(
  parts: RuntimeParts,
  who: HumanPrincipal,
  request: DecideRequest,
): Promise<DecideResult> {
  // Somebody else moved it at the same moment: what counts is how it is now.
  for (;;) {
    const result = await decideOnce(parts, who, request)
    if (result.kind !== 'conflict') return result
  }
}

/** Also carries out what was decided when it could still be taken back, as if it were pressed now. */
export async function decideOnce(
  parts: RuntimeParts,
  who: HumanPrincipal,
  request: DecisionRequest,
): Promise<DecisionAttempt> {
  const approval = await parts.store.approval(request.approvalId)
  if (approval === null) return { kind: 'not_found' }
  const { due } = request
  if (approval.status !== (due === undefined ? 'pending' : 'scheduled')) return { kind: 'closed', approval }
  // That one was taken back meanwhile, and somebody decided anew.
  if (due !== undefined && !isStored(due, approval)) return { kind: 'conflict' }
  const call = beginCall(parts, who)
  // A decision after the deadline is none, even if nobody has noticed yet: a timeout never approves.
  if (due === undefined && isOverdue(approval, parts.clock.now()) && (await expireItem(parts, approval))) {
    return await lost(parts, approval)
  }
  if (!isOfRun(approval)) {
    const context = inNameOfNow(call, who)
    return context === null ? gone(who, due) : await decideSystemItem(context, approval, request)
  }
  const run = await parts.store.run(approval.workflowId)
  if (run === null) return { kind: 'not_found' }
  const above = await awaitedOrEnded(parts, run)
  if (above === null) return await lost(parts, approval)
  call.above = above
  const found = await complete(parts, run, who, stepOf(approval)?.transition)
  if ((await applyDueTimeout(call, found)) !== null) return await lost(parts, approval)
  // Nothing is waited for between what is judged below and what is written.
  const stood = due === undefined ? null : { decision: due, until: await stillUntil(call, run, [approval]) }
  const context = inNameOfNow(call, who)
  if (context === null) return gone(who, due)
  const snapshot = stood === null ? found : { ...found, run: withTimeLeft(run, stood.decision, stood.until) }
  if (isDoubt(approval)) {
    const { outcome, arguments: given, hash } = request
    const seen = { approval, snapshot, outcome, arguments: given, step: null }
    if (decisionHash(parts, seen) !== hash) return { kind: 'changed' }
    if (!standsInDoubt(approval, run)) return { kind: 'changed' }
    const verdict = verdictOf(approval, outcome)
    if (verdict === null) return { kind: 'rejected', message: hasNoOutcome(outcome) }
    return await verdict.decide(context, snapshot, withDecision(context, approval, request, 'approved'))
  }
  // The workflow went on between the item and this press; it is being withdrawn.
  if (!isCurrent(approval, run)) return { kind: 'changed' }
  return isChoice(approval)
    ? await decideTransition(context, found, approval, request, stood)
    : await decideHeld(context, snapshot, approval, request)
}

/** With the rights that whoever decides has now: they may have lost them since the press, or since they decided. */
function inNameOfNow(call: CallContext, who: HumanPrincipal): CallContext | null {
  const now = withRightsNow(call.parts, who)
  return now === null ? null : { ...call, who: now }
}

/** `due`: what they had decided; left out: they press it now. */
function gone({ name }: HumanPrincipal, due: Decision | undefined): DecisionAttempt {
  const message =
    due === undefined
      ? `‘${name}’ was removed from the people.`
      : `‘${name}’ decided this, and was removed from the people afterwards.`
  return { kind: 'not_allowed', message }
}

function isStored(due: Decision, { decision }: InboxItem): boolean {
  const { who: _, ...stored } = decision ?? {}
  return isDeepStrictEqual(stored, due)
}

function isOverdue({ deadlineAt }: InboxItem, now: number): boolean {
  return deadlineAt !== null && Date.parse(deadlineAt) <= now
}

async function decideTransition(
  context: CallContext,
  found: RunSnapshot,
  approval: ChoiceItem,
  request: DecisionRequest,
  due: PressedDecision['due'],
): Promise<DecisionAttempt> {
  const { parts } = context
  const who = context.who as HumanPrincipal
  const { definition, run } = found
  const names = Object.keys(transitionsAt(definition, run.state))
  const transition = transitionOf(definition, run.state, request.outcome)
  if (transition?.actor !== 'human') {
    return { kind: 'rejected', message: hasNoOutcome(request.outcome) }
  }
  const status =
    outcomeTone(request.outcome, names.indexOf(request.outcome)) === 'refuse' ? 'refused' : 'approved'
  const decided = withDecision(context, approval, request, status)
  const result = await attempt(
    parts,
    who,
    {
      workflowId: approval.workflowId,
      expectedVersion: approval.version,
      transition: request.outcome,
      arguments: request.arguments,
    },
    {},
    {
      found,
      decided,
      due,
      evidence: [decisionEvidence(decided, transitionTitle(transition, request.outcome))],
      matches(now, allowed, { all: gates, left }) {
        const step = { plan: allowed.plan, from: 0, gates }
        const { outcome } = request
        const seen = { approval, snapshot: now, outcome, arguments: allowed.arguments, step }
        const effect = effectOf(parts, allowed.declared, left.length > 0, gates)
        return isAsSeen(request, decisionHash(parts, seen), effect)
      },
    },
  )
  if (result.kind === 'changed') return { kind: 'changed' }
  if (result.kind === 'scheduled') return result
  if (result.kind === 'conflict') return request.due === undefined ? await lost(parts, approval) : result
  const { response } = result.answer
  // What failed was decided all the same; its question is asked again, as another item.
  if (result.ran) return { kind: 'decided', approval: decided, answer: result.answer }
  if (response.result.status === 'timed_out') return await lost(parts, approval)
  return {
    kind: 'rejected',
    message: response.error?.message ?? response.result.message ?? 'The decision could not be carried out.',
    ...(response.error?.details === undefined ? {} : { details: response.error.details }),
  }
}

/** Somebody was faster: the item as it is now says who and what. */
async function lost(parts: RuntimeParts, approval: InboxItem): Promise<DecideResult> {
  const now = await parts.store.approval(approval.id)
  return now === null || now.status === 'pending' ? { kind: 'changed' } : { kind: 'closed', approval: now }
}
