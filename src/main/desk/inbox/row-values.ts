/** What tells one item of the list from the next where its sentence names no value. */
import type { ItemCard, SentencePart } from '../../../preload/contract.ts'
import type { InboxItem } from '../../model/item.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { shorten } from '../../model/shorten.ts'
import { argumentsOf, heldOf, isChoice } from '../../workflow/items/items.ts'

const MOST_VALUES = 3
const LONGEST = 80

/** The first few values that would run, cut; empty where the author's sentence quotes what matters already. Pure. */
export function rowValues(approval: InboxItem, sentence: readonly SentencePart[]): ItemCard['values'] {
  if (sentence.some(({ kind }) => kind === 'quote')) return []
  return Object.entries(valuesOf(approval))
    .filter(([, value]) => value !== null && value !== '')
    .slice(0, MOST_VALUES)
    .map(([name, value]) => ({ name: shorten(name, LONGEST), text: shorten(textOf(value), LONGEST) }))
}

/** What would run, or what it is about. */
export function valuesOf(approval: InboxItem): JsonObject {
  if (isChoice(approval)) return approval.presented ?? {}
  return heldOf(approval)?.edited?.arguments ?? argumentsOf(approval)
}

function textOf(value: JsonValue): string {
  return typeof value === 'string'
    ? value
        .slice(0, LONGEST * 4)
        .replace(/\s+/gu, ' ')
        .trim()
    : JSON.stringify(value)
}
