import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort, startEverything } from './http-fixture.ts'
import { ask, http, openPool, until, untilHealthy, untilState } from './pool-fixture.ts'

const never = new AbortController().signal

async function serve(
  handle: (request: IncomingMessage, body: string) => { status: number; body?: object },
): Promise<string> {
  const server: Server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const answer = handle(request, body)
      response.writeHead(answer.status, { 'content-type': 'application/json' })
      response.end(answer.body === undefined ? '' : JSON.stringify(answer.body))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
}

describe('an MCP server at an address', () => {
  it('is discovered and called, with progress [connections.http]', async () => {
    const port = await freePort()
    await startEverything(port)
    const pool = openPool({ web: http(`http://127.0.0.1:${port}/mcp`) })
    const state = await untilHealthy(pool, 'web')
    expect(state.tools.map(({ name }) => name)).toContain('get-sum')
    expect(await ask(pool, 'web', 'get-sum', { a: 2, b: 3 })).toBe('The sum of 2 and 3 is 5.')
    const updates: number[] = []
    const slow = await pool.callTool(
      'web',
      'trigger-long-running-operation',
      { duration: 0.2, steps: 2 },
      { signal: never, progress: ({ progress }) => updates.push(progress) },
    )
    expect(slow.ok).toBe(true)
    expect(updates).toEqual([1, 2])
  })

  it('answers a call that it dies under with an unknown effect, and comes back [connections.lost-call]', async () => {
    const port = await freePort()
    const server = await startEverything(port)
    const pool = openPool({ web: http(`http://127.0.0.1:${port}/mcp`) }, { random: () => 1 })
    await untilHealthy(pool, 'web')
    let isRunning = false
    const call = pool.callTool(
      'web',
      'trigger-long-running-operation',
      { duration: 60, steps: 600 },
      {
        signal: never,
        progress: () => {
          isRunning = true
        },
      },
    )
    await until(() => isRunning)
    server.kill('SIGKILL')
    expect(await call).toMatchObject({ ok: false, errorClass: 'connection_error', uncertain: true })
    await untilState(pool, 'web', ({ health }) => health === 'down')
    const refused = await pool.callTool('web', 'get-sum', { a: 1, b: 1 }, { signal: never })
    expect(refused).toMatchObject({ ok: false, errorClass: 'connection_error', uncertain: false })
    await startEverything(port)
    await untilHealthy(pool, 'web')
    expect(await ask(pool, 'web', 'get-sum', { a: 1, b: 1 })).toBe('The sum of 1 and 1 is 2.')
  })

  it('gets a new session after it was restarted while nobody looked [connections.reconnect]', async () => {
    const port = await freePort()
    const server = await startEverything(port)
    const pool = openPool({ web: http(`http://127.0.0.1:${port}/mcp`) }, { random: () => 1 })
    await untilHealthy(pool, 'web')
    const seen: unknown[] = []
    pool.onChange((name) => seen.push(pool.state(name)?.health))
    server.kill('SIGKILL')
    await once(server, 'exit')
    await startEverything(port)
    await until(() => seen.includes('down'))
    await untilHealthy(pool, 'web')
    expect(await ask(pool, 'web', 'get-sum', { a: 1, b: 1 })).toBe('The sum of 1 and 1 is 2.')
  })

  it('gets the declared headers, their places filled [connections.http]', async () => {
    const seen: (string | undefined)[] = []
    const url = await serve((request) => {
      seen.push(request.headers.authorization)
      return { status: 401 }
    })
    const pool = openPool(
      { web: http(url, { Authorization: 'Bearer TOKEN' }) },
      { resolve: (text) => text.replace('TOKEN', 'abc') },
    )
    await pool.settled(10_000)
    expect(seen).toEqual(['Bearer abc'])
    expect(pool.state('web')).toMatchObject({
      health: 'down',
      error: 'The server answered HTTP 401 “Unauthorized”. Check the headers that the connection declares.',
    })
  })

  it('says of an address that leads elsewhere what to do [connections.failures]', async () => {
    const url = await serve(() => ({ status: 308 }))
    const pool = openPool({ web: http(url) })
    await pool.settled(10_000)
    expect(pool.state('web')?.error).toBe(
      'The server answered HTTP 308 “Permanent Redirect”. Its address is another one by now: write the one to which this leads.',
    )
  })

  it('has its HTTP refusals classed [connections.failures]', async () => {
    let status = 200
    const url = await serve((_request, body) => {
      const { id, method } = JSON.parse(body === '' ? '{}' : body) as { id?: number; method?: string }
      if (method === undefined) return { status: 405 }
      if (id === undefined) return { status: 202 }
      const initialized = {
        protocolVersion: '2025-06-18',
        capabilities: { tools: {} },
        serverInfo: { name: 'plain', version: '1' },
      }
      if (method === 'tools/call') return { status }
      const result = method === 'initialize' ? initialized : { tools: [] }
      return { status: 200, body: { jsonrpc: '2.0', id, result } }
    })
    const pool = openPool({ web: http(url) })
    await untilHealthy(pool, 'web')
    const call = async (answered: number) => {
      status = answered
      const answer = await pool.callTool('web', 'x', {}, { signal: never })
      return answer.ok ? null : [answer.errorClass, answer.uncertain]
    }
    expect(await call(429)).toEqual(['rate_limited', false])
    expect(await call(503)).toEqual(['transient_error', false])
    expect(await call(500)).toEqual(['transient_error', true])
    expect(await call(403)).toEqual(['permanent', false])
    expect(await call(400)).toEqual(['permanent', false])
    expect(pool.state('web')?.health).toBe('healthy')
    expect(await call(404)).toEqual(['connection_error', false])
    expect(pool.state('web')?.health).toBe('down')
  })
})
