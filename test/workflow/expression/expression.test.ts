import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../../src/main/model/json.ts'
import type { ComparisonOperator } from '../../../src/main/workflow/expression/comparison.ts'
import {
  evaluateExpression,
  expressionPaths,
  parseExpression,
} from '../../../src/main/workflow/expression/expression.ts'
import { runs } from '../../support/effort.ts'
import { scopeWith } from '../declarations.ts'

const scope = scopeWith({
  arguments: { name: 'release-1.2', amount: 50, empty: '', none: null, tags: ['a', 'b'], person: { id: 7 } },
  context: {
    passed: true,
    failed: false,
    risk: 80,
    list: [1, [2], { x: 1 }],
    people: [{ id: 7 }],
    'my-key': 1,
  },
  input: { env: 'staging' },
})

function holds(text: string, at = scope): boolean {
  const parsed = parseExpression(text)
  if (!parsed.ok) throw new Error(`${text}: ${parsed.message} (column ${parsed.column})`)
  return evaluateExpression(parsed.expression, at)
}

describe('expressions', () => {
  it.each<[string, boolean]>([
    ['$.context.risk == 80', true],
    ['$.context.risk == 80.0', true],
    ['$.context.risk == 8e1', true],
    ['$.context.risk != 80', false],
    ['$.context.risk < 81', true],
    ['$.context.risk < 80', false],
    ['$.context.risk <= 80', true],
    ['$.context.risk > -1', true],
    ['$.context.risk >= 80.5', false],
    ["$.input.env == 'staging'", true],
    ['$.input.env == "staging"', true],
    ['$.workflow.input.env == "staging"', true],
    ["'staging' == $.input.env", true],
    ['$.context.passed == true', true],
    ['$.context.failed == false', true],
    ['$.arguments.none == null', true],
    ['$.context.people[0].id == $.arguments.person.id', true],
    ['$.context.people.0.id == 7', true],
    ['$.context.my-key == 1', true],
    ["$.arguments.name contains 'ease'", true],
    ["$.arguments.name contains 'nope'", false],
    ["$.arguments.name contains ''", true],
    ["$.arguments.tags contains 'b'", true],
    ["$.arguments.tags contains 'ab'", false],
    ['$.context.people contains $.arguments.person', true],
    ['$.context.risk contains 8', false],
    ["$.arguments.name starts_with 'release-'", true],
    ["$.arguments.name starts_with 'Release'", false],
    ["$.arguments.name ends_with '.2'", true],
    ["$.arguments.name ends_with '.3'", false],
    ["$.arguments.name matches '^release-\\d+\\.\\d+$'", true],
    ["$.arguments.name matches '^\\d'", false],
    ["$.context.risk matches '80'", false],
    ["$.input.env in ['staging', 'production']", true],
    ["$.input.env in ['production']", false],
    ['$.input.env in []', false],
    ['$.context.risk in [79, 80, $.arguments.amount]', true],
    ["'a' in $.arguments.tags", true],
    ["'a' in $.arguments.name", false],
    ['2 in $.context.list', false],
    ['$.context.passed', true],
    ['$.context.failed', false],
    ['$.context.risk', false],
    ['$.context.absent', false],
    ['true', true],
    ['false', false],
    ['!false', true],
    ['!!$.context.passed', true],
    ['!$.context.absent', true],
  ])('%s is %s [workflow.grammar]', (text, expected) => {
    expect(holds(text)).toBe(expected)
  })

  it.each<[string, boolean]>([
    ['true || false && false', true],
    ['(true || false) && false', false],
    ['false && false || true', true],
    ['!true || true', true],
    ['!(true || true)', false],
    ['!$.context.risk == 80', false],
    ['!($.context.risk == 81) && ($.input.env == "staging" || false)', true],
    ['false || false || false || true', true],
    ['true && true && true && false', false],
    ['((((true))))', true],
    ['  true\n&&\ttrue ', true],
    ['true&&!false||false', true],
  ])('binds ! before && before ||: %s [workflow.grammar]', (text, expected) => {
    expect(holds(text)).toBe(expected)
  })

  it('reads quoted texts with the other quote, escapes and signs in them [workflow.grammar]', () => {
    const at = scopeWith({ arguments: { a: `it's "so"`, b: 'a\\b', c: '(x) && || == $.y' } })
    expect(holds(String.raw`$.arguments.a == 'it\'s "so"'`, at)).toBe(true)
    expect(holds(String.raw`$.arguments.a == "it's \"so\""`, at)).toBe(true)
    expect(holds(String.raw`$.arguments.b == 'a\\b'`, at)).toBe(true)
    expect(holds(String.raw`$.arguments.b == 'a\b'`, at)).toBe(true)
    expect(holds(`$.arguments.c == '(x) && || == $.y'`, at)).toBe(true)
  })

  it('compares lists and objects by value, whatever the order of keys [workflow.grammar]', () => {
    const at = scopeWith({
      context: {
        a: { x: 1, y: [1, { z: null }] },
        b: { y: [1, { z: null }], x: 1 },
        c: { x: 1, y: [1, {}] },
        d: [1],
        e: [1, 2],
      },
    })
    expect(holds('$.context.a == $.context.b', at)).toBe(true)
    expect(holds('$.context.a == $.context.c', at)).toBe(false)
    expect(holds('$.context.d == $.context.e', at)).toBe(false)
    expect(holds('$.context.d == [1]', at)).toBe(true)
  })

  it('takes nothing for equal to an object without keys but another one [workflow.grammar]', () => {
    const at = scopeWith({ context: { empty: {}, same: {}, list: [], text: '', number: 0 } })
    expect(holds('$.context.empty == $.context.same', at)).toBe(true)
    for (const other of ['$.context.list', '$.context.text', '$.context.number', 'false', 'null'])
      expect([
        other,
        holds(`$.context.empty == ${other}`, at),
        holds(`${other} == $.context.empty`, at),
      ]).toEqual([other, false, false])
  })

  it.each([
    '$.context.absent == null',
    '$.context.absent.deeper == null',
    '!($.context.absent != null)',
    '$.context.absent == $.arguments.none',
  ])('a missing path is null: %s [workflow.missing]', (text) => {
    expect(holds(text)).toBe(true)
  })

  const orderings: ComparisonOperator[] = ['<', '<=', '>', '>=']
  it.each(orderings)('%s against null or across types is false [workflow.missing]', (operator) => {
    const operands = [
      'null',
      '$.context.absent',
      'true',
      "'5'",
      '5',
      '$.arguments.tags',
      '$.arguments.person',
    ]
    for (const [at, left] of operands.entries()) {
      for (const [index, right] of operands.entries()) {
        const sameKind = at === index && (left === "'5'" || left === '5')
        if (!sameKind)
          expect(holds(`${left} ${operator} ${right}`), `${left} ${operator} ${right}`).toBe(false)
      }
    }
  })

  it.each(['contains', 'starts_with', 'ends_with', 'in'])(
    '%s on what has none of it is false [workflow.missing]',
    (operator) => {
      expect(holds(`$.context.absent ${operator} $.context.absent`)).toBe(false)
      expect(holds(`$.context.risk ${operator} $.context.risk`)).toBe(false)
      expect(holds(`$.arguments.person ${operator} $.arguments.person`)).toBe(false)
    },
  )

  it('orders texts by their characters [workflow.grammar]', () => {
    expect(holds("'abc' < 'abd'")).toBe(true)
    expect(holds("'b' > 'abc'")).toBe(true)
    expect(holds("'10' < '9'")).toBe(true)
  })

  it('names the paths that are read, each once [workflow.grammar]', () => {
    const parsed = parseExpression("$.a == 1 || !($.context.x in [$.input.y, 'z']) && $.context.x")
    expect(parsed.ok).toBe(false)
    const right = parseExpression("$.arguments.a == 1 || !($.context.x in [$.input.y, 'z']) && $.context.x")
    expect(right.ok && expressionPaths(right.expression)).toEqual([
      '$.arguments.a',
      '$.context.x',
      '$.input.y',
    ])
  })
})

describe('hostile expressions', () => {
  it.each([
    '$.context.__proto__ == null',
    '$.arguments.constructor == 1',
    '$.context.prototype.x',
    '$.context.list contains $.context.constructor.name',
  ])('%s is refused when it is parsed [workflow.prototypes]', (text) => {
    const parsed = parseExpression(text)
    expect(parsed).toMatchObject({ ok: false, message: expect.stringContaining('never readable') })
  })

  it('inherited properties are missing [workflow.prototypes]', () => {
    expect(holds('$.context.toString == null')).toBe(true)
    expect(holds('$.context.list.length == null')).toBe(true)
    expect(holds('$.arguments.name.length == null')).toBe(true)
  })

  it('own keys named like prototypes do not compare as equal [workflow.prototypes]', () => {
    const at = scopeWith({
      context: {
        a: JSON.parse('{"__proto__":{"x":1}}') as JsonObject,
        b: {},
        c: JSON.parse('{"toString":1}') as JsonObject,
      },
    })
    expect(holds('$.context.a == $.context.b', at)).toBe(false)
    expect(holds('$.context.c == $.context.b', at)).toBe(false)
  })

  it.each<[string, string, number]>([
    ['', 'ends where a value is expected', 1],
    ['   ', 'ends where a value is expected', 4],
    ['$.context.x =', 'two signs: ==', 13],
    ['$.context.x = 1', 'two signs: ==', 13],
    ['$.context.x & true', 'two signs: &&', 13],
    ['$.context.x | true', 'two signs: ||', 13],
    ['$.context.x ==', 'ends where a value is expected', 15],
    ['== 1', 'stands where a value is expected', 1],
    ['$.context.x == y', '‘y’ means nothing', 16],
    ['x == 1', 'as in $.context.x', 1],
    ["$.context.x == 'abc", 'never closed', 16],
    ['(true', 'not closed', 6],
    ['true)', 'not expected', 5],
    ['true true', 'not expected', 6],
    ['1 == 1 == 1', 'not expected', 8],
    ['&& true', 'stands where a value', 1],
    ['true && ', 'ends where a value', 9],
    ['5', 'Compare this value', 1],
    ["'text'", 'Compare this value', 1],
    ['null', 'Compare this value', 1],
    ['[1] ', 'Compare this value', 1],
    ['$ == 1', 'is not a path', 1],
    ['$.x == 1', 'starts nowhere', 1],
    ['$.context[x] == 1', 'is not a path', 1],
    ['$.context.x in 5', 'needs a list', 16],
    ["$.context.x in 'abc'", 'needs a list', 16],
    ['$.context.x in [[1]]', 'not lists', 17],
    ['$.context.x in [1', 'not closed', 18],
    ['$.context.x in [1 2]', 'not closed', 19],
    ['$.context.x in [,]', 'stands where a value', 17],
    ['$.context.x matches $.arguments.p', 'quoted pattern', 21],
    ["$.context.x matches '('", 'cannot be used', 21],
    ["$.context.x matches '(?=a)'", 'look-ahead', 21],
    ['1.5.2 == 1', 'not part of an expression', 1],
    ['12abc == 1', 'not part of an expression', 1],
    ['$.context.x < 1e999', 'not finite', 15],
    ['$.context.x in [-1e999]', 'not finite', 17],
    ['alert(1)', 'means nothing', 1],
    ['$.context.x; true', 'not part of an expression', 12],
    ['`x` == 1', 'not part of an expression', 1],
    ['$.context.x === 1', 'two signs', 15],
  ])('%s: %s at column %i [workflow.expression-problems]', (text, words, column) => {
    const parsed = parseExpression(text)
    expect(parsed).toMatchObject({ ok: false, message: expect.stringContaining(words), column })
  })

  it('too long or too deep is a problem, not a crash [workflow.expression-problems]', () => {
    for (const text of [
      '('.repeat(3000),
      '!'.repeat(3000),
      `${'('.repeat(3000)}true`,
      'a'.repeat(1_000_000),
      '['.repeat(3999),
    ]) {
      expect(parseExpression(text).ok).toBe(false)
    }
    expect(parseExpression(`${'('.repeat(40)}true${')'.repeat(40)}`).ok).toBe(true)
    expect(holds(`${'!'.repeat(40)}true`)).toBe(true)
  })

  it('no text makes the parser throw [workflow.expression-problems]', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '$.context.a',
        '$.arguments.list[0]',
        '==',
        '!=',
        '<',
        '>=',
        '&&',
        '||',
        '!',
        '(',
        ')',
        '[',
        ']',
        ',',
        ' ',
      ),
      fc.constantFrom(
        'contains',
        'matches',
        'in',
        'starts_with',
        "'x'",
        '"y"',
        'true',
        'null',
        '1',
        '-2.5',
        '$.',
        '\\',
        "'",
        '"',
      ),
      fc.string({ unit: 'binary', maxLength: 5 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const text = pieces.join(pieces.length % 2 === 0 ? ' ' : '')
        const parsed = parseExpression(text)
        if (parsed.ok) expect(typeof evaluateExpression(parsed.expression, scope)).toBe('boolean')
        else {
          expect(parsed.column).toBeGreaterThanOrEqual(1)
          expect(parsed.column).toBeLessThanOrEqual(text.length + 1)
          expect(parsed.message).toMatch(/\.$/)
        }
      }),
      { numRuns: runs(2000) },
    )
  })

  it('huge values are compared without a crash [workflow.expression-problems]', () => {
    const deep = (): JsonValue => {
      let value: JsonValue = 1
      for (let level = 0; level < 50_000; level += 1) value = level % 2 === 0 ? [value] : { a: value }
      return value
    }
    const at = scopeWith({ context: { a: deep(), b: deep() }, arguments: { text: 'x'.repeat(5_000_000) } })
    expect(holds('$.context.a == $.context.b', at)).toBe(true)
    expect(holds("$.arguments.text contains 'y'", at)).toBe(false)
    expect(holds("$.arguments.text matches '(x+x+)+y'", at)).toBe(false)
  })

  it('a text too long for its pattern decides nothing, not even negated [workflow.guard-unreadable]', () => {
    let text = ''
    for (let seed = 1; text.length < 200_000; seed = (seed * 16_807) % 2_147_483_647)
      text += seed % 3 === 0 ? 'a' : 'b'
    const at = scopeWith({ arguments: { text } })
    const hard = "$.arguments.text matches '(a|b)*a(a|b){3000}c'"
    expect(holds(hard, at)).toBe(false)
    expect(holds(`!(${hard})`, at)).toBe(false)
    expect(holds(`!(${hard}) && true`, at)).toBe(false)
    expect(holds(`${hard} || true`, at)).toBe(true)
  })
})
