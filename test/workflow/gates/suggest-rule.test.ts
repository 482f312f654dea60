import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NOTHING_STORED } from '../../../src/main/model/guard.ts'
import type { JsonObject, JsonValue } from '../../../src/main/model/json.ts'
import { ENGINE } from '../../../src/main/model/principal.ts'
import { argumentNames } from '../../../src/main/workflow/executors/executors.ts'
import {
  type Example,
  type KnownNames,
  namesOfCall,
  suggestRule,
} from '../../../src/main/workflow/gates/suggest-rule.ts'
import { evaluateGuards } from '../../../src/main/workflow/guards/guards.ts'
import { runs } from '../../support/effort.ts'
import { declareProgram } from '../declarations.ts'

const holds = (rule: ReturnType<typeof suggestRule>, facts: JsonValue): boolean =>
  rule !== null &&
  evaluateGuards(rule.guards, {
    scope: { arguments: {}, context: {}, input: {}, workflow: { id: 'wf', state: 's' }, call: facts, now: 0 },
    principal: ENGINE,
    stored: NOTHING_STORED,
  }).passed
const approvedAll = (facts: JsonValue[]): Example[] => facts.map((each) => ({ facts: each, approved: true }))
const ANY: KnownNames = { names: { '$.call': [] }, open: [] }
const texts = (facts: JsonValue[]) =>
  suggestRule(approvedAll(facts), '$.call', ANY)?.guards.map((guard) =>
    guard.kind === 'expr' ? guard.expr : '',
  )
const ten = (make: (index: number) => JsonValue) => Array.from({ length: 10 }, (_, index) => make(index))

/** As a rule is written. */
const CLIMBS = String.raw`"(^|[/\\\\]|%2[fF]|%5[cC])([.]|%2[eE])([.]|%2[eE])($|[/\\\\?#;]|%2[fF]|%5[cC])"`

describe('a rule from experience', () => {
  it('says what all approvals have in common, and no more [attention.rule]', () => {
    expect(texts(ten(() => ({ tool: 'write', on: true })))).toEqual([
      '$.call.tool == "write"',
      '$.call.on == true',
    ])
    expect(texts(ten((index) => ({ count: index })))).toEqual(['$.call.count >= 0 && $.call.count <= 9'])
    expect(texts(ten((index) => ({ env: index % 2 === 0 ? 'test' : 'stage' })))).toEqual([
      '$.call.env in ["test", "stage"]',
    ])
    expect(texts(ten((index) => ({ path: `/notes/a${index}` })))).toEqual([
      `$.call.path starts_with "/notes/" && !($.call.path matches ${CLIMBS})`,
    ])
    expect(texts(ten((index) => (index === 0 ? { a: 1 } : { a: 1, b: 'x' })))).toEqual([
      '$.call.a == 1',
      '($.call.b == null || $.call.b == "x")',
    ])
    expect(texts(ten(() => ({ command: 'uptime', args: [] })))).toEqual([
      '$.call.command == "uptime"',
      '$.call.args[0] == null',
    ])
    expect(texts(ten((index) => ({ args: ['drop', `id-${index}`] })))).toEqual([
      '$.call.args[0] == "drop"',
      `$.call.args[1] starts_with "id-" && !($.call.args[1] matches ${CLIMBS})`,
      '$.call.args[2] == null',
    ])
  })

  it('speaks of lists in lists down to some depth, and names what lies deeper as open [attention.rule]', () => {
    const nest = (levels: number): JsonValue => (levels === 0 ? 'x' : [nest(levels - 1)])
    const free = (levels: number) =>
      suggestRule(approvedAll(ten(() => ({ tool: 'write', it: nest(levels) }))), '$.call', ANY)?.free
    expect([free(5), free(6)]).toEqual([[], ['$.call.it[0][0][0][0][0]']])
  })

  it('begins like all that was approved, not like some of it [attention.rule]', () => {
    const paths = ['ab/1', 'ab-2', 'ab/3']
    const rule = texts(ten((index) => ({ path: `/notes/${paths[index % 3]}${index}` })))
    expect(rule?.[0]).toMatch(/starts_with "\/notes\/" /)
  })

  it('never lets a way to the folder above through, whatever was approved [attention.rule-climbs]', () => {
    const climbs = [
      '..',
      '../x',
      'a/../../etc/passwd',
      'a/..',
      '..\\\\x',
      'a\\\\..',
      '%2e%2e/x',
      'a/.%2E/x',
      'a%2F..%2Fx',
      '..?x',
      '..;/x',
    ]
    const harmless = ten((index) => ({ path: `/notes/${index}..v2-${index}` }))
    const rule = suggestRule(approvedAll(harmless), '$.call', ANY)
    for (const facts of [...harmless, { path: '/notes/a...b' }, { path: '/notes/.hidden' }]) {
      expect(holds(rule, facts), JSON.stringify(facts)).toBe(true)
    }
    for (const end of climbs) expect(holds(rule, { path: `/notes/${end}` }), end).toBe(false)
    // Where one was approved, it and the others are let through as they were, and nothing else.
    const climbing = ten((index) => ({ path: index === 0 ? '/notes/../shared/a' : `/notes/a${index}` }))
    const exact = suggestRule(approvedAll(climbing), '$.call', ANY)
    for (const facts of climbing) expect(holds(exact, facts)).toBe(true)
    for (const path of ['/notes/../shared/b', '/notes/a99']) expect(holds(exact, { path })).toBe(false)
  })

  it('is told with the names that arguments of a program were given under [attention.rule]', () => {
    const program = declareProgram('send', ['--to', '$.arguments.to', '$.arguments.mail.text', '$.input.x'])
    expect(argumentNames(program)).toEqual({ '$.call.args[1]': 'to' })
  })

  it('needs ten approvals, and something in common [attention.rule]', () => {
    expect(texts(ten(() => ({ a: 1 })).slice(1))).toBeUndefined()
    expect(texts(ten((index) => ({ text: `${index} is free` })))).toBeUndefined()
    const known = { names: { '$.call': ['a', 'force'] }, open: [] }
    expect(suggestRule(approvedAll(ten(() => ({ a: 1 }))), '$.call', known)?.guards).toHaveLength(2)
  })

  it('lets no name into a map that was not seen there, or says that it does [attention.rule]', () => {
    const facts = ten(() => ({
      kind: 'mcp',
      connection: 'db',
      tool: 'drop',
      arguments: { options: { dry: true } },
    }))
    const sneaky = {
      kind: 'mcp',
      connection: 'db',
      tool: 'drop',
      arguments: { options: { dry: true, force: true } },
    }
    const executor = { kind: 'mcp', connection: 'db', tool: 'drop', idempotent: false } as const
    const ruleOf = (options: JsonObject, more: JsonObject = {}) => {
      const schema = { type: 'object', properties: { options }, ...more }
      return suggestRule(approvedAll(facts), '$.call', namesOfCall(executor, schema))
    }
    const declared = { type: 'object', properties: { dry: { type: 'boolean' }, force: { type: 'boolean' } } }
    expect(ruleOf({ type: 'object' })).toBeNull()
    expect(ruleOf(declared)).toBeNull()
    const closed = ruleOf({ ...declared, additionalProperties: false }, { additionalProperties: false })
    expect(holds(closed, facts[0] ?? null)).toBe(true)
    expect(holds(closed, sneaky)).toBe(false)
    expect(closed?.free).toEqual([])
    expect(ruleOf({ ...declared, additionalProperties: false })?.free).toEqual(['$.call.arguments'])
    expect(suggestRule(approvedAll(facts), '$.call', namesOfCall(executor, { type: 'object' }))).toBeNull()
    const map = { options: { dry: '$.arguments.dry' } }
    const mapped = suggestRule(approvedAll(facts), '$.call', namesOfCall({ ...executor, map }, undefined))
    expect(mapped?.free).toEqual([])
  })

  it('holds for all that was approved, and speaks of every value that it leaves open [attention.rule]', () => {
    const plain = fc.oneof(
      fc.constantFrom<JsonValue[]>('a/b', 'a/c', 'a/..', 'x', '', '"', '\\', 'two\nlines', 'test'),
      fc.integer({ min: -3, max: 3 }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
    )
    const value = fc.oneof(
      plain,
      fc.array(plain, { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('p', 'q'), plain, { maxKeys: 2 }),
    )
    const facts = fc.dictionary(fc.constantFrom('a', 'b', 'c'), value, { maxKeys: 3 })
    fc.assert(
      fc.property(fc.array(facts, { minLength: 10, maxLength: 14 }), facts, (approved, other) => {
        const rule = suggestRule(approvedAll(approved), '$.call', ANY)
        if (rule === null) return
        for (const each of approved) expect(holds(rule, each)).toBe(true)
        if (rule.free.length > 0 || !holds(rule, other)) return
        // Whatever else passes differs by no name and no kind of value from what was approved.
        for (const [name, it] of Object.entries(other)) {
          if (it === null) continue
          const seen = approved.map((each) => each[name]).filter((each) => each !== undefined)
          expect(seen.map((each) => typeof each)).toContain(typeof it)
        }
      }),
      { numRuns: runs(500, 20_000) },
    )
  })

  it('never lets a refused example through where a value tells it from all approved ones [attention.rule]', () => {
    const approved = fc.array(fc.integer({ min: 10, max: 20 }), { minLength: 10, maxLength: 20 })
    const refused = fc.array(
      fc.integer({ min: -50, max: 50 }).filter((number) => number < 10 || number > 20),
      { maxLength: 5 },
    )
    fc.assert(
      fc.property(approved, refused, (yes, no) => {
        const examples = [
          ...approvedAll(yes.map((count) => ({ tool: 'move', count }))),
          ...no.map((count) => ({ facts: { tool: 'move', count }, approved: false })),
        ]
        const rule = suggestRule(examples, '$.call', ANY)
        for (const count of no) expect(holds(rule, { tool: 'move', count })).toBe(false)
      }),
      { numRuns: runs(200, 5000) },
    )
  })
})
