/** One client floods, another one works: what the first holds is bounded, and the second loses nothing. */
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connectHttp, eventually, type OpenGateway, openWithDoors } from './support.ts'

let opened: OpenGateway
let sockets: Socket[] = []
beforeEach(async () => {
  opened = await openWithDoors()
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets = []
  await opened.close()
})

const INITIALIZE = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'flood', version: '1' } },
})

async function openSession(token: string): Promise<string> {
  const response = await fetch(opened.doors.mcpUrl, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: INITIALIZE,
  })
  await response.text()
  return response.headers.get('mcp-session-id') ?? `none: ${response.status}`
}

it('600 sessions of one client end none of another, and of its own the oldest [client.bounded]', async () => {
  const watcher = await opened.doors.tokens.createClientToken('watcher', 'human:kim')
  const flood = await opened.doors.tokens.createClientToken('claude', 'human:kim')
  const idle = await connectHttp(opened.doors.mcpUrl, watcher, '2025', 'watcher')
  await idle.tools()
  const first = await openSession(flood)
  for (let batch = 0; batch < 30; batch += 1) {
    await Promise.all(Array.from({ length: 20 }, () => openSession(flood)))
  }
  expect(opened.doors.clients().filter(({ client }) => client === 'claude').length).toBeLessThanOrEqual(120)
  const gone = await fetch(opened.doors.mcpUrl, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${flood}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-session-id': first,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' }),
  })
  expect(gone.status).toBe(404)
  await gone.text()
  expect(await idle.tools()).toHaveLength(7)
  await idle.close()
})

it('bodies that stop before their end take no more than the share of their client [client.bounded]', async () => {
  const watcher = await opened.doors.tokens.createClientToken('watcher', 'human:kim')
  const flood = await opened.doors.tokens.createClientToken('claude', 'human:kim')
  const { port } = new URL(opened.doors.mcpUrl)
  const size = 16 * 1024 * 1024
  const answers: string[] = []
  const piece = Buffer.alloc(size - 1000, ' ')
  for (let count = 0; count < 12; count += 1) {
    const socket = connect(Number(port), '127.0.0.1')
    sockets.push(socket)
    socket.on('error', () => undefined)
    socket.once('data', (data) => answers.push(String(data).split('\r\n', 1)[0] ?? ''))
    socket.write(
      `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${flood}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${size}\r\n\r\n`,
    )
    socket.write(piece)
  }
  // Two have room; all the others are told so instead of being held.
  await eventually(() => answers.length >= 10, 'that the others are refused')
  expect(new Set(answers)).toEqual(new Set(['HTTP/1.1 429 Too Many Requests']))
  const other = await connectHttp(opened.doors.mcpUrl, watcher, '2026', 'watcher')
  expect(await other.tools()).toHaveLength(7)
  await other.close()
  for (const socket of sockets) socket.destroy()
  // What they held is given back.
  await eventually(
    async () => (await openSession(flood)).startsWith('none:') === false,
    'that there is room again',
  )
})
