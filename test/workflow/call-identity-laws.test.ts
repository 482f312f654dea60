/** What a declaration makes is a call of its own, whatever its values are: that it only reads holds for it (R5.3). */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ExecutorDeclaration } from '../../src/main/model/executor.ts'
import type { JsonObject, JsonValue } from '../../src/main/model/json.ts'
import { identityOf, resolveCall } from '../../src/main/workflow/executors/executors.ts'
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
)

const executor = fc.oneof<fc.Arbitrary<ExecutorDeclaration>[]>(
  fc
    .record({ path, query: mapping, headers, body: fc.option(value, { nil: undefined }) })
    .map(({ path, body, ...rest }) =>
      declareRequest(path, { method: 'POST', ...rest, ...(body !== undefined && { body }) }),
    ),
  fc
    .option(mapping, { nil: undefined })
    .map((map) => ({ kind: 'mcp', connection: 'x', tool: 't', idempotent: false, ...(map && { map }) })),
  fc
    .option(mapping, { nil: undefined })
    .map((input) => ({ kind: 'workflow', definitionId: 'w', idempotent: false, ...(input && { input }) })),
  fc.array(value, { maxLength: 3 }).map((args) => declareProgram('run', args, { allowDash: true })),
)

describe('a call', () => {
  it('is one that its own declaration makes [gates.read-only]', () => {
    let made = 0
    fc.assert(
      fc.property(executor, mapping, mapping, (declared, args, context) => {
        const scope = scopeWith({
          arguments: { t: 'x', ...args } as JsonObject,
          context: { u: 'ä', ...context },
        })
        const resolved = resolveCall(declared, scope, connections)
        if (!resolved.ok) return
        made += 1
        expect(identityOf(declared, connections).makes(resolved.call)).toBe(true)
      }),
      { numRuns: runs(3000) },
    )
    expect(made).toBeGreaterThan(1000)
  })
})
