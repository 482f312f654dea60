/** Whether a schema lets nothing pass that another one does not, held against what both say of values. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/main/model/json.ts'
import { isNarrowerSchema } from '../../../src/main/workflow/preview/narrower-schema.ts'
import { validateAgainst } from '../../../src/main/workflow/schema/schema.ts'
import { runs } from '../../support/effort.ts'

const some = <Each>(...each: Each[]) => fc.constantFrom(...each)
const few = fc.integer({ min: 0, max: 3 })
const flat = {
  type: some<unknown>(
    ...['object', 'array', 'string', 'number', 'integer'],
    ...[
      ['string', 'number'],
      ['object', 'array'],
    ],
  ),
  enum: fc.subarray<unknown>(['a', 'ab', 1, 2, null, {}], { minLength: 1 }),
  const: some<unknown>('a', 1),
  pattern: some('^a', 'b$'),
  minimum: few,
  maximum: few,
  exclusiveMinimum: few,
  exclusiveMaximum: few,
  minLength: few,
  maxLength: few,
  multipleOf: some(1, 2),
  minItems: few,
  maxProperties: few,
  uniqueItems: fc.boolean(),
  format: some('date', 'email', 'no format'),
  default: some<unknown>('a', 1),
  minContains: few,
  maxContains: few,
  required: fc.subarray(['x', 'y']),
  additionalProperties: fc.boolean(),
}
/** With few keywords, so that two differ in little. */
const recordOf = (keywords: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<JsonObject> =>
  fc
    .subarray(Object.keys(keywords), { maxLength: 3 })
    .chain((names) =>
      fc.record(Object.fromEntries(names.map((name) => [name, keywords[name] ?? few]))),
    ) as fc.Arbitrary<JsonObject>
const inner = recordOf(flat)
const schema = recordOf({
  ...flat,
  properties: fc.dictionary(some('x', 'y'), inner, { maxKeys: 2 }),
  patternProperties: fc.dictionary(some('x', '.'), inner, { maxKeys: 1 }),
  additionalProperties: fc.oneof(fc.boolean(), inner),
  unevaluatedProperties: fc.boolean(),
  items: fc.oneof(fc.boolean(), inner),
  prefixItems: fc.array(inner, { minLength: 1, maxLength: 2 }),
  contains: inner,
  propertyNames: inner,
  dependentRequired: fc.constant({ x: ['y'] }),
  dependentSchemas: fc.record({ x: inner }),
  not: inner,
  if: inner,
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, not a promise
  then: inner,
  else: inner,
  ...Object.fromEntries(
    ['oneOf', 'anyOf', 'allOf'].map((name) => [name, fc.array(inner, { minLength: 1, maxLength: 2 })]),
  ),
})
/** Some keywords mean something else there. */
const older = fc
  .tuple(schema, fc.array(inner, { minLength: 1, maxLength: 2 }), inner)
  .map(
    ([{ prefixItems: _, ...each }, items, additionalItems]): JsonObject =>
      ({ ...each, ...('items' in each && { items, additionalItems }) }) as JsonObject,
  )
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    some<unknown>('', 'a', 'ab', 'b', 0, 1, 2, 3, 1.5, null, true),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(some('x', 'y', 'z'), tie('value'), { maxKeys: 3 }),
  ),
}))
const DRAFT_07 = 'http://json-schema.org/draft-07/schema#'
const read = (by: JsonObject, given: unknown, $schema?: string) => {
  const whole = { ...($schema && { $schema }), type: 'object', properties: { v: by } }
  return validateAgainst(whole, { v: given } as JsonObject)
}
const passes = (by: JsonObject, given: unknown, $schema?: string) =>
  read(by, given, $schema).violations.length === 0

describe('a schema that is called narrower', () => {
  it('lets nothing pass that the other one does not [weaker.unproven]', () => {
    let narrower = 0
    fc.assert(
      fc.property(
        schema,
        schema,
        fc.boolean(),
        fc.array(value, { minLength: 8, maxLength: 8 }),
        (one, other, more, values) => {
          const is = more ? { ...one, ...other } : other
          if (!isNarrowerSchema(one, is)) return
          narrower += 1
          // With the same values where nobody gives any.
          for (const given of values) if (passes(is, given)) expect(read(one, given)).toEqual(read(is, given))
        },
      ),
      { numRuns: runs(4000, 200_000) },
    )
    expect(narrower).toBeGreaterThan(200)
  })

  it('nor in an older dialect [weaker.unproven]', () => {
    let narrower = 0
    fc.assert(
      fc.property(older, older, fc.array(value, { minLength: 8, maxLength: 8 }), (one, other, values) => {
        const is = { ...one, ...other }
        if (!isNarrowerSchema(one, is)) return
        narrower += 1
        for (const given of values)
          if (passes(is, given, DRAFT_07)) expect(passes(one, given, DRAFT_07)).toBe(true)
      }),
      { numRuns: runs(1000, 50_000) },
    )
    expect(narrower).toBeGreaterThan(20)
  })

  it.each<[string, JsonObject, JsonObject]>([
    ['asks for more', { required: ['a'] }, { required: ['a', 'b'] }],
    [
      'takes whole numbers alone',
      { properties: { a: { type: 'number' } } },
      { properties: { a: { type: 'integer' } } },
    ],
    [
      'ends a list of choices sooner',
      { properties: { a: { enum: [1, 2] } } },
      { properties: { a: { enum: [1] } } },
    ],
    ['takes no others', { properties: { a: {} } }, { properties: { a: {} }, additionalProperties: false }],
    [
      'leaves one out and takes no others',
      { properties: { a: {}, b: {} }, additionalProperties: false },
      { properties: { a: {} }, additionalProperties: false },
    ],
    [
      'has a default that it had',
      { properties: { a: { enum: [1, 2], default: 1 } } },
      { properties: { a: { enum: [1], default: 1 } } },
    ],
    ['has one more condition', { type: 'object' }, { type: 'object', not: { required: ['a'] } }],
    [
      'asks for what belongs together',
      { properties: { a: {} } },
      { properties: { a: {} }, dependentRequired: { a: ['b'] } },
    ],
    [
      'says more of one',
      { properties: { a: { type: 'string' } } },
      { properties: { a: { type: 'string', maxLength: 9 } } },
    ],
  ])('%s [weaker.unproven]', (_, was, is) => {
    expect(isNarrowerSchema(was, is)).toBe(true)
    expect(isNarrowerSchema(is, was)).toBe(false)
  })

  it.each<[string, JsonObject, JsonObject]>([
    [
      'takes one more',
      { properties: { a: {} }, additionalProperties: false },
      { properties: { a: {}, b: {} }, additionalProperties: false },
    ],
    ['leaves one out, which may be anything', { properties: { a: { type: 'string' } } }, { properties: {} }],
    ['has another default', { properties: { a: {} } }, { properties: { a: { default: 1 } } }],
    ['gives what nobody gave', {}, { properties: { a: { default: '--force' } } }],
    [
      'no longer gives what nobody gave',
      { properties: { a: { default: '--dry-run' } } },
      { properties: {}, additionalProperties: false },
    ],
    [
      'says more of what must not be',
      { properties: { a: {} }, not: { $ref: '#/properties/a' } },
      { properties: { a: { type: 'string' } }, not: { $ref: '#/properties/a' } },
    ],
  ])('is none that %s [weaker.unproven]', (_, was, is) => {
    expect(isNarrowerSchema(was, is)).toBe(false)
  })
})

it.each<[string, JsonObject, JsonObject]>([
  ['another', { properties: { a: { default: 1 } } }, { properties: { a: { default: 2 } } }],
  [
    'one that is gone',
    { properties: { a: { type: 'string', default: 'x' } } },
    { properties: { a: { type: 'string' } } },
  ],
  [
    'one that is new',
    { properties: { a: { type: 'string' } } },
    { properties: { a: { type: 'string', default: 'x' } } },
  ],
  [
    'one that goes with what held it',
    { properties: { a: { default: 1 } }, additionalProperties: false },
    { properties: {}, additionalProperties: false },
  ],
])('a value that nobody gives is no narrower: %s [weaker.unproven]', (_, one, other) => {
  expect(isNarrowerSchema(one, other)).toBe(false)
})

describe('a bound of numbers', () => {
  it.each<[string, JsonObject, JsonObject]>([
    ['that its end no longer passes', { minimum: 1 }, { exclusiveMinimum: 1 }],
    ['that is nearer, and its end passes', { exclusiveMaximum: 5 }, { maximum: 4 }],
    ['beside one that says more', { maximum: 5 }, { maximum: 9, exclusiveMaximum: 5 }],
  ])('%s is narrower, and not the other way round [weaker.unproven]', (_, one, other) => {
    expect(isNarrowerSchema(one, other)).toBe(true)
    expect(isNarrowerSchema(other, one)).toBe(false)
  })
})
