/**
 * The inbox's own state: the list as somebody moves through it, the item that is open with what is written and pressed
 * there, a decision on several, and what can be taken back. What changes it are plain functions beside each part.
 * Never the gateway's data (R8.2). May import: the contract, and types of the parts.
 */
import { create } from 'zustand'
import type { InboxDetail, ItemCard, ManyPreview, ManyResult, Outcome } from '../../../preload/contract.ts'
import type { OutcomeChange } from './card/preview-change.ts'
import type { KeptAnswer } from './dock/unsent-values.ts'
import type { Filter } from './list/filter.ts'

/** Asks what it needs, and answers with what it then does, unless that was called off meanwhile. */
export type Turn = () => (() => void) | Promise<() => void>

/** The list, as long as the inbox is on screen. */
export interface ListPart {
  /** What a held key has moved to, which opens when it rests; null: what is open is what is selected. */
  moving: string | null
  /** Until then it may move on. */
  resting: ReturnType<typeof setTimeout> | null
  /** The row that takes the focus as soon as it is there. */
  focusing: string | null
  /** The item that takes it, which was still on its way when somebody went into it. */
  entering: string | null
  /** The item that was last opened from the list itself. */
  opened: string | null
  /** Where the selection is, or was when it was last seen in the list. */
  place: number | null
  /** Where steps lead whose item is on its way. */
  wanted: number | null
  picked: ReadonlyMap<string, ItemCard>
  /** What selects, or acts on what is selected, and waits for its turn behind one that asks the gateway; null: none does. */
  turns: Turn[] | null
  /** The item that was picked last: a range begins there. */
  anchor: string | null
  /** Which items are asked until when to snooze. */
  snoozing: string[] | null
  /** Enter was pressed in the filter: the first hit takes the focus as soon as the list is that of the filter. */
  wantsFirst: boolean
  /** What was decided or hidden last; it is not opened again by itself while the list still shows it. */
  left: readonly string[]
  /** Former filters, the latest first. */
  filters: readonly Filter[]
  /** When a key was last typed into the filter, in milliseconds of `performance.now`. */
  typedAt: number
}

/** What of the matter has not been in view yet. */
export interface UnseenParts {
  lines: number
  values: number
}

/** How far a press on an outcome has come: focused by its key, asked again, asked for a proof, on its way. */
export interface PressStage {
  outcome: string
  step: 'arm' | 'confirm' | 'prove' | 'send'
  /** It is armed because what it leads to was out of sight, and has been in sight since: in a low window not beside it. */
  isShown?: true
}

/** Why a press did not decide. */
export interface DecisionNotice {
  tone: 'needs' | 'failed'
  text: string
  /** The item had ended before the press. */
  tooLate: boolean
}

/** The open item, from its opening to its closing. */
export interface Card {
  /** Another one at each opening; null: nothing is open. */
  key: symbol | null
  id: string
  /** Who writes; empty: not known. */
  you: string
  comment: string
  /** By outcome: what the person has put in place of what is offered. */
  answers: Record<string, InboxDetail['input']>
  kept: Record<string, KeptAnswer>
  /** When the decision was made that carries what is kept. */
  sentAt: string | null
  /** The form with the agent's own values is open. */
  isEditing: boolean
  /** The outcome whose form takes the focus as soon as it has fields. */
  wantedForm: string | null
  press: PressStage | null
  notice: DecisionNotice | null
  refusals: number
  /** It has moved since it was opened: the focus inside says nothing about having seen it. */
  moved: boolean
  /** Keys of what outcomes run that has been in view. */
  seen: ReadonlySet<string>
  unseen: UnseenParts
  /** What moved behind outcomes while they were on screen, from what was first seen to what is now. */
  changes: readonly OutcomeChange[]
  /** How many times something moved behind the buttons. */
  moves: number
  /** Outcomes that have told what they lead to: with each, the buttons may be elsewhere under the pointer. */
  arrived: ReadonlySet<string>
}

/** One outcome for several items, from the list of them to what came of each. */
export interface ManyPress {
  key: symbol
  ids: string[]
  outcome: Outcome
  step: 'list' | 'prove' | 'send' | 'done'
  comment: string
  /** The list that the person says to have read. */
  read: string | null
  /** What is on screen while it is decided, and afterwards: what the press was about. */
  taken: ManyPreview | null
  /** By this it is stopped while it is sent. */
  batch: string
  results: ManyResult[]
  /** Why nothing was decided. */
  fault: string | null
}

/** One decided item. */
export interface Undoable {
  id: string
  /** Of the decision that was made or seen. */
  revision: number
  /** ISO times. The same where it cannot be taken back, and is only followed. */
  decidedAt: string
  runsAt: string
}

/** What was pressed in this window, on one item or on several, while something of it has not run or is not over. */
export interface FollowUp {
  /** The first item at the press. */
  key: string
  /** One or more; what was taken back has left. */
  items: Undoable[]
  /** How many were decided, and how many of them had failed at once. */
  total: number
  failed: number
  /** What was told at the press; null: it was pressed elsewhere, or is told on its card. */
  told: { label: string; message: string } | null
}

export interface InboxState {
  list: ListPart
  card: Card
  many: ManyPress | null
  /** Whose presses are followed. */
  you: string | null
  /** The latest press last; with those whose time is over, until it is known what came of them. */
  followUps: FollowUp[]
  /** Decisions that were seen to be taken back; `unsaved`: that is not saved yet, as far as this window knows. */
  undone: readonly (Pick<Undoable, 'id' | 'revision'> & { unsaved?: true })[]
  /** Items that are being taken back. */
  takingBack: readonly string[]
  /** Followed items whose time is over, and which the gateway has not begun: of many, some wait for their turn. */
  late: readonly string[]
}

export const NO_LIST: ListPart = {
  ...{ moving: null, resting: null, focusing: null, entering: null, opened: null, place: null, wanted: null },
  ...{ picked: new Map(), turns: null, anchor: null, snoozing: null, wantsFirst: false, left: [] },
  ...{ filters: [], typedAt: Number.NEGATIVE_INFINITY },
}

export const NO_CARD: Card = {
  ...{ key: null, id: '', you: '', comment: '', answers: {}, kept: {}, sentAt: null },
  ...{ isEditing: false, wantedForm: null, press: null, notice: null, refusals: 0, moved: false },
  ...{ seen: new Set(), unseen: { lines: 0, values: 0 }, changes: [], moves: 0, arrived: new Set() },
}

export const useInbox = create<InboxState>()(() => ({
  ...{ list: NO_LIST, card: NO_CARD, many: null },
  ...{ you: null, followUps: [], undone: [], takingBack: [], late: [] },
}))

/** Something is selected, or is about to be: keys act on all of it, not on what is open. */
export function hasSelection({ list }: Pick<InboxState, 'list'> = useInbox.getState()): boolean {
  return list.picked.size > 0 || list.turns !== null
}

export function changeList(change: Partial<ListPart>): void {
  useInbox.setState(({ list }) => ({ list: { ...list, ...change } }))
}

/** Nothing where no item is open. */
export function changeCard(change: Partial<Card>): void {
  useInbox.setState(({ card }) => ({ card: card.key === null ? card : { ...card, ...change } }))
}

export function changeMany(change: Partial<ManyPress>): void {
  useInbox.setState(({ many }) => ({ many: many === null ? null : { ...many, ...change } }))
}
