import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../src/main/model/json.ts'
import { evaluateExpression, parseExpression } from '../../src/main/workflow/expression/expression.ts'
import { compilePattern } from '../../src/main/workflow/patterns/pattern.ts'
import { validateAgainst } from '../../src/main/workflow/schema/schema.ts'
import {
  fillTemplate,
  followPath,
  interpolate,
  mapObject,
  type Scope,
} from '../../src/main/workflow/scope.ts'
import { runs } from '../support/effort.ts'
import { anyObject, anyValue } from './mutate.ts'

const scopes: fc.Arbitrary<Scope> = fc
  .tuple(anyObject, anyObject, anyObject, anyValue)
  .map(([args, context, input, output]) => ({
    arguments: args,
    context,
    input,
    workflow: { id: 'wf_1', state: 'one' },
    output,
  }))

/** Texts of the grammar's own words, in any order. */
const WORDS = [
  '$.context.a',
  '$.arguments.__proto__',
  '$.input.constructor',
  '$.context.a[0].b',
  '$.workflow.state',
  '$',
  '1',
  '-1.5e3',
  '"text"',
  "'it'",
  'true',
  'null',
  '==',
  '!=',
  '<',
  '>=',
  'contains',
  'matches',
  'in',
  'starts_with',
  '&&',
  '||',
  '!',
  '(',
  ')',
  '"(a+)+$"',
  '[',
  ']',
  ',',
  '"',
  '\\',
  '\u0000',
]
const expressions = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.array(fc.constantFrom(...WORDS), { maxLength: 14 }).map((words) => words.join(' ')),
  fc.nat(3000).map((depth) => `${'('.repeat(depth)}1 == 1${')'.repeat(depth)}`),
  fc.nat(3000).map((depth) => `${'!'.repeat(depth)} $.context.a`),
)

const PATHS = [
  '$.context',
  '$.arguments.a',
  '$.output.__proto__.polluted',
  '$.context.constructor',
  `$${'.a'.repeat(500)}`,
  '$.a[99999999999]',
  '$..',
  '$.context[',
  '$.workflow.id',
]
const paths = fc.oneof(
  fc.constantFrom(...PATHS),
  fc.string({ maxLength: 30 }).map((text) => `$.${text}`),
)

const operators = fc.constantFrom('add', 'subtract', 'multiply', 'divide', 'set', 'concat')
const { mapping } = fc.letrec<{ mapping: JsonValue }>((tie) => ({
  mapping: fc.oneof(
    { depthSize: 'small' },
    paths,
    anyValue,
    fc
      .tuple(operators, fc.oneof(fc.array(tie('mapping'), { maxLength: 4 }), tie('mapping')))
      .map(([name, operands]) => ({ [name]: operands })),
  ),
}))

describe('expressions', () => {
  it('are refused in words or have an answer, for every text and every scope [fuzz.rules]', () => {
    fc.assert(
      fc.property(expressions, scopes, (text, scope) => {
        const parsed = parseExpression(text)
        if (parsed.ok) expect(typeof evaluateExpression(parsed.expression, scope)).toBe('boolean')
        else expect(parsed.message).toMatch(/\S/)
      }),
      { numRuns: runs(2000, 200_000) },
    )
  })
})

describe('mappings and templates', () => {
  it('write plain data and reach no insides, for every mapping and every scope [fuzz.rules]', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), mapping, { maxKeys: 4 }),
        paths,
        fc.string(),
        scopes,
        (given, path, text, scope) => {
          const written = mapObject(JSON.parse(JSON.stringify(given)), scope)
          expect(JSON.stringify(JSON.parse(JSON.stringify(written)))).toBe(JSON.stringify(written))
          expect(typeof followPath(path, scope)).not.toBe('function')
          expect(typeof interpolate(`${text} ${path}`, scope)).toBe('string')
          fillTemplate(`${text} {${path}} {a.b}`, scope)
          expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
        },
      ),
      { numRuns: runs(1000, 100_000) },
    )
  })
})

describe('patterns', () => {
  it('end, however they are meant to run for ever [fuzz.rules]', () => {
    const nasty = [
      '(a+)+$',
      '(a|a)*b',
      '(a|aa)+$',
      '([a-zA-Z]+)*$',
      '(.*a){20}',
      '(x+x+)+y',
      '^(([a-z])+.)+[A-Z]([a-z])+$',
    ]
    const sources = fc.oneof(
      fc.constantFrom(...nasty),
      fc.string({ maxLength: 20 }),
      fc
        .array(fc.constantFrom('(', ')', 'a', '+', '*', '{9}', '[^b]', '|', '.', '\\d', '?'), {
          maxLength: 12,
        })
        .map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(sources, fc.nat(5000), fc.string(), (source, length, end) => {
        const compiled = compilePattern(source)
        if (compiled.ok)
          expect([true, false, null]).toContain(compiled.pattern.matches(`${'a'.repeat(length)}${end}`))
        else expect(compiled.message).toMatch(/\S/)
      }),
      { numRuns: runs(300, 30_000) },
    )
  })
})

describe('schemas of strangers', () => {
  it('give violations or none, and never throw [fuzz.rules]', () => {
    fc.assert(
      fc.property(anyObject, anyObject, anyObject, (properties, more, value) => {
        const { violations } = validateAgainst({ type: 'object', properties, ...more }, value)
        expect(Array.isArray(violations)).toBe(true)
      }),
      { numRuns: runs(400, 40_000) },
    )
  })
})
