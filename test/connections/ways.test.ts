import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { OnElicitation } from '../../src/main/connections/connection.ts'
import { runs } from '../support/effort.ts'
import { programOf } from '../support/programs.ts'
import { freePort, listen, readBody, startEverything } from './http-fixture.ts'
import { createModernServer } from './modern-tools.ts'
import { ask, http, openPool, stdio, until, untilHealthy, untilState } from './pool-fixture.ts'

const MODERN = await programOf('modern-tools')
const never = new AbortController().signal
const asAda: OnElicitation = async () => ({ action: 'accept', content: { name: 'Ada' } })

describe('a server that speaks the older HTTP with SSE', () => {
  it('is found out, called, and reached again after it was away [connections.sse]', async () => {
    const port = await freePort()
    const server = await startEverything(port, 'sse')
    const pool = openPool({ old: http(`http://127.0.0.1:${port}/sse`) }, { random: () => 1 })
    await untilHealthy(pool, 'old')
    expect(await ask(pool, 'old', 'get-sum', { a: 2, b: 3 })).toBe('The sum of 2 and 3 is 5.')
    let isRunning = false
    const long = { duration: 60, steps: 600 }
    const call = pool.callTool('old', 'trigger-long-running-operation', long, {
      signal: never,
      progress: () => {
        isRunning = true
      },
    })
    await until(() => isRunning)
    server.kill('SIGKILL')
    expect(await call).toMatchObject({ ok: false, errorClass: 'connection_error', uncertain: true })
    await untilState(pool, 'old', ({ health }) => health === 'down')
    await startEverything(port, 'sse')
    await untilHealthy(pool, 'old')
    expect(await ask(pool, 'old', 'get-sum', { a: 1, b: 1 })).toBe('The sum of 1 and 1 is 2.')
  })

  it('gets the declared headers with every request [connections.sse]', async () => {
    const seen: string[] = []
    const url = await listen((request, response) => {
      seen.push(`${request.method} ${request.headers['x-key']}`)
      response.writeHead(request.method === 'GET' ? 500 : 405).end()
    })
    const pool = openPool({ old: http(url, { 'X-Key': 'k1' }) })
    await pool.settled(10_000)
    expect(seen).toEqual(['POST k1', 'GET k1'])
    expect(pool.state('old')?.error).toContain('HTTP 405')
  })
})

describe('a server that is left while it is still being reached', () => {
  it.each(['at the first request', 'at the second way', 'between the two ways'])(
    'keeps nobody waiting %s [connections.sse]',
    async (when) => {
      const seen: string[] = []
      const url = await listen((request, response) => {
        seen.push(request.method ?? '')
        if (request.method === 'POST' && when !== 'at the first request') response.writeHead(404).end()
      })
      const pool = openPool({ far: http(url) })
      await until(() => seen.length >= (when === 'at the second way' ? 2 : 1))
      await pool.close()
      void pool.restart('far')
      expect(pool.state('far')?.health).toBe('starting')
    },
  )

  it('keeps nobody waiting in the middle of a restart [connections.sse]', async () => {
    const seen: string[] = []
    const url = await listen((request, response) => {
      seen.push(request.method ?? '')
      response.writeHead(404).end()
    })
    const pool = openPool({ far: http(url) })
    await untilState(pool, 'far', ({ health }) => health === 'down')
    const before = seen.length
    const restarted = pool.restart('far')
    await until(() => seen.length > before)
    await pool.close()
    await restarted
  })
})

describe('a server that speaks the newest revision only', () => {
  it('is reached over HTTP, may ask a person, and hears of a cancellation [connections.eras]', async () => {
    const handler = createMcpHandler(createModernServer, { legacy: 'reject' })
    onTestFinished(() => handler.close())
    const answer = toNodeHandler(handler)
    const url = await listen(
      (request, response) => void answer(request as Parameters<typeof answer>[0], response),
    )
    const pool = openPool({ modern: http(url) }, { onElicitation: asAda })
    const state = await untilHealthy(pool, 'modern')
    expect(state.tools.map(({ name }) => name)).toEqual(['greet', 'ask', 'wait', 'sample'])
    expect(await ask(pool, 'modern', 'greet')).toBe('hello')
    expect(await ask(pool, 'modern', 'ask')).toBe('hello Ada')
    const stopped = await pool.callTool('modern', 'wait', {}, { signal: AbortSignal.timeout(100) })
    expect(stopped).toMatchObject({ ok: false, errorClass: 'timeout', uncertain: true })
    expect(await pool.callTool('modern', 'sample', {}, { signal: never })).toMatchObject({ ok: false })
    expect(await ask(pool, 'modern', 'greet')).toBe('hello')
    expect(pool.state('modern')?.health).toBe('healthy')
  })

  it('is reached as a process as well [connections.eras]', async () => {
    const pool = openPool({ modern: stdio([MODERN, 'stdio']) }, { onElicitation: asAda })
    await untilHealthy(pool, 'modern')
    expect(await ask(pool, 'modern', 'ask')).toBe('hello Ada')
    const stopped = await pool.callTool('modern', 'wait', {}, { signal: AbortSignal.timeout(100) })
    expect(stopped).toMatchObject({ ok: false, errorClass: 'timeout' })
    await until(() => pool.state('modern')!.logTail.includes('cancelled'))
    expect(await ask(pool, 'modern', 'greet')).toBe('hello')
  })
})

/** Answers plainly; `act` answers the calls. */
function plainServer(act: (id: number, respond: (body: string, type?: string) => void) => void) {
  return listen(async (request, response) => {
    if (request.method !== 'POST') return void response.writeHead(405).end()
    const { id, method } = JSON.parse(await readBody(request)) as { id?: number; method: string }
    if (id === undefined) return void response.writeHead(202).end()
    const respond = (body: string, type = 'application/json') => {
      response.writeHead(200, { 'content-type': type })
      response.end(body)
    }
    const result = (value: object) => respond(JSON.stringify({ jsonrpc: '2.0', id, result: value }))
    if (method === 'tools/call') return act(id, respond)
    if (method !== 'initialize') return result({ tools: [] })
    const serverInfo = { name: 'plain', version: '1' }
    result({ protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo })
  })
}

describe('an answer over HTTP', () => {
  it('may take as long as its call allows [connections.patience]', async () => {
    // Node's own fetch gives up after five minutes of silence; nothing here may go through it.
    const fetch = vi.spyOn(globalThis, 'fetch')
    const url = await plainServer((id, respond) => {
      const answer = { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'at last' }] } }
      setTimeout(() => respond(JSON.stringify(answer)), runs(500, 310_000))
    })
    const pool = openPool({ slow: http(url) })
    expect(await ask(pool, 'slow', 'anything')).toBe('at last')
    expect(fetch).not.toHaveBeenCalled()
    fetch.mockRestore()
  }, 400_000)

  it.each(['application/json', 'text/event-stream'])(
    'of more than can be read is answered as completed: %s [result.bounded]',
    async (type) => {
      const url = await plainServer((id, respond) => {
        const content = [{ type: 'text', text: 'x'.repeat(20 * 1024 * 1024) }]
        const body = JSON.stringify({ result: { content }, jsonrpc: '2.0', id })
        respond(type === 'application/json' ? body : `event: message\nid: 1\ndata: ${body}\n\n`, type)
      })
      const pool = openPool({ big: http(url) })
      await untilHealthy(pool, 'big')
      expect(await pool.callTool('big', 'anything', {}, { signal: never })).toMatchObject({
        ok: true,
        result: { isError: false, content: [{ text: expect.stringContaining('do not call it again') }] },
      })
    },
  )

  it.each(['application/json', 'text/event-stream'])(
    'of more than 64 MiB fails its call: %s [R7.3]',
    async (type) => {
      const url = await plainServer((id, respond) => {
        const answer = {
          jsonrpc: '2.0',
          id,
          result: { content: [{ type: 'text', text: 'x'.repeat(65 * 1024 * 1024) }] },
        }
        const body = JSON.stringify(answer)
        respond(type === 'application/json' ? body : `data: ${body}\n\n`, type)
      })
      const pool = openPool({ big: http(url) })
      await untilHealthy(pool, 'big')
      expect(await pool.callTool('big', 'anything', {}, { signal: never })).toEqual({
        ok: false,
        errorClass: 'connection_error',
        message: expect.stringContaining('more than 64 MiB'),
        uncertain: true,
      })
    },
  )
})
