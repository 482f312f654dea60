/** Whether a schema surely lets nothing pass that another one does not: keyword by keyword; whatever is unknown may. Pure. */
import { isJsonObject, type JsonObject, type JsonValue, ownOf } from '../../model/json.ts'

type Value = JsonValue | undefined
type IsNarrower = (was: Value, is: Value) => boolean

/** By these, a schema that is narrower in one place lets more pass in another. */
const REACHING = /"(\$ref|\$dynamicRef|patternProperties|unevaluated\w+)":/

/**
 * Undefined: there is none, and anything passes. A default is a value that nobody gives, where a workflow or capability is
 * used by others with less: all of them stand where they stood.
 */
export function isNarrowerSchema(was: Value, is: Value): boolean {
  const [before, after] = [was ?? true, is ?? true]
  if (REACHING.test(write([before, after]))) return false
  return write(defaultsIn(before)) === write(defaultsIn(after)) && isWithin(before, after)
}

/** With the place of each. */
function defaultsIn(schema: JsonValue, at: readonly string[] = []): JsonValue[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([key, value]) => [
      ...(key === 'default' ? [[...at, key, value]] : []),
      ...defaultsIn(value, [...at, key]),
    ])
}

const orNew =
  (isNarrower: IsNarrower): IsNarrower =>
  (was, is) =>
    is !== undefined && (was === undefined || isNarrower(was, is))
const atLeast = orNew((was, is) => Number(is) >= Number(was))
const atMost = orNew((was, is) => Number(is) <= Number(was))
const fewer = orNew((was, is) => areAmong(is, was))
const added = orNew(() => false)

const KEYWORDS: Record<string, IsNarrower> = {
  minLength: atLeast,
  minItems: atLeast,
  minProperties: atLeast,
  maxLength: atMost,
  maxItems: atMost,
  maxProperties: atMost,
  type: orNew((was, is) =>
    listOf(is).every((each) => areAmong(each, was) || (each === 'integer' && areAmong('number', was))),
  ),
  enum: fewer,
  // Beside an `enum`.
  const: added,
  format: added,
  multipleOf: added,
  pattern: added,
  uniqueItems: added,
  contains: added,
  propertyNames: added,
  dependentRequired: added,
  dependentSchemas: added,
  allOf: added,
  anyOf: added,
  oneOf: added,
  not: added,
  items: orNew(isWithin),
  // What is declared is compared with it, too.
  additionalProperties: (was, is) => isWithin(was ?? true, is ?? true),
  required: (was, is) => areAmong(was, is),
}

function isWithin(had: Value, has: Value): boolean {
  if (has === false || had === true || write(had) === write(has)) return true
  if (!isJsonObject(had) || !isJsonObject(has)) return false
  const [was, is] = [constAsEnum(had), constAsEnum(has)]
  const keywords = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  return keywords.every((keyword) => {
    if (keyword === 'properties') return arePropertiesWithin(was, is)
    if (BOUNDS.has(keyword)) return isRangeWithin(was, is)
    const [before, after] = [ownOf(was, keyword), ownOf(is, keyword)]
    return write(before) === write(after) || ownOf(KEYWORDS, keyword)?.(before, after) === true
  })
}

const BOUNDS = new Set(['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum'])

/** Of the numbers that pass one the other lets each pass, whichever keywords say so. */
function isRangeWithin(was: JsonObject, is: JsonObject): boolean {
  return [1, -1].every((sign) => {
    const [before, after] = [boundOf(was, sign), boundOf(is, sign)]
    return after.at > before.at || (after.at === before.at && (after.isOpen || !before.isOpen))
  })
}

/** The lower one, or with -1 the upper one as a lower one of the numbers turned round. `isOpen`: it does not pass itself. */
function boundOf(schema: JsonObject, sign: number): { at: number; isOpen: boolean } {
  const limitOf = (keyword: string) => {
    const value = ownOf(schema, keyword)
    return typeof value === 'number' ? value * sign : -Infinity
  }
  const from = limitOf(sign > 0 ? 'minimum' : 'maximum')
  const beyond = limitOf(sign > 0 ? 'exclusiveMinimum' : 'exclusiveMaximum')
  return { at: Math.max(from, beyond), isOpen: beyond >= from && beyond !== -Infinity }
}

function constAsEnum(schema: JsonObject): JsonObject {
  const { const: only, ...rest } = schema
  return only === undefined || 'enum' in rest ? schema : { ...rest, enum: [only] }
}

function arePropertiesWithin(was: JsonObject, is: JsonObject): boolean {
  const [before, after] = [propertiesOf(was), propertiesOf(is)]
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].every((name) =>
    isWithin(
      ownOf(before, name) ?? was.additionalProperties ?? true,
      ownOf(after, name) ?? is.additionalProperties ?? true,
    ),
  )
}

function propertiesOf({ properties }: JsonObject): JsonObject {
  return isJsonObject(properties) ? properties : {}
}

function areAmong(some: Value, all: Value): boolean {
  const among = listOf(all).map(write)
  return listOf(some).every((each) => among.includes(write(each)))
}

function listOf(value: Value): JsonValue[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value]
}

function write(value: Value): string {
  return JSON.stringify(value) ?? ''
}
