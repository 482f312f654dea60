/** What a session of the 2025 era answers at once, and what as a stream. */
import { Server } from '@modelcontextprotocol/server'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Gateway } from '../../../src/main/gateway.ts'
import { createClients } from '../../../src/main/mcp/clients.ts'
import { openMcpHttp } from '../../../src/main/mcp/http/http.ts'
import { createActiveCalls } from '../../../src/main/mcp/tools/active-calls.ts'
import { createManualClock } from '../../support/clock.ts'

const TOKEN = 'a-token'

/** Two tools: a look-up that answers when the test says so, and one that acts. */
async function openHttp() {
  const asked: { cancelled: AbortSignal; answer(): void }[] = []
  const clock = createManualClock()
  const clients = createClients({
    clock,
    publish: () => undefined,
    configuration: () => ({ clients: {} }) as ReturnType<Gateway['configuration']>,
  })
  onTestFinished(() => clients.close())
  const http = await openMcpHttp({
    createServer() {
      const server = new Server({ name: 'test', version: '1' }, { capabilities: { tools: {} } })
      server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
        if (params.arguments?.id === 'slow')
          await new Promise<void>((resolve) => asked.push({ cancelled: mcpReq.signal, answer: resolve }))
        if (params.arguments?.id === 'broken') throw new Error('It is broken.')
        return { content: [{ type: 'text', text: `${params.name} is done` }] }
      })
      return server
    },
    clients,
    calls: createActiveCalls(clock),
    clock,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    identify: (token) => (token === TOKEN ? 'local' : null),
    port: 0,
  })
  onTestFinished(() => http.close())
  const headers: Record<string, string> = {
    authorization: `Bearer ${TOKEN}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  const post = (body: object, signal?: AbortSignal) =>
    fetch(http.url, {
      method: 'POST',
      headers,
      body: JSON.stringify({ jsonrpc: '2.0', ...body }),
      ...(signal && { signal }),
    })
  const began = await post({
    id: 0,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  })
  await began.text()
  headers['mcp-session-id'] = began.headers.get('mcp-session-id') ?? ''
  headers['mcp-protocol-version'] = '2025-11-25'
  const call = (id: number, name: string, args: object = {}, meta?: object, signal?: AbortSignal) =>
    post(
      { id, method: 'tools/call', params: { name, arguments: args, ...(meta && { _meta: meta }) } },
      signal,
    )
  return { http, post, call, headers, asked }
}

const typeOf = (answer: Response) => answer.headers.get('content-type')

describe('a session over HTTP', () => {
  it('answers what only looks something up as JSON, and everything else as a stream [http.look-ups]', async () => {
    const { call, headers } = await openHttp()
    for (const name of ['gateway.describe', 'gateway_search', 'workflow.get']) {
      const answer = await call(1, name)
      expect(typeOf(answer)).toBe('application/json')
      expect(answer.headers.get('mcp-session-id')).toBe(headers['mcp-session-id'])
      expect(await answer.json()).toMatchObject({ id: 1, result: { content: [{ text: `${name} is done` }] } })
    }
    const streamed = [
      await call(2, 'workflow.submit'),
      await call(3, 'workflow.get', { waitMs: 100 }),
      await call(4, 'gateway.home', {}, { progressToken: 1 }),
      await call(5, 'somebody.else'),
    ]
    expect(streamed.map(typeOf)).toEqual(streamed.map(() => 'text/event-stream'))
    for (const answer of streamed) expect(await answer.text()).toContain('is done')
  })

  it('answers a look-up that fails, and refuses what no client of the protocol sends [http.look-ups]', async () => {
    const { call, headers } = await openHttp()
    expect(await (await call(1, 'gateway.describe', { id: 'broken' })).json()).toMatchObject({
      id: 1,
      error: { message: 'It is broken.' },
    })
    headers['mcp-protocol-version'] = '1999-01-01'
    expect((await call(2, 'gateway.home')).status).toBe(400)
    headers['mcp-protocol-version'] = '2025-11-25'
    headers.accept = 'application/json'
    expect((await call(3, 'gateway.home')).status).toBe(406)
  })

  it('ends a look-up that is cancelled, keeps two of one session apart, and forgets whoever has gone [http.look-ups]', async () => {
    const { call, post, asked } = await openHttp()
    const [slow, other] = [
      call(1, 'gateway.describe', { id: 'slow' }),
      call(2, 'gateway.describe', { id: 'slow' }),
    ]
    await expect.poll(() => asked.length).toBe(2)
    expect((await post({ method: 'notifications/cancelled', params: { requestId: 1 } })).status).toBe(202)
    expect((await slow).status).toBe(202)
    expect(asked[0]?.cancelled.aborted).toBe(true)
    asked[1]?.answer()
    expect(await (await other).json()).toMatchObject({ id: 2 })

    const leaving = new AbortController()
    const left = call(3, 'gateway.describe', { id: 'slow' }, undefined, leaving.signal)
    await expect.poll(() => asked.length).toBe(3)
    leaving.abort()
    await expect(left).rejects.toThrow()
    asked[2]?.answer()
    expect(await (await call(3, 'gateway.home')).json()).toMatchObject({ id: 3 })
  })

  it('leaves nobody waiting when it ends [http.look-ups]', async () => {
    const { http, call, headers, asked } = await openHttp()
    const waiting = call(1, 'gateway.describe', { id: 'slow' })
    await expect.poll(() => asked.length).toBe(1)
    const ended = expect(waiting).rejects.toThrow()
    expect((await fetch(http.url, { method: 'DELETE', headers })).status).toBe(200)
    await ended
  })
})
