/** What a declaration makes is a call of its own, whatever its values are: its gates hold for it (R5.1), and that it only reads (R5.3). */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ResolvedCall } from '../../src/main/model/call.ts'
import type { ExecutorDeclaration, ExecutorKinds, ExecutorOf } from '../../src/main/model/executor.ts'
import type { JsonObject, JsonValue } from '../../src/main/model/json.ts'
import {
  identityOf,
  keysOf,
  passesOn,
  resolveCall,
  sketchCalls,
} from '../../src/main/workflow/executors/executors.ts'
import { callText } from '../../src/main/workflow/executors/wording.ts'
import { runs } from '../support/effort.ts'
import { declareProgram, declareRequest, scopeWith } from './declarations.ts'

const connections = { cliConnection: () => null, restConnection: () => ({ baseUrl: 'https://x.example/v1' }) }

const word = fc.oneof(
  fc.string({ maxLength: 4 }),
  fc.constantFrom(
    'a',
    '$.arguments.t',
    'x $.context.u!',
    '$.input.none',
    '$.arguments.',
    '{t}',
    '$.x',
    'a+b&c=d',
  ),
)
const value: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    word,
    fc.constantFrom<JsonValue[]>(null, true, 7),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'concat'), tie('value'), { maxKeys: 2, noNullPrototype: true }),
    fc.record({ concat: fc.array(tie('value'), { maxLength: 2 }) }),
    fc.record({ set: tie('value') }),
  ),
})).value
const mapping = fc.dictionary(fc.constantFrom('a', 'b', 'Ab'), value, { maxKeys: 3, noNullPrototype: true })
const headers = fc.dictionary(fc.constantFrom('X-One', 'x-two'), word, { noNullPrototype: true })
const path = fc.constantFrom(
  '/a',
  '/a/{t}',
  'a/$.arguments.t/b',
  '/a?b=c',
  '/a?b={t}&a=1',
  '/a%20b?x=a%2Bb+c',
  '/$.arguments.t/$.arguments.tu',
  '/$.arguments.o/$.arguments.o.p',
  '$.arguments.t-u',
  '{t}$.arguments.t-u',
)

/** Complete but for the kinds whose calls nobody declares a gate for. */
const executors: {
  [Kind in Exclude<keyof ExecutorKinds, 'noop' | 'human' | 'parallel' | 'orchestrator'>]: fc.Arbitrary<
    ExecutorOf<Kind>
  >
} = {
  rest: fc.record({ path, query: mapping, headers, body: fc.option(value, { nil: undefined }) }).map(
    ({ path, body, ...rest }) =>
      declareRequest(path, {
        method: 'POST',
        ...rest,
        ...(body !== undefined && { body }),
      }) as ExecutorOf<'rest'>,
  ),
  mcp: fc
    .option(mapping, { nil: undefined })
    .map((map) => ({ kind: 'mcp', connection: 'x', tool: 't', idempotent: false, ...(map && { map }) })),
  workflow: fc
    .option(mapping, { nil: undefined })
    .map((input) => ({ kind: 'workflow', definitionId: 'w', idempotent: false, ...(input && { input }) })),
  cli: fc
    .array(value, { maxLength: 3 })
    .map((args) => declareProgram('run', args, { allowDash: true }) as ExecutorOf<'cli'>),
}

describe('a call', () => {
  it.each(Object.entries(executors))(
    'of the kind %s is one that its own declaration makes and its gates reach [gates.read-only] [gates.every-route]',
    (_, executor) => {
      let made = 0
      fc.assert(
        fc.property(executor, mapping, mapping, (declared, args, context) => {
          const scope = scopeWith({
            arguments: { ...args, t: 'x', tu: 'y', 't-u': 'z', o: 'v' } as JsonObject,
            context: { u: 'ä', ...context },
          })
          const resolved = resolveCall(declared, scope, connections)
          if (!resolved.ok) return
          made += 1
          const { makes, reaches, keys } = identityOf(declared, connections)
          expect(makes(resolved.call)).toBe(true)
          expect(reaches(resolved.call)).toBe(true)
          expect(keysOf(resolved.call).filter((key) => keys.includes(key))).not.toEqual([])
          const [sketch] = sketchCalls(declared, connections)
          expect(sketch && keysOf(sketch)).toEqual(keysOf(resolved.call))
        }),
        { numRuns: runs(1000) },
      )
      expect(made).toBeGreaterThan(300)
    },
  )

  it.each(Object.entries(executors))(
    'of the kind %s is no other that its own declaration makes, where that reads no value [gates.read-only]',
    (_, executor) => {
      let others = 0
      const fixed = (declared: ExecutorDeclaration) =>
        !/\$\.|\{t\}/.test(JSON.stringify(declared)) && !passesOn(declared)
      fc.assert(
        fc.property(executor, executor, (declared: ExecutorDeclaration, another: ExecutorDeclaration) => {
          const [own, other] = [declared, another].map((each) => resolveCall(each, scopeWith(), connections))
          if (!own?.ok || !other?.ok || !fixed(declared)) return
          const isOther = callText(own.call) !== callText(other.call)
          others += Number(isOther)
          if (isOther) expect(identityOf(declared, connections).makes(other.call)).toBe(false)
        }),
        { numRuns: runs(1000) },
      )
      expect(others).toBeGreaterThan(20)
    },
  )

  it.each<[string, ExecutorDeclaration, JsonObject, JsonObject]>([
    [
      'a word of a program',
      declareProgram('git', ['log', '--n=$.arguments.n']),
      { args: ['log', '--n=5'] },
      { args: ['log', '--output=x'] },
    ],
    [
      'a calculated word',
      declareProgram('git', [{ concat: ['--n=', '$.arguments.n'] }]),
      { args: ['--n=5'] },
      { args: ['--output=x'] },
    ],
    [
      'an input',
      declareProgram('sql', [], { stdin: 'SELECT $.arguments.n;' }),
      { stdin: 'SELECT 5;' },
      { stdin: 'DELETE 5;' },
    ],
    [
      'a variable',
      declareProgram('sql', [], { env: { A: 'x$.arguments.n' } }),
      { env: { A: 'x5' } },
      { env: { A: '5' } },
    ],
    [
      'a header',
      declareRequest('/a', { headers: { A: 'only $.arguments.n' } }),
      { headers: { A: 'only 5' } },
      { headers: { A: 'all' } },
    ],
    [
      'a query',
      declareRequest('/a', { query: { q: 'only:$.arguments.n' } }),
      { path: '/a?q=only%3A5' },
      { path: '/a?q=all' },
    ],
  ])(
    'whose fixed part is another is no call of the declaration: %s [gates.read-only]',
    (_, declared, own, other) => {
      const resolved = resolveCall(declared, scopeWith({ arguments: { n: 5 } }), connections)
      if (!resolved.ok) throw new Error(resolved.message)
      const { makes } = identityOf(declared, connections)
      expect(resolved.call).toMatchObject(own)
      expect(makes(resolved.call)).toBe(true)
      expect(makes({ ...resolved.call, ...other } as ResolvedCall)).toBe(false)
    },
  )
})
