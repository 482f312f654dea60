/** Changing what was asked for before it is approved; the agent's values stay beside it. */
import { useState } from 'react'
import type { InboxDetail, Outcome } from '../../../../preload/contract.ts'
import { nameField } from '../card/sections/field-name.ts'
import { isSame } from '../card/sections/typed-fields.ts'

type Values = InboxDetail['input']

export interface ArgumentEditor {
  /** Which outcome can be edited; null: none. */
  outcome: string | null
  open: boolean
  /** Names of the fields that are not as they were asked for, for a sentence; empty: none. */
  changed: string
  begin(event?: KeyboardEvent): void
  /** Back to what was asked for. */
  reset(): void
}

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

/** `change` takes the person's values for an outcome; undefined: what was asked for. `focus` goes to the form. */
export function useEditing(
  item: InboxDetail,
  answers: Record<string, Values>,
  change: (outcome: string, values: Values | undefined) => void,
  focus: (outcome: string) => void,
): ArgumentEditor {
  const outcome = findEditable(item)
  // What was being changed before the page was loaded again is in sight.
  const [open, setOpen] = useState(() => outcome !== null && answers[outcome.name] !== undefined)
  const asked = item.asked?.arguments ?? {}
  const values = outcome === null ? undefined : answers[outcome.name]
  return {
    outcome: outcome?.name ?? null,
    open: open && outcome !== null,
    changed: outcome === null || values === undefined ? '' : listChanged(outcome, asked, values).join(', '),
    begin(event) {
      if (outcome === null) return
      // The key that opens the form is not typed into it.
      event?.preventDefault()
      setOpen(true)
      requestAnimationFrame(() => focus(outcome.name))
    },
    reset() {
      setOpen(false)
      if (outcome === null) return
      // Somebody else may have changed it before: what was asked is what the agent said.
      change(outcome.name, isSame(outcome.arguments, asked) ? undefined : asked)
    },
  }
}
