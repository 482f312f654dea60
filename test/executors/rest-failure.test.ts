import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createManualClock } from '../support/clock.ts'
import { answerJson, requestTo, runRest, serve, silentOrigin } from './rest-fixture.ts'

describe('an answer that is a refusal', () => {
  it.each([
    [400, 'permanent', false],
    [401, 'permanent', false],
    [404, 'permanent', false],
    [409, 'permanent', false],
    [304, 'permanent', false],
    [408, 'transient_error', false],
    [425, 'transient_error', false],
    [429, 'rate_limited', false],
    [500, 'transient_error', true],
    [502, 'transient_error', true],
    [503, 'transient_error', false],
    [504, 'transient_error', true],
  ])(
    'of %i is %s, uncertain %s where it has an effect [rest.failures]',
    async (status, errorClass, uncertain) => {
      const { origin } = await serve((response) => response.writeHead(status).end())
      const post = await runRest(requestTo(origin, { method: 'POST', body: {} }))
      expect(post).toMatchObject({ ok: false, errorClass, uncertain })
      expect(await runRest(requestTo(origin))).toMatchObject({ ok: false, errorClass, uncertain: false })
    },
  )

  it('says what the server said, and keeps the whole of it [rest.failures]', async () => {
    const { origin } = await serve((response) => answerJson(response, { error: 'no such project' }, 422))
    expect(await runRest(requestTo(origin, { method: 'POST', body: {} }))).toEqual({
      ok: false,
      errorClass: 'permanent',
      message: `POST ${origin}/items answered 422 Unprocessable Entity: {"error":"no such project"}`,
      details: {
        status: 422,
        ok: false,
        headers: { 'content-type': 'application/json' },
        body: { error: 'no such project' },
      },
      content: [],
      uncertain: false,
    })
  })

  it.each([
    ['120', 120_000],
    ['0', 0],
    ['9999999999', 9_999_999_999_000],
    ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
    ['Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
    ['Wed, 31 Dec 2025 23:59:00 GMT', 0],
    ['soon', undefined],
    ['-1', undefined],
    ['1.5', undefined],
  ])('with Retry-After %s says when to come back [rest.retry-after]', async (value, expected) => {
    const { origin } = await serve((response) => response.writeHead(429, { 'retry-after': value }).end())
    const clock = createManualClock(Date.parse('2026-01-01T00:00:00.000Z'))
    const outcome = await runRest(requestTo(origin), { parts: { clock } })
    expect(outcome).toHaveProperty('ok', false)
    expect((outcome as { retryAfterMs?: number }).retryAfterMs).toBe(expected)
  })
})

describe('no answer', () => {
  it('where nobody listens: nothing has happened [rest.no-answer]', async () => {
    const origin = await silentOrigin()
    const outcome = await runRest(requestTo(origin, { method: 'POST', body: {} }))
    expect(outcome).toEqual({
      ok: false,
      errorClass: 'connection_error',
      message: `POST ${origin}/items: nothing answers at that address. Start the server, or correct the baseUrl.`,
      content: [],
      uncertain: false,
    })
  })

  it.each(['POST', 'PUT', 'DELETE', 'PATCH'] as const)(
    'after a reset: a %s may have happened, a read has not [rest.no-answer]',
    async (method) => {
      const { origin } = await serve((_, __, raw) => raw.socket.resetAndDestroy())
      expect(await runRest(requestTo(origin, { method }))).toMatchObject({
        ok: false,
        errorClass: 'connection_error',
        uncertain: true,
      })
      expect(await runRest(requestTo(origin))).toMatchObject({
        errorClass: 'connection_error',
        uncertain: false,
      })
    },
  )

  it('where the answer breaks off in its midst [rest.no-answer]', async () => {
    const { origin } = await serve((response, _, raw) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
      response.write('{"half":')
      setImmediate(() => raw.socket.resetAndDestroy())
    })
    expect(await runRest(requestTo(origin, { method: 'POST', body: {} }))).toMatchObject({
      ok: false,
      errorClass: 'connection_error',
      uncertain: true,
    })
  })

  it('where what answers is no HTTP server [rest.no-answer]', async () => {
    const server = createServer((socket) => socket.end('SSH-2.0-OpenSSH\r\n'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const outcome = await runRest(requestTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
    expect(outcome).toMatchObject({ ok: false, errorClass: 'connection_error', uncertain: false })
  })

  it('where an encrypted connection meets a server that is not [rest.no-answer]', async () => {
    const { origin } = await serve((response) => answerJson(response, {}))
    const outcome = await runRest(requestTo(origin.replace('http:', 'https:'), { method: 'POST', body: {} }))
    expect(outcome).toMatchObject({ ok: false, errorClass: 'connection_error' })
  })
})

describe('a stop', () => {
  it('of an attempt that takes too long is a timeout; a cancellation is final [rest.stop]', async () => {
    const { origin, seen } = await serve(() => {})
    const late = runRest(requestTo(origin, { method: 'POST', body: {} }), {
      context: { signal: AbortSignal.timeout(100) },
    })
    expect(await late).toMatchObject({ ok: false, errorClass: 'timeout', uncertain: true })
    const stop = new AbortController()
    const cancelled = runRest(requestTo(origin), { context: { signal: stop.signal } })
    await expect.poll(() => seen.some(({ method }) => method === 'GET')).toBe(true)
    stop.abort()
    expect(await cancelled).toMatchObject({ ok: false, errorClass: 'permanent', uncertain: false })
  })

  it('while the answer arrives ends it [rest.stop]', async () => {
    const { origin } = await serve((response) => {
      response.writeHead(200, { 'content-type': 'text/plain' })
      response.write('begun')
    })
    const outcome = await runRest(requestTo(origin), { context: { signal: AbortSignal.timeout(150) } })
    expect(outcome).toMatchObject({ ok: false, errorClass: 'timeout' })
  })

  it('before it was sent sends nothing [rest.stop]', async () => {
    const { origin, seen } = await serve((response) => answerJson(response, {}))
    const outcome = await runRest(requestTo(origin, { method: 'POST' }), {
      context: { signal: AbortSignal.abort() },
    })
    expect(outcome).toMatchObject({ ok: false, uncertain: false })
    expect(seen).toEqual([])
  })
})
