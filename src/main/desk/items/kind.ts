/** What every kind of item looks like to people. May import: model, workflow, preload/contract, but no table of kinds. */
import type { InboxDetail, Outcome, SentencePart } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'
import type { Definition, Transition } from '../../model/definition.ts'
import type { CurrentGates, InboxItem, RunItem } from '../../model/item.ts'
import type { JsonValue } from '../../model/json.ts'
import type { Run } from '../../model/run.ts'
import { transitionOf } from '../../workflow/advance.ts'
import type { Ballot, Queues } from '../../workflow/gates/gates.ts'
import { heldOf, originOf, stepOf } from '../../workflow/items/items.ts'
import type { UnpersistedOutcome } from '../../workflow/wording/pause.ts'
import { visibleText } from '../../workflow/wording/quote.ts'
import type { UnsavedUndo } from '../../workflow/wording/waiting.ts'
import type { Gates } from '../rules/declared-rules.ts'
import type { RiskView } from '../rules/risk.ts'

/** What an item is about; null where it is not in the database any more. */
export interface About {
  run: Run | null
  definition: Definition | null
  /** Who may decide what waits in which queue. */
  queues: Queues
  /** As the configuration declares them. */
  people: Ballot['people']
  /** Of an item about no run: whether there is still something to decide. */
  isOpen: boolean
  /** Principal id of the person who has taken it on, as things are now. */
  holder: string | null
  /** What of its run cannot be written down. */
  unwritten: UnpersistedOutcome | null
  /** That its decision was taken back, which cannot be written down; null: that is not so. */
  unsavedUndo: UnsavedUndo | null
  /** The gates and the approvals that count as things are now; null: those that were written down. */
  standing: CurrentGates | null
  /** What the configuration calls a connection. */
  serverTitle(connection: string): string
  gatesBefore: Gates['gatesBefore']
}

/** Where what a card names is looked up. */
export type Names = Pick<Gateway, 'configuration' | 'catalog'>

/** The run and the definition that an item of a step belongs to. */
export interface RunFacts {
  run: Run
  definition: Definition
  serverTitle(connection: string): string
  gatesBefore: Gates['gatesBefore']
}

/** A button, as it is called, and what it did. */
export interface Button {
  label: string
  tone: 'approve' | 'refuse' | 'neutral'
  /** What whoever pressed it is told, as a sentence: “Approved.” */
  done: string
}

export interface ItemView<Item = InboxItem> {
  /** `known` is null where its run, or its definition, is not in the database any more. */
  title(item: Item, known: Pick<RunFacts, 'definition'> | null): string
  sentence(item: Item, known: RunFacts | null): SentencePart[]
  because(item: Item, definition: Definition | null): string
  /** After “A person was asked”. `step`: as the log calls its transition, or what stands there if it has none. */
  asked(step: (otherwise: string) => string): string
  risk(item: Item, known: Pick<RunFacts, 'definition' | 'gatesBefore'> | null): RiskView
  /** The buttons, of what can be decided. */
  outcomes(item: Item, known: RunFacts | null): Outcome[]
  /** The buttons that it has whatever it is about, by the name of their outcome; others are transitions of its state. */
  buttons: Readonly<Record<string, Button>>
  /** The same text for items that can be decided together: the same question about other values; null: none is. */
  alike(item: Item, about: Pick<About, 'run' | 'definition' | 'isOpen'>): readonly unknown[] | null
  /** Why it cannot be decided any more, if nobody has decided it. */
  withdrawn: string
  /** Whether what it asks is compared with what was decided before. */
  isCompared: boolean
  /** Whether its arguments are shown as what is asked for. */
  showsArguments: boolean
  /** Whether *Attention* counts how it is decided; `suggests`: and can suggest a rule that asks less often. */
  attention: 'none' | 'counts' | 'suggests'
  /** Whether a row of the list tells it from the next by its values. */
  hasRowValues: boolean
  /** What of a subject is shown beside what all kinds show. */
  subject(item: Item, parts: { gateway: Names; gates: Gates }): Partial<NonNullable<InboxDetail['subject']>>
  /** What a row of many says of it before anything else. */
  said(item: Item): { description: string; weaker: string[] } | null
  /** An approval that was carried out, and did not come into force; null: that is not so. */
  notInForce(item: Item, configurationHash: string): string | null
}

export const author = (text: string): SentencePart => ({ kind: 'author', text })
export const quote = (text: string): SentencePart => ({ kind: 'quote', text })
export const name = (text: string): SentencePart => ({ kind: 'name', text })

export function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

export function textsOf(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((text) => typeof text === 'string').map(visibleText) : []
}

export function toDecide(step: (otherwise: string) => string): string {
  const what = step('')
  return what === '' ? 'to decide' : `to decide on ${what}`
}

/** Of what is approved or refused as it stands; `labels`: where a kind calls them otherwise. */
export function approvalButtons(labels: {
  approve: string
  refuse: string
}): Record<'approve' | 'refuse', Button> {
  return {
    approve: { label: labels.approve, tone: 'approve', done: 'Approved.' },
    refuse: { label: labels.refuse, tone: 'refuse', done: 'Refused.' },
  }
}

/** What holds of a kind that shows nothing but what all kinds show. */
export const PLAIN = {
  buttons: approvalButtons({ approve: 'Approve', refuse: 'Refuse' }),
  isCompared: false,
  showsArguments: true,
  hasRowValues: false,
  attention: 'none',
  alike: () => null,
  subject: () => ({}),
  said: () => null,
  notInForce: () => null,
} as const

/** The transition that it asks for; null: none, or it is not declared. */
export function askedTransition(item: InboxItem, definition: Definition | null): Transition | null {
  const step = stepOf(item)
  return step === null || definition === null
    ? null
    : transitionOf(definition, originOf(item).state, step.transition)
}

/** Two items of one call, at one place of one definition, ask the same. */
export function alikeSteps(
  item: RunItem,
  { run, definition }: Pick<About, 'run' | 'definition'>,
): readonly unknown[] | null {
  if (run === null || definition === null) return null
  const { kind, definitionId, state } = item
  const step = stepOf(item)
  // The buttons follow from the definition and the state: the hash of the one and the name of the other stand for them.
  return [
    kind,
    definitionId,
    run.definitionHash,
    state,
    step?.transition ?? null,
    step?.kind ?? null,
    heldOf(item)?.from ?? null,
  ]
}

export const GONE: RiskView = {
  risk: 'medium',
  riskReason: 'Its definition is not in the database any more.',
}

export function runSentence(item: RunItem): SentencePart[] {
  return [author(`A run of ${item.definitionId} waits for your decision.`)]
}

export const RUN_WENT_ON = 'Withdrawn: the run went on without it, or was cancelled.'
