/**
 * What an item holds back, as it would run now: the same rules judge it again, with the rights of who asked, before
 * people see it and before it runs (R5.2). Computes only.
 */
import type { Gate } from '../../model/definition.ts'
import type { CurrentGates, HeldItem, HeldStep, InboxItem } from '../../model/item.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { ENGINE, isHumanId } from '../../model/principal.ts'
import { dueFor, parkedOf, todoOf } from '../../model/run.ts'
import { evaluateTransition } from '../../workflow/evaluate-transition.ts'
import { combineGates } from '../../workflow/gates/gates.ts'
import { holdsStep } from '../../workflow/items/items.ts'
import { beginCall, complete, type RunSnapshot, type RuntimeParts } from '../call-context.ts'
import { requesterNow, votesOfNow } from '../rights-now.ts'
import { ballotOf, gatesOf } from '../step/gates.ts'
import { resolveNext } from '../step/plan-next-step.ts'
import { submittedWork, type Work } from '../step/work.ts'
import { type DecisionContent, decisionHash, type SeenStep } from './decision.ts'

export interface HeldReview {
  /** With the votes of those who still may. */
  held: HeldStep
  /** All that must be opened: those of when it was asked, and those that have come since (R2.4). */
  gates: Gate[]
  /** Null: it cannot run now, and `problem` says why. */
  work: Work | null
  problem: { message: string; details?: JsonValue } | null
  /** With the schema's defaults. */
  arguments: JsonObject
  step: SeenStep | null
}

/** What votes are about: as it was asked, or as a person would have it. */
export function proposedArguments(approval: HeldItem): JsonObject {
  return approval.held.edited?.arguments ?? approval.step.arguments
}

export function reviewHeld(
  parts: RuntimeParts,
  snapshot: RunSnapshot,
  approval: HeldItem,
  given: JsonObject,
): HeldReview {
  const { step: asked, held } = approval
  const found =
    asked.kind === 'transition'
      ? askedWork(parts, snapshot, approval, given)
      : automaticWork(parts, snapshot, approval, given)
  if ('problem' in found) {
    const { problem } = found
    return { held, gates: held.gates, work: null, problem, arguments: given, step: null }
  }
  const { work } = found
  const gates = combineGates(held.gates, gatesOf(parts, snapshot, work, held.from))
  const step = { plan: work.plan, from: held.from, gates }
  const ballot = ballotOf(parts, snapshot.run, approval.requestedBy, gates)
  const votes = votesOfNow(parts, held.votes, ballot)
  return { held: { ...held, votes }, gates, work, problem: null, arguments: work.arguments, step }
}

/** All that was reviewed, for a decision to be bound to. */
export function seenHeld(
  snapshot: RunSnapshot,
  approval: HeldItem,
  outcome: string,
  { arguments: given, step }: HeldReview,
): DecisionContent {
  return { approval, snapshot, outcome, arguments: given, step }
}

type WorkReview = { work: Work } | { problem: { message: string; details?: JsonValue } }

function askedWork(
  parts: RuntimeParts,
  snapshot: RunSnapshot,
  approval: HeldItem,
  given: JsonObject,
): WorkReview {
  const { held } = approval
  // Guards are theirs, not those of who decides.
  const by = requesterNow(parts, { client: approval.client, ...approval.step.by })
  const decision = evaluateTransition({
    ...snapshot,
    principal: { kind: isHumanId(by.id) ? 'human' : 'agent', ...by },
    request: {
      transition: approval.step.transition,
      arguments: given,
      expectedVersion: snapshot.run.version,
    },
    now: parts.clock.now(),
    connections: parts.catalog,
    held: true,
    begun: hasBegun(held),
  })
  if (decision.kind === 'reject') {
    const { details } = decision.error
    const { by: then } = approval.step
    const hasLess = by.roles.length < then.roles.length || by.permissions.length < then.permissions.length
    const less = hasLess ? `‘${by.id.replace(/^\w+:/, '')}’ may do less than when it asked for this. ` : ''
    const message = `${less}${decision.error.message}`
    return { problem: { message, ...(details === undefined ? {} : { details }) } }
  }
  if (decision.kind === 'retryOnEnter') return impossible('What was asked is not a transition any more.')
  const call = decision.plan.calls[held.from]?.call
  if (call === undefined) return impossible('The fallback that was asked for is not declared any more.')
  return {
    work: { ...submittedWork(decision, by), call, from: held.from, ...afterTried(held) },
  }
}

/** A step that runs by itself must still be the next one. */
function automaticWork(
  parts: RuntimeParts,
  snapshot: RunSnapshot,
  approval: HeldItem,
  given: JsonObject,
): WorkReview {
  const { run } = snapshot
  const { step: asked, held } = approval
  const parked = parkedOf(run)
  if (parked?.on !== 'gate' || parked.id !== approval.id) {
    return impossible('The step that it holds back does not wait any more.')
  }
  if (Object.keys(given).length > 0) return impossible('A step that runs by itself has no arguments.')
  const unparked = { ...snapshot, run: { ...run, activity: dueFor(todoOf(run)) } }
  const begun = hasBegun(held) && asked.kind === 'chain' ? asked.transition : null
  const planned = resolveNext(beginCall(parts, ENGINE), unparked, begun)
  if (planned.kind === 'settled') {
    return impossible(planned.settled.run.failure?.message ?? 'The step would not run any more.')
  }
  const { work } = planned
  const call = work.plan.calls[held.from]?.call
  if (work.kind !== asked.kind || work.transition !== asked.transition || call === undefined) {
    return impossible('Another step would run now than the one that was asked for.')
  }
  return { work: { ...work, call, from: held.from, ...afterTried(held), by: requesterNow(parts, parked.by) } }
}

/** A person is asked about another way of a step, after what was tried before. */
export function hasBegun({ from }: HeldStep): boolean {
  return from > 0
}

function afterTried({ tried }: HeldStep): Pick<Work, 'idempotencyKey' | 'uncertainBefore'> {
  return {
    ...(tried?.idempotencyKey == null ? {} : { idempotencyKey: tried.idempotencyKey }),
    ...(tried?.uncertain === true ? { uncertainBefore: true } : {}),
  }
}

function impossible(message: string): { problem: { message: string } } {
  return { problem: { message } }
}

// ── What of the approvals so far still counts: a vote is about exactly what was on screen, so it ends with that,
// and gates may have come since (R5.2, R5.4). Computes only; what it shows is what a press is then judged by.

/** Null: nothing is held back, or nobody decides it any more. */
export async function standingOf(parts: RuntimeParts, approval: InboxItem): Promise<CurrentGates | null> {
  if (!holdsStep(approval) || approval.status !== 'pending') return null
  const run = await parts.store.run(approval.workflowId)
  if (run === null) return null
  const snapshot = await complete(parts, run, ENGINE, approval.step.transition)
  const reviewed = reviewHeld(parts, snapshot, approval, proposedArguments(approval))
  const { votes } = reviewed.held
  if (votes.length === 0) return { gates: reviewed.gates, votes }
  const seen = decisionHash(parts, seenHeld(snapshot, approval, 'approve', reviewed))
  return { gates: reviewed.gates, votes: votes.filter((vote) => vote.seen === seen) }
}
