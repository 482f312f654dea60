/**
 * What a new form of a tool asks for that the old one did not, in words. Names and values are the server's own, and
 * stand as quotations (R5.9). Pure. May import: model, preload/contract.
 */

import type { SentencePart } from '../../../preload/contract.ts'
import { isJsonObject, type JsonObject, type JsonValue, ownOf } from '../../model/json.ts'
import { author, quote } from '../items/kind.ts'

export type Words = SentencePart[]

/** Past this, the difference of the text says the rest. */
const MOST = 60
const DEEPEST = 6
/** Told field by field, or with its own words. */
const TOLD = ['properties', 'required', 'type', 'enum', 'description', 'title', 'items', '$schema']
const LIMITS: Record<string, string> = {
  minimum: 'its least value',
  maximum: 'its greatest value',
  exclusiveMinimum: 'the value that it must be above',
  exclusiveMaximum: 'the value that it must be below',
  minLength: 'its least length',
  maxLength: 'its greatest length',
  minItems: 'how many entries it has at least',
  maxItems: 'how many entries it has at most',
  pattern: 'the pattern that it must match',
  format: 'its format',
  default: 'what it is if nothing is given',
  const: 'the only value that it takes',
  additionalProperties: 'whether it takes fields that are not named',
}

/** One sentence a change; empty if both ask for the same. */
export function compareSchemas(before: JsonObject | undefined, after: JsonObject | undefined): Words[] {
  const found: Words[] = []
  compareParts(before ?? {}, after ?? {}, [], found, 0)
  const rest = found.length - MOST
  return rest > 0
    ? [...found.slice(0, MOST), [author(`${rest} more changes; the text below has them all.`)]]
    : found
}

/** The fields of a form that nobody has seen yet. */
export function listInputs(schema: JsonObject | undefined): Words[] {
  return Object.entries(fieldsOf(schema ?? {}))
    .slice(0, MOST)
    .map(([name, part]) => [
      quote(name),
      author(` ${describeType(part)}${requiredOf(schema ?? {}).has(name) ? ', required' : ''}`),
    ])
}

function compareParts(
  before: JsonObject,
  after: JsonObject,
  path: string[],
  found: Words[],
  depth: number,
): void {
  if (JSON.stringify(before) === JSON.stringify(after)) return
  if (path.length > 0) compareSelf(before, after, path, found)
  if (depth > DEEPEST) {
    found.push([...nameOf(path), author(' differs further inside.')])
    return
  }
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  const [needed, needs] = [requiredOf(before), requiredOf(after)]
  for (const [name, part] of Object.entries(is)) {
    const here = [...path, name]
    const old = ownOf(was, name)
    if (old === undefined) {
      const must = needs.has(name) ? ', and it is required' : ''
      found.push([author('New field '), ...nameOf(here), author(`: ${describeType(part)}${must}.`)])
      continue
    }
    if (needs.has(name) && !needed.has(name)) found.push([...nameOf(here), author(' is required now.')])
    if (!needs.has(name) && needed.has(name)) found.push([...nameOf(here), author(' is no longer required.')])
    compareParts(asPart(old), asPart(part), here, found, depth + 1)
  }
  for (const name of Object.keys(was))
    if (!Object.hasOwn(is, name))
      found.push([author('Field '), ...nameOf([...path, name]), author(' is gone.')])
  const [entry, entries] = [asPart(before.items), asPart(after.items)]
  if (JSON.stringify(entry) !== JSON.stringify(entries))
    compareParts(entry, entries, [...path, 'each entry'], found, depth + 1)
}

/** What is said of the field itself. */
function compareSelf(before: JsonObject, after: JsonObject, path: string[], found: Words[]): void {
  const say = (...words: Words) => {
    found.push([...nameOf(path), ...words])
  }
  const [was, is] = [describeType(before), describeType(after)]
  if (was !== is) say(author(` takes ${is} instead of ${was}.`))
  compareEnums(listOf(before.enum), listOf(after.enum), say)
  for (const [key, meaning] of Object.entries(LIMITS)) {
    const [old, now] = [before[key], after[key]]
    if (JSON.stringify(old) === JSON.stringify(now)) continue
    say(author(`: ${meaning} was `), ...sayValue(old), author(', is '), ...sayValue(now), author('.'))
  }
  const others = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => !TOLD.includes(key) && !(key in LIMITS),
  )
  if (others.some((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key])))
    say(author(' differs in further rules; the text below has them.'))
}

function compareEnums(
  before: JsonValue[] | null,
  after: JsonValue[] | null,
  say: (...words: Words) => void,
): void {
  if (before === null || after === null) {
    if (after !== null) say(author(' takes only some values now: '), ...valuesOf(after), author('.'))
    else if (before !== null) say(author(' takes any value now, no longer only some.'))
    return
  }
  const texts = (list: JsonValue[]) => new Set(list.map((value) => JSON.stringify(value)))
  const [was, is] = [texts(before), texts(after)]
  const added = after.filter((value) => !was.has(JSON.stringify(value)))
  const gone = before.filter((value) => !is.has(JSON.stringify(value)))
  if (added.length > 0) say(author(' also takes '), ...valuesOf(added), author('.'))
  if (gone.length > 0) say(author(' no longer takes '), ...valuesOf(gone), author('.'))
}

const TYPES: Record<string, string> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'yes or no',
  array: 'a list',
  object: 'a group of fields',
  null: 'nothing',
}

function describeType(part: JsonValue): string {
  const { type } = asPart(part)
  const names = Array.isArray(type) ? type : [type]
  const known = names.map((name) =>
    typeof name === 'string' && Object.hasOwn(TYPES, name) ? TYPES[name] : 'any value',
  )
  return known.join(' or ')
}

function nameOf(path: readonly string[]): Words {
  return path.flatMap((name, place) => [...(place === 0 ? [] : [author(' › ')]), quote(name)])
}

function valuesOf(values: readonly JsonValue[]): Words {
  const shown = values
    .slice(0, 8)
    .flatMap((value, place) => [...(place === 0 ? [] : [author(', ')]), ...sayValue(value)])
  return values.length > 8 ? [...shown, author(` and ${values.length - 8} more`)] : shown
}

function sayValue(value: JsonValue | undefined): Words {
  if (value === undefined) return [author('not said')]
  return [quote(typeof value === 'string' ? value : JSON.stringify(value))]
}

function fieldsOf(part: JsonObject): JsonObject {
  return asPart(part.properties)
}

function requiredOf(part: JsonObject): Set<JsonValue> {
  return new Set(listOf(part.required) ?? [])
}

function listOf(value: JsonValue | undefined): JsonValue[] | null {
  return Array.isArray(value) ? value : null
}

function asPart(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}
