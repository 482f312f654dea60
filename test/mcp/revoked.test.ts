import { once } from 'node:events'
import { request as ask, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Gateway } from '../../src/main/gateway.ts'
import { createClients } from '../../src/main/mcp/clients.ts'
import { findGateway } from '../../src/main/mcp/endpoint.ts'
import { connectToGateway } from '../../src/main/mcp/pipe/connect-to-gateway.ts'
import { BRIDGE } from '../../src/main/mcp/pipe/hello.ts'
import { runPipe } from '../../src/main/mcp/pipe/pipe.ts'
import { createManualClock } from '../support/clock.ts'
import { connectHttp, eventually, type OpenGateway, openWithDoors, type TestClient } from './support.ts'

let open: OpenGateway
let token: string
beforeEach(async () => {
  open = await openWithDoors()
  token = await open.doors.tokens.createClientToken('claude', 'human:kim')
})
afterEach(async () => {
  // As a gateway stops: what waits for a person keeps nobody waiting.
  open.gateway.drain()
  await open.close()
})

const revoke = () => open.doors.tokens.revokeClientToken('claude', 'human:kim')
const replace = () => open.doors.tokens.createClientToken('claude', 'human:kim')
const clientsNamed = (name: string) => open.doors.clients().filter((row) => row.client === name)

function send(
  headers: Record<string, string>,
  { method, body = '' }: { method: string; body?: string },
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = ask(
      open.doors.mcpUrl,
      {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/json, text/event-stream',
          ...headers,
        },
      },
      resolve,
    )
    request.on('error', reject)
    request.end(body)
  })
}

/** Opens a session of the 2025 era by hand. */
async function openSession(): Promise<string> {
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'raw', version: '1' },
  }
  const response = await send(
    { 'content-type': 'application/json' },
    { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }) },
  )
  expect(response.statusCode).toBe(200)
  response.resume()
  await once(response, 'end')
  return String(response.headers['mcp-session-id'])
}

async function parkACall(client: TestClient, signal = new AbortController().signal) {
  const { workflowId } = (await client.call('workflow.start', { definitionId: 'asked' })).structuredContent
  const submit = { workflowId, expectedVersion: 1, transition: 'ask' }
  const outcome = client.call('workflow.submit', submit, { signal }).then(
    () => 'an answer',
    () => 'the end of the connection',
  )
  await eventually(async () => (await pendingOf(workflowId)) === 1, 'the parked call')
  return { workflowId, outcome }
}

/** A cancellation that comes later and has taken effect: an earlier one would have, too. */
async function cancelACall(): Promise<void> {
  const client = await connectHttp(open.doors.mcpUrl, open.token, '2026', 'canceller')
  const abort = new AbortController()
  const { workflowId } = await parkACall(client, abort.signal)
  abort.abort()
  await eventually(async () => (await pendingOf(workflowId)) === 0, 'the cancellation')
  await client.close()
}

async function pendingOf(workflowId: string): Promise<number> {
  const { items } = await open.gateway.store.approvals({ workflowId, status: ['pending'] }, { limit: 9 })
  return items.length
}

/** The status of the answer to somebody who comes with this token. */
async function statusOf(presented: string): Promise<number | undefined> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${presented}` }
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'raw', version: '1' },
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
  const response = await send(headers, { method: 'POST', body })
  response.resume()
  return response.statusCode
}

describe('a token that a full disk lets nobody write down', () => {
  it('is neither revoked nor replaced, and can be once there is room [clients.revoked]', async () => {
    const { store } = open.gateway
    const { commit } = store
    store.commit = () => Promise.reject(new Error('The disk is full.'))
    await expect(revoke()).rejects.toThrow('The disk is full.')
    await expect(replace()).rejects.toThrow('The disk is full.')
    expect(open.doors.tokens.issued().map(({ name }) => name)).toEqual(['claude'])
    expect(await statusOf(token)).toBe(200)
    store.commit = commit
    const other = await replace()
    expect(await statusOf(token)).toBe(401)
    expect(await statusOf(other)).toBe(200)
    await revoke()
    expect(await statusOf(other)).toBe(401)
  })
})

describe('a token that was revoked', () => {
  it('is answered 401 from then on, in a session too [clients.revoked]', async () => {
    const session = await openSession()
    await revoke()
    for (const headers of [{}, { 'mcp-session-id': session }]) {
      const response = await send(
        { 'content-type': 'application/json', ...headers },
        { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' }) },
      )
      expect(response.statusCode).toBe(401)
      response.resume()
    }
  })

  it('leaves no session and no stream open [clients.revoked]', async () => {
    const session = await openSession()
    const stream = await send({ 'mcp-session-id': session }, { method: 'GET' })
    expect(stream.statusCode).toBe(200)
    const ended = new Promise<void>((resolve) => stream.once('close', resolve))
    stream.on('error', () => undefined).resume()
    expect(clientsNamed('claude')).toHaveLength(1)
    await revoke()
    await ended
    await eventually(() => clientsNamed('claude').length === 0, 'the end of the session')
  })

  it('ends a call of the 2025 era that waits, and withdraws nothing [clients.revoked] [R4.6]', async () => {
    const session = { 'mcp-session-id': await openSession(), 'content-type': 'application/json' }
    const other = await connectHttp(open.doors.mcpUrl, token, '2026')
    const { workflowId } = (await other.call('workflow.start', { definitionId: 'asked' })).structuredContent
    const params = {
      name: 'workflow.submit',
      arguments: { workflowId, expectedVersion: 1, transition: 'ask' },
    }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/call', params })
    const response = await send(session, { method: 'POST', body })
    const closed = new Promise<void>((resolve) => response.once('close', resolve))
    response.on('error', () => undefined).resume()
    await eventually(async () => (await pendingOf(workflowId)) === 1, 'the parked call')
    await revoke()
    await closed
    await eventually(() => clientsNamed('claude').length === 0, 'the end of the connections')
    await cancelACall()
    expect(await pendingOf(workflowId)).toBe(1)
    await other.close()
  })

  it('ends a call of the 2026 era that waits, and withdraws nothing [clients.revoked] [R4.6]', async () => {
    const client = await connectHttp(open.doors.mcpUrl, token, '2026')
    const { workflowId, outcome } = await parkACall(client)
    await revoke()
    expect(await outcome).toBe('the end of the connection')
    await cancelACall()
    expect(await pendingOf(workflowId)).toBe(1)
    expect(clientsNamed('claude')).toEqual([])
    expect(open.gateway.logged).toEqual([])
    await client.close()
  })

  it('serves no request whose body was still coming [clients.revoked]', async () => {
    const request = ask(open.doors.mcpUrl, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/list',
        expect: '100-continue',
      },
    })
    const ended = new Promise((resolve) => request.once('error', resolve))
    request.flushHeaders()
    await once(request, 'continue')
    request.write('{"jsonrpc":"2.0",')
    await revoke()
    expect(await ended).toBeInstanceOf(Error)
    expect(open.gateway.logged).toEqual([])
  })

  it('ends the pipe with a sentence; nothing reconnects [clients.revoked]', async () => {
    const { dataFolder } = open.gateway
    const input = new PassThrough()
    const output = new PassThrough()
    const said: string[] = []
    const code = runPipe({
      input,
      output,
      tell: (sentence) => said.push(sentence),
      async reach() {
        const endpoint = await findGateway(dataFolder)
        const result = await connectToGateway(endpoint ?? { socket: '' }, {
          ...{ bridge: BRIDGE, countersign: '0.0.0-test', token },
          ...{ control: null, client: 'piped', names: null, configuration: null },
        })
        if (result.kind === 'welcome') return result.socket
        throw new Error(result.kind === 'refused' ? result.reason : 'nobody')
      },
    })
    await eventually(() => clientsNamed('claude').length === 1, 'the pipe')
    await revoke()
    expect(await code).toBe(1)
    expect(said.at(-1)).toBe('The token is not known here, or was revoked.')
    expect(clientsNamed('claude')).toEqual([])
  })

  it('disturbs no other client [clients.revoked]', async () => {
    const other = await connectHttp(open.doors.mcpUrl, open.token, '2025', 'other')
    const { outcome } = await parkACall(other)
    await revoke()
    expect(await Promise.race([outcome, other.tools().then((tools) => tools.length)])).toBe(7)
    expect(clientsNamed('local')).toHaveLength(1)
    await other.close()
  })
})

describe('a token that was replaced', () => {
  it('ends what was opened with it; the new one comes in [clients.revoked]', async () => {
    const client = await connectHttp(open.doors.mcpUrl, token, '2026')
    const { workflowId, outcome } = await parkACall(client)
    const next = await connectHttp(open.doors.mcpUrl, await replace(), '2026')
    expect(await outcome).toBe('the end of the connection')
    const run = await next.call('workflow.get', { workflowId })
    expect(run.structuredContent.result.status).toBe('waiting_for_action')
    await expect(client.tools()).rejects.toThrow()
    for (const one of [client, next]) await one.close()
  })

  it('ends a pipe that was opened with it [clients.revoked]', async () => {
    const endpoint = await findGateway(open.gateway.dataFolder)
    const socket = connect(endpoint?.socket ?? '')
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    socket.on('error', () => undefined).resume()
    socket.write(`${JSON.stringify({ bridge: BRIDGE, countersign: '1', token })}\n`)
    await eventually(() => clientsNamed('claude').length === 1, 'the pipe')
    await replace()
    await closed
  })
})

describe('a client without a connection', () => {
  it('leaves the list with its token, and comes back as a new visit [clients.revoked]', () => {
    const clock = createManualClock()
    const clients = createClients({
      clock,
      publish: () => undefined,
      configuration: () => ({ clients: {} }) as ReturnType<Gateway['configuration']>,
    })
    const visitor = { client: 'claude', label: 'Claude', transport: 'http' as const }
    const leave = clients.visit(visitor)
    clients.visit({ ...visitor, client: 'other' })
    clients.dismiss('claude')
    expect(clients.list().map((row) => row.client)).toEqual(['other'])
    clients.visit(visitor)
    leave()
    clock.advance(10 * 60_000)
    expect(clients.list().map((row) => row.client)).toEqual(['other', 'claude'])
    clients.close()
  })
})
