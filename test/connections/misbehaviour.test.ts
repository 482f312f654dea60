import { describe, expect, it } from 'vitest'
import type { ConnectionPool } from '../../src/main/connections/pool.ts'
import type { JsonObject } from '../../src/main/model/json.ts'
import { findViolations, schemaProblem } from '../../src/main/workflow/schema/schema.ts'
import { programOf } from '../support/programs.ts'
import { ask, fixture, openPool, stdio, untilHealthy, untilState } from './pool-fixture.ts'

const RUDE = await programOf('rude-server')
const never = new AbortController().signal

async function openRude(): Promise<ConnectionPool> {
  const pool = openPool(
    { rude: stdio([RUDE]) },
    {
      rules: {
        problem: schemaProblem,
        misfits: (schema, value) =>
          (findViolations(schema, value) ?? []).map(({ path, message }) => `${path} ${message}`),
      },
    },
  )
  await untilHealthy(pool, 'rude')
  return pool
}

describe('a server that breaks the protocol', () => {
  it('calls what it knows from before while the tools cannot be listed, and says so [connections.degraded]', async () => {
    const pool = openPool({ one: fixture('shy') }, { cachedTools: () => [{ name: 'hello' }] })
    const { error } = await untilState(pool, 'one', ({ health }) => health === 'degraded')
    expect(error).toContain('calls go by how it described them before')
    expect(await ask(pool, 'one', 'hello')).toBe('unknown hello')
  })

  it('takes no line of a log for an answer [connections.misbehaviour]', async () => {
    const pool = await openRude()
    expect(await ask(pool, 'rude', 'logs')).toBe('after its log')
  })

  it.each(['broken_line', 'no_json_rpc', 'no_result', 'in_a_list'])(
    'fails one call at once by an answer that cannot be read: %s [connections.misbehaviour]',
    async (tool) => {
      const pool = await openRude()
      const waiting = pool.callTool('rude', 'late', { ms: 500 }, { signal: never })
      expect(await pool.callTool('rude', tool, {}, { signal: never })).toEqual({
        ok: false,
        errorClass: 'permanent',
        message: 'The server’s answer is not what MCP prescribes: its line cannot be read.',
        uncertain: true,
      })
      expect(await waiting).toMatchObject({ ok: true })
      expect(pool.state('rude')?.health).toBe('healthy')
    },
  )

  it('is not believed when it answers twice, late, or what nobody asked [connections.misbehaviour]', async () => {
    const pool = await openRude()
    expect(await ask(pool, 'rude', 'twice')).toBe('first')
    expect(await ask(pool, 'rude', 'strangers_answer')).toBe('mine')
    const impatient = pool.callTool('rude', 'held', {}, { signal: AbortSignal.timeout(50) })
    expect(await impatient).toMatchObject({ ok: false, errorClass: 'timeout', uncertain: true })
    expect(await ask(pool, 'rude', 'release')).toBe('released')
    expect(await ask(pool, 'rude', 'fine')).toBe('called fine')
    expect(pool.state('rude')?.health).toBe('healthy')
  })

  it('that never answers one call answers the others [connections.misbehaviour]', async () => {
    const pool = await openRude()
    const silent = pool.callTool('rude', 'silent', {}, { signal: AbortSignal.timeout(300) })
    expect(await ask(pool, 'rude', 'fine')).toBe('called fine')
    expect(await silent).toMatchObject({ ok: false, errorClass: 'timeout', uncertain: true })
    expect(await ask(pool, 'rude', 'fine')).toBe('called fine')
  })
})

describe('a server that announces changes without end', () => {
  it('is asked for its tools a few times a second, and serves its calls [connections.misbehaviour]', async () => {
    const pool = openPool({ rude: stdio([RUDE, 'restless']) })
    await untilState(pool, 'rude', ({ tools }) => tools.length > 0)
    const began = performance.now()
    const first = Number(await ask(pool, 'rude', 'tools_asked'))
    await ask(pool, 'rude', 'late', { ms: 1500 })
    const asked = Number(await ask(pool, 'rude', 'tools_asked')) - first
    expect(asked).toBeLessThanOrEqual(5 * Math.ceil(1 + (performance.now() - began) / 1000))
    expect(pool.state('rude')?.health).toBe('healthy')
  })
})

describe('a tool whose schema or name cannot be used', () => {
  it('is left out with the reason, and is not called; the others are [connections.refused-tool]', async () => {
    const pool = await openRude()
    const state = pool.state('rude')
    expect(state?.tools.map(({ name }) => name)).toEqual([
      'fine',
      'deep_promise',
      'open',
      'promising',
      'answers',
      'keyed',
    ])
    expect(state?.refused).toEqual([
      {
        tool: 'elsewhere',
        reason:
          'Its input schema cannot be used. The schema refers to ‘https://example.org/a.json’; only references within it (‘#…’) are followed.',
      },
      { tool: 'no_object', reason: 'Its input schema does not describe an object.' },
      { tool: 'garbage', reason: 'Its input schema does not describe an object.' },
      { tool: ' \u0007\u200b', reason: 'Nothing of its name can be seen.' },
      {
        tool: 'two_faced',
        reason:
          'The server lists two different tools of this name, and nobody could know which of them a call would reach.',
      },
      {
        tool: 'abyss',
        reason: 'Its input schema cannot be used. The schema is nested deeper than 64 levels.',
      },
      {
        tool: 'looking_ahead',
        reason:
          'Its input schema cannot be used. The pattern ‘^(?=a)b’ cannot be used: look-ahead, look-behind and flags in a group are not supported.',
      },
      {
        tool: 'circle',
        reason: 'Its input schema cannot be used. The schema refers to itself without end.',
      },
      { tool: 'deepest', reason: 'Its input schema is nested deeper than 500 levels.' },
      { tool: 'half\ufffd', reason: 'Its name has half of a character in it, which nothing can store.' },
      { tool: 'n'.repeat(129), reason: 'Its name has 129 characters; at most 128 are possible.' },
      {
        tool: '',
        reason: '2 tools have no name and are left out: those that the server lists as number 6, 12.',
      },
    ])
    expect(state?.logTail.at(-1)).toMatch(/^2 tools have no name and are left out/)
    expect(state?.logTail).toContain(
      'The tool “garbage” is left out. Its input schema does not describe an object.',
    )
    expect(await pool.callTool('rude', 'garbage', {}, { signal: never })).toEqual({
      ok: false,
      errorClass: 'permanent',
      message: 'The tool “garbage” cannot be called. Its input schema does not describe an object.',
      uncertain: false,
    })
  })
})

describe('an answer', () => {
  const give = async (args: JsonObject) =>
    (await openRude()).callTool('rude', 'promising', args, { signal: never })

  it('that breaks the promise of its tool says so, and the call stays completed [connections.structured-output]', async () => {
    const text =
      'The tool did its work, but its answer does not fit the output schema that its server declares: sum is text, must be a number.'
    expect(await give({ answer: { sum: 'five' } })).toEqual({
      ok: true,
      result: { content: [{ type: 'text', text }], isError: false, structuredContent: { sum: 'five' } },
    })
    expect(await give({ answer: [1] })).toMatchObject({ ok: true, result: { structuredContent: [1] } })
  })

  it('that keeps it, or reports an error, passes [connections.structured-output]', async () => {
    expect(await give({ answer: { sum: 5 } })).toMatchObject({
      ok: true,
      result: { structuredContent: { sum: 5 } },
    })
    expect(await give({ answer: {}, isError: true })).toMatchObject({ ok: true, result: { isError: true } })
  })
})

describe('an answer that is nested deeper than the gateway can keep', () => {
  const said = (done: string) => [
    {
      type: 'text',
      text: `[${done} Its answer is nested deeper than 500 levels; the part of it that is so is left out.]`,
    },
  ]
  const DID = 'The tool did its work: do not call it again for this.'

  it.each([
    { levels: 1100, within: 'structuredContent' },
    { levels: 20_000, within: 'structuredContent' },
    { levels: 20_000, within: 'content' },
  ])('is one all the same, and costs no other call: %o [connections.misbehaviour]', async (shape) => {
    const pool = await openRude()
    const waiting = pool.callTool('rude', 'late', { ms: 300 }, { signal: never })
    const answer = await pool.callTool('rude', 'deep_answer', shape, { signal: never })
    expect(answer).toEqual({ ok: true, result: { content: said(DID), isError: false } })
    expect(await waiting).toMatchObject({ ok: true })
    expect(pool.state('rude')?.health).toBe('healthy')
  })

  it('stays a failure where it tells of one [connections.misbehaviour]', async () => {
    const pool = await openRude()
    const shape = { levels: 1100, isError: true }
    expect(await pool.callTool('rude', 'deep_answer', shape, { signal: never })).toEqual({
      ok: true,
      result: { content: said('The tool reported a failure.'), isError: true },
    })
  })
})

describe('an idempotency key', () => {
  it('goes along in the meta data, and as an argument where the tool takes it [connections.idempotency-key]', async () => {
    const pool = await openRude()
    const call = async (tool: string, args: JsonObject, idempotencyKey?: string) => {
      const options = { signal: never, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) }
      const answer = await pool.callTool('rude', tool, args, options)
      return answer.ok ? JSON.parse(String(answer.result.content[0]?.text)) : answer
    }
    expect(await call('keyed', { a: 1 }, 'k1')).toEqual({ args: { a: 1, _idempotencyKey: 'k1' }, key: 'k1' })
    expect(await call('keyed', { _idempotencyKey: 'mine' }, 'k1')).toMatchObject({
      args: { _idempotencyKey: 'mine' },
    })
    expect(await call('keyed', {})).toEqual({ args: {}, key: null })
  })
})

describe('what a server may ask of the gateway', () => {
  it.each(['sampling/createMessage', 'roots/list', 'elicitation/create', 'made/up'])(
    'does not include %s, which is an unknown method; the call goes on [R5.10]',
    async (method) => {
      const pool = await openRude()
      const answer = JSON.parse(await ask(pool, 'rude', 'ask_back', { method }))
      expect(answer).toMatchObject({ code: -32601 })
    },
  )
})
