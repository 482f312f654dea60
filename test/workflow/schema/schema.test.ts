import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonSchema } from '../../../src/main/model/json.ts'
import { schemaProblem, validateAgainst } from '../../../src/main/workflow/schema/schema.ts'
import { measureProcessorTime } from '../../support/processor-time.ts'

describe('defaults of a schema', () => {
  const schema: JsonSchema = {
    type: 'object',
    properties: {
      environment: { type: 'string', enum: ['staging', 'production'], default: 'staging' },
      options: {
        type: 'object',
        default: {},
        properties: {
          retries: { type: 'integer', default: 3 },
          notify: {
            type: 'object',
            default: {},
            properties: { channel: { type: 'string', default: '#ops' } },
          },
        },
      },
      files: {
        type: 'array',
        items: { type: 'object', properties: { mode: { type: 'string', default: 'w' } } },
      },
    },
  }

  it('are filled in at any depth [workflow.schema-defaults]', () => {
    const { value, violations } = validateAgainst(schema, { files: [{ name: 'a' }, { mode: 'r' }] })
    expect(violations).toEqual([])
    expect(value).toEqual({
      environment: 'staging',
      options: { retries: 3, notify: { channel: '#ops' } },
      files: [{ name: 'a', mode: 'w' }, { mode: 'r' }],
    })
  })

  it('do not replace what is given, be it false, null or empty [workflow.schema-defaults]', () => {
    const lenient: JsonSchema = {
      properties: { a: { default: true }, b: { default: 1 }, c: { default: 'x' } },
    }
    expect(validateAgainst(lenient, { a: false, b: null, c: '' }).value).toEqual({ a: false, b: null, c: '' })
  })

  it('reach behind local references and into allOf [workflow.schema-defaults]', () => {
    const referring: JsonSchema = {
      $defs: { size: { type: 'object', properties: { width: { default: 10 } } } },
      properties: { size: { $ref: '#/$defs/size' } },
      allOf: [{ properties: { extra: { default: 'yes' } } }],
    }
    expect(validateAgainst(referring, { size: {} }).value).toEqual({ size: { width: 10 }, extra: 'yes' })
  })

  it('of what must not fit, or of one form among several, are none [workflow.schema-defaults]', () => {
    const inner: JsonSchema = { required: ['b'], properties: { a: { default: 1 } } }
    const schemas: JsonSchema[] = [{ not: inner }, { anyOf: [inner, true] }, { oneOf: [inner, true] }]
    for (const declared of schemas)
      expect(validateAgainst(declared, { c: 1 })).toEqual({ value: { c: 1 }, violations: [] })
  })

  it('go into a copy: neither the value nor the schema changes [workflow.schema-defaults]', () => {
    const value: JsonObject = { options: {}, files: [{}] }
    const before = JSON.stringify([value, schema])
    const first = validateAgainst(schema, value)
    ;(first.value.options as JsonObject).retries = 99
    expect(JSON.stringify([value, schema])).toBe(before)
    expect(validateAgainst(schema, value).value).toMatchObject({ options: { retries: 3 } })
  })

  it('fill every missing property that has one, whatever was given [workflow.schema-defaults]', () => {
    const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,6}$/), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(
        names,
        fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), fc.integer()),
        (declared, given) => {
          const usable = declared.filter((name) => !(name in Object.prototype))
          const properties = Object.fromEntries(
            usable.map((name) => [name, { default: `default of ${name}` }]),
          )
          const { value, violations } = validateAgainst({ type: 'object', properties }, given)
          expect(violations).toEqual([])
          for (const name of usable) {
            expect(value[name]).toBe(Object.hasOwn(given, name) ? given[name] : `default of ${name}`)
          }
          for (const [name, number] of Object.entries(given)) expect(value[name]).toBe(number)
        },
      ),
    )
  })

  it('are none without a schema, and everything fits [workflow.schema-defaults]', () => {
    const value = { a: [1, { b: null }] }
    const checked = validateAgainst(undefined, value)
    expect(checked).toEqual({ value, violations: [] })
    expect(checked.value).not.toBe(value)
  })
})

describe('violations', () => {
  const schema: JsonSchema = {
    type: 'object',
    required: ['title', 'files'],
    additionalProperties: false,
    properties: {
      title: { type: 'string', minLength: 3 },
      kind: { enum: ['a', 'b'] },
      count: { type: 'integer', maximum: 5 },
      mail: { type: 'string', format: 'email' },
      code: { type: 'string', pattern: '^[A-Z]+$' },
      files: {
        type: 'array',
        items: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
      },
    },
  }
  const rows = (value: JsonObject) => validateAgainst(schema, value).violations

  it('are all reported at once, each with path, message and expected [workflow.schema-violations]', () => {
    expect(rows({ title: 5, kind: 'c', files: [{ name: 'x' }, {}], extra: 1 })).toEqual([
      {
        path: 'extra',
        message: 'is not known here',
        expected: 'only: title, kind, count, mail, code, files',
      },
      { path: 'title', message: 'is a number, must be text', expected: 'string' },
      { path: 'kind', message: 'is none of the allowed values', expected: 'one of: "a", "b"' },
      { path: 'files[1].name', message: 'is missing', expected: 'string' },
    ])
  })

  it.each<[JsonObject, string, string]>([
    [{}, 'title', 'string'],
    [{ title: 'x', files: [] }, 'title', 'minLength 3'],
    [{ title: 'xxx', files: [], count: 9 }, 'count', 'maximum 5'],
    [{ title: 'xxx', files: [], mail: 'nobody' }, 'mail', 'format "email"'],
    [{ title: 'xxx', files: [], code: 'abc' }, 'code', 'pattern "^[A-Z]+$"'],
    [{ title: 'xxx', files: 'no' }, 'files', 'array'],
  ])('%j is answered with what is expected of %s [workflow.schema-violations]', (value, path, expected) => {
    expect(rows(value)).toContainEqual({ path, message: expect.any(String), expected })
  })

  it('of numbers that a format bounds are found [workflow.schema-violations]', () => {
    const schema: JsonSchema = {
      properties: { small: { format: 'int32' }, large: { format: 'int64' }, any: { format: 'double' } },
    }
    const found = (value: JsonObject) => validateAgainst(schema, value).violations.map(({ path }) => path)
    expect(found({ small: 2 ** 31 - 1, large: 2 ** 40, any: 0.5 })).toEqual([])
    expect(found({ small: 'no number', large: null, any: true })).toEqual([])
    expect(found({ small: 2 ** 31, large: 0.5, any: 0.5 })).toEqual(['small', 'large'])
  })

  it('of keys with dots, slashes and tildes are found [workflow.schema-violations]', () => {
    const odd: JsonSchema = {
      properties: { 'a/b~c': { type: 'object', properties: { 'd e': { type: 'null' } } } },
    }
    expect(validateAgainst(odd, { 'a/b~c': { 'd e': 1 } }).violations).toEqual([
      { path: 'a/b~c.d e', message: 'is a number, must be null', expected: 'null' },
    ])
  })

  it('of alternatives name the alternatives [workflow.schema-violations]', () => {
    const either: JsonSchema = { properties: { a: { oneOf: [{ type: 'string' }, { type: 'number' }] } } }
    const found = validateAgainst(either, { a: true }).violations
    expect(found.map((row) => row.expected)).toEqual(['string', 'number', 'one of the forms'])
  })

  it('are few and short, however wrong the value [workflow.schema-violations]', () => {
    const value = Object.fromEntries(
      Array.from({ length: 5000 }, (_, index) => [`x${index}`, 'y'.repeat(1000)]),
    )
    const found = rows(value)
    expect(found.length).toBeLessThanOrEqual(20)
    expect(JSON.stringify(found).length).toBeLessThan(5000)
  })

  it('treat names of prototypes as any other name [workflow.prototypes]', () => {
    const strict: JsonSchema = {
      type: 'object',
      required: ['constructor', 'toString'],
      additionalProperties: false,
      properties: { constructor: {}, toString: {} },
    }
    expect(validateAgainst(strict, {}).violations.map((row) => row.path)).toEqual(['constructor', 'toString'])
    const hostile = JSON.parse('{"__proto__":{"admin":true}}') as JsonObject
    expect(validateAgainst(strict, hostile).violations.map((row) => row.path)).toContain('__proto__')
    expect(({} as Record<string, unknown>).admin).toBeUndefined()
  })
})

describe('schemas', () => {
  const follows = (keyword: 'then' | 'else') => ({ [keyword]: { $ref: '#/$defs/none' } })
  it.each<[string, JsonSchema]>([
    ['an empty one', {}],
    [
      'of draft 2020-12',
      { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object', prefixItems: [{}] },
    ],
    [
      'of draft-07',
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        definitions: { a: { type: 'string' } },
        properties: { a: { $ref: '#/definitions/a' }, b: { items: [{ type: 'string' }] } },
      },
    ],
    [
      'with keywords of somebody else',
      { type: 'object', 'x-order': 1, properties: { a: { type: 'string', format: 'phone-number' } } },
    ],
    ['with an id', { $id: 'https://example.com/a', type: 'object' }],
    [
      'with an id of the dialect itself',
      { $id: 'https://json-schema.org/draft/2020-12/schema', type: 'object' },
    ],
    ['with ids inside', { properties: { a: { $id: 'https://example.com/b', type: 'string' } } }],
    ['with a circle that nobody uses', { $defs: { a: { $ref: '#/$defs/a' } } }],
    ['that refers to itself', { type: 'object', properties: { child: { $ref: '#' } } }],
    ['with a property called $ref', { properties: { $ref: { type: 'string' } } }],
    [
      'with references to nothing in parts that are never used',
      { ...follows('then'), ...follows('else'), $defs: { unused: { $ref: '#/$defs/none' } } },
    ],
  ])('%s is usable, also twice [workflow.schema-usable]', (_, schema) => {
    expect(schemaProblem(schema)).toBeNull()
    expect(schemaProblem(structuredClone(schema))).toBeNull()
    expect(validateAgainst(structuredClone(schema), {}).violations).toEqual([])
  })

  it.each<[string, JsonSchema, string]>([
    ['an unknown type', { type: 'strin' }, '‘type’ must be one of string'],
    ['one among others', { type: ['string', 'strin'] }, '‘type’ must be one of string'],
    ['a type twice', { type: ['string', 'string'] }, '‘type’ must be one of string'],
    ['no type at all', { type: [] }, '‘type’ must be one of string'],
    [
      'a remote reference',
      { properties: { a: { $ref: 'https://example.com/x.json' } } },
      'only references within it',
    ],
    ['a reference to a file', { $ref: 'other.json#/a' }, 'only references within it'],
    ['a circle', { $ref: '#' }, 'refers to itself without end'],
    [
      'a circle within a value',
      { properties: { a: { allOf: [{ $ref: '#/$defs/a' }] } }, $defs: { a: { not: { $ref: '#/$defs/a' } } } },
      'refers to itself without end',
    ],
    ['a reference to nothing', { $ref: '#/$defs/none' }, 'refers to ‘#/$defs/none’, which it does not hold'],
    [
      'one in what follows from a condition',
      { if: { required: ['a'] }, ...follows('then') },
      'refers to ‘#/$defs/none’, which it does not hold',
    ],
    [
      'one in what follows where a condition does not hold',
      { if: { required: ['a'] }, ...follows('else') },
      'refers to ‘#/$defs/none’, which it does not hold',
    ],
    ['a pattern that could hang', { properties: { a: { pattern: '^(?=a)b' } } }, 'look-ahead'],
    ['a pattern that is none', { properties: { a: { pattern: '(' } } }, 'not closed'],
    [
      'too many levels',
      JSON.parse(`${'{"not":'.repeat(100)}{}${'}'.repeat(100)}`) as JsonSchema,
      'nested deeper',
    ],
    [
      'too much',
      { enum: Array.from({ length: 600 }, (_, index) => `${index}${'x'.repeat(1000)}`) },
      'larger than',
    ],
  ])('with %s are refused with a reason [workflow.schema-usable]', (_, schema, words) => {
    expect(schemaProblem(schema)).toContain(words)
    const { violations } = validateAgainst(schema, { a: 1 })
    expect(violations).toEqual([
      { path: '', message: expect.stringContaining(words), expected: 'a usable schema' },
    ])
  })

  it('of one id do not meet each other [workflow.schema-usable]', () => {
    const text: JsonSchema = { $id: 'same', properties: { a: { $id: 'inner', type: 'string' } } }
    const number: JsonSchema = { $id: 'same', properties: { a: { $id: 'inner', type: 'number' } } }
    expect(validateAgainst(text, { a: 'x' }).violations).toEqual([])
    expect(validateAgainst(number, { a: 1 }).violations).toEqual([])
    expect(validateAgainst(number, { a: 'x' }).violations).toHaveLength(1)
  })

  it('take what an item was found for by ‘contains’ for looked at [workflow.schema-standard]', () => {
    const schema: JsonSchema = {
      properties: { a: { contains: { type: 'string' }, unevaluatedItems: { type: 'number' } } },
    }
    expect(validateAgainst(schema, { a: ['x', 1, 'y'] }).violations).toEqual([])
    expect(validateAgainst(schema, { a: ['x', true] }).violations.map((row) => row.path)).toEqual(['a[1]'])
  })

  it('forget the rules of a part once they have left it [workflow.schema-standard]', () => {
    const schema: JsonSchema = {
      $defs: {
        strict: {
          $id: 'strict',
          properties: { a: true },
          $defs: { node: { $dynamicAnchor: 'node', type: 'string' } },
        },
        loose: {
          $id: 'loose',
          properties: { a: { $dynamicRef: '#node' } },
          $defs: { node: { $dynamicAnchor: 'node', type: 'number' } },
        },
      },
      allOf: [{ $ref: '#/$defs/strict' }, { $ref: '#/$defs/loose' }],
    }
    expect(validateAgainst(schema, { a: 1 }).violations).toEqual([])
    expect(validateAgainst(schema, { a: 'x' }).violations).toHaveLength(1)
  })

  it('follow a dynamic reference to the outermost part that has its name [workflow.schema-standard]', () => {
    const open: JsonSchema = { item: { $dynamicAnchor: 'item' } }
    const schema: JsonSchema = {
      $defs: {
        list: { $id: 'list', items: { $dynamicRef: '#item' }, $defs: open },
        item: { $dynamicAnchor: 'item', type: 'string' },
      },
      properties: { a: { $ref: '#/$defs/list' } },
    }
    expect(validateAgainst(schema, { a: ['x'] }).violations).toEqual([])
    expect(validateAgainst(schema, { a: ['x', 1] }).violations.map((row) => row.path)).toEqual(['a[1]'])
  })

  it('check each pattern where it stands [workflow.schema-usable]', () => {
    const schema: JsonSchema = {
      properties: { a: { pattern: '^a' }, b: { pattern: '^b' } },
      patternProperties: { '^x': { type: 'number' } },
    }
    expect(validateAgainst(schema, { a: 'a', b: 'b', x1: 1 }).violations).toEqual([])
    const wrong = validateAgainst(schema, { a: 'b', b: 'a', x1: 'y' }).violations
    expect(wrong.map((row) => row.path).sort()).toEqual(['a', 'b', 'x1'])
  })

  it('and values nested without end are refused, not walked [workflow.schema-usable]', () => {
    let deep: JsonObject = {}
    for (let level = 0; level < 100_000; level += 1) deep = { child: deep }
    const schema: JsonSchema = { type: 'object', properties: { child: { $ref: '#' } } }
    for (const declared of [schema, undefined]) {
      expect(validateAgainst(declared, deep).violations).toEqual([
        { path: '', message: 'is nested deeper than 200 levels', expected: 'fewer levels' },
      ])
    }
  })

  it('match patterns in linear time [workflow.schema-usable]', () => {
    const schema: JsonSchema = { properties: { a: { type: 'string', pattern: '^(a+)+$' } } }
    const taken = measureProcessorTime(() => {
      expect(validateAgainst(schema, { a: `${'a'.repeat(200_000)}!` }).violations).toHaveLength(1)
    })
    expect(validateAgainst(schema, { a: 'aaa' }).violations).toEqual([])
    expect(taken).toBeLessThan(10_000)
  })

  it('and values of every shape are checked without a throw [workflow.schema-usable]', () => {
    const key = fc.constantFrom(
      'type',
      'properties',
      'items',
      'required',
      'enum',
      '$ref',
      '$id',
      'default',
      'pattern',
      '__proto__',
      'anyOf',
      'additionalProperties',
      '$defs',
      'if',
      'then',
    )
    const leaf = fc.oneof(
      fc.constantFrom('object', 'string', '#', '#/$defs/a', '(', 'http://x'),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
    )
    const { schema } = fc.letrec<{ schema: JsonSchema; node: unknown }>((tie) => ({
      node: fc.oneof({ maxDepth: 3 }, leaf, fc.array(tie('node'), { maxLength: 3 }), tie('schema')),
      schema: fc.dictionary(key, tie('node'), { maxKeys: 4 }) as fc.Arbitrary<JsonSchema>,
    }))
    fc.assert(
      fc.property(schema, fc.dictionary(fc.string(), fc.jsonValue()), (declared, value) => {
        const { violations } = validateAgainst(declared, value as JsonObject)
        if (schemaProblem(declared) !== null) expect(violations).toHaveLength(1)
      }),
    )
  })
})
