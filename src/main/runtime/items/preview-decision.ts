/** What each button of an item would do, with the hash that binds a decision to it (R5.2). */

import type { RunItem } from '../../model/item.ts'
import type { JsonObject } from '../../model/json.ts'
import type { DecisionPreview } from '../../model/preview.ts'
import type { HumanPrincipal } from '../../model/principal.ts'
import { claimOf } from '../../model/run.ts'
import { stateOf, transitionOf } from '../../workflow/advance.ts'
import { votesMissing } from '../../workflow/gates/gates.ts'
import { isChoice, isDoubt, isOfRun, stepOf } from '../../workflow/items/items.ts'
import { previewTransition, type TransitionPreview } from '../../workflow/preview/preview.ts'
import { stateTitle } from '../../workflow/wording/sentence.ts'
import type { RunSnapshot, RuntimeParts } from '../call-context.ts'
import { complete } from '../load.ts'
import type { ReadItem } from '../runtime.ts'
import { ballotOf, gatesOf, leftBy } from '../step/gates.ts'
import { seenOf } from './decide-item.ts'
import { previewSystemItem } from './decide-system-item.ts'
import { basisOf, decisionHash, AT_ONCE, effectOf, pressHash } from './decision-hash.ts'
import { afterOthers, type PreviewContent, type ShownOutcome, showHeld } from './preview-held.ts'

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
  if (!isOfRun(approval)) return previewSystemItem(parts, who, approval, request)
  const run = read === undefined ? await parts.store.run(approval.workflowId) : read.run
  if (run === null) return null
  const snapshot = await complete(parts, run, who, stepOf(approval)?.transition)
  const seen = seenOf(parts, approval, snapshot, request, who)
  const { shown, effect } = show(parts, who, approval, snapshot, request)
  const hash = pressHash(decisionHash(parts, seen), effect)
  const { asksOthers, undoMs } = effect
  const told = { ...shown, ...(asksOthers ? { asksFirst: true as const } : {}), undoMs }
  // What is said of the press is what its hash binds it to.
  return { outcome: request.outcome, ...told, hash, basis: basisOf(parts, seen) }
}

function show(
  parts: RuntimeParts,
  who: HumanPrincipal,
  approval: RunItem,
  snapshot: RunSnapshot,
  request: PreviewRequest,
): ShownOutcome {
  if (isDoubt(approval)) return { shown: showVerdict(snapshot, request), effect: AT_ONCE }
  if (isChoice(approval)) {
    const transition = request.outcome
    const shown = previewTransition({
      ...snapshot,
      ...request,
      transition,
      principal: who,
      connections: parts.catalog,
      gates: parts.catalog,
      now: parts.clock.now(),
    })
    return askedFirst(parts, who, approval, snapshot, transition, shown)
  }
  return showHeld(parts, who, approval, snapshot, request)
}

/** A gate that this one person does not open alone asks others after the press (R5.7). */
function askedFirst(
  parts: RuntimeParts,
  who: HumanPrincipal,
  approval: RunItem,
  snapshot: RunSnapshot,
  name: string,
  shown: TransitionPreview,
): ShownOutcome {
  const { plan, problems } = shown
  const declared = transitionOf(snapshot.definition, snapshot.run.state, name)
  if (plan === null || problems.length > 0) return { shown, effect: effectOf(parts, declared, false) }
  const step = { declared, plan, arguments: shown.arguments, by: who }
  const gates = gatesOf(parts, snapshot, step, 0)
  const left = leftBy(parts, who, snapshot, approval, gates)
  const effect = effectOf(parts, declared, left.length > 0, gates)
  if (left.length === 0) return { shown, effect }
  const missing = votesMissing(ballotOf(parts, snapshot.run, who.id, left), [])
  return { shown: { ...shown, stopsAt: afterOthers(missing, shown.stopsAt) }, effect }
}

function showVerdict(snapshot: RunSnapshot, { outcome, arguments: outputs }: PreviewRequest): PreviewContent {
  const { state } = snapshot.run
  if (outcome === 'cancel')
    return { ...stays(snapshot, 'The workflow ends here; the agent is told.'), nextStates: [] }
  if (outcome === 'did_not_happen') {
    return stays(
      snapshot,
      `It goes back to ‘${stateTitle(snapshot.definition, state)}’, where it can be tried again.`,
    )
  }
  const transition = stateOf(snapshot.definition, state)?.transitions[claimOf(snapshot.run)?.transition ?? '']
  return {
    call: null,
    nextStates: transition === undefined ? [state] : [transition.target],
    steps: [],
    stopsAt: `It goes on as if it had answered with ${Object.keys(outputs).length === 0 ? 'nothing' : 'these values'}; what follows by itself then runs.`,
    problems: [],
  }
}

function stays(snapshot: RunSnapshot, stopsAt: string): PreviewContent {
  return { call: null, nextStates: [snapshot.run.state], steps: [], stopsAt, problems: [] }
}
