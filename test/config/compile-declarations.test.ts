import { describe, expect, it } from 'vitest'
import type { Configuration } from '../../src/main/model/configuration.ts'
import { flow, V } from './flow.ts'
import { loadText } from './write-configuration.ts'

async function load(text: string): Promise<Configuration> {
  const { configuration, problems } = await loadText(text)
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
  return configuration!
}
const transition = async (keys: string, more = '') => {
  const text = `${flow(`a:\n  transitions:\n    go: { target: b, ${keys} }\nb: {}`)}${more}`
  return (await load(text)).workflows.w?.states.a?.transitions.go
}
const GATE = { required: true, quorum: 1, notRequester: false }

describe('gates [config.gates] [R5.4]', () => {
  it.each([
    ['approval: {}', [GATE]],
    ['auto_approve: false', [GATE]],
    ['auto_approve: true', undefined],
    ['approval: { required: false }', undefined],
    [
      'approval: { required: unlessReadOnly, timeoutMs: 5 }',
      [{ ...GATE, required: 'unlessReadOnly', timeoutMs: 5 }],
    ],
    ['approval: { quorum: 2 }', [{ ...GATE, quorum: 2, notRequester: true }]],
    [
      'approval: { quorum: 2, notRequester: false, by: { role: r } }',
      [{ ...GATE, quorum: 2, by: { role: 'r' } }],
    ],
  ])('%s', async (keys, gates) => {
    expect((await transition(keys))?.gates).toEqual(gates)
  })

  it('of what is wrapped, renamed and named in executors add up [R5.1]', async () => {
    const { capabilities, workflows } = await load(`${V}capabilities:
  inner: { executor: { kind: noop }, approval: { queue: one } }
  outer: { wraps: inner, approval: { queue: two }, guards: [{ kind: role, role: r }] }
proxy: { expose: [{ capability: outer, as: shown, approval: { queue: three } }, { name: by, executor: { capability: outer } }] }
workflows:
  w:
    initialState: a
    states:
      a: { transitions: { go: { target: b, approval: { queue: four }, executor: { capability: outer } } } }
      b: {}
`)
    const queues = (gates: readonly { queue?: string }[] = []) => gates.map(({ queue }) => queue)
    expect(capabilities.map(({ gates }) => queues(gates))).toEqual([
      ['three', 'two', 'one'],
      ['two', 'one'],
    ])
    const go = workflows.w?.states.a?.transitions.go
    expect(queues(go?.gates)).toEqual(['four', 'two', 'one'])
    expect(go?.guards).toEqual([{ kind: 'role', role: 'r' }])
  })

  it('of connections and imports stay with them, where they hold for every route', async () => {
    const { connections, imports } = await load(
      `${V}connections: { gh: { kind: mcp, command: x, auto_approve: false, concurrency: 2, breaker: {}, sandbox: readOnly } }\nproxy: { import: [{ connection: gh, approval: { required: unlessReadOnly } }] }\n`,
    )
    expect(connections.gh).toMatchObject({
      gate: GATE,
      limits: { concurrency: 2, breaker: { failures: 5, resetMs: 30_000 } },
      sandbox: { mode: 'readOnly', ifAvailable: false },
    })
    expect(imports[0]?.gate).toEqual({ ...GATE, required: 'unlessReadOnly' })
  })
})

describe('reliability', () => {
  it('has defaults, and the nearest wins as a whole', async () => {
    const text = (near: string) => `${V}capabilities:
  far: { executor: { kind: noop }, reliability: { timeoutMs: 1, retry: { maxAttempts: 9 } } }
  near: { wraps: far${near} }
proxy: { expose: [{ capability: near }] }
`
    const policy = async (near: string) => (await load(text(near))).capabilities[0]?.reliability
    expect(await policy('')).toMatchObject({ timeoutMs: 1, retry: { maxAttempts: 9 } })
    expect(await policy(', reliability: { retry: {} }')).toEqual({
      retry: {
        maxAttempts: 3,
        backoff: 'exponential',
        initialDelayMs: 500,
        maxDelayMs: 30_000,
        jitter: true,
        retryOn: ['timeout', 'transient_error', 'rate_limited', 'connection_error'],
      },
      fallback: [],
    })
  })
})

describe('evidence and what asks for it [R5.7]', () => {
  it('is recorded as declared; `requires` is a guard', async () => {
    const go = await transition(
      'guards: [{ kind: expr, expr: "true" }], evidence: { records: [a, { kind: b, summary: S, data: { x: 1 } }], requires: [a, { kind: b, count: 2 }] }',
    )
    expect(go?.evidence).toEqual([
      { kind: 'a', data: {} },
      { kind: 'b', summary: 'S', data: { x: 1 } },
    ])
    expect(go?.guards).toEqual([
      { kind: 'expr', expr: 'true' },
      {
        kind: 'evidence',
        requires: [
          { kind: 'a', count: 1, distinct: false },
          { kind: 'b', count: 2, distinct: false },
        ],
      },
    ])
  })
})

describe('what is mapped to the arguments of a capability [config.references]', () => {
  const named = (capability: string, map: string) =>
    transition(
      `executor: { capability: c, map: ${map} }`,
      `connections:\n  api: { kind: rest, baseUrl: "https://example.org" }\n  gh: { kind: mcp, command: x }\nproxy: { import: [{ connection: gh }] }\ncapabilities:\n  c: ${capability}\n`,
    )

  it.each([
    [
      '{ executor: { kind: cli, command: x, args: [$.arguments.a, "n=$.arguments.b", $.arguments.c, $.context.d] } }',
      '{ a: $.input.x, b: 5, c: { add: [1, 2] } }',
      { args: ['$.input.x', 'n=5', { add: [1, 2] }, '$.context.d'] },
    ],
    [
      '{ executor: { kind: mcp, connection: gh, tool: t, map: { p: $.arguments.a.q, r: $.arguments.gone } } }',
      '{ a: $.input.x }',
      { map: { p: '$.input.x.q' } },
    ],
    ['{ executor: { kind: mcp, connection: gh, tool: t } }', '{ a: $.input.x }', { map: { a: '$.input.x' } }],
    ['{ executor: { kind: noop } }', '{ a: $.input.x }', { kind: 'noop', map: { a: '$.input.x' } }],
    [
      '{ executor: { kind: rest, connection: api, method: POST, path: "/{a}/{arguments.b}/{other}", body: { t: "x $.arguments.a" } } }',
      '{ a: $.input.x, b: "a b" }',
      { path: '/{input.x}/a%20b/{other}', body: { t: 'x $.input.x' } },
    ],
    // However it stands in an address, it fills a part of it.
    [
      '{ executor: { kind: rest, connection: api, path: "/{a}/$.arguments.a/v-$.arguments.b" } }',
      '{ a: "x?y=1", b: $.input.x }',
      { path: '/x%3Fy%3D1/x%3Fy%3D1/v-$.input.x' },
    ],
    // Half of a pair cannot stand in an address.
    [
      '{ executor: { kind: rest, connection: api, path: "/{a}" } }',
      String.raw`{ a: "half\ud800" }`,
      { path: '/half%EF%BF%BD' },
    ],
  ])('%s with %s', async (capability, map, executor) => {
    expect((await named(capability, map))?.executor).toMatchObject(executor)
  })

  it('holds in guards, too', async () => {
    const go = await named(
      `{ executor: { kind: noop }, guards: [{ kind: not, guard: { kind: expr, expr: "$.arguments.a == 'x' || $.arguments.b in ['y'] || $.arguments.gone == null" } }] }`,
      `{ a: $.input.x, b: "it's" }`,
    )
    expect(go?.guards).toEqual([
      {
        kind: 'not',
        guard: { kind: 'expr', expr: "$.input.x == 'x' || 'it\\'s' in ['y'] || null == null" },
      },
    ])
  })

  it('is refused where a computed value stands inside a text', async () => {
    const { problems } = await loadText(
      `${flow('a:\n  transitions:\n    go: { target: b, executor: { capability: c, map: { a: { add: [1, 2] } } } }\nb: {}')}capabilities:\n  c: { executor: { kind: cli, command: x, args: ["n=$.arguments.a"] } }\n`,
    )
    expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining('stands inside a text')])
  })
})
