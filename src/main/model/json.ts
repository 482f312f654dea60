/** JSON as data: what crosses every boundary of the gateway (wire, database, expressions). */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject
export interface JsonObject {
  [key: string]: JsonValue
}

/** How many levels a value from outside may have: writing, hashing and redacting one call themselves once a level. */
export const DEEPEST = 500

/** Whether a value has more levels than the gateway walks through, and the database keeps. */
export function isTooDeep(value: JsonValue): boolean {
  let level: JsonValue[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return true
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []))
  }
  return false
}

/** How large a value may be that a run keeps, in characters and entries: as much as of an answer is passed on. */
const LARGEST = 8 * 1024 * 1024

/** Whether a value is larger than a run keeps: it is written anew with each of its steps. */
export function isTooLarge(value: JsonValue): boolean {
  let size = 0
  const open: JsonValue[] = [value]
  for (let each = open.pop(); each !== undefined && size <= LARGEST; each = open.pop()) {
    size += typeof each === 'string' ? each.length : 1
    if (typeof each !== 'object' || each === null) continue
    for (const [key, inner] of Object.entries(each)) {
      size += key.length
      open.push(inner)
    }
  }
  return size > LARGEST
}

/** A JSON Schema, draft 2020-12. Held as data; `workflow/schema/schema.ts` gives it meaning. */
export type JsonSchema = JsonObject

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

type WithoutUndefined<Values> = { [Key in keyof Values]?: Exclude<Values[Key], undefined> }

/** Without the keys that are undefined: absent and undefined are two things in stored JSON. */
export function present<Values extends object>(values: Values): WithoutUndefined<Values> {
  const kept = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(kept) as WithoutUndefined<Values>
}

export function mapEntries<Value, Result>(
  values: Readonly<Record<string, Value>>,
  change: (value: Value, key: string) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value, key)]))
}

/** The texts of an object, by their names; of what is none, there are none. */
export function textsOf(value: JsonValue | undefined): Record<string, string> {
  const isText = (entry: [string, JsonValue]): entry is [string, string] => typeof entry[1] === 'string'
  return isJsonObject(value) ? Object.fromEntries(Object.entries(value).filter(isText)) : {}
}

/** Not what every object inherits, such as `constructor`. */
export function ownOf<Value>(holder: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(holder, key) ? holder[key] : undefined
}

/** The same with every text in it changed, at any depth; names of keys stay. */
export function mapTexts(value: JsonValue, change: (text: string) => JsonValue): JsonValue {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change))
  return isJsonObject(value) ? mapEntries(value, (each) => mapTexts(each, change)) : value
}

/** Every text in a value, at any depth; names of keys are none. */
export function textsIn(value: JsonValue): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** A name that an assignment would take for the prototype is a key as well. */
export function setOwn(object: JsonObject, name: string, value: JsonValue): void {
  if (name !== '__proto__') object[name] = value
  else Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true })
}

/** The only keys whose own order counts: branches of a parallel group begin in the order in which they are declared. */
const ORDERED = 'branches'

/** The same, so that two values that mean the same are written alike: the order of keys means nothing elsewhere. */
export function sortKeys(value: JsonValue, under = ''): JsonValue {
  if (Array.isArray(value)) return value.map((each) => sortKeys(each))
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, sortKeys(inner, key)] as const)
  return Object.fromEntries(
    under === ORDERED ? entries : entries.sort(([left], [right]) => (left < right ? -1 : 1)),
  )
}
