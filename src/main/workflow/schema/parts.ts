/**
 * What each keyword of JSON Schema may hold, and where schemas stand within a schema. By that a schema is read once
 * before values are checked with it: whether every keyword holds what it may, where references lead, which patterns
 * there are. Linear in the schema, and bounded by its size (R7.2). Pure.
 */

import { isJsonObject, type JsonSchema, type JsonValue, ownOf } from '../../model/json.ts'
import { obtain } from '../../model/obtain.ts'
import { type CompiledPattern, compilePattern } from '../patterns/pattern.ts'
import { formatNamed } from './values.ts'

type Dialect = '2020-12' | 'draft-07'

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

const each = (shape: Shape, ...keywords: string[]) =>
  Object.fromEntries(keywords.map((keyword) => [keyword, shape]))

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
  ...each(NUMBER, 'maximum', 'minimum', 'exclusiveMaximum', 'exclusiveMinimum'),
  ...each(COUNT, 'maxLength', 'minLength', 'maxItems', 'minItems', 'maxProperties', 'minProperties'),
  ...each(TEXT, 'pattern', 'format', '$ref', '$id', 'title', 'description'),
  uniqueItems: FLAG,
  ...each(ONE, 'not', 'if', 'then', 'else', 'contains', 'propertyNames', 'additionalProperties'),
  ...each(LIST, 'allOf', 'anyOf', 'oneOf'),
  ...each(NAMED, 'properties', 'patternProperties', '$defs', 'definitions'),
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
function shapeOf(keyword: string, dialect: Dialect): Shape | null {
  return ownOf(DIALECTS[dialect], keyword) ?? null
}

/** The schemas that stand directly in a keyword. */
function schemasIn(keyword: string, value: JsonValue, dialect: Dialect): JsonValue[] {
  const shape = shapeOf(keyword, dialect)
  if (shape === ONE || shape === LIST || keyword === 'items') return [value].flat()
  if ((shape === NAMED || keyword === 'dependencies') && isJsonObject(value))
    return Object.values(value).filter((each) => !Array.isArray(each))
  return []
}

const KEYWORDS = [
  'type',
  '$ref',
  '$dynamicRef',
  'maximum',
  'minimum',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'multipleOf',
  'maxLength',
  'minLength',
  'pattern',
  'format',
  'maxItems',
  'minItems',
  'uniqueItems',
  'prefixItems',
  'items',
  'additionalItems',
  'contains',
  'maxProperties',
  'minProperties',
  'required',
  'dependentRequired',
  'dependencies',
  'propertyNames',
  'additionalProperties',
  'properties',
  'patternProperties',
  'dependentSchemas',
  'enum',
  'const',
  'not',
  'anyOf',
  'oneOf',
  'allOf',
  'if',
  // They ask what all others have left.
  'unevaluatedItems',
  'unevaluatedProperties',
]

export type Pattern = Extract<CompiledPattern, { ok: true }>['pattern']
export type AnySchema = JsonSchema | boolean

export interface Part {
  schema: JsonSchema
  /** The part that `#` means here: the whole, or the nearest one round it with an `$id`. */
  root: JsonSchema
  /** That are evaluated, in their order. */
  keywords: string[]
}

export interface Parts {
  of(schema: JsonSchema): Part
  /** Where the `$ref` or `$dynamicRef` of a part leads, whatever is evaluated round it. */
  target(schema: JsonSchema, keyword: '$ref' | '$dynamicRef'): AnySchema
  dynamicAnchor(root: JsonSchema, name: string): JsonSchema | null
  pattern(source: string): Pattern
  /** What has been looked at counts: something asks for what has not. */
  tracks: boolean
  dialect: Dialect
}

/** Instructions of all patterns together; making one takes a microsecond. */
const LARGEST_PATTERNS = 100_000

/** Why a schema cannot be used, as a sentence. */
class Unusable extends Error {}

/** Only for what `schemaShapeProblem` has nothing against. */
export function readParts(
  schema: JsonSchema,
  dialect: Dialect,
): { ok: true; parts: Parts } | { ok: false; problem: string } {
  const parts = new Map<JsonSchema, Part>()
  const anchors = new Map<JsonSchema, Map<string, JsonSchema>>()
  const dynamic = new Map<JsonSchema, Map<string, JsonSchema>>()
  const targets = new Map<JsonSchema, Map<string, AnySchema>>()
  let hasOneRoot = true
  /** Parts with a reference that leads nowhere. */
  const missing = new Map<JsonSchema, string>()
  const patterns = new Map<string, Pattern>()
  const references: { part: Part; keyword: '$ref' | '$dynamicRef'; to: string }[] = []
  let instructions = 0
  let tracks = false

  const addPattern = (source: string) => {
    if (patterns.has(source)) return
    const compiled = compilePattern(source)
    if (!compiled.ok) throw new Unusable(compiled.message)
    instructions += compiled.pattern.size
    if (instructions > LARGEST_PATTERNS) throw new Unusable('Its patterns are too large together.')
    patterns.set(source, compiled.pattern)
  }

  const readKeyword = (part: Part, keyword: string, value: JsonValue) => {
    if (keyword === 'pattern') addPattern(String(value))
    if (keyword === 'patternProperties' && isJsonObject(value)) Object.keys(value).forEach(addPattern)
    if (keyword === '$anchor' || keyword === '$dynamicAnchor') {
      nest(anchors, part.root).set(String(value), part.schema)
      if (keyword === '$dynamicAnchor') nest(dynamic, part.root).set(String(value), part.schema)
    }
    if (keyword === '$ref' || keyword === '$dynamicRef') references.push({ part, keyword, to: String(value) })
    if (keyword.startsWith('unevaluated')) tracks = true
  }

  const read = (first: JsonValue, firstRoot: JsonSchema) => {
    const open = [{ value: first, root: firstRoot }]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { value: schema } = next
      if (!isJsonObject(schema) || parts.has(schema)) continue
      const id = typeof schema.$id === 'string' ? schema.$id : ''
      const root = id !== '' && !id.startsWith('#') ? schema : next.root
      const isEvaluated = (keyword: string) =>
        Object.hasOwn(schema, keyword) &&
        shapeOf(keyword, dialect) !== null &&
        (keyword !== 'format' || formatNamed(schema.format) !== null)
      hasOneRoot &&= root === next.root
      const part = { schema, root, keywords: KEYWORDS.filter(isEvaluated) }
      parts.set(schema, part)
      // In draft-07 this is what an anchor is called.
      if (id.startsWith('#')) nest(anchors, root).set(id.slice(1), schema)
      for (const [keyword, value] of Object.entries(schema)) {
        const shape = shapeOf(keyword, dialect)
        if (shape === null) continue
        if (!shape.fits(value)) throw new Unusable(`‘${keyword}’ must be ${shape.words}.`)
        readKeyword(part, keyword, value)
        for (const inner of schemasIn(keyword, value, dialect)) open.push({ value: inner, root })
      }
    }
  }

  const resolve = (root: JsonSchema, to: string): AnySchema | null => {
    const fragment = decode(to.slice(1))
    const anchored = anchors.get(root)?.get(fragment)
    const found = fragment === '' ? root : (anchored ?? follow(root, fragment))
    return isJsonObject(found) || typeof found === 'boolean' ? found : null
  }

  /** A definition that nobody uses may be as it likes: servers cut their schemas out of larger ones. */
  const expectUsable = () => {
    const ending = new Set<JsonSchema>()
    const reached = new Set<JsonValue>()
    const open: JsonValue[] = [schema]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (!isJsonObject(next) || reached.has(next)) continue
      reached.add(next)
      expectEnd(next, ending)
      for (const [keyword, value] of Object.entries(next)) {
        if (isUnused(keyword, next)) continue
        for (const inner of schemasIn(keyword, value, dialect)) open.push(inner)
        const target = targets.get(next)?.get(keyword)
        if (target !== undefined) open.push(target)
        else if (missing.get(next) === keyword)
          throw new Unusable(`The schema refers to ‘${value}’, which it does not hold.`)
      }
    }
  }

  /** What leads back to itself without going into the value is never done with it. `ending`: what is known to be. */
  const expectEnd = (part: JsonValue | undefined, ending: Set<JsonSchema>, way = new Set<JsonSchema>()) => {
    if (!isJsonObject(part) || ending.has(part)) return
    if (way.has(part)) throw new Unusable('The schema refers to itself without end.')
    way.add(part)
    expectEnd(targets.get(part)?.get('$ref'), ending, way)
    // With several it depends on what is evaluated round it.
    if (hasOneRoot) expectEnd(targets.get(part)?.get('$dynamicRef'), ending, way)
    for (const keyword of OF_THE_SAME)
      if (Object.hasOwn(part, keyword) && !isUnused(keyword, part))
        for (const inner of schemasIn(keyword, part[keyword] ?? null, dialect)) expectEnd(inner, ending, way)
    way.delete(part)
    ending.add(part)
  }

  try {
    read(schema, schema)
    for (let next = references.pop(); next !== undefined; next = references.pop()) {
      const { part, keyword, to } = next
      const target = resolve(part.root, to)
      if (target === null) missing.set(part.schema, keyword)
      else {
        nest(targets, part.schema).set(keyword, target)
        // It may stand in a keyword that nobody knows.
        read(target, part.root)
      }
    }
    if (missing.size + targets.size > 0) expectUsable()
  } catch (error) {
    if (error instanceof Unusable) return { ok: false, problem: error.message }
    throw error
  }
  return {
    ok: true,
    parts: {
      of: (part) => known(parts.get(part)),
      target: (part, keyword) => known(targets.get(part)?.get(keyword)),
      dynamicAnchor: (root, name) => dynamic.get(root)?.get(name) ?? null,
      pattern: (source) => known(patterns.get(source)),
      tracks,
      dialect,
    },
  }
}

/** Whose schemas hold the same value, whatever it is. */
const OF_THE_SAME = [
  ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'],
  ...['dependentSchemas', 'dependencies'],
]

/** Schemas that are looked at only where something else asks for them. */
function isUnused(keyword: string, { if: condition, items }: JsonSchema): boolean {
  if (keyword === 'then' || keyword === 'else') return condition === undefined
  return (
    keyword === '$defs' ||
    keyword === 'definitions' ||
    (keyword === 'additionalItems' && !Array.isArray(items))
  )
}

function known<Found>(found: Found | undefined): Found {
  if (found === undefined) throw new Error('A part of a schema was never read.')
  return found
}

function nest<Inner, Value>(map: Map<JsonSchema, Map<Inner, Value>>, key: JsonSchema): Map<Inner, Value> {
  return obtain(map, key, () => new Map<Inner, Value>())
}

function follow(root: JsonSchema, pointer: string): JsonValue | undefined {
  if (!pointer.startsWith('/')) return undefined
  let here: JsonValue | undefined = root
  for (const segment of pointer.slice(1).split('/')) {
    const name = segment.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, name)) return undefined
    here = (here as Record<string, JsonValue>)[name]
  }
  return here
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const HOLDS_DATA = new Set(['enum', 'const', 'default'])
/** Their names are the author's, each of their values is a schema. */
const HOLDS_NAMED = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'])

/** Whether a reference leads into plain data, which was never meant as a schema. */
export function leadsIntoData(reference: string): boolean {
  const segments = decode(reference).split('/').slice(1)
  return segments.some(
    (segment, index) => HOLDS_DATA.has(segment) && !HOLDS_NAMED.has(segments[index - 1] ?? ''),
  )
}
