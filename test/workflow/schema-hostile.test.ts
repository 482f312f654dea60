import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonSchema, JsonValue } from '../../src/main/model/json.ts'
import { schemaProblem, schemaShapeProblem, validateAgainst } from '../../src/main/workflow/schema/schema.ts'
import { measureProcessorTime } from '../support/processor-time.ts'

/** Generous: the machine may be busy. Without the bounds these take minutes, or for ever. */
const BOUND_MS = 3000

function timed<T>(work: () => T): T {
  let result: T | undefined
  expect(
    measureProcessorTime(() => {
      result = work()
    }),
  ).toBeLessThan(BOUND_MS)
  return result as T
}

function named(count: number, value: (index: number) => JsonValue): JsonObject {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, value(index)]))
}

function nested(levels: number, innermost: JsonValue = 1): JsonObject {
  let value: JsonValue = innermost
  for (let level = 0; level < levels; level += 1) value = { a: value }
  return value as JsonObject
}

describe('a schema that means harm', () => {
  it.each<[string, JsonSchema, string]>([
    ['is huge', { description: 'x'.repeat(10_000_000) }, 'larger than 512 KiB'],
    ['is huge in many pieces', { enum: Array.from({ length: 600_000 }, () => 1) }, 'larger than 512 KiB'],
    ['is deep', nested(10_000), 'deeper than 64 levels'],
    ['has parts without number', { properties: named(4000, () => ({})) }, 'more than 3000 parts'],
    ['refers to an address', { $ref: 'https://example.org/s.json' }, 'only references within it'],
    ['refers to a file', { properties: { a: { $ref: '/etc/passwd' } } }, 'only references within it'],
    ['refers into plain data', { const: { anyOf: [] }, $ref: '#/const' }, 'a value and no schema'],
    ['hides that', { const: { anyOf: [] }, $ref: '#/%63onst' }, 'a value and no schema'],
    ['promises its answer', { $async: true, type: 'object' }, '$async'],
    ['is no object', [] as unknown as JsonSchema, 'must be an object'],
  ])('is refused before it is compiled when it %s [R7.2]', (_name, schema, reason) => {
    expect(timed(() => schemaShapeProblem(schema))).toContain(reason)
    expect(timed(() => schemaProblem(schema))).toContain(reason)
    const { violations } = validateAgainst(schema, {})
    expect(violations).toHaveLength(1)
    // Whoever tells it ends the sentence.
    expect(violations[0]?.message).not.toMatch(/\.$/)
  })

  it('compiles in bounded time, or is refused [R7.2]', () => {
    const big = { type: 'object', properties: named(1000, () => ({ type: 'string' })) }
    const repeated = { $defs: { big }, properties: named(900, () => ({ $ref: '#/$defs/big' })) }
    expect(timed(() => schemaProblem(repeated))).toBeNull()
    const chained = {
      $defs: named(900, (index) => ({ properties: { x: { $ref: `#/$defs/p${(index + 1) % 900}` } } })),
      $ref: '#/$defs/p0',
    }
    const problem = timed(() => schemaProblem(chained))
    if (problem !== null) expect(problem).toBe('Its references are chained too far.')
  })

  it('has catastrophic patterns matched in linear time [R7.2]', () => {
    const schema = { properties: { a: { pattern: '^(a+)+$' } }, patternProperties: { '(x+x+)+y': true } }
    const violations = timed(
      () => validateAgainst(schema, { a: `${'a'.repeat(50_000)}!`, ['x'.repeat(5000)]: 1 }).violations,
    )
    expect(violations.map(({ path }) => path)).toEqual(['a'])
  })

  it.each<[string, JsonSchema, JsonObject]>([
    [
      'doubles with each level of the value',
      { properties: { a: { anyOf: [{ $ref: '#' }, { $ref: '#' }] }, b: false } },
      nested(150, { b: 1 }),
    ],
    [
      'does so from within an unknown keyword',
      {
        $ref: '#/x-hidden/p',
        'x-hidden': {
          p: { properties: { a: { oneOf: [{ $ref: '#/x-hidden/p' }, { $ref: '#/x-hidden/p' }] } } },
        },
      },
      nested(150),
    ],
    [
      'tries thousands of forms on each of many items',
      { properties: { a: { items: { anyOf: Array.from({ length: 2000 }, (_, i) => ({ const: i })) } } } },
      { a: Array.from({ length: 20_000 }, () => -1) },
    ],
    [
      'compares each item with a long list',
      { properties: { a: { items: { enum: Array.from({ length: 20_000 }, (_, i) => [i]) } } } },
      { a: Array.from({ length: 20_000 }, () => ({})) },
    ],
    [
      'hands on what it has looked at through many layers',
      {
        $defs: {
          ...named(900, (index) => ({ $ref: `#/$defs/p${index + 1}` })),
          p900: { additionalProperties: true },
        },
        $ref: '#/$defs/p0',
        unevaluatedProperties: false,
      },
      named(20_000, () => 1),
    ],
    [
      'matches many patterns on many names',
      { patternProperties: Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`x${i}`, true])) },
      named(20_000, () => 1),
    ],
  ])('is given up when it %s [R7.2]', (_name, schema, value) => {
    expect(schemaProblem(schema)).toBeNull()
    const { violations } = timed(() => validateAgainst(schema, value))
    expect(violations[0]?.message).toBe('cannot be checked, because its schema takes too many steps for it')
  })

  it('which refers to itself without end is a violation, no fault [R7.2]', () => {
    const { violations } = timed(() => validateAgainst({ $ref: '#' }, {}))
    expect(violations[0]?.message).toContain('without end')
  })

  it('finds repeated items among very many [R7.2]', () => {
    const schema = { properties: { a: { type: 'array', uniqueItems: true } } }
    const items = Array.from({ length: 10_000 }, (_, index) => ({ index, deep: [{ b: 1, a: 2 }] }))
    expect(timed(() => validateAgainst(schema, { a: items }).violations)).toEqual([])
    const repeated = [{ b: [1], a: 2 }, { c: 1 }, { a: 2, b: [1] }]
    expect(validateAgainst(schema, { a: repeated }).violations[0]).toMatchObject({
      path: 'a',
      message: 'has an item twice',
    })
    expect(validateAgainst(schema, { a: [1, '1', true, null, [], {}] }).violations).toEqual([])
  })
})

describe('an honest schema', () => {
  it('that refers to itself checks values as deep and wide as they come [R7.2]', () => {
    const tree: JsonSchema = {
      type: 'object',
      properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#' } } },
      required: ['name'],
    }
    const leaves = Array.from({ length: 20_000 }, (_, index) => ({ name: `n${index}`, children: [] }))
    expect(timed(() => validateAgainst(tree, { name: 'root', children: leaves }).violations)).toEqual([])
    expect(validateAgainst(tree, { name: 'root', children: [{ name: 1 }] }).violations).toEqual([
      { path: 'children[0].name', message: 'is a number, must be text', expected: 'string' },
    ])
  })

  it('shows its rules without what counts the steps [R7.2]', () => {
    const schema: JsonSchema = { properties: { a: { not: { type: 'string' } } } }
    expect(validateAgainst(schema, { a: 'x' }).violations[0]?.expected).toBe('not {"type":"string"}')
  })
})
