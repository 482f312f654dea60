/** What approving or refusing something that is held back would do, and what of it this person may do. */

import type { ResolvedCall } from '../../model/call.ts'
import type { HeldItem } from '../../model/item.ts'
import type { JsonObject } from '../../model/json.ts'
import type { DecisionPreview } from '../../model/preview.ts'
import type { HumanPrincipal } from '../../model/principal.ts'
import { asksPerson } from '../../workflow/executors/executors.ts'
import { planText } from '../../workflow/executors/wording.ts'
import { barredFromAll, hasVoted, type MissingVotes, votesMissing } from '../../workflow/gates/gates.ts'
import { savesInstead } from '../../workflow/items/items.ts'
import { previewTransition } from '../../workflow/preview/preview.ts'
import { traitsOf } from '../../workflow/proxy.ts'
import { countPeople } from '../../workflow/wording/count-people.ts'
import { capitalize } from '../../workflow/wording/sentence.ts'
import type { RunSnapshot, RuntimeParts } from '../call-context.ts'
import { ballotOf } from '../step/gates.ts'
import { AT_ONCE, effectOf, type PressEffect } from './decision-hash.ts'
import { type HeldReview, hashHeld, proposedArguments, reviewHeld } from './review-held.ts'

export type PreviewContent = Omit<DecisionPreview, 'outcome' | 'hash' | 'basis' | 'asksFirst' | 'undoMs'>

/** What is shown of a button, and what its press leads to. */
export interface ShownOutcome {
  shown: PreviewContent
  effect: PressEffect
}

export function showHeld(
  parts: RuntimeParts,
  who: HumanPrincipal,
  approval: HeldItem,
  snapshot: RunSnapshot,
  request: { outcome: string; arguments: JsonObject },
): ShownOutcome {
  const approves = request.outcome === 'approve'
  const given = approves ? request.arguments : proposedArguments(approval)
  const reviewed = reviewHeld(parts, snapshot, approval, given)
  const ballot = ballotOf(parts, snapshot.run, approval.requestedBy, reviewed.gates)
  const barred = barredFromAll(who, ballot)
  const mayNot =
    barred === null ? [] : [{ path: '', message: barred, expected: 'somebody who may decide it' }]
  if (!approves) {
    const stopsAt = 'Nothing runs. The agent is told that it was refused.'
    const nextStates = traitsOf(snapshot.definition.id).isSequential ? [snapshot.run.state] : []
    return { shown: { call: null, nextStates, steps: [], stopsAt, problems: mayNot }, effect: AT_ONCE }
  }
  const shown = showApproval(parts, approval, snapshot, request, reviewed)
  const { missing, again } = missingAfter(parts, who, approval, snapshot, request, reviewed)
  if (missing.people > 0 && again) {
    const message = `You approved this. ${capitalize(countPeople(missing, 'more'))} ${missing.people === 1 ? 'is' : 'are'} needed.`
    mayNot.push({ path: '', message, expected: 'another person' })
  }
  // Whoever may not decide it is told so; theirs is not one of those that are counted.
  const stopsAt =
    missing.people === 0 || barred !== null ? shown.stopsAt : afterOthers(missing, shown.stopsAt)
  return {
    shown: { ...shown, stopsAt, problems: [...shown.problems, ...mayNot] },
    effect: effectOf(parts, reviewed.work?.declared ?? null, missing.people > 0, reviewed.gates),
  }
}

/** What follows once they have approved it. */
export function afterOthers(missing: MissingVotes, stopsAt: string): string {
  const then = `${stopsAt.charAt(0).toLowerCase()}${stopsAt.slice(1)}`
  return `Nothing runs yet: ${countPeople(missing, 'other')} must approve this as well. After that: ${then}`
}

/** `again`: this person has approved the very same already, and another approval of theirs would add nothing. */
function missingAfter(
  parts: RuntimeParts,
  who: HumanPrincipal,
  approval: HeldItem,
  snapshot: RunSnapshot,
  request: { outcome: string },
  reviewed: HeldReview,
): { missing: MissingVotes; again: boolean } {
  const { held, gates } = reviewed
  const seen = hashHeld(parts, snapshot, approval, request.outcome, reviewed)
  const { id: by, roles, permissions } = who
  const same = held.votes.filter((vote) => vote.seen === seen)
  const others = same.filter((vote) => vote.by !== by)
  const mine = { by, roles, permissions, at: '', comment: '', seen }
  const ballot = ballotOf(parts, snapshot.run, approval.requestedBy, gates)
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
  })
  if (!traitsOf(snapshot.definition.id).isSequential)
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
