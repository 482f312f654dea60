/** An item of the inbox as a card (desk.md, principles 1, 3 and 4). May import: model, workflow, preload/contract. */
import type { InboxItem, SentencePart } from '../../preload/contract.ts'
import type { Approval, Standing } from '../model/approval.ts'
import { type Definition, PROXY_DEFINITION, type Transition } from '../model/definition.ts'
import type { Instance } from '../model/instance.ts'
import { RETRY_ON_ENTER, RETRY_ON_TIMEOUT, stateOf, transitionOf } from '../workflow/advance.ts'
import { declaredCall } from '../workflow/executors/wording.ts'
import type { Queues } from '../workflow/gates.ts'
import { prefillOf } from '../workflow/links.ts'
import { proxyDefinition } from '../workflow/proxy.ts'
import { sayLate } from '../workflow/refusal.ts'
import { scopeOf } from '../workflow/scope.ts'
import {
  composeBecause,
  composeSentence,
  outcomeTone,
  stateTitle,
  titleOf,
  transitionTitle,
} from '../workflow/sentence.ts'
import { sayUnwritten, type Unwritten } from '../workflow/unwritten.ts'
import { alikeOf } from './alike.ts'
import { subject } from './event-words.ts'
import { describeDeciders, describeVotes } from './inbox-gate.ts'
import { describeSubjectCard } from './inbox-subject.ts'
import { humanTransitions } from './loaded-run.ts'
import { pressedOf } from './pressed.ts'
import { judgeRisk, type RiskView } from './risk.ts'
import { rowValues } from './row-values.ts'

/** What an item is about; null where it is not in the database any more. */
export interface About {
  instance: Instance | null
  definition: Definition | null
  /** Who may decide what waits in which queue. */
  queues: Queues
  /** For an item about no step: its buttons; null where there is nothing to decide any more. */
  ownOutcomes: string[] | null
  /** Milliseconds in which a decision of high risk can be taken back. */
  riskyMs: number
  /** What of its run cannot be written down. */
  unwritten: Unwritten | null
  /** The gates and the approvals that count as things are now; null: those that were written down. */
  standing: Standing | null
  /** What the configuration calls a connection. */
  serverTitle(connection: string): string
}

export function describeItem(approval: Approval, about: About): InboxItem {
  const { definition } = about
  const { decision } = approval
  const sentence = sentenceOf(approval, about)
  return {
    id: approval.id,
    kind: approval.kind,
    status: approval.status,
    sentence,
    values: rowValues(approval, sentence),
    because: becauseOf(approval, definition),
    ...riskOf(approval, definition),
    definitionId: approval.definitionId,
    definitionTitle: definition === null ? approval.definitionId : plainTitle(definition),
    state: approval.state,
    ...(isOwn(approval) || approval.kind === 'definition' ? ownCard(approval) : {}),
    workflowId: approval.workflowId,
    votes: describeVotes(approval, about),
    deciders: describeDeciders(approval, about),
    assignedTo: approval.assignedTo,
    snoozedUntil: null,
    alike: alikeOf(approval, about),
    queue: approval.queue,
    client: approval.client,
    requestedBy: approval.requestedBy,
    requestedAt: approval.requestedAt,
    deadlineAt: approval.deadlineAt,
    decision:
      decision === null
        ? null
        : {
            by: decision.by,
            at: decision.at,
            outcome: decision.outcome,
            ...pressedOf(approval, definition),
            comment: decision.comment,
            runsAt: decision.runsAt ?? null,
          },
    returned: approval.returned ?? null,
  }
}

/** It is about no step of a workflow. */
export function isOwn(approval: Approval): boolean {
  return approval.workflowId === ''
}

/** A proposed definition is a step as well, and keeps its place in the run. */
function ownCard(approval: Approval): Partial<InboxItem> {
  const { definitionId, state, ...card } = describeSubjectCard(approval)
  return isOwn(approval) ? { ...card, definitionId, state } : card
}

const WITHDRAWN: Partial<Record<Approval['kind'], string>> = {
  configuration: 'It was withdrawn: the files have changed again, or another configuration is in force.',
  tool_change: 'It was withdrawn: the server describes the tool otherwise now, or as it did before.',
  elicitation: 'It was withdrawn: the call that the server asked for has ended.',
}

/** Why the buttons are off; null while the item can be decided. */
export function closedBecause(approval: Approval, about: About): string | null {
  const { decision } = approval
  const who = subject(decision?.by ?? '')
  const chosen = `‘${pressedOf(approval, about.definition).label}’`
  switch (approval.status) {
    case 'approved':
    case 'refused':
      return `${who} has decided it: ${chosen}.${leftUnwritten(approval, about)}`
    case 'scheduled':
      return `${who} has decided it: ${chosen}. It has not run yet, and can still be taken back.`
    case 'expired':
      return decision === null
        ? `${sayLate(approval)} Nothing was approved.`
        : `${who} had decided it: ${chosen}. The time of the run was up before that ran; nothing ran.`
    case 'withdrawn':
      return decision === null
        ? (WITHDRAWN[approval.kind] ?? 'It was withdrawn: the run went on without it, or was cancelled.')
        : `${who} had decided it: ${chosen}. It was withdrawn before that ran: the run went on without it, or was cancelled.`
    case 'pending':
      return pendingBut(approval, about)
  }
}

/** Of what follows from the decision, as far as the run has not moved on since. */
export function leftUnwritten({ version }: Approval, { instance, unwritten }: About): string {
  return unwritten === null || instance?.version !== version ? '' : ` ${sayUnwritten(unwritten)}`
}

function pendingBut(
  approval: Approval,
  { instance, definition, ownOutcomes, unwritten }: About,
): string | null {
  if (isOwn(approval)) return ownOutcomes === null ? 'There is nothing to decide any more.' : null
  if (instance === null) return 'The run that it belongs to is not in the database any more.'
  if (definition === null)
    return 'Its definition is not in the database any more, so nobody can say what a decision would do.'
  if (approval.kind === 'interrupted') return null
  if (unwritten !== null) return `${sayUnwritten(unwritten)} The item can be decided after that.`
  if (instance.claim !== null)
    return `‘${instance.claim.transition}’ is running; the item can be decided when it has ended.`
  const moved = instance.version !== approval.version && instance.definitionId !== PROXY_DEFINITION
  return moved ? 'The run has moved on since it was asked.' : null
}

function sentenceOf(approval: Approval, { instance, definition, serverTitle }: About): SentencePart[] {
  if (definition === null || instance === null) {
    return [author(`A run of ${approval.definitionId} waits for your decision.`)]
  }
  if (approval.kind === 'interrupted') {
    return [...interruptedStep(approval, definition), author(' was cut off while it ran. Did it happen?')]
  }
  if (approval.kind === 'gate' && askedTransition(approval, definition) === null) {
    return [...interruptedStep(approval, definition), author(' must be approved before it runs.')]
  }
  const [name, transition] = leading(approval, definition)
  const args =
    approval.kind === 'transition' && transition !== null
      ? prefillOf(instance, transition)
      : approval.arguments
  return composeSentence({
    definition,
    state: approval.state,
    transition,
    transitionName: name,
    scope: scopeOf(instance, args),
    serverTitle,
  })
}

/** A session of calls is named by nobody: a server's title of its tool must not stand for it (R5.9). */
function plainTitle(definition: Definition): string {
  return titleOf(definition.id === PROXY_DEFINITION ? proxyDefinition(null) : definition)
}

function interruptedStep(approval: Approval, definition: Definition): SentencePart[] {
  const name = approval.transition ?? ''
  const transition = askedTransition(approval, definition)
  if (definition.id === PROXY_DEFINITION) {
    return [author('The call '), { kind: 'name', text: declaredCall(transition?.executor) ?? name }]
  }
  const workflow = titleOf(definition)
  if (name === RETRY_ON_TIMEOUT) return [author(`What ${workflow} does when its time is up`)]
  return name === RETRY_ON_ENTER
    ? [author(`What entering ‘${stateTitle(definition, approval.state)}’ does in ${workflow}`)]
    : [author(`${transitionTitle(transition, name)} in ${workflow}`)]
}

function author(text: string): SentencePart {
  return { kind: 'author', text }
}

/**
 * The outcome that speaks for the item: the only one, or the one that lets it through, if its author wrote a
 * sentence for it. Never another: the sentence of the harmless button must not stand above the dangerous one.
 */
function leading(approval: Approval, definition: Definition): [string | null, Transition | null] {
  if (approval.transition !== null) return [approval.transition, askedTransition(approval, definition)]
  const outcomes = humanTransitions(definition, approval.state)
  const names = Object.keys(stateOf(definition, approval.state)?.transitions ?? {})
  const approving = outcomes.filter(([name]) => outcomeTone(name, names.indexOf(name)) === 'approve')
  const [name, transition] =
    (outcomes.length === 1 ? outcomes[0] : approving.find(([, { summary }]) => summary !== undefined)) ?? []
  return [name ?? null, transition ?? null]
}

function becauseOf(approval: Approval, definition: Definition | null): string {
  if (approval.kind === 'interrupted') {
    return 'The step was cut off while it ran, and nothing shows whether it took effect.'
  }
  if (definition === null) return 'Its workflow asked for a person.'
  if (approval.kind === 'gate') return gateBecause(approval)
  return composeBecause({
    definition,
    state: approval.state,
    transition: askedTransition(approval, definition),
    transitionName: approval.transition,
  })
}

function gateBecause({ held, queue }: Approval): string {
  const where = queue === null ? '' : ` (queue ${queue})`
  return (held?.from ?? 0) === 0
    ? `The configuration says that this call runs only after people have approved it${where}.`
    : `What was tried before has failed, and what comes instead runs only after people have approved it${where}.`
}

function riskOf(approval: Approval, definition: Definition | null): RiskView {
  if (approval.kind === 'interrupted') {
    return { risk: 'high', riskReason: 'A wrong answer repeats the step, or leaves it out.' }
  }
  if (definition === null)
    return { risk: 'medium', riskReason: 'Its definition is not in the database any more.' }
  const asked = askedTransition(approval, definition)
  const outcomes =
    asked === null
      ? humanTransitions(definition, approval.state).map(([, transition]) => transition)
      : [asked]
  return judgeRisk(definition, outcomes)
}

function askedTransition(approval: Approval, definition: Definition): Transition | null {
  return approval.transition === null ? null : transitionOf(definition, approval.state, approval.transition)
}
