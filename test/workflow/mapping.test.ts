import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../src/main/model/json.ts'
import {
  fillTemplate,
  followPath,
  interpolate,
  isPath,
  mapObject,
  mapValue,
  pathProblem,
  pathsIn,
  pathsInText,
} from '../../src/main/workflow/scope.ts'
import { runs } from '../support/effort.ts'
import { scopeWith } from './declarations.ts'

const scope = scopeWith({
  arguments: { title: 'Hello', amount: 3, nothing: null, 'dry-run': true, list: ['a', { b: 'c' }] },
  context: { attempts: 2, items: [{ name: 'one' }, { name: 'two' }], flag: false, deep: { er: { est: 1 } } },
  input: { service: 'payments' },
  workflow: { id: 'wf_1', state: 'review' },
  output: { json: { passed: true }, text: 'done' },
})

describe('paths', () => {
  it.each<[string, JsonValue | undefined]>([
    ['$.arguments.title', 'Hello'],
    ['$.arguments.dry-run', true],
    ['$.context.items[1].name', 'two'],
    ['$.context.items.1.name', 'two'],
    ['$.arguments.list[1].b', 'c'],
    ['$.workflow.input.service', 'payments'],
    ['$.input.service', 'payments'],
    ['$.workflow.id', 'wf_1'],
    ['$.workflow.state', 'review'],
    ['$.output.json.passed', true],
    ['$.output.text', 'done'],
    ['$.context.deep', { er: { est: 1 } }],
    ['$.arguments.nothing', null],
    ['$.context.flag', false],
    ['$.input', { service: 'payments' }],
    ['$.arguments.absent', undefined],
    ['$.context.items[2]', undefined],
    ['$.context.items.length', undefined],
    ['$.context.items[-1]', undefined],
    ['$.context.items[0', undefined],
    ['$.arguments.title.length', undefined],
    ['$.arguments.title[0]', undefined],
    ['$.arguments..title', undefined],
    ['$.elsewhere.title', undefined],
    ['$.', undefined],
    ['$', undefined],
    ['arguments.title', undefined],
  ])('%s [workflow.paths]', (path, value) => {
    expect(followPath(path, scope)).toEqual(value)
  })

  it('have no output where none is given [workflow.paths]', () => {
    expect(followPath('$.output.text', scopeWith())).toBeUndefined()
  })

  it('are the strings that begin with $. [workflow.paths]', () => {
    expect(isPath('$.context.x')).toBe(true)
    expect(isPath('$context')).toBe(false)
    expect(isPath(' $.context.x')).toBe(false)
  })

  it.each([
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'valueOf',
    '__defineGetter__',
  ])('never reach %s of a prototype [workflow.prototypes]', (key) => {
    for (const root of [
      'arguments',
      'context',
      'input',
      'workflow',
      'output',
      'context.items',
      'context.deep',
    ]) {
      expect(followPath(`$.${root}.${key}`, scope)).toBeUndefined()
      expect(followPath(`$.${root}.${key}.${key}`, scope)).toBeUndefined()
    }
  })

  it('do not read a key named __proto__, even one that is there [workflow.prototypes]', () => {
    const hostile = scopeWith({
      arguments: JSON.parse('{"__proto__":{"admin":true},"constructor":1}') as JsonObject,
    })
    expect(followPath('$.arguments.__proto__.admin', hostile)).toBeUndefined()
    expect(followPath('$.arguments.admin', hostile)).toBeUndefined()
    expect(followPath('$.arguments.constructor', hostile)).toBeUndefined()
  })

  it('may be very deep and very long [workflow.paths]', () => {
    let value: JsonValue = 'bottom'
    for (let level = 0; level < 20_000; level += 1) value = { a: value }
    const deep = scopeWith({ context: { a: value } })
    expect(followPath(`$.context.a${'.a'.repeat(20_000)}`, deep)).toBe('bottom')
    expect(followPath(`$.context${'.a'.repeat(100_000)}`, deep)).toBeUndefined()
    expect(followPath(`$.context${'['.repeat(100_000)}`, deep)).toBeUndefined()
  })

  it('never throw, whatever the text [workflow.paths]', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.jsonValue(), (text, value) => {
        followPath(`$.${text}`, scopeWith({ context: { value: value as JsonValue } }))
        followPath(text, scope)
        pathProblem(text)
      }),
      { numRuns: runs(100) },
    )
  })

  it('find every value that is there, however it is nested [workflow.paths]', () => {
    const key = fc.stringMatching(/^[a-z][a-z0-9_]{0,8}$/)
    fc.assert(
      fc.property(
        fc.array(fc.oneof(key, fc.nat(4)), { minLength: 1, maxLength: 8 }),
        fc.integer(),
        (way, leaf) => {
          const usable = way.filter((segment) => segment !== 'constructor' && segment !== 'prototype')
          let value: JsonValue = leaf
          for (const segment of usable.toReversed()) {
            if (typeof segment === 'string') value = { [segment]: value }
            else value = [...Array.from({ length: segment }, () => null), value]
          }
          const dotted = usable.map((segment) => `.${segment}`).join('')
          const bracketed = usable
            .map((segment) => (typeof segment === 'string' ? `.${segment}` : `[${segment}]`))
            .join('')
          const found = scopeWith({ context: { root: value } })
          expect(followPath(`$.context.root${dotted}`, found)).toBe(leaf)
          expect(followPath(`$.context.root${bracketed}`, found)).toBe(leaf)
        },
      ),
      { numRuns: runs(100) },
    )
  })

  it.each([
    ['$.context.__proto__.x', '__proto__'],
    ['$.argument.x', 'starts nowhere'],
    ['$.workflow.version', '$.workflow.id'],
    ['$.context.a[x]', 'is not a path'],
  ])('of a configuration that cannot be right are named: %s [workflow.paths]', (path, words) => {
    expect(pathProblem(path)).toContain(words)
  })
})

describe('mapping', () => {
  it.each<[string, JsonValue, JsonValue]>([
    ['a literal', 'plain', 'plain'],
    ['a path', '$.arguments.amount', 3],
    ['a missing path', '$.arguments.absent', null],
    ['a path within a longer text', 'to $.arguments.title', 'to $.arguments.title'],
    ['a place of a template', '{arguments.title}', '{arguments.title}'],
    ['a whole object', '$.context.deep.er', { est: 1 }],
    [
      'nested data',
      { a: ['$.arguments.amount', { b: '$.input.service' }], c: true },
      { a: [3, { b: 'payments' }], c: true },
    ],
    ['add', { add: ['$.context.attempts', 1] }, 3],
    ['add of many', { add: [1, 2, 3, 4] }, 10],
    ['subtract', { subtract: [10, '$.arguments.amount', 2] }, 5],
    ['multiply', { multiply: ['$.arguments.amount', 4] }, 12],
    ['divide', { divide: [9, '$.arguments.amount'] }, 3],
    ['division by zero', { divide: [1, 0] }, null],
    ['division by a missing value', { divide: [1, '$.context.absent'] }, null],
    ['a counter that does not exist yet', { add: ['$.context.absent', 1] }, 1],
    ['null as an operand', { add: ['$.arguments.nothing', 5] }, 5],
    ['a text in arithmetic', { add: ['$.arguments.title', 1] }, null],
    ['a result that is not finite', { multiply: [1e308, 1e308] }, null],
    ['no operands', { add: [] }, null],
    ['one operand', { subtract: [4] }, 4],
    ['concat', { concat: ['PR #', '$.context.attempts', ' is ready'] }, 'PR #2 is ready'],
    ['concat of a missing value', { concat: ['a', '$.context.absent', 'b'] }, 'ab'],
    ['concat of objects', { concat: ['x=', '$.context.deep'] }, 'x={"er":{"est":1}}'],
    ['concat of lists', { concat: ['$.context.absent', ['a'], '$.arguments.list'] }, ['a', 'a', { b: 'c' }]],
    ['set of a literal', { set: 'reviewed' }, 'reviewed'],
    ['set of a path', { set: '$.arguments.title' }, 'Hello'],
    ['set of a list', { set: ['$.arguments.amount', 1] }, [3, 1]],
    ['operators in operators', { add: [{ multiply: [2, { subtract: [5, 2] }] }, { divide: [8, 4] }] }, 8],
    ['an operator inside data', { total: { add: [1, 1] } }, { total: 2 }],
    ['an object with a key beside the operator', { add: [1, 2], other: 1 }, { add: [1, 2], other: 1 }],
    ['an object whose key only looks like an operator', { add: 'label' }, { add: 'label' }],
  ])('%s [workflow.operators]', (_, value, expected) => {
    expect(mapValue(value, scope)).toEqual(expected)
  })

  it('writes the keys of the mapping, dots and all [workflow.operators]', () => {
    expect(mapObject({ 'a.b': '$.arguments.amount', status: 'reviewed' }, scope)).toEqual({
      'a.b': 3,
      status: 'reviewed',
    })
  })

  it('does not follow paths that come in with a value [workflow.operators]', () => {
    const hostile = scopeWith({
      arguments: { text: '$.context.secret', sum: { add: [1, 1] } },
      context: { secret: 's' },
    })
    expect(mapValue('$.arguments.text', hostile)).toBe('$.context.secret')
    expect(mapValue({ concat: ['$.arguments.text'] }, hostile)).toBe('$.context.secret')
    expect(mapValue('$.arguments.sum', hostile)).toEqual({ add: [1, 1] })
  })

  it('writes no prototype [workflow.prototypes]', () => {
    const mapping = JSON.parse(
      '{"__proto__":{"admin":true},"constructor":"x","a":{"__proto__":{"b":1},"c":1}}',
    ) as JsonObject
    const result = mapObject(mapping, scope)
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype)
    expect(Object.keys(result)).toEqual(['a'])
    expect(Object.keys(result.a as JsonObject)).toEqual(['c'])
    expect(({} as Record<string, unknown>).admin).toBeUndefined()
  })

  it('leaves every prototype alone and every scope as it was, whatever the mapping [workflow.prototypes]', () => {
    const key = fc.oneof(
      fc.constantFrom('__proto__', 'constructor', 'prototype', 'add', 'set', 'concat', 'divide', 'toString'),
      fc.string(),
    )
    const text = fc.oneof(
      fc.constantFrom('$.arguments.__proto__', '$.context.a.constructor', '$.input', '$.context.items[0]'),
      fc.string(),
    )
    const { tree } = fc.letrec<{ tree: JsonValue }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        text,
        fc.integer(),
        fc.constant(null),
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.array(fc.tuple(key, tie('tree')), { maxLength: 3 }).map((entries) => {
          const object: JsonObject = {}
          for (const [name, value] of entries) {
            Object.defineProperty(object, name, {
              value,
              enumerable: true,
              configurable: true,
              writable: true,
            })
          }
          return object
        }),
      ),
    }))
    const before = Object.getOwnPropertyNames(Object.prototype).sort()
    const snapshot = JSON.stringify(scope)
    fc.assert(
      fc.property(tree, (value) => {
        const mapped = mapValue(value, scope)
        expectPlain(mapped)
        expect(JSON.stringify(scope)).toBe(snapshot)
      }),
      { numRuns: runs(100) },
    )
    expect(Object.getOwnPropertyNames(Object.prototype).sort()).toEqual(before)
  })

  it('calculates what the arithmetic of numbers gives [workflow.operators]', () => {
    const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
    const finite = (value: number) => (Number.isFinite(value) ? value : null)
    fc.assert(
      fc.property(number, number, number, (a, b, c) => {
        const at = scopeWith({ context: { a, b, c } })
        const operands = ['$.context.a', '$.context.b', '$.context.c']
        expect(mapValue({ add: operands }, at)).toBe(finite(a + b + c))
        expect(mapValue({ subtract: operands }, at)).toBe(finite(a - b - c))
        expect(mapValue({ multiply: operands }, at)).toBe(finite(a * b * c))
        expect(mapValue({ divide: operands }, at)).toBe(b === 0 || c === 0 ? null : finite(a / b / c))
      }),
      { numRuns: runs(100) },
    )
  })

  it('names the paths that it reads [workflow.paths]', () => {
    const value = {
      a: '$.context.x',
      b: { add: ['$.arguments.y', '$.context.x', 'z'] },
      c: 'text $.input.no',
    }
    expect(pathsIn(value)).toEqual(['$.context.x', '$.arguments.y'])
  })
})

function expectPlain(value: JsonValue): void {
  if (typeof value !== 'object' || value === null) return
  expect([Object.prototype, Array.prototype]).toContain(Object.getPrototypeOf(value))
  for (const inner of Object.values(value)) expectPlain(inner)
}

describe('interpolation', () => {
  it.each([
    ['app=$.arguments.title', 'app=Hello'],
    ['$.arguments.title', 'Hello'],
    ['$.arguments.title-$.input.service', 'Hello-payments'],
    ['/data/$.input.service/$.context.items[0].name.', '/data/payments/one.'],
    ['$.context.attempts$.arguments.amount', '23'],
    ['[$.arguments.absent]', '[]'],
    ['[$.arguments.nothing]', '[]'],
    ['$.context.deep', '{"er":{"est":1}}'],
    ['$.context.flag', 'false'],
    ['costs $5 or $.', 'costs $5 or $.'],
    ['$.items[0] of something else', '$.items[0] of something else'],
    ['$.argumentsish', '$.argumentsish'],
    ['{title}', '{title}'],
  ])('%s becomes %s [R2.6]', (text, expected) => {
    expect(interpolate(text, scope)).toBe(expected)
  })

  it('fills in once: what a value holds is not read as a path again [R2.6]', () => {
    const hostile = scopeWith({ arguments: { a: '$.context.secret', b: '$&$1$$' }, context: { secret: 's' } })
    expect(interpolate('x$.arguments.a.', hostile)).toBe('x$.context.secret.')
    expect(interpolate('$.arguments.b', hostile)).toBe('$&$1$$')
  })

  it('puts any text in as it is, between what stands round it [R2.6]', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const at = scopeWith({ arguments: { text } })
        expect(interpolate('<$.arguments.text>', at)).toBe(`<${text}>`)
        expect(mapValue({ concat: ['<', '$.arguments.text', '>'] }, at)).toBe(`<${text}>`)
      }),
      { numRuns: runs(100) },
    )
  })

  it('leaves a text without paths alone, and never throws [R2.6]', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        if (pathsInText(text).length === 0) expect(interpolate(text, scope)).toBe(text)
        else interpolate(text, scope)
      }),
      { numRuns: runs(100) },
    )
  })

  it('is quick with huge texts [R2.6]', () => {
    const huge = '$.arguments'.repeat(50_000)
    expect(interpolate(huge, scopeWith({ arguments: { a: 1 } }))).toContain('{"a":1}')
    expect(interpolate(`${'$.'.repeat(500_000)}x`, scope)).toHaveLength(1_000_001)
  })
})

describe('templates', () => {
  it('keep the words of the author and the values apart [R5.9]', () => {
    expect(fillTemplate('Publish {arguments.title} of {input.service}?', scope)).toEqual([
      { kind: 'author', text: 'Publish ' },
      { kind: 'quote', text: 'Hello' },
      { kind: 'author', text: ' of ' },
      { kind: 'quote', text: 'payments' },
      { kind: 'author', text: '?' },
    ])
  })

  it('look for short names in arguments, then context, then input [R2.6]', () => {
    const at = scopeWith({ arguments: { a: 1 }, context: { a: 2, b: 3 }, input: { a: 4, b: 5, c: 6 } })
    expect(fillTemplate('{a}{b}{c}', at).map((part) => part.text)).toEqual(['1', '3', '6'])
    expect(fillTemplate('{context.a}{input.b}', at).map((part) => part.text)).toEqual(['2', '5'])
  })

  it('read a named root nowhere else: an argument called context is no context [R5.9]', () => {
    const at = scopeWith({ arguments: { context: { owner: 'mallory' } } })
    expect(fillTemplate('{context.owner}', at)).toEqual([{ kind: 'author', text: '(not given)' }])
  })

  it('say what is missing, and leave other braces alone [R2.6]', () => {
    expect(fillTemplate('{absent} {} {a b} {__proto__} {constructor}', scope)).toEqual([
      { kind: 'author', text: '(not given) {} {a b} (not given) (not given)' },
    ])
  })

  it('never take a value for words of the author, whatever it says [R5.9]', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (title) => {
        const parts = fillTemplate('Do {title} now', scopeWith({ arguments: { title } }))
        expect(parts).toEqual([
          { kind: 'author', text: 'Do ' },
          { kind: 'quote', text: title },
          { kind: 'author', text: ' now' },
        ])
      }),
      { numRuns: runs(100) },
    )
  })
})
