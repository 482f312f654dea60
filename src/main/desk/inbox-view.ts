/** An item of the inbox as a card (desk.md, principles 1, 3 and 4). May import: model, preload/contract. */
import type { InboxItem, SentencePart } from '../../preload/contract.ts'
import type { Approval } from '../model/approval.ts'
import { type Definition, PROXY_DEFINITION, type Transition } from '../model/definition.ts'
import type { Instance } from '../model/instance.ts'
import { subject } from './event-words.ts'
import { findTransition, humanTransitions } from './loaded-run.ts'
import { judgeRisk, type RiskView } from './risk.ts'
import type { DeskRules } from './rules.ts'
import type { EventTitles } from './timeline.ts'

/** What an item is about; null where it is not in the database any more. */
export interface About {
  instance: Instance | null
  definition: Definition | null
}

export function describeItem(rules: DeskRules, approval: Approval, about: About): InboxItem {
  const { definition } = about
  const { decision } = approval
  return {
    id: approval.id,
    kind: approval.kind,
    status: approval.status,
    sentence: sentenceOf(rules, approval, about),
    because: becauseOf(rules, approval, definition),
    ...riskOf(approval, definition),
    workflowId: approval.workflowId,
    definitionId: approval.definitionId,
    definitionTitle: definition === null ? approval.definitionId : rules.titleOf(definition),
    state: approval.state,
    queue: approval.queue,
    client: approval.client,
    requestedBy: approval.requestedBy,
    requestedAt: approval.requestedAt,
    deadlineAt: approval.deadlineAt,
    decision:
      decision === null
        ? null
        : { by: decision.by, at: decision.at, outcome: decision.outcome, comment: decision.comment },
  }
}

/** Why the buttons are off; null while the item can be decided. */
export function closedBecause(
  approval: Approval,
  instance: Instance | null,
  titles: EventTitles,
): string | null {
  switch (approval.status) {
    case 'approved':
    case 'refused':
      return `${subject(approval.decision?.by ?? '')} has decided it: ‘${titles.transition(approval.decision?.outcome ?? '')}’.`
    case 'expired':
      return 'Nobody decided in time. Nothing was approved.'
    case 'withdrawn':
      return 'It was withdrawn: the run went on without it, or was cancelled.'
    case 'pending':
      return pendingBut(approval, instance)
  }
}

function pendingBut(approval: Approval, instance: Instance | null): string | null {
  if (instance === null) return 'The run that it belongs to is not in the database any more.'
  if (approval.kind === 'interrupted') return null
  if (instance.claim !== null)
    return `‘${instance.claim.transition}’ is running; the item can be decided when it has ended.`
  const moved = instance.version !== approval.version && instance.definitionId !== PROXY_DEFINITION
  return moved ? 'The run has moved on since it was asked.' : null
}

function sentenceOf(rules: DeskRules, approval: Approval, { instance, definition }: About): SentencePart[] {
  if (definition === null || instance === null) {
    return [{ kind: 'author', text: `A run of ${approval.definitionId} waits for your decision.` }]
  }
  if (approval.kind === 'interrupted') {
    const title = rules.transitionTitle(transitionOf(approval, definition), approval.transition ?? '')
    const text = `${title} in ${rules.titleOf(definition)} was cut off while it ran. Did it happen?`
    return [{ kind: 'author', text }]
  }
  const [name, transition] = leading(approval, definition)
  const args =
    approval.kind === 'transition' && transition !== null
      ? rules.prefillOf(instance, transition)
      : approval.arguments
  return rules.composeSentence({
    definition,
    state: approval.state,
    transition,
    transitionName: name,
    scope: rules.scopeOf(instance, args),
  })
}

/** The outcome that speaks for the item: the only one, or the first for which the author wrote a sentence. */
function leading(approval: Approval, definition: Definition): [string | null, Transition | null] {
  if (approval.transition !== null) return [approval.transition, transitionOf(approval, definition)]
  const outcomes = humanTransitions(definition, approval.state)
  const [name, transition] =
    outcomes.find(([, candidate]) => candidate.summary !== undefined) ??
    (outcomes.length === 1 ? outcomes : [])[0] ??
    []
  return [name ?? null, transition ?? null]
}

function becauseOf(rules: DeskRules, approval: Approval, definition: Definition | null): string {
  if (approval.kind === 'interrupted') {
    return 'The gateway stopped while the step ran, and nothing shows whether it took effect.'
  }
  if (definition === null) return 'Its workflow asked for a person.'
  return rules.composeBecause({
    definition,
    state: approval.state,
    transition: transitionOf(approval, definition),
    transitionName: approval.transition,
  })
}

function riskOf(approval: Approval, definition: Definition | null): RiskView {
  if (approval.kind === 'interrupted') {
    return { risk: 'high', riskReason: 'A wrong answer repeats the step, or leaves it out.' }
  }
  if (definition === null)
    return { risk: 'medium', riskReason: 'Its definition is not in the database any more.' }
  const asked = transitionOf(approval, definition)
  const outcomes =
    asked === null
      ? humanTransitions(definition, approval.state).map(([, transition]) => transition)
      : [asked]
  return judgeRisk(definition, outcomes)
}

function transitionOf(approval: Approval, definition: Definition): Transition | null {
  return approval.transition === null ? null : findTransition(definition, approval.state, approval.transition)
}
