/** What each button of an item would do, with the hash that binds a decision to it (R5.2). */

import type { ResolvedCall } from '../../model/call.ts'
import type { ChoiceItem, HeldItem, RunItem } from '../../model/item.ts'
import type { JsonObject } from '../../model/json.ts'
import type { DecisionPreview } from '../../model/preview.ts'
import type { HumanPrincipal } from '../../model/principal.ts'
import { transitionOf } from '../../workflow/advance.ts'
import { evaluateTransition } from '../../workflow/evaluate-transition.ts'
import { asksPerson } from '../../workflow/executors/executors.ts'
import { planText } from '../../workflow/executors/wording.ts'
import {
  type Ballot,
  barredFromAll,
  countPeople,
  hasVoted,
  type MissingVotes,
  votesMissing,
} from '../../workflow/gates/gates.ts'
import { isChoice, isDoubt, isOfRun, savesInstead, stepOf } from '../../workflow/items/items.ts'
import { previewTransition } from '../../workflow/preview/preview.ts'
import { isSingleCall } from '../../workflow/proxy.ts'
import { capitalize } from '../../workflow/wording/sentence.ts'
import { complete, type RunSnapshot, type RuntimeParts } from '../call-context.ts'
import type { ReadItem } from '../runtime.ts'
import { ballotOf, gatesOf, pressedGates } from '../step/gates.ts'
import {
  AT_ONCE,
  basisOf,
  type DecisionContent,
  decisionHash,
  effectOf,
  hasNoOutcome,
  type PressEffect,
  type PreviewContent,
  pressHash,
} from './decision.ts'
import { verdictOf } from './doubts.ts'
import { type HeldReview, hasBegun, proposedArguments, reviewHeld, seenHeld } from './review-held.ts'
import { previewSystemItem } from './system-items.ts'

interface PreviewRequest {
  approvalId: string
  outcome: string
  arguments: JsonObject
}

/** Null: there is no such item. */
export async function previewDecision(
  parts: RuntimeParts,
  who: HumanPrincipal,
  request: PreviewRequest,
  read?: ReadItem,
): Promise<DecisionPreview | null> {
  const approval = read?.approval ?? (await parts.store.approval(request.approvalId))
  if (approval === null) return null
  if (!isOfRun(approval)) return previewSystemItem(parts, approval, request)
  const run = read === undefined ? await parts.store.run(approval.workflowId) : read.run
  if (run === null) return null
  const snapshot = await complete(parts, run, who, stepOf(approval)?.transition)
  const { seen, shown, effect } = show(parts, who, approval, snapshot, request)
  const hash = pressHash(decisionHash(parts, seen), effect)
  const { asksOthers, undoMs } = effect
  const told = { ...shown, ...(asksOthers ? { asksFirst: true as const } : {}), undoMs }
  // What is said of the press is what its hash binds it to.
  return { outcome: request.outcome, ...told, hash, basis: basisOf(parts, seen) }
}

/** What a decision is bound to, what is shown of its button, and what a press on that leads to. */
interface ShownOutcome {
  seen: DecisionContent
  shown: PreviewContent
  effect: PressEffect
}

function show(
  parts: RuntimeParts,
  who: HumanPrincipal,
  approval: RunItem,
  snapshot: RunSnapshot,
  request: PreviewRequest,
): ShownOutcome {
  if (isChoice(approval)) return showChoice(parts, who, approval, snapshot, request)
  if (!isDoubt(approval)) return showHeld(parts, who, approval, snapshot, request)
  const { outcome, arguments: given } = request
  const seen = { approval, snapshot, outcome, arguments: given, step: null }
  const problem = { path: '', message: hasNoOutcome(outcome), expected: 'one of its buttons' }
  const shown = verdictOf(approval, outcome)?.preview(snapshot, given) ?? {
    call: null,
    nextStates: [],
    steps: [],
    stopsAt: '',
    problems: [problem],
  }
  return { seen, shown, effect: AT_ONCE }
}

/** A gate that this one person does not open alone asks others after the press (R5.7). */
function showChoice(
  parts: RuntimeParts,
  who: HumanPrincipal,
  approval: ChoiceItem,
  snapshot: RunSnapshot,
  request: PreviewRequest,
): ShownOutcome {
  const { outcome: transition, arguments: given } = request
  const facts = { ...snapshot, principal: who, connections: parts.catalog, now: parts.clock.now() }
  const asked = { transition, arguments: given, expectedVersion: approval.version }
  const verdict = evaluateTransition({ ...facts, request: asked })
  const seen: DecisionContent = {
    ...{ approval, snapshot, outcome: transition },
    ...(verdict.kind === 'run'
      ? {
          arguments: verdict.arguments,
          step: { plan: verdict.plan, from: 0, gates: gatesOf(parts, snapshot, { ...verdict, by: who }, 0) },
        }
      : { arguments: given, step: null }),
  }
  const shown = previewTransition({ ...facts, transition, arguments: given, gates: parts.catalog })
  const { plan, problems } = shown
  const declared = transitionOf(snapshot.definition, snapshot.run.state, transition)
  if (plan === null || problems.length > 0) return { seen, shown, effect: effectOf(parts, declared, false) }
  const step = { declared, plan, arguments: shown.arguments, by: who }
  const { all, left } = pressedGates(parts, who, snapshot, step, approval)
  const effect = effectOf(parts, declared, left.length > 0, all)
  if (left.length === 0) return { seen, shown, effect }
  const missing = votesMissing(ballotOf(parts, snapshot.run, who.id, left), [])
  return { seen, shown: { ...shown, stopsAt: afterOthers(missing, shown.stopsAt) }, effect }
}

/** What approving or refusing something that is held back would do, and what of it this person may do. */
function showHeld(
  parts: RuntimeParts,
  who: HumanPrincipal,
  approval: HeldItem,
  snapshot: RunSnapshot,
  request: { outcome: string; arguments: JsonObject },
): ShownOutcome {
  const approves = request.outcome === 'approve'
  const given = approves ? request.arguments : proposedArguments(approval)
  const reviewed = reviewHeld(parts, snapshot, approval, given)
  const seen = seenHeld(snapshot, approval, request.outcome, reviewed)
  const ballot = ballotOf(parts, snapshot.run, approval.requestedBy, reviewed.gates)
  const barred = barredFromAll(who, ballot)
  const mayNot =
    barred === null ? [] : [{ path: '', message: barred, expected: 'somebody who may decide it' }]
  if (!approves) {
    const stopsAt = 'Nothing runs. The agent is told that it was refused.'
    const nextStates = isSingleCall(snapshot.definition.id) ? [] : [snapshot.run.state]
    return { seen, shown: { call: null, nextStates, steps: [], stopsAt, problems: mayNot }, effect: AT_ONCE }
  }
  const shown = showApproval(parts, approval, snapshot, request, reviewed)
  const { missing, again } = missingAfter(who, ballot, reviewed, decisionHash(parts, seen))
  if (missing.people > 0 && again) {
    const message = `You approved this. ${capitalize(countPeople(missing, 'more'))} ${missing.people === 1 ? 'is' : 'are'} needed.`
    mayNot.push({ path: '', message, expected: 'another person' })
  }
  // Whoever may not decide it is told so; theirs is not one of those that are counted.
  const stopsAt =
    missing.people === 0 || barred !== null ? shown.stopsAt : afterOthers(missing, shown.stopsAt)
  return {
    seen,
    shown: { ...shown, stopsAt, problems: [...shown.problems, ...mayNot] },
    effect: effectOf(parts, reviewed.work?.declared ?? null, missing.people > 0, reviewed.gates),
  }
}

/** What follows once they have approved it. */
function afterOthers(missing: MissingVotes, stopsAt: string): string {
  const then = `${stopsAt.charAt(0).toLowerCase()}${stopsAt.slice(1)}`
  return `Nothing runs yet: ${countPeople(missing, 'other')} must approve this as well. After that: ${then}`
}

/** `again`: this person has approved the very same already, and another approval of theirs would add nothing. */
function missingAfter(
  who: HumanPrincipal,
  ballot: Ballot,
  { held }: HeldReview,
  seen: string,
): { missing: MissingVotes; again: boolean } {
  const { id: by, roles, permissions } = who
  const same = held.votes.filter((vote) => vote.seen === seen)
  const others = same.filter((vote) => vote.by !== by)
  const mine = { by, roles, permissions, at: '', comment: '', seen }
  return { missing: votesMissing(ballot, [...others, mine]), again: hasVoted(who, ballot, same) }
}

function showApproval(
  parts: RuntimeParts,
  approval: HeldItem,
  snapshot: RunSnapshot,
  request: { arguments: JsonObject },
  { work, problem }: HeldReview,
): PreviewContent {
  const { state } = snapshot.run
  if (work === null) {
    const message = problem?.message ?? 'It cannot run now.'
    const problems = violationsIn(problem?.details) ?? [
      { path: '', message, expected: 'a step that can run' },
    ]
    return {
      call: null,
      nextStates: [],
      steps: [],
      stopsAt: 'Nothing happens: it cannot run as it is now.',
      problems,
    }
  }
  // What a proposal would save stands on its card as a file.
  const saves = savesInstead(approval)
  const call = saves === null ? planText(work.plan, work.from) : null
  if (work.kind === 'onEnter' || work.kind === 'onTimeout') {
    const stopsAt = 'It goes on with whatever then runs by itself.'
    return { call, nextStates: [state], steps: [], stopsAt, problems: [] }
  }
  const principal = work.by
  const { nextStates, steps, stopsAt, problems } = previewTransition({
    ...snapshot,
    transition: work.transition,
    arguments: request.arguments,
    principal,
    connections: parts.catalog,
    gates: parts.catalog,
    now: parts.clock.now(),
    begun: hasBegun(approval.held),
  })
  if (isSingleCall(snapshot.definition.id))
    return { call, nextStates: [], steps, stopsAt: saves ?? afterCall(work.call), problems }
  return { call, nextStates, steps, stopsAt, problems }
}

function afterCall(call: ResolvedCall): string {
  return asksPerson(call)
    ? 'The agent gets your answer; then nothing else follows.'
    : 'Runs the call; then nothing else follows.'
}

/** The rows of a violated schema, as they stand in an error's details. */
function violationsIn(details: unknown): PreviewContent['problems'] | null {
  if (!Array.isArray(details) || details.length === 0) return null
  const rows = details.filter(
    (row): row is PreviewContent['problems'][number] =>
      typeof row === 'object' &&
      row !== null &&
      typeof row.path === 'string' &&
      typeof row.message === 'string',
  )
  return rows.length === 0
    ? null
    : rows.map(({ path, message, expected }) => ({ path, message, expected: expected ?? '' }))
}
