/** What is answered at once over HTTP, and what as a stream. */
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  Server,
} from '@modelcontextprotocol/server'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Gateway } from '../../../src/main/gateway.ts'
import { createClients } from '../../../src/main/mcp/clients.ts'
import { openMcpHttp } from '../../../src/main/mcp/http/http.ts'
import { createActiveCalls } from '../../../src/main/mcp/tools/active-calls.ts'
import { createManualClock } from '../../support/clock.ts'

const TOKEN = 'a-token'

/** Two tools: a look-up that answers when the test says so, and one that acts. */
async function openHttp() {
  let servers = 0
  const asked: { cancelled: AbortSignal; answer(): void }[] = []
  const clock = createManualClock()
  const clients = createClients({
    clock,
    publish: () => undefined,
    configuration: () => ({ clients: {} }) as ReturnType<Gateway['configuration']>,
  })
  onTestFinished(() => clients.close())
  const http = await openMcpHttp({
    serverFactory: async () => () => {
      servers += 1
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
  return { http, post, headers, asked, clients, servers: () => servers }
}

async function openSession() {
  const opened = await openHttp()
  const { post, headers } = opened
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
  return { ...opened, call }
}

/** A client of 2026-07-28, whose requests each say all that there is to know. */
async function openLone() {
  const opened = await openHttp()
  const { post, headers } = opened
  headers['mcp-protocol-version'] = '2026-07-28'
  headers['mcp-method'] = 'tools/call'
  const call = (id: number, name: string, args: object = {}, meta: object = {}, signal?: AbortSignal) => {
    headers['mcp-name'] = name
    const _meta = {
      [PROTOCOL_VERSION_META_KEY]: headers['mcp-protocol-version'],
      [CLIENT_INFO_META_KEY]: { name: 'lone', version: '1' },
      [CLIENT_CAPABILITIES_META_KEY]: {},
      ...meta,
    }
    return post({ id, method: 'tools/call', params: { name, arguments: args, _meta } }, signal)
  }
  return { ...opened, call }
}

const typeOf = (answer: Response) => answer.headers.get('content-type')

describe('a session over HTTP', () => {
  it('answers what only looks something up as JSON, and everything else as a stream [http.look-ups]', async () => {
    const { call, headers } = await openSession()
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
    const { call, headers } = await openSession()
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
    const { call, post, asked } = await openSession()
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
    const { http, call, headers, asked } = await openSession()
    const waiting = call(1, 'gateway.describe', { id: 'slow' })
    await expect.poll(() => asked.length).toBe(1)
    const ended = expect(waiting).rejects.toThrow()
    expect((await fetch(http.url, { method: 'DELETE', headers })).status).toBe(200)
    await ended
  })
})

describe('a call without a session', () => {
  it('is answered as JSON where it only looks something up, all by one server, and is seen [http.look-ups]', async () => {
    const { call, clients, servers } = await openLone()
    for (const name of ['gateway.describe', 'gateway_search', 'workflow.get']) {
      const answer = await call(1, name)
      expect([answer.status, typeOf(answer)]).toEqual([200, 'application/json'])
      expect(await answer.json()).toMatchObject({
        id: 1,
        result: { resultType: 'complete', content: [{ text: `${name} is done` }] },
      })
    }
    expect(servers()).toBe(1)
    expect(clients.list()).toMatchObject([{ label: 'lone', transport: 'http' }])
    expect(await (await call(1, 'workflow.submit')).text()).toContain('workflow.submit is done')
    expect(await (await call(1, 'gateway.home', {}, { progressToken: 1 })).text()).toContain('is done')
    expect(servers()).toBe(3)
  })

  it('says that it failed, and is refused where it says two things or speaks of another revision [http.look-ups]', async () => {
    const { call, headers, post } = await openLone()
    expect(await (await call(1, 'gateway.describe', { id: 'broken' })).json()).toMatchObject({
      id: 1,
      error: { message: 'It is broken.' },
    })
    expect((await call(2, 'gateway.home', {}, { [PROTOCOL_VERSION_META_KEY]: '2025-11-25' })).status).toBe(
      400,
    )
    headers['mcp-name'] = 'workflow.submit'
    const params = { name: 'gateway.home', _meta: { [PROTOCOL_VERSION_META_KEY]: '2026-07-28' } }
    expect((await post({ id: 3, method: 'tools/call', params })).status).toBe(400)
    headers['mcp-protocol-version'] = '2031-01-01'
    expect((await call(4, 'gateway.home')).status).toBe(400)
  })

  it('keeps apart two that count alike, and is cancelled when its stream is closed [http.look-ups]', async () => {
    const { call, asked } = await openLone()
    const [first, second] = [
      call(1, 'gateway.describe', { id: 'slow' }),
      call(1, 'gateway.describe', { id: 'slow' }),
    ]
    await expect.poll(() => asked.length).toBe(2)
    for (const { answer } of asked.reverse()) answer()
    for (const answer of await Promise.all([first, second]))
      expect(await answer.json()).toMatchObject({ id: 1, result: {} })

    const leaving = new AbortController()
    const left = call(2, 'gateway.describe', { id: 'slow' }, {}, leaving.signal)
    await expect.poll(() => asked.length).toBe(3)
    leaving.abort()
    await expect(left).rejects.toThrow()
    await expect.poll(() => asked.at(-1)?.cancelled.aborted).toBe(true)
    asked.at(-1)?.answer()
    expect(await (await call(2, 'gateway.home')).json()).toMatchObject({ id: 2 })
  })

  it('is not left waiting when the gateway ends [http.look-ups]', async () => {
    const { http, call, asked } = await openLone()
    const waiting = expect(call(1, 'gateway.describe', { id: 'slow' })).rejects.toThrow()
    await expect.poll(() => asked.length).toBe(1)
    await http.close()
    await waiting
  })
})
