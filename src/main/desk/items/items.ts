/**
 * Items of the inbox as cards. The table of kinds is complete or does not compile;
 * nobody else at the desk asks for the kind of an item. May import: model, workflow, preload/contract.
 */
import { hash } from 'node:crypto'
import type { InboxDetail, ItemCard, Outcome, SentencePart } from '../../../preload/contract.ts'
import type { Definition } from '../../model/definition.ts'
import { type InboxItem, ITEM_KINDS, type ItemKind, type ItemOf } from '../../model/item.ts'
import { isJsonObject } from '../../model/json.ts'
import { kindEntry } from '../../model/kinds.ts'
import { claimOf } from '../../model/run.ts'
import { shorten } from '../../model/shorten.ts'
import { stateOf, transitionOf } from '../../workflow/advance.ts'
import { isCurrent, isDoubt, isSubject, originOf, subjectOf } from '../../workflow/items/items.ts'
import { traitsOf } from '../../workflow/traits.ts'
import { sayLate } from '../../workflow/wording/refusal.ts'
import { outcomeTone, transitionTitle } from '../../workflow/wording/sentence.ts'
import { sayUnpersisted } from '../../workflow/wording/unpersisted-outcome.ts'
import { subject } from '../events/words.ts'
import { describeDeciders, describeVotes } from '../inbox/inbox-gate.ts'
import { rowValues } from '../inbox/row-values.ts'
import { type GateSource, gatesNow } from '../rules/asked-first.ts'
import { configuration } from './configuration.ts'
import { definition } from './definition.ts'
import { elicitation } from './elicitation.ts'
import { executor } from './executor.ts'
import { gate } from './gate.ts'
import { interrupted } from './interrupted.ts'
import { type About, type Button, type ItemView, type Names, type RunFacts, textOf, textsOf } from './kind.ts'
import { toolChange } from './tool-change.ts'
import { transition } from './transition.ts'

const ITEMS: { readonly [Kind in ItemKind]: ItemView<ItemOf<Kind>> } = {
  transition,
  executor,
  gate,
  tool_change: toolChange,
  definition,
  configuration,
  elicitation,
  interrupted,
}

export function itemView({ kind }: Pick<InboxItem, 'kind'>): ItemView {
  return kindEntry(ITEMS, kind, 'item')
}

/** Those that *Attention* counts. */
export const COUNTED_KINDS: ItemKind[] = ITEM_KINDS.filter((kind) => ITEMS[kind].attention !== 'none')

function knownOf({ run, definition, serverTitle, gatesBefore }: About): RunFacts | null {
  return run === null || definition === null ? null : { run, definition, serverTitle, gatesBefore }
}

export function sentenceOf(approval: InboxItem, about: About): SentencePart[] {
  return itemView(approval).sentence(approval, knownOf(about))
}

export function titleOfItem(approval: InboxItem, { definition }: Pick<About, 'definition'>): string {
  return itemView(approval).title(approval, definition === null ? null : { definition })
}

export function describeItem(approval: InboxItem, about: About): ItemCard {
  const { definition, gatesBefore } = about
  const { decision } = approval
  const { workflowId, definitionId, state } = originOf(approval)
  const view = itemView(approval)
  const sentence = sentenceOf(approval, about)
  const pressed = pressedOf(approval, definition)
  return {
    id: approval.id,
    kind: approval.kind,
    status: approval.status,
    sentence,
    values: view.hasRowValues ? rowValues(approval, sentence) : [],
    because: view.because(approval, definition),
    ...view.risk(approval, definition === null ? null : { definition, gatesBefore }),
    definitionId,
    definitionTitle: titleOfItem(approval, about),
    isSingleCall: !traitsOf(definitionId).isSequential,
    state,
    workflowId,
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
            label: pressed.label,
            tone: pressed.tone,
            comment: decision.comment,
            runsAt: decision.runsAt ?? null,
            revision: decision.revision ?? approval.revision,
          },
    returned: approval.returned ?? null,
  }
}

/** Characters of a value in a sentence that stands in a list: several times as many as a chip shows of it. */
const LONGEST_LISTED = 400

/** As it stands in a list: what others wrote may be as long as a call may be, and the opened item has all of it. */
export function listed(card: ItemCard): ItemCard {
  return { ...card, sentence: listedSentence(card.sentence) }
}

export function listedSentence(sentence: readonly SentencePart[]): SentencePart[] {
  return sentence.map((part) =>
    part.kind === 'author' ? part : { ...part, text: shorten(part.text, LONGEST_LISTED) },
  )
}

/** The same text for items that ask the same; null for what must be looked at by itself. */
export function alikeOf(
  approval: InboxItem,
  about: Pick<About, 'run' | 'definition' | 'isOpen'>,
): string | null {
  const parts = itemView(approval).alike(approval, about)
  return parts === null ? null : hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 24)
}

export function outcomesOf(approval: InboxItem, about: About): Outcome[] {
  return isSubject(approval) && !about.isOpen ? [] : itemView(approval).outcomes(approval, knownOf(about))
}

/** The button that was pressed: one of its kind, or a transition. `definition` null: it is lost, and a name stands in. */
export function pressedOf(approval: InboxItem, definition: Definition | null): Button {
  const outcome = approval.decision?.outcome ?? ''
  const own = itemView(approval).buttons
  return (
    (Object.hasOwn(own, outcome) ? own[outcome] : undefined) ?? firedButton(outcome, approval, definition)
  )
}

/** What is told of common names of transitions, whatever their titles are. */
const DONE: ReadonlyMap<string, string> = new Map([
  ['approve', 'Approved.'],
  ['refuse', 'Refused.'],
  ['reject', 'Rejected.'],
  ['accept', 'Accepted.'],
  ['decline', 'Declined.'],
  ['answer', 'Answered.'],
  ['cancel', 'Cancelled.'],
])

function firedButton(outcome: string, approval: InboxItem, definition: Definition | null): Button {
  const { state } = originOf(approval)
  const fired = definition === null ? null : transitionOf(definition, state, outcome)
  const names = Object.keys((definition && stateOf(definition, state))?.transitions ?? {})
  const label = transitionTitle(fired, outcome)
  const done = DONE.get(outcome) ?? `You chose ‘${label}’.`
  return { label, tone: outcomeTone(outcome, names.indexOf(outcome)), done }
}

/** Why the buttons are off; null while the item can be decided. */
export function closedBecause(approval: InboxItem, about: About): string | null {
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
        ? itemView(approval).withdrawn
        : `${who} had decided it: ${chosen}. It was withdrawn before that ran: the run went on without it, or was cancelled.`
    case 'pending':
      return pendingBut(approval, about)
  }
}

/** Of what follows from the decision, as far as the run has not moved on since. */
export function leftUnwritten(item: InboxItem, { run, unwritten }: About): string {
  return unwritten === null || run?.version !== originOf(item).version ? '' : ` ${sayUnpersisted(unwritten)}`
}

function pendingBut(approval: InboxItem, { run, definition, isOpen, unwritten }: About): string | null {
  if (isSubject(approval)) return isOpen ? null : 'There is nothing to decide any more.'
  if (run === null) return 'The run that it belongs to is not in the database any more.'
  if (definition === null)
    return 'Its definition is not in the database any more, so nobody can say what a decision would do.'
  if (isDoubt(approval)) return null
  if (unwritten !== null) return `${sayUnpersisted(unwritten)} The item can be decided after that.`
  const claim = claimOf(run)
  if (claim !== null) return `‘${claim.transition}’ is running; the item can be decided when it has ended.`
  return isCurrent(approval, run) ? null : 'The run has moved on since it was asked.'
}

/** What it is about; null: nothing but the step that it holds back. */
export function describeSubject(approval: InboxItem, gateway: Names & GateSource): InboxDetail['subject'] {
  const subject = subjectOf(approval)
  if (Object.keys(subject).length === 0) return null
  const patches = Array.isArray(subject.files) ? subject.files.filter(isJsonObject) : []
  return {
    warnings: [...textsOf(subject.weaker), ...textsOf(subject.warnings)],
    notes: textsOf(subject.changes),
    files: patches.map((file) => ({ path: textOf(file.path), patch: textOf(file.patch) })),
    quote: null,
    tool: null,
    definition: null,
    ...itemView(approval).subject(approval, { gateway, gates: gatesNow(gateway) }),
  }
}
