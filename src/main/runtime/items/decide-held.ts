/**
 * People decide what is held back: a gate, a human executor, a proposed definition (R5.4). Approved
 * by as many as it takes, exactly what was seen runs; one refusal ends it; an edit voids the votes before it.
 */
import { isDeepStrictEqual } from 'node:util'
import type { AuditEntry } from '../../model/audit-event.ts'
import type { HeldItem, Vote } from '../../model/item.ts'
import type { HumanPrincipal } from '../../model/principal.ts'
import { parkedOf, type Run } from '../../model/run.ts'
import { asksPerson } from '../../workflow/executors/executors.ts'
import { barredFromAll, countPeople, type MissingVotes, votesMissing } from '../../workflow/gates/gates.ts'
import { denial } from '../../workflow/wording/refusal.ts'
import { capitalize } from '../../workflow/wording/sentence.ts'
import { auditEntry, type CallContext, type RunSnapshot } from '../call-context.ts'
import type { DurableStep } from '../crash-points.ts'
import type { CommitResult } from '../ports.ts'
import { requesterNow } from '../rights-now.ts'
import { commit, commitWithItems, expectations, expectItem } from '../step/commit.ts'
import { ballotOf } from '../step/gates.ts'
import { perform } from '../step/perform.ts'
import { type NextStep, stepFailure, stop } from '../step/plan-next-step.ts'
import { resultIn, rightsOf, type Work } from '../step/work.ts'
import { answer } from '../submit/answer.ts'
import { askChoice } from './ask.ts'
import {
  type DecisionAttempt,
  type DecisionRequest,
  decidedEntry,
  decisionHash,
  effectOf,
  isAsSeen,
  seenIn,
  votedEntry,
  voteEvidence,
  withDecision,
} from './decision.ts'
import { type HeldReview, proposedArguments, reviewHeld, seenHeld } from './review-held.ts'
import { schedule } from './undo-window.ts'
import { goOn } from './verdict.ts'

export async function decideHeld(
  context: CallContext,
  snapshot: RunSnapshot,
  approval: HeldItem,
  request: DecisionRequest,
): Promise<DecisionAttempt> {
  const { parts } = context
  const who = context.who as HumanPrincipal
  const approves = request.outcome === 'approve'
  if (!approves && request.outcome !== 'refuse') {
    return { kind: 'rejected', message: `This item has no outcome ‘${request.outcome}’.` }
  }
  const given = approves ? request.arguments : proposedArguments(approval)
  const reviewed = reviewHeld(parts, snapshot, approval, given)
  const seen = decisionHash(parts, seenHeld(snapshot, approval, request.outcome, reviewed))
  if (seen !== seenIn(request.hash)) return { kind: 'changed' }
  const ballot = ballotOf(parts, snapshot.run, approval.requestedBy, reviewed.gates)
  const barred = barredFromAll(who, ballot)
  if (barred !== null) return { kind: 'not_allowed', message: barred }
  if (!approves) return await refuse(context, snapshot, approval, request)
  const { work } = reviewed
  if (work === null) return { kind: 'rejected', ...(reviewed.problem ?? { message: 'It cannot run now.' }) }
  const edits = !isDeepStrictEqual(reviewed.arguments, proposedArguments(approval))
  if (edits && work.declared?.inputSchema === undefined) {
    const message = 'What is asked here cannot be edited. Refuse it and say what to change.'
    return { kind: 'rejected', message }
  }
  const { item, votes } = cast(context, approval, request, reviewed, edits)
  const missing = votesMissing(ballot, votes)
  const effect = effectOf(parts, work.declared, missing.people > 0, reviewed.gates)
  if (!isAsSeen(request, seen, effect)) return { kind: 'changed' }
  if (missing.people > 0 && request.due !== undefined) return noMoreEnough(missing)
  if (missing.people > 0) return await vote(context, item, votes, missing)
  const decided = withDecision(context, item, request, 'approved', work.arguments)
  if (effect.undoMs > 0 && request.due === undefined)
    return await schedule(context, snapshot, decided, effect.undoMs)
  const audit = request.due === undefined ? [decidedEntry(context, decided)] : []
  return await run(context, snapshot, { decided, audit, votes }, work)
}

/** The item with this vote, and without those that were about something else. */
function cast(
  context: CallContext,
  approval: HeldItem,
  request: DecisionRequest,
  reviewed: HeldReview,
  edits: boolean,
): { item: HeldItem; votes: Vote[] } {
  const who = context.who as HumanPrincipal
  const at = request.due?.at ?? new Date(context.parts.clock.now()).toISOString()
  const { id: by, proven = false } = who
  const { comment } = request
  const seen = seenIn(request.hash)
  const mine: Vote = { by, ...rightsOf(who), at, comment, seen, proven }
  const others = reviewed.held.votes.filter((other) => other.seen === seen && other.by !== by)
  const votes = [...others, mine]
  const edited = edits ? { edited: { arguments: reviewed.arguments, by, at } } : {}
  const held = { ...reviewed.held, ...edited, gates: reviewed.gates, votes }
  return { item: { ...approval, held }, votes }
}

/** Who may decide has changed since it was decided, and nobody decides anything at this moment (R5.6). */
function noMoreEnough(missing: MissingVotes): DecisionAttempt {
  const more = `${capitalize(countPeople(missing, 'more'))} ${missing.people === 1 ? 'has' : 'have'} to approve.`
  const message = `Who may decide has changed since: of those who approved, not all may. ${more}`
  return { kind: 'rejected', message }
}

async function vote(
  context: CallContext,
  item: HeldItem,
  votes: Vote[],
  missing: MissingVotes,
): Promise<DecisionAttempt> {
  const voted = { ...item, revision: item.revision + 1 }
  const [mine] = votes.slice(-1)
  const committed = await commit(
    context,
    {
      expect: [expectItem(item)],
      approvals: [voted],
      audit: mine === undefined ? [] : [votedEntry(context, voted, mine, missing)],
    },
    'vote',
  )
  return committed.ok ? { kind: 'voted', approval: voted, missing } : { kind: 'conflict' }
}

async function run(
  decider: CallContext,
  snapshot: RunSnapshot,
  { decided, audit, votes }: { decided: HeldItem; audit: AuditEntry[]; votes: Vote[] },
  work: Work,
): Promise<DecisionAttempt> {
  // What follows by itself follows from what was asked: who lets it through lends it no rights.
  const { client, requestedBy: id, requesterRights } = decided
  const requester = requesterNow(decider.parts, { id, client, ...requesterRights })
  const context = { ...decider, requester }
  return await goOn(context, decided, (execution) =>
    perform(context, execution, snapshot, answered(work, decided), {
      audit,
      decided,
      evidence: voteEvidence(decided, votes),
    }),
  )
}

/** The approval is itself what a human executor answers with. */
function answered(work: Work, decided: HeldItem): Work {
  if (!asksPerson(work.call)) return work
  const { by = '', comment = '' } = decided.decision ?? {}
  return { ...work, ...resultIn({ decision: 'approved', by, comment, requestId: decided.id }) }
}

async function refuse(
  context: CallContext,
  snapshot: RunSnapshot,
  approval: HeldItem,
  request: DecisionRequest,
): Promise<DecisionAttempt> {
  const decided = withDecision(context, approval, request, 'refused', proposedArguments(approval))
  const audit = [decidedEntry(context, decided)]
  const message = denial(decided)
  const ended = await endHeld(context, snapshot, decided, 'APPROVAL_DENIED', message, audit)
  if (!ended.committed.ok) return { kind: 'conflict' }
  const after = { ...snapshot, run: ended.run }
  return { kind: 'decided', approval: decided, answer: answer(context, after, 'waiting_for_action') }
}

// ── What was held back does not run: refused, or nobody decided in time. The step stays undone, and says why.

/** `ended`: the item with its end, one revision on. Answers with the run as it is then, or a conflict. */
export async function endHeld(
  context: CallContext,
  snapshot: RunSnapshot,
  ended: HeldItem,
  code: 'APPROVAL_DENIED' | 'APPROVAL_TIMED_OUT',
  message: string,
  audit: AuditEntry[],
): Promise<{ committed: CommitResult; run: Run }> {
  const before = snapshot.run
  const settled = settleEnd(context, snapshot, ended, code, message)
  const run = settled?.run ?? before
  const step: DurableStep = ended.status === 'expired' ? 'expired' : 'rejected'
  const rejected = auditEntry(context, 'transition.rejected', before.id, {
    transition: ended.step.transition,
    code,
    message,
  })
  const committed = await commitWithItems(context, before, {
    expect: expectations(before, ended),
    run,
    decided: ended,
    asked: settled?.approvals ?? [],
    because: '',
    audit: [...audit, rejected, ...(settled?.audit ?? [])],
    step,
  })
  return { committed, run }
}

/** Null: something else of the run is running, and is left alone. */
function settleEnd(
  context: CallContext,
  snapshot: RunSnapshot,
  ended: HeldItem,
  code: 'APPROVAL_DENIED' | 'APPROVAL_TIMED_OUT',
  message: string,
): Pick<NextStep, 'run' | 'approvals' | 'audit'> | null {
  const { run } = snapshot
  const { kind, transition } = ended.step
  const { tried } = ended.held
  const more = tried?.uncertain === true ? { code, uncertain: true as const } : { code }
  const failure = stepFailure(snapshot, kind, transition, message, more)
  if (kind !== 'transition') {
    // Somebody went on by hand: what runs now is not what this item held back.
    if (parkedOf(run)?.id !== ended.id) return null
    return stop(context, snapshot, failure)
  }
  if (run.activity.kind !== 'resting') return null
  const at = new Date(context.parts.clock.now()).toISOString()
  const rested: Run = { ...run, failure, updatedAt: at }
  // What a person's press led to is a question again.
  return { run: rested, approvals: askChoice(context, { ...snapshot, run: rested }), audit: [] }
}
