/** What tells one item from the next where its sentence names no value. Pure. May import: model, workflow, preload/contract. */
import type { ItemCard, SentencePart } from '../../../preload/contract.ts'
import type { InboxItem } from '../../model/item.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { shorten } from '../../model/shorten.ts'
import { argumentsOf, heldOf, isChoice } from '../../workflow/items/items.ts'

const MOST_VALUES = 3
const LONGEST = 80

/** The first few values that would run, cut; empty where the author's sentence quotes what matters already. */
export function rowValues(approval: InboxItem, sentence: readonly SentencePart[]): ItemCard['values'] {
  if (sentence.some(({ kind }) => kind === 'quote')) return []
  return Object.entries(valuesOf(approval))
    .filter(([, value]) => value !== null && value !== '')
    .slice(0, MOST_VALUES)
    .map(([name, value]) => ({ name: shorten(name, LONGEST), text: shorten(lineOf(value), LONGEST) }))
}

/** All of them but what the sentence quotes, uncut: where no call says what is decided. */
export function wholeValues(approval: InboxItem, sentence: readonly SentencePart[]): ItemCard['values'] {
  const quoted = new Set(sentence.flatMap(({ kind, text }) => (kind === 'quote' ? [text] : [])))
  return Object.entries(valuesOf(approval))
    .map(([name, value]) => ({ name, text: typeof value === 'string' ? value : JSON.stringify(value) }))
    .filter(({ text }) => text !== '' && !quoted.has(text))
}

/** What would run, or what it is about. */
export function valuesOf(approval: InboxItem): JsonObject {
  if (isChoice(approval)) return approval.presented ?? {}
  return heldOf(approval)?.edited?.arguments ?? argumentsOf(approval)
}

function lineOf(value: JsonValue): string {
  return typeof value === 'string'
    ? value
        .slice(0, LONGEST * 4)
        .replace(/\s+/gu, ' ')
        .trim()
    : JSON.stringify(value)
}
