/**
 * Where two declarations differ, literally: whatever nobody has shown to be the same or stricter is named, what a later
 * version can declare as well (R2.2). Pure.
 */
import { isJsonObject, type JsonValue, sortKeys } from '../../model/json.ts'
import { quoteKey } from '../wording/quote.ts'

export interface Unlike {
  path: string[]
  /** Undefined: there was none, or is none any more. */
  was: JsonValue | undefined
  is: JsonValue | undefined
}

/** True: compared elsewhere, or not looser. Asked from the outside in; what is left is gone into. */
export type IsHarmless = (unlike: Unlike) => boolean

const LONGEST = 160
/** What stands before the place where two long values differ is left out, but for so much. */
const LEAD = 40

/** `before` and `after` without their words. Lists are compared as a whole: a place in them says nothing. */
export function findUnlike(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  isHarmless: IsHarmless,
  path: string[] = [],
): Unlike[] {
  if (write(before, path.at(-1)) === write(after, path.at(-1))) return []
  const unlike = { path, was: before, is: after }
  if (isHarmless(unlike)) return []
  if (!isJsonObject(before) || !isJsonObject(after)) return [unlike]
  const differing = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => write(ownOf(before, key), key) !== write(ownOf(after, key), key),
  )
  // They stand in another order, where that counts.
  if (differing.length === 0) return [unlike]
  return differing.flatMap((key) =>
    findUnlike(ownOf(before, key), ownOf(after, key), isHarmless, [...path, key]),
  )
}

/** `May loosen: ‘deploy’ › ‘timeoutMs’ was 1000 and is 10.` */
export function sayUnlike(unlike: Unlike): string {
  return `${MAY_LOOSEN}${sayDiffering(unlike)}`
}

const MAY_LOOSEN = 'May loosen: '

export function saysUnlike(sentence: string): boolean {
  return sentence.startsWith(MAY_LOOSEN)
}

/** A key of an author’s ends no quotation; of long values, the part that differs is shown. */
export function sayDiffering({ path, was, is }: Unlike): string {
  const where = path.map(quoteKey).join(' › ')
  const [before, after] = [was, is].map((value) => JSON.stringify(value) ?? '')
  const from = firstDifference(before, after)
  if (was === undefined) return `${where} is new: ${show(after, 0)}.`
  if (is === undefined) return `${where} is gone; it was ${show(before, 0)}.`
  return `${where} was ${show(before, from)} and is ${show(after, from)}.`
}

function firstDifference(one = '', other = ''): number {
  let place = 0
  while (place < one.length && one[place] === other[place]) place += 1
  return place
}

function show(text = '', from: number): string {
  const start = text.length > LONGEST ? Math.max(0, from - LEAD) : 0
  const more = text.length - start - LONGEST
  const shown = `${start > 0 ? '…' : ''}${text.slice(start, start + LONGEST)}`
  return more > 0 ? `${shown}… (${more} more characters, shown below)` : shown
}

function ownOf(holder: Record<string, JsonValue>, key: string): JsonValue | undefined {
  return Object.hasOwn(holder, key) ? holder[key] : undefined
}

function write(value: JsonValue | undefined, under?: string): string {
  return value === undefined ? '' : JSON.stringify(sortKeys(value, under))
}
