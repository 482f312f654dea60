/** What a decision came to: what was chosen, and where the run is now. May import: model, workflow. */

import type { Definition } from '../../model/definition.ts'
import type { HeldItem, InboxItem } from '../../model/item.ts'
import type { WorkflowResponse } from '../../model/response.ts'
import type { Run } from '../../model/run.ts'
import { claimOf, parkedOf } from '../../model/run.ts'
import { transitionOf } from '../../workflow/advance.ts'
import { startsRun } from '../../workflow/executors/executors.ts'
import type { MissingVotes } from '../../workflow/gates/gates.ts'
import { isChoice, originOf } from '../../workflow/items/items.ts'
import { traitsOf } from '../../workflow/proxy.ts'
import { countPeople } from '../../workflow/wording/count-people.ts'
import { capitalize, stateTitle, titleOf } from '../../workflow/wording/sentence.ts'
import { gateBecause } from '../items/gate.ts'
import { pressedOf } from '../items/items.ts'

/**
 * `definition` null: it is lost, and names stand in for titles. `run`: as it is by now. `instead`: what waits in place of
 * a call that was let through and failed.
 */
export function describeDecision(
  approval: InboxItem,
  response: WorkflowResponse,
  definition: Definition | null,
  run: Pick<Run, 'activity'> | null,
  instead: HeldItem | null = null,
): string {
  const outcome = approval.decision?.outcome ?? ''
  const chosen = pressedOf(approval, definition).done
  if (instead !== null) return `${chosen} ${gateBecause(instead)}`
  const now = traitsOf(originOf(approval).definitionId).isSequential
    ? describePlace(approval, response, definition, run)
    : describeCall(outcome, response)
  return `${chosen} ${now}`
}

/** Of an item that no workflow waits for, or that still needs others. */
export function describeOwnDecision(
  approval: InboxItem,
  missing: MissingVotes,
  definition: Definition | null,
): string {
  if (missing.people > 0) {
    const others = `${capitalize(countPeople(missing, 'more'))} ${missing.people === 1 ? 'is' : 'are'}`
    return `Your approval is recorded. ${others} needed before anything runs.`
  }
  const chosen = pressedOf(approval, definition).done
  // How long that is says the countdown beside it, and nothing else: two counts would differ.
  return approval.status === 'scheduled' ? `${chosen} It has not run yet: you can still undo it.` : chosen
}

function describePlace(
  approval: InboxItem,
  { result, state: reached, version, terminal, error }: WorkflowResponse,
  definition: Definition | null,
  run: Pick<Run, 'activity'> | null,
): string {
  const parked = run === null ? null : (parkedOf(run)?.on ?? null)
  const asked = originOf(approval)
  const state = reached ?? asked.state
  const title = definition === null ? asked.definitionId : titleOf(definition)
  const place = `‘${definition === null ? state : stateTitle(definition, state)}’`
  if (result.status === 'failed')
    return `Then a step failed, and ${title} is at ${place}: ${error?.message ?? 'no reason was given.'}`
  if (result.status === 'cancelled') return `${title} ended at ${place}.`
  const isWaiting = result.status === 'waiting_for_action'
  if (isWaiting && parked === 'child')
    return `${title} is at ${place}, and waits for a workflow that it has begun.`
  if (isWaiting && run !== null && claimOf(run) !== null)
    return `${title} is at ${place}: a step has begun, and is not done yet.`
  // What was chosen has happened where the version moved: then a later step waits, or nothing does any more.
  if (isWaiting && version === asked.version && isHeld(approval, definition))
    return `${title} is still at ${place}: nothing runs before other people have approved it as well.`
  if (isWaiting && parked === 'gate')
    return `${title} is now at ${place}: what comes next runs only after people have approved it.`
  if (terminal === true) return `${title} is now at ${place}, the end.`
  return `${title} is ${version === asked.version ? 'still' : 'now'} at ${place}.`
}

/** What a person chose waits for a gate; a run that it begins waits for nobody. */
function isHeld(approval: InboxItem, definition: Definition | null): boolean {
  if (!isChoice(approval) || definition === null) return false
  const chosen = transitionOf(definition, approval.state, approval.decision?.outcome ?? '')
  if (chosen === null) return false
  return chosen.executor === undefined || !startsRun(chosen.executor)
}

/** A single call has no place to be at. */
function describeCall(outcome: string, { result, error }: WorkflowResponse): string {
  if (result.status === 'failed') return `Then the call failed: ${error?.message ?? 'no reason was given.'}`
  if (result.status === 'cancelled') return 'The session of calls has ended.'
  if (outcome === 'refuse') return 'The call was not made.'
  if (result.status === 'waiting_for_action') return 'The call has begun, and is not done yet.'
  return outcome === 'did_not_happen' ? 'The call may be tried again.' : 'The call is done.'
}
