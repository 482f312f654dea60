/** What each keyword of JSON Schema may hold, and where schemas stand within a schema. Pure. */
import { isJsonObject, type JsonValue } from '../../model/json.ts'

export type Dialect = '2020-12' | 'draft-07'

const TYPES: readonly JsonValue[] = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']

const isText = (value: JsonValue) => typeof value === 'string'
const isSchema = (value: JsonValue) => isJsonObject(value) || typeof value === 'boolean'
const areSchemas = (value: JsonValue) => Array.isArray(value) && value.length > 0 && value.every(isSchema)
const areNamed = (value: JsonValue) => isJsonObject(value) && Object.values(value).every(isSchema)
const areTexts = (value: JsonValue) =>
  Array.isArray(value) && value.every(isText) && new Set(value).size === value.length
const isOneType = (value: JsonValue) => TYPES.includes(value)

interface Shape {
  fits(value: JsonValue): boolean
  /** As in ‘must be …’. */
  words: string
}

const COUNT: Shape = {
  fits: (value) => Number.isInteger(value) && Number(value) >= 0,
  words: 'a whole number that is not negative',
}
const NUMBER: Shape = { fits: (value) => typeof value === 'number', words: 'a number' }
const TEXT: Shape = { fits: isText, words: 'a text' }
const FLAG: Shape = { fits: (value) => typeof value === 'boolean', words: 'true or false' }
const ONE: Shape = { fits: isSchema, words: 'a schema' }
const LIST: Shape = { fits: areSchemas, words: 'a list of schemas with at least one' }
const NAMED: Shape = { fits: areNamed, words: 'a map of schemas' }

const SHAPES: Readonly<Record<string, Shape>> = {
  type: {
    fits: (value) =>
      isOneType(value) ||
      (areTexts(value) && Array.isArray(value) && value.length > 0 && value.every(isOneType)),
    words: `one of ${TYPES.join(', ')}, or a list of them`,
  },
  enum: {
    fits: (value) => Array.isArray(value) && value.length > 0,
    words: 'a list with at least one value',
  },
  const: { fits: () => true, words: 'a value' },
  required: { fits: areTexts, words: 'a list of names, each once' },
  dependentRequired: {
    fits: (value) => isJsonObject(value) && Object.values(value).every(areTexts),
    words: 'a map of lists of names',
  },
  dependencies: {
    fits: (value) =>
      isJsonObject(value) && Object.values(value).every((each) => isSchema(each) || areTexts(each)),
    words: 'a map of schemas and of lists of names',
  },
  multipleOf: { fits: (value) => typeof value === 'number' && value > 0, words: 'a number above zero' },
  ...Object.fromEntries(
    ['maximum', 'minimum', 'exclusiveMaximum', 'exclusiveMinimum'].map((name) => [name, NUMBER]),
  ),
  ...Object.fromEntries(
    ['maxLength', 'minLength', 'maxItems', 'minItems', 'maxProperties', 'minProperties'].map((name) => [
      name,
      COUNT,
    ]),
  ),
  ...Object.fromEntries(
    ['pattern', 'format', '$ref', '$id', 'title', 'description'].map((name) => [name, TEXT]),
  ),
  uniqueItems: FLAG,
  ...Object.fromEntries(
    ['not', 'if', 'then', 'else', 'contains', 'propertyNames', 'additionalProperties'].map((name) => [
      name,
      ONE,
    ]),
  ),
  ...Object.fromEntries(['allOf', 'anyOf', 'oneOf'].map((name) => [name, LIST])),
  ...Object.fromEntries(
    ['properties', 'patternProperties', '$defs', 'definitions'].map((name) => [name, NAMED]),
  ),
}

const DIALECTS: Readonly<Record<Dialect, Readonly<Record<string, Shape>>>> = {
  '2020-12': {
    ...SHAPES,
    items: ONE,
    prefixItems: LIST,
    unevaluatedItems: ONE,
    unevaluatedProperties: ONE,
    dependentSchemas: NAMED,
    minContains: COUNT,
    maxContains: COUNT,
    $anchor: TEXT,
    $dynamicAnchor: TEXT,
    $dynamicRef: TEXT,
  },
  'draft-07': {
    ...SHAPES,
    items: { fits: (value) => isSchema(value) || areSchemas(value), words: 'a schema or a list of schemas' },
    additionalItems: ONE,
  },
}

/** Null: the keyword means nothing in this dialect. */
export function shapeOf(keyword: string, dialect: Dialect): Shape | null {
  const shapes = DIALECTS[dialect]
  return Object.hasOwn(shapes, keyword) ? (shapes[keyword] ?? null) : null
}

/** The schemas that stand directly in a keyword. */
export function schemasIn(keyword: string, value: JsonValue, dialect: Dialect): JsonValue[] {
  const shape = shapeOf(keyword, dialect)
  if (shape === ONE || shape === LIST || keyword === 'items') return [value].flat()
  if ((shape === NAMED || keyword === 'dependencies') && isJsonObject(value))
    return Object.values(value).filter((each) => !Array.isArray(each))
  return []
}
