/** What each button of an item would do, with the hash that binds a decision to it (R5.2). */

import type { RunItem } from '../../model/item.ts'
import type { JsonObject } from '../../model/json.ts'
import type { DecisionPreview } from '../../model/preview.ts'
import type { HumanPrincipal } from '../../model/principal.ts'
import { claimOf } from '../../model/run.ts'
import { stateOf, transitionOf } from '../../workflow/advance.ts'
import { isChoice, isDoubt, isOfRun, stepOf } from '../../workflow/items/items.ts'
import { previewTransition, type TransitionPreview } from '../../workflow/preview/preview.ts'
import { stateTitle } from '../../workflow/wording/sentence.ts'
import type { RunSnapshot, RuntimeParts } from '../call-context.ts'
import { complete } from '../load.ts'
import { gatesOf, leftBy } from '../step/gates.ts'
import { seenOf } from './decide-item.ts'
import { previewSystemItem } from './decide-system-item.ts'
import { basisOf, decisionHash } from './decision-hash.ts'
import { afterOthers, countOf, showHeld } from './preview-held.ts'

type PreviewContent = Omit<DecisionPreview, 'outcome' | 'hash' | 'basis'>
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
): Promise<DecisionPreview | null> {
  const approval = await parts.store.approval(request.approvalId)
  if (approval === null) return null
  if (!isOfRun(approval)) return previewSystemItem(parts, who, approval, request)
  const instance = await parts.store.instance(approval.workflowId)
  if (instance === null) return null
  const loaded = await complete(parts, instance, who, stepOf(approval)?.transition)
  const seen = seenOf(parts, approval, loaded, request, who)
  const shown = show(parts, who, approval, loaded, request)
  return { outcome: request.outcome, ...shown, hash: decisionHash(parts, seen), basis: basisOf(parts, seen) }
}

function show(
  parts: RuntimeParts,
  who: HumanPrincipal,
  approval: RunItem,
  loaded: RunSnapshot,
  request: PreviewRequest,
): PreviewContent {
  if (isDoubt(approval)) return showVerdict(loaded, request)
  if (isChoice(approval)) {
    const transition = request.outcome
    const shown = previewTransition({
      ...loaded,
      ...request,
      transition,
      principal: who,
      connections: parts.catalog,
      gates: parts.catalog,
      now: parts.clock.now(),
    })
    return askedFirst(parts, who, approval, loaded, transition, shown)
  }
  return showHeld(parts, who, approval, loaded, request)
}

/** A gate that this one person does not open alone asks others after the press (R5.7). */
function askedFirst(
  parts: RuntimeParts,
  who: HumanPrincipal,
  approval: RunItem,
  loaded: RunSnapshot,
  name: string,
  shown: TransitionPreview,
): PreviewContent {
  const { plan, problems } = shown
  if (plan === null || problems.length > 0) return shown
  const declared = transitionOf(loaded.definition, loaded.instance.state, name)
  const step = { declared, plan, arguments: shown.arguments, by: who }
  const left = leftBy(parts, who, loaded, approval, gatesOf(parts, loaded, step, 0))
  if (left.length === 0) return shown
  const people = countOf(Math.max(...left.map(({ quorum }) => quorum)))
  return { ...shown, asksFirst: true, stopsAt: afterOthers(people, shown.stopsAt) }
}

function showVerdict(loaded: RunSnapshot, { outcome, arguments: outputs }: PreviewRequest): PreviewContent {
  const { state } = loaded.instance
  if (outcome === 'cancel')
    return { ...stays(loaded, 'The workflow ends here; the agent is told.'), nextStates: [] }
  if (outcome === 'did_not_happen') {
    return stays(
      loaded,
      `It goes back to ‘${stateTitle(loaded.definition, state)}’, where it can be tried again.`,
    )
  }
  const transition = stateOf(loaded.definition, state)?.transitions[
    claimOf(loaded.instance)?.transition ?? ''
  ]
  return {
    call: null,
    nextStates: transition === undefined ? [state] : [transition.target],
    steps: [],
    stopsAt: `It goes on as if it had answered with ${Object.keys(outputs).length === 0 ? 'nothing' : 'these values'}; what follows by itself then runs.`,
    problems: [],
  }
}

function stays(loaded: RunSnapshot, stopsAt: string): PreviewContent {
  return { call: null, nextStates: [loaded.instance.state], steps: [], stopsAt, problems: [] }
}
