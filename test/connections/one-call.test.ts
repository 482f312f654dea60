import type { ServerResponse } from 'node:http'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createMcpExecutor } from '../../src/main/executors/mcp.ts'
import { ENGINE } from '../../src/main/model/principal.ts'
import { listen, readBody } from './http-fixture.ts'
import { startOAuthServer } from './oauth-server.ts'
import { ask, createHandClock, http, openPool, until, untilHealthy, untilState } from './pool-fixture.ts'

const never = { signal: new AbortController().signal }

/** From when on everything is refused, and how often it was. */
interface Refusing {
  status: number | null
  times: number
}

/** Answers what is no call; a call is answered by whoever is told of it. */
async function serve(
  refusing: Refusing,
  onCall: (answer: (result: object) => void, response: ServerResponse) => void,
): Promise<string> {
  return await listen(async (request, response) => {
    if (request.method !== 'POST') return void response.writeHead(405).end()
    const { id, method } = JSON.parse(await readBody(request))
    if (refusing.status !== null) {
      refusing.times += 1
      return void response.writeHead(refusing.status).end()
    }
    if (id === undefined) return void response.writeHead(202).end()
    const answer = (result: object) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
    }
    if (method === 'initialize') {
      const serverInfo = { name: 'plain', version: '1' }
      return answer({ protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo })
    }
    if (method === 'tools/call') return onCall(answer, response)
    return answer(method === 'tools/list' ? { tools: [] } : {})
  })
}

describe('what one call over HTTP comes to', () => {
  it.each([429, 503, 404])(
    'a refusal with %i costs no other call [connections.misbehaviour]',
    async (status) => {
      const refusing: Refusing = { status: null, times: 0 }
      let finish: (() => void) | null = null
      const url = await serve(refusing, (answer) => {
        finish = () => answer({ content: [{ type: 'text', text: 'done after all' }] })
      })
      const pool = openPool({ web: http(url) })
      await untilHealthy(pool, 'web')
      const slow = pool.callTool('web', 'slow', {}, never)
      await until(() => finish !== null)
      refusing.status = status
      expect(await pool.callTool('web', 'quick', {}, never)).toMatchObject({ ok: false, uncertain: false })
      // Only a session that the server does not know any more is made anew; else it is asked whether it is there.
      if (status === 404) await untilState(pool, 'web', ({ health }) => health === 'down')
      else await until(() => refusing.times === 2)
      ;(finish as (() => void) | null)?.()
      expect(await slow).toMatchObject({ ok: true, result: { content: [{ text: 'done after all' }] } })
      expect(pool.state('web')?.health).toBe(status === 404 ? 'down' : 'healthy')
    },
  )

  it('tells when the server said to come back [rest.retry-after]', async () => {
    const url = await serve({ status: null, times: 0 }, (_answer, response) =>
      response.writeHead(429, { 'retry-after': '7' }).end(),
    )
    const pool = openPool({ web: http(url) })
    await untilHealthy(pool, 'web')
    const answer = await pool.callTool('web', 'quick', {}, never)
    expect(answer).toMatchObject({ ok: false, errorClass: 'rate_limited', retryAfter: '7' })
    const executor = createMcpExecutor({ pool, clock: createHandClock().clock })
    const call = { kind: 'mcp', connection: 'web', tool: 'quick', arguments: {} } as const
    const context = {
      ...never,
      connection: 'web',
      workflowId: '',
      correlationId: '',
      idempotencyKey: null,
      progress() {},
    }
    expect(await executor.run(call, { ...context, caller: ENGINE })).toMatchObject({ retryAfterMs: 7000 })
  })

  it.each(['{"jsonrpc":', 'null', '[]', '{"jsonrpc":"2.0","id":987654,"result":{}}', ''])(
    'fails at once and alone by an answer that is none: %j [connections.misbehaviour]',
    async (body) => {
      const url = await serve({ status: null, times: 0 }, (_answer, response) => {
        if (body !== '') response.writeHead(200, { 'content-type': 'application/json' })
        else response.writeHead(202)
        response.end(body)
      })
      const pool = openPool({ web: http(url) })
      await untilHealthy(pool, 'web')
      expect(await pool.callTool('web', 'quick', {}, never)).toEqual({
        ok: false,
        errorClass: 'permanent',
        message: 'The server’s answer is not what MCP prescribes: it is no answer to this call.',
        uncertain: true,
      })
      expect(pool.state('web')?.health).toBe('healthy')
    },
  )

  it('lasts no longer than its connection, though that was lost meanwhile [connections.close]', async () => {
    const refusing: Refusing = { status: null, times: 0 }
    let isCalled = false
    const url = await serve(refusing, () => {
      isCalled = true
    })
    const pool = openPool({ web: http(url) })
    await untilHealthy(pool, 'web')
    const slow = pool.callTool('web', 'slow', {}, never)
    await until(() => isCalled)
    refusing.status = 404
    await pool.callTool('web', 'quick', {}, never)
    await untilState(pool, 'web', ({ health }) => health === 'down')
    await pool.close()
    expect(await slow).toMatchObject({ ok: false, uncertain: true })
  })
})

async function signedIn() {
  const server = await startOAuthServer()
  const pool = openPool({ web: http(server.url) })
  await untilState(pool, 'web', ({ health }) => health === 'needs_sign_in')
  const begun = await pool.authorize('web')
  if (!begun.ok) throw new Error(begun.message)
  await fetch(begun.url)
  await untilHealthy(pool, 'web')
  server.events.length = 0
  return { server, pool }
}

it('calls that an expired sign-in meets at once renew it once, and all go on [connections.oauth]', async () => {
  const { server, pool } = await signedIn()
  server.expire()
  const answers = await Promise.all(Array.from({ length: 6 }, () => ask(pool, 'web', 'secret')))
  expect(new Set(answers).size).toBe(1)
  expect(server.events).toEqual(['token refresh_token'])
  expect(pool.state('web')?.health).toBe('healthy')
})

it('a renewal that is never answered fails its calls, and none after them [connections.oauth]', async () => {
  const { server, pool } = await signedIn()
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  const soon = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 100))
  onTestFinished(() => soon.mockRestore())
  server.expire()
  server.hang(true)
  expect(await pool.callTool('web', 'secret', {}, never)).toMatchObject({
    ok: false,
    errorClass: 'connection_error',
    message: 'The sign-in could not be renewed. Who hands out tokens did not answer within 30 s.',
    uncertain: false,
  })
  // Nobody has to sign in for that.
  expect(pool.state('web')?.health).toBe('down')
  // The next one has all its time.
  soon.mockRestore()
  server.hang(false)
  await untilHealthy(pool, 'web')
  expect(await ask(pool, 'web', 'secret')).toContain('Bearer access-')
  expect(server.events).toEqual(['token refresh_token', 'token refresh_token'])
})
