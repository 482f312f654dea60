import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CallOf, ResolvedCall } from '../../src/main/model/call.ts'
import { type ExecutorKinds, ORCHESTRATOR_ACTIONS } from '../../src/main/model/executor.ts'
import { mapEntries } from '../../src/main/model/json.ts'
import { callFacts, resolveCall } from '../../src/main/workflow/executors/executors.ts'
import { callText, describeCall, describedText, planText } from '../../src/main/workflow/executors/wording.ts'
import { runs } from '../support/effort.ts'
import { declareProgram, declareRequest, scopeWith } from './declarations.ts'

const base = 'https://api.example.com/v1'
const connections = { cliConnection: () => null, restConnection: () => ({ baseUrl: base }) }

/** Texts that try to be something else: an address, a header, an option, a part of a path. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1 }),
  fc.constantFrom(
    '..',
    '.',
    '%2e%2e',
    '../..',
    '/',
    '\\',
    '//evil.example',
    '@evil.example',
    '?a=b',
    '#x',
    ':80',
  ),
  fc.constantFrom(
    '\t',
    '\r\nX-Evil: 1',
    '\0',
    '\ud800',
    'ü',
    '‹x›',
    '{id}',
    '$.input.other',
    '%',
    '%zz',
    ' ',
  ),
)

function requestFor(one: string, other: string, path: string) {
  const scope = scopeWith({ arguments: { one, other }, input: { other: 'input' } })
  const query = { q: '$.arguments.one', w: 'x-$.arguments.other' }
  const result = resolveCall(
    declareRequest(path, { query, headers: { 'X-One': '$.arguments.one' } }),
    scope,
    connections,
  )
  return result.ok && result.call.kind === 'rest' ? result.call : null
}

describe('a value in a request', () => {
  it('never leaves its segment, and never changes the origin [R7.1]', () => {
    fc.assert(
      fc.property(hostile, hostile, (one, other) => {
        const path = '/a/{one}/b/pre-$.arguments.other/{other}.json'
        const scope = scopeWith({ arguments: { one, other } })
        const result = resolveCall(declareRequest(path), scope, connections)
        if (!result.ok || result.call.kind !== 'rest') return
        const url = new URL(result.call.baseUrl + result.call.path)
        expect(url.origin).toBe('https://api.example.com')
        expect(url.search + url.hash).toBe('')
        const segments = url.pathname.split('/').slice(1).map(decodeURIComponent)
        expect(segments).toEqual([
          'v1',
          'a',
          one.toWellFormed(),
          'b',
          `pre-${other.toWellFormed()}`,
          `${other.toWellFormed()}.json`,
        ])
      }),
      { numRuns: runs(2000) },
    )
  })

  it('arrives in a query as it is, and nowhere else [R7.1]', () => {
    fc.assert(
      fc.property(hostile, hostile, (one, other) => {
        const scope = scopeWith({ arguments: { one, other } })
        const query = {
          q: '$.arguments.one',
          w: 'x-$.arguments.other',
          list: ['$.arguments.one', '$.arguments.other'],
        }
        const result = resolveCall(declareRequest('/a', { query }), scope, connections)
        if (!result.ok || result.call.kind !== 'rest') throw new Error('refused')
        const url = new URL(result.call.baseUrl + result.call.path)
        expect(url.pathname).toBe('/v1/a')
        expect([...url.searchParams]).toEqual([
          ['q', one.toWellFormed()],
          ['w', `x-${other.toWellFormed()}`],
          ['list', one.toWellFormed()],
          ['list', other.toWellFormed()],
        ])
      }),
      { numRuns: runs(2000) },
    )
  })

  it('makes no second header of one [R7.1]', () => {
    fc.assert(
      fc.property(hostile, hostile, (one, other) => {
        const call = requestFor(one, other, '/a')
        if (call === null) {
          expect([...one].some((character) => /[^\t\x20-\x7e\x80-\xff]/.test(character))).toBe(true)
          return
        }
        const headers = new Headers(call.headers)
        expect([...headers.keys()]).toEqual(['x-one'])
        expect(headers.get('x-one')).toBe(one.trim())
      }),
      { numRuns: runs(2000) },
    )
  })
})

describe('a value in an argument of a program', () => {
  it('begins with a dash only where its author allows it [R7.1]', () => {
    const dashed = fc
      .oneof(
        hostile,
        hostile.map((text) => `-${text}`),
      )
      .filter((text) => !text.includes('\0'))
    fc.assert(
      fc.property(dashed, fc.boolean(), (one, allowDash) => {
        const scope = scopeWith({ arguments: { one } })
        const args = ['$.arguments.one', '--x=$.arguments.one', { concat: ['$.arguments.one', '!'] }]
        const result = resolveCall(declareProgram('run', args, { allowDash }), scope, connections)
        expect(result.ok).toBe(allowDash || !one.startsWith('-'))
        if (result.ok) expect(result.call).toMatchObject({ args: [one, `--x=${one}`, `${one}!`] })
      }),
      { numRuns: runs(1000) },
    )
  })
})

const word = fc.oneof(
  hostile.map((text) => text.replaceAll('\0', '')),
  fc.constantFrom(
    'GET',
    'POST',
    'or,',
    'if',
    'that',
    'fails:',
    '—',
    '[',
    ']',
    ';',
    '(in',
    'start',
    'all',
    'a:',
    '{}',
    '',
  ),
)
const object = fc.dictionary(word, fc.oneof(word, fc.integer(), fc.constant(null)), { maxKeys: 2 })
/** Complete but for the kinds that call nothing, and what only holds others together. */
const leaves: {
  [Kind in Exclude<keyof ExecutorKinds, 'noop' | 'human' | 'parallel'>]: fc.Arbitrary<CallOf<Kind>>
} = {
  cli: fc.record({
    kind: fc.constant('cli' as const),
    connection: fc.constant(null),
    command: fc.oneof(word, fc.constantFrom('GET', 'deploy')),
    args: fc.array(word, { maxLength: 4 }),
    workingDirectory: fc.option(word),
    env: fc.dictionary(word, word, { maxKeys: 1 }),
    stdin: fc.option(word),
    treatNonZeroAsFailure: fc.constant(true),
  }),
  rest: fc.record({
    kind: fc.constant('rest' as const),
    connection: fc.constant('api'),
    method: fc.constantFrom('GET' as const, 'POST' as const),
    baseUrl: fc.constantFrom(base, '$' + '{API}'),
    path: word.map((text) => `/${encodeURIComponent(text.toWellFormed())}`),
    headers: fc.dictionary(fc.constantFrom('X-A', 'X-B'), word, { maxKeys: 2 }),
    body: object,
  }),
  mcp: fc.record({ kind: fc.constant('mcp' as const), connection: word, tool: word, arguments: object }),
  workflow: fc.record({ kind: fc.constant('workflow' as const), definitionId: word, input: object }),
  orchestrator: fc.record({
    kind: fc.constant('orchestrator' as const),
    action: fc.constantFrom(...ORCHESTRATOR_ACTIONS),
    arguments: object,
  }),
}
const leaf: fc.Arbitrary<ResolvedCall> = fc.oneof(...Object.values<fc.Arbitrary<ResolvedCall>>(leaves))
const calls = fc.oneof(leaf, leaf, fc.array(leaf, { minLength: 1, maxLength: 3 }).map(inBranches))

function inBranches(branches: ResolvedCall[]): ResolvedCall {
  const planned = branches.map((call, index) => [
    `b${index}`,
    { ...planOf([call]), onFailure: index === 1 ? ('continue' as const) : ('abort' as const) },
  ])
  return { kind: 'parallel', branches: Object.fromEntries(planned), limit: 2, join: 'all' }
}

function planOf(all: ResolvedCall[]) {
  const [first, ...rest] = all.map((call) => ({ call, idempotencyKey: null }))
  if (first === undefined) throw new Error('A plan is never empty.')
  return { calls: [first, ...rest] as [typeof first, ...(typeof first)[]], timeoutMs: null, retry: null }
}

/** Of environments and headers the names are written down. */
function withoutSecrets(call: ResolvedCall): string {
  return JSON.stringify(call, (key, value) =>
    ['env', 'headers'].includes(key) ? mapEntries(value, () => null) : value,
  )
}

describe('what is written down of a call', () => {
  it('differs where what is sent differs, and reads as the call does [kinds.described]', () => {
    const seen = new Map<string, string>()
    fc.assert(
      fc.property(leaf, (call) => {
        const described = describeCall(call)
        const content = withoutSecrets(call)
        expect(seen.get(JSON.stringify(described)) ?? content).toBe(content)
        seen.set(JSON.stringify(described), content)
        if (content === JSON.stringify(call)) expect(describedText(described)).toBe(callText(call))
      }),
      { numRuns: runs(2000) },
    )
  })
})

describe('what a rule may speak of in a call', () => {
  it('differs where the call reads otherwise [kinds.said]', () => {
    const seen = new Map<string, string | null>()
    fc.assert(
      fc.property(leaf, (call) => {
        const facts = JSON.stringify(callFacts(call))
        expect(seen.get(facts) ?? callText(call)).toBe(callText(call))
        seen.set(facts, callText(call))
      }),
      { numRuns: runs(2000) },
    )
  })
})

describe('the text of any call', () => {
  it('is one line of visible characters [workflow.literal-call]', () => {
    fc.assert(
      fc.property(calls, (call) => {
        expect(callText(call)).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
      }),
      { numRuns: runs(1000) },
    )
  })

  it('differs where what is sent differs, fallbacks included [workflow.literal-call]', () => {
    const plans = fc.array(calls, { minLength: 1, maxLength: 3 })
    const seen = new Map<string, string>()
    fc.assert(
      fc.property(plans, (all) => {
        const text = planText(planOf(all)) ?? ''
        const content = JSON.stringify(all)
        expect(seen.get(text) ?? content).toBe(content)
        seen.set(text, content)
      }),
      { numRuns: runs(3000) },
    )
  })
})
