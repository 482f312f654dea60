import { Ajv, type AnySchema, type Options } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { JsonObject, JsonSchema, JsonValue } from '../../src/main/model/json.ts'
import { findViolations, schemaProblem } from '../../src/main/workflow/schema/schema.ts'
import { runs } from '../support/effort.ts'

const OPTIONS: Options = {
  strict: false,
  allErrors: true,
  ownProperties: true,
  logger: false,
  inlineRefs: false,
  // They are schemas by how they are made; to check that would cost more than all else.
  validateSchema: false,
}

const name = fc.constantFrom('a', 'b', 'c', 'ab', 'a/b~')
const text = fc.constantFrom('', 'a', 'b', 'ab', 'abc', '2026-01-31', 'x@example.org', '\u{1f600}\u{1f600}')
const number = fc.oneof(fc.integer({ min: -3, max: 6 }), fc.constantFrom(0.5, 1.5, 2.25))
const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    text,
    number,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }) as fc.Arbitrary<JsonValue>,
    fc.dictionary(name, tie('value'), { maxKeys: 4, noNullPrototype: true }) as fc.Arbitrary<JsonValue>,
  ),
}))
const type = fc.constantFrom('string', 'number', 'integer', 'boolean', 'object', 'array', 'null')
const pattern = fc.constantFrom('^a', 'b$', '^.$', 'a.?b', '[a-c]{2}')
const count = fc.integer({ min: 0, max: 4 })
const names = fc.uniqueArray(name, { maxLength: 3 })
const reference = fc.constantFrom('#/$defs/one', '#/$defs/two', '#two', '#/$defs/one/properties/a')

const simple = {
  type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })),
  enum: fc.uniqueArray(value, { minLength: 1, maxLength: 4, selector: (each) => JSON.stringify(each) }),
  const: value,
  maximum: number,
  minimum: number,
  exclusiveMaximum: number,
  exclusiveMinimum: number,
  multipleOf: fc.constantFrom(1, 2, 0.5, 0.25),
  maxLength: count,
  minLength: count,
  pattern,
  format: fc.constantFrom('date', 'email', 'uri', 'nothing-known'),
  maxItems: count,
  minItems: count,
  uniqueItems: fc.boolean(),
  maxProperties: count,
  minProperties: count,
  required: names,
}

type Fields = Record<string, fc.Arbitrary<unknown>>

/** Few keywords at once, so that values fit often enough. */
function objectOf(fields: Fields): fc.Arbitrary<JsonSchema> {
  return fc
    .uniqueArray(fc.constantFrom(...Object.keys(fields)), { minLength: 0, maxLength: 4 })
    .chain((chosen) =>
      fc.record(Object.fromEntries(chosen.map((key) => [key, fields[key] as fc.Arbitrary<unknown>])), {
        noNullPrototype: true,
      }),
    )
    .map((schema) => schema as JsonSchema)
}

function schemasWith(more: (inner: fc.Arbitrary<unknown>) => Fields): fc.Arbitrary<JsonSchema> {
  return fc.letrec<{ schema: unknown; object: JsonSchema }>((tie) => {
    const inner = tie('schema')
    const list = fc.array(inner, { minLength: 1, maxLength: 3 })
    const named = fc.dictionary(name, inner, { maxKeys: 3, noNullPrototype: true })
    return {
      schema: fc.oneof(
        { maxDepth: 3, depthIdentifier: 'schema' },
        fc.boolean(),
        objectOf(simple),
        tie('object'),
      ),
      object: objectOf({
        ...simple,
        not: inner,
        anyOf: list,
        oneOf: list,
        allOf: list,
        if: inner,
        // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
        then: inner,
        else: inner,
        items: inner,
        properties: named,
        patternProperties: fc.dictionary(pattern, inner, { maxKeys: 2, noNullPrototype: true }),
        additionalProperties: inner,
        propertyNames: inner,
        $ref: reference,
        ...more(inner),
      }),
    }
  }).object
}

const present = schemasWith((inner) => ({
  prefixItems: fc.array(inner, { minLength: 1, maxLength: 3 }),
  dependentRequired: fc.dictionary(name, names, { maxKeys: 2, noNullPrototype: true }),
  dependentSchemas: fc.dictionary(name, inner, { maxKeys: 2, noNullPrototype: true }),
  unevaluatedProperties: inner,
  contains: inner,
  minContains: count,
  maxContains: count,
}))
/** The other engine counts what `contains` tries as looked at, against the standard: never both. */
const withUnevaluatedItems = schemasWith((inner) => ({
  prefixItems: fc.array(inner, { minLength: 1, maxLength: 3 }),
  unevaluatedItems: inner,
  unevaluatedProperties: inner,
}))
const older = schemasWith((inner) => ({
  items: fc.oneof(inner, fc.array(inner, { minLength: 1, maxLength: 3 })),
  additionalItems: inner,
  dependencies: fc.dictionary(name, fc.oneof(inner, names), { maxKeys: 2, noNullPrototype: true }),
  contains: inner,
}))

const withDefinitions = (schema: fc.Arbitrary<JsonSchema>, anchor: object, $schema: string) =>
  fc.record({ body: schema, one: schema, two: schema }).map(
    ({ body, one, two }): JsonObject => ({
      ...body,
      $schema,
      $defs: { one: { properties: { a: true }, ...one }, two: { ...two, ...anchor } },
    }),
  )

/** Keywords whose schemas look at the same value, so that a reference among them can lead back without end. */
const IN_PLACE = new Set([
  'not',
  'anyOf',
  'oneOf',
  'allOf',
  'if',
  'then',
  'else',
  'dependentSchemas',
  'dependencies',
])

/** Whether a definition refers to anything again before it has gone into the value. */
function refersInPlace(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  return Object.entries(schema).some(
    ([key, inner]) => key === '$ref' || (IN_PLACE.has(key) && JSON.stringify(inner).includes('"$ref"')),
  )
}

/** Whether some schema within has this. */
function holds(schema: unknown, is: (part: object) => boolean): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  return is(schema) || Object.values(schema).some((part) => holds(part, is))
}

/** It decides nothing, so the other engine does not look at it. */
const isIdle = (part: object): boolean => 'if' in part && !('then' in part || 'else' in part)

/** The other engine counts what a branch has looked at that did not fit, against the standard. */
const triesWhatIsLeft = (part: object): boolean =>
  ['anyOf', 'oneOf', 'if', 'not'].some(
    (key) => key in part && JSON.stringify(part[key as keyof typeof part]).includes('"unevaluated'),
  )

const PRESENT = 'https://json-schema.org/draft/2020-12/schema'

it.each([
  ['2020-12', withDefinitions(present, { $anchor: 'two' }, PRESENT), Ajv2020],
  ['2020-12, with what is left', withDefinitions(withUnevaluatedItems, { $anchor: 'two' }, PRESENT), Ajv2020],
  ['draft-07', withDefinitions(older, { $id: '#two' }, 'http://json-schema.org/draft-07/schema#'), Ajv],
])('a value fits where another engine says so: %s [workflow.schema-standard]', (_, schemas, Engine) => {
  const tally = { fits: 0, not: 0, skipped: 0 }
  fc.assert(
    fc.property(schemas, fc.array(value, { minLength: 1, maxLength: 6 }), (schema, values) => {
      const ajv = new Engine(OPTIONS)
      addFormats.default(ajv)
      let validate: ((value: unknown) => unknown) | null = null
      try {
        validate = ajv.compile(schema as AnySchema)
      } catch (error) {
        tally.skipped += 1
        // The other engine does not get to the end of some references that lead back.
        if (error instanceof RangeError) return
        // References that end in nothing are refused by both.
        expect(`${schemaProblem(schema)} ${String(error)}`).toMatch(/does not hold.*resolve|resolve/)
        return
      }
      const problem = schemaProblem(schema)
      if (problem !== null && holds(schema, isIdle)) {
        tally.skipped += 1
        expect(problem).toMatch('does not hold')
        return
      }
      const isCircle = Object.values(schema.$defs as JsonObject).some(refersInPlace)
      if (problem !== null && isCircle) {
        tally.skipped += 1
        expect(problem).toBe('The schema refers to itself without end.')
        return
      }
      expect(problem).toBeNull()
      for (const each of values) {
        let expected: unknown = null
        try {
          expected = validate(each)
        } catch (error) {
          // The other engine's own faults; the first is a reference without end.
          if (error instanceof TypeError) continue
          expect(error).toBeInstanceOf(RangeError)
        }
        const found = findViolations(schema, each)
        // Where references lead in a circle the standard leaves open who stops, and either may not get so far.
        if (isCircle && (expected === null || found === null)) continue
        if (expected === true && found?.length !== 0 && holds(schema, triesWhatIsLeft)) continue
        expect(found?.length === 0).toBe(expected)
        tally[expected ? 'fits' : 'not'] += 1
      }
    }),
    { numRuns: runs(400, 10_000) },
  )
  // Otherwise it has tried nothing.
  expect(Math.min(tally.fits, tally.not)).toBeGreaterThan(runs(100, 1000))
  expect(tally.skipped).toBeLessThan(runs(100, 3000))
})
