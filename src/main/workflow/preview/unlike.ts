/**
 * Where two declarations differ, literally: whatever nobody has shown to be the same or stricter is named, what a later
 * version can declare as well (R2.2). Pure.
 */
import { isJsonObject, type JsonValue, sortKeys } from '../../model/json.ts'

export interface Unlike {
  path: string[]
  /** Undefined: there was none, or is none any more. */
  was: JsonValue | undefined
  is: JsonValue | undefined
}

/** True: compared elsewhere, or not looser. Asked from the outside in; what is left is gone into. */
export type IsHarmless = (unlike: Unlike) => boolean

const LONGEST = 160

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
export function sayUnlike({ path, was, is }: Unlike): string {
  const where = path.map((name) => `‘${name}’`).join(' › ')
  if (was === undefined) return `May loosen: ${where} is new: ${show(is)}.`
  if (is === undefined) return `May loosen: ${where} is gone; it was ${show(was)}.`
  return `May loosen: ${where} was ${show(was)} and is ${show(is)}.`
}

function show(value: JsonValue | undefined): string {
  const text = JSON.stringify(value) ?? ''
  const more = text.length - LONGEST
  return more > 0 ? `${text.slice(0, LONGEST)}… (${more} more characters, shown below)` : text
}

function ownOf(holder: Record<string, JsonValue>, key: string): JsonValue | undefined {
  return Object.hasOwn(holder, key) ? holder[key] : undefined
}

function write(value: JsonValue | undefined, under?: string): string {
  return value === undefined ? '' : JSON.stringify(sortKeys(value, under))
}
