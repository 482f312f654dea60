/** Toasts of what came of a press on one item. */
import type { QueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import type { ItemCard, ReplyOf } from '../../../../preload/contract.ts'
import type { DeskError } from '../../../gateway.ts'
import { speakSentence } from '../../../items/sentence.tsx'
import { callKey } from '../../../queries.ts'
import { ButtonLink } from '../../../ui/controls/button-link.tsx'
import { announce } from '../../../ui/feedback/announcer.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { words } from '../../../words.ts'
import { offerUndo } from '../undo/offer-undo.ts'
import { toastOf, useUndoable } from '../undo/undoable.ts'

/** With the next person nothing is told of what the former pressed. */
export function isAtDesk(queries: QueryClient, you: string | null): boolean {
  const people = queries.getQueryData<ReplyOf<'people.list'>>(callKey('people.list', {}))
  return you !== null && people?.you === you
}

/** What came of it, and while it can be taken back, how. */
export function tellDecision(
  label: string,
  { item, message, failed, goesOn }: ReplyOf<'inbox.decide'>,
): void {
  const { at, runsAt } = item.decision ?? {}
  if (item.status === 'scheduled' && at !== undefined && runsAt != null) {
    const items = [{ id: item.id, decidedAt: at, runsAt }]
    const press = { key: item.id, items, total: 1, failed: 0, told: { label, message } }
    useUndoable.getState().add(press)
    offerUndo(press)
  } else {
    showToast(label, { id: toastOf(item.id), detail: message, tone: failed ? 'failed' : 'done' })
    // It cannot be taken back; what becomes of it is told all the same.
    if (goesOn && at !== undefined) {
      const items = [{ id: item.id, decidedAt: at, runsAt: at }]
      useUndoable.getState().add({ key: item.id, items, total: 1, failed: 0, told: null })
    }
  }
}

/** Why a press did not decide, in one piece for a notice beside the buttons, or for a toast. Pure. */
export function sayUndecided(label: string, { code, message }: Pick<DeskError, 'code' | 'message'>): string {
  if (code === 'SEEN_CHANGED') return words.inbox.changedTitle
  // The connection broke on the way there, or on the way back.
  if (code === 'OFFLINE') return words.inbox.unknownIfDecided(label)
  return `${code === 'ALREADY_DECIDED' ? words.inbox.tooLate(label) : words.inbox.notDecided} ${message}`
}

/** The same to somebody who looks at something else by now. */
export function tellUndecided(label: string, { id, sentence }: ItemCard, fault: DeskError): void {
  const text = fault.code === 'SEEN_CHANGED' ? fault.message : sayUndecided(label, fault)
  announce(text)
  const close = showToast(speakSentence(sentence), {
    id: toastOf(id),
    tone: 'failed',
    detail: text,
    action: createElement(
      ButtonLink,
      { href: `#/inbox/${encodeURIComponent(id)}`, size: 'small', onClick: () => close() },
      words.inbox.openItem,
    ),
  })
}
