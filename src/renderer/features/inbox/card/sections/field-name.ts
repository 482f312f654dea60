import type { Outcome } from '../../../../../preload/contract.ts'
import { foldText, speakText } from '../../../../ui/text/visible-text.ts'

/** Characters of one field's name inside a sentence. */
const LONGEST = 60

/**
 * What the form calls the field at `path` (dotted, with `[0]` for the place in a list): its titles where the schema
 * has some, its names where not; places count from 1, as people do. Pure.
 */
export function nameField(schema: Outcome['inputSchema'], path: string): string {
  let here: unknown = schema
  const names: string[] = []
  for (const part of path.match(/[^.[\]]+/g) ?? []) {
    const inList = get(here, 'items')
    if (/^\d+$/.test(part) && inList !== undefined) {
      names.push(String(Number(part) + 1))
      here = inList
      continue
    }
    here = get(get(here, 'properties'), part)
    const title = get(here, 'title')
    names.push(typeof title === 'string' && title !== '' ? title : part)
  }
  return names.map(shorten).join(' › ')
}

/** A server's name for its field turns nothing round in our sentence. */
function shorten(name: string): string {
  const { text, folded } = foldText(name, LONGEST)
  return `${speakText(text)}${folded ? '…' : ''}`
}

function get(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
}
