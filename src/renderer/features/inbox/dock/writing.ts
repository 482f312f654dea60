/**
 * What a person writes on the open item and has not sent yet. It is kept for this person in this tab, so that a page
 * which is loaded again, after the gateway was started again too, still has it; but for what looks like a secret.
 */
import type { InboxDetail, ItemCard, Outcome } from '../../../../preload/contract.ts'
import { isSame } from '../../../values/typed-fields.ts'
import { nameField } from '../card/sections/field-name.ts'
import { type Card, changeCard, NO_CARD, useInbox } from '../state.ts'
import {
  type KeptAnswer,
  keepAnswer,
  readKeptAnswers,
  restoreAnswer,
  type UnsentValue,
} from './unsent-values.ts'

type Values = InboxDetail['input']

/** Begins with what this person (`you`) had written on it. Answers with the key of this opening. */
export function openCard(item: InboxDetail, you: string): symbol {
  const key = Symbol(item.id)
  const kept = readKeptAnswers(sessionStorage.getItem(placeOf('values', { you, id: item.id })))
  const answers = restoreAnswers(item, kept)
  const editable = findEditable(item)
  useInbox.setState({
    card: {
      ...NO_CARD,
      key,
      id: item.id,
      you,
      comment: sessionStorage.getItem(placeOf('draft', { you, id: item.id })) ?? '',
      answers,
      kept,
      sentAt: sessionStorage.getItem(placeOf('sent', { you, id: item.id })),
      // What was being changed before the page was loaded again is in sight.
      isEditing: editable !== null && answers[editable.name] !== undefined,
    },
  })
  return key
}

/** Another one that was opened meanwhile stays. */
export function closeCard(key: symbol): void {
  if (useInbox.getState().card.key === key) useInbox.setState({ card: NO_CARD })
}

export function writeComment(text: string): void {
  const { card } = useInbox.getState()
  changeCard({ comment: text })
  if (text === '') sessionStorage.removeItem(placeOf('draft', card))
  else sessionStorage.setItem(placeOf('draft', card), text)
}

/** Undefined: what is offered. */
export function writeAnswer(
  { outcomes }: Pick<InboxDetail, 'outcomes'>,
  name: string,
  next: Values | undefined,
): void {
  const { card } = useInbox.getState()
  const { [name]: _value, ...answers } = card.answers
  const { [name]: _kept, ...kept } = card.kept
  const outcome = outcomes.find((each) => each.name === name)
  if (next === undefined || outcome === undefined) {
    changeCard({ answers, kept })
    keep(card, kept)
  } else {
    const all = { ...kept, [name]: keepAnswer(outcome, next) }
    changeCard({ answers: { ...answers, [name]: next }, kept: all })
    keep(card, all)
  }
}

/** It went with a decision, or with a vote: `item` as it is after it. Whoever takes that back has their words again. */
export function noteSent(from: Card, { status, decision }: Pick<ItemCard, 'status' | 'decision'>): void {
  const isOpen = useInbox.getState().card.key === from.key
  if (status === 'scheduled') {
    const sentAt = decision?.at ?? ''
    sessionStorage.setItem(placeOf('sent', from), sentAt)
    if (isOpen) changeCard({ sentAt })
  } else {
    sessionStorage.removeItem(placeOf('draft', from))
    sessionStorage.removeItem(placeOf('values', from))
    if (isOpen) changeCard({ kept: {} })
  }
}

/** What nobody got, of an item that has ended without it. Pure. */
export function listUnsent(
  { status, decision }: InboxDetail,
  { comment, kept, sentAt, press }: Card,
): { comment: string; values: readonly UnsentValue[] } {
  const text = comment.trim()
  const isOver = press?.step !== 'send' && status !== 'pending' && status !== 'scheduled'
  return {
    comment: isOver && text !== decision?.comment ? text : '',
    values: isOver && decision?.at !== sentAt ? Object.values(kept).flatMap(({ unsent }) => unsent) : [],
  }
}

function keep(card: Card, kept: Record<string, KeptAnswer>): void {
  sessionStorage.removeItem(placeOf('values', card))
  if (Object.keys(kept).length === 0) return
  try {
    sessionStorage.setItem(placeOf('values', card), JSON.stringify(kept))
  } catch {
    // More than the browser keeps: it is on screen only.
  }
}

function placeOf(what: 'draft' | 'values' | 'sent', { you, id }: Pick<Card, 'you' | 'id'>): string {
  return `countersign.${what} ${you} ${id}`
}

function restoreAnswers({ outcomes }: InboxDetail, kept: Record<string, KeptAnswer>): Record<string, Values> {
  return Object.fromEntries(
    outcomes.flatMap((outcome): [string, Values][] => {
      const answer = Object.hasOwn(kept, outcome.name) ? kept[outcome.name] : undefined
      return answer === undefined || outcome.inputSchema === null
        ? []
        : [[outcome.name, restoreAnswer(outcome, answer)]]
    }),
  )
}

// Changing what was asked for before it is approved; the agent's values stay beside it.

/** The outcome whose values are the agent's own; what a person fills in themselves is no edit. Pure. */
export function findEditable(item: Pick<InboxDetail, 'asked' | 'outcomes'>): Outcome | null {
  if (item.asked === null) return null
  const ownValues = item.outcomes.filter(({ name }) => name !== 'happened')
  return ownValues.find(({ tone, inputSchema }) => tone === 'approve' && inputSchema !== null) ?? null
}

/** Names of the fields in which two sets of values differ, as the form calls them. Pure. */
export function listChanged(outcome: Outcome, asked: Values, values: Values): string[] {
  const keys = new Set([...Object.keys(asked), ...Object.keys(values)])
  return [...keys]
    .filter((key) => !isSame(asked[key], values[key]))
    .map((key) => nameField(outcome.inputSchema, key))
}

/** Names of the fields that are not as they were asked for, for a sentence; empty: none. Pure. */
export function sayEdited(item: InboxDetail, answers: Card['answers']): string {
  const outcome = findEditable(item)
  const values = outcome === null ? undefined : answers[outcome.name]
  return outcome === null || values === undefined
    ? ''
    : listChanged(outcome, item.asked?.arguments ?? {}, values).join(', ')
}

/** Back to what was asked for. */
export function stopEditing(item: InboxDetail): void {
  changeCard({ isEditing: false })
  const outcome = findEditable(item)
  if (outcome === null) return
  const asked = item.asked?.arguments ?? {}
  // Somebody else may have changed it before: what was asked is what the agent said.
  writeAnswer(item, outcome.name, isSame(outcome.arguments, asked) ? undefined : asked)
}
