import { request as ask } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createManualClock } from '../../support/clock.ts'
import { makeFolder } from '../../support/folders.ts'
import {
  connectHttp,
  eventually,
  type OpenGateway,
  openWithDoors,
  REVIEW,
  refusal,
  startText,
  UNREADABLE,
} from '../support.ts'

const DISCOVER = {
  jsonrpc: '2.0',
  id: 1,
  method: 'server/discover',
  params: {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
}
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
}

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

/** By hand, because fetch lets nobody choose Host and Origin. */
function send(
  url: string,
  {
    method = 'POST',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: unknown },
): Promise<Answer> {
  const target = new URL(url)
  return new Promise((resolve, reject) => {
    const request = ask(
      { host: target.hostname, port: target.port, path: target.pathname, method, headers },
      (response) => {
        let text = ''
        response.on('data', (chunk: Buffer) => {
          text += chunk
        })
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
        )
        response.on('error', reject)
      },
    )
    request.on('error', reject)
    request.end(body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body))
  })
}

let open: OpenGateway
let json: Record<string, string>
beforeAll(async () => {
  open = await openWithDoors()
  json = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    authorization: `Bearer ${open.token}`,
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'server/discover',
  }
})
afterAll(() => open.close())

const post = (headers: Record<string, string>, body: unknown = DISCOVER) =>
  send(open.doors.mcpUrl, { headers: { ...json, ...headers }, body })

describe('the port', () => {
  it('answers who shows a token, a good Host and no Origin [http.token]', async () => {
    const answer = await post({})
    expect(answer.status).toBe(200)
    expect(JSON.parse(answer.body).result.supportedVersions).toEqual(['2026-07-28'])
  })

  it.each([
    ['nothing', ''],
    ['a wrong token', 'Bearer cs_wrong'],
    ['another scheme', 'Basic abc'],
  ])('answers 401 to %s [http.token]', async (_what, authorization) => {
    const answer = await post({ authorization })
    expect(answer.status).toBe(401)
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer realm="countersign"/)
    expect(JSON.parse(answer.body).error.message).toMatch(/token/i)
  })

  it('answers 403 to a Host that is not exactly ours [http.host-origin]', async () => {
    const { port } = new URL(open.doors.mcpUrl)
    for (const host of [
      'evil.example',
      '127.0.0.1',
      '127.0.0.1:1',
      `evil.example:${port}`,
      `127.0.0.1:${port}.evil.example`,
    ]) {
      expect((await post({ host })).status, host).toBe(403)
    }
    expect((await post({ host: `localhost:${port}` })).status).toBe(200)
  })

  it('answers 403 to every Origin but its own, a page on another local port included [http.host-origin]', async () => {
    const { port } = new URL(open.doors.mcpUrl)
    for (const origin of [
      'https://evil.example',
      'http://localhost:5173',
      'null',
      'file://',
      `https://127.0.0.1:${port}`,
    ]) {
      expect((await post({ origin })).status, origin).toBe(403)
    }
    expect((await post({ origin: `http://127.0.0.1:${port}` })).status).toBe(200)
  })

  it('has nothing but /mcp [http.host-origin]', async () => {
    const { origin } = new URL(open.doors.mcpUrl)
    expect((await send(`${origin}/`, { method: 'GET', headers: json })).status).toBe(404)
    expect((await send(`${origin}/mcp/decide`, { headers: json, body: DISCOVER })).status).toBe(404)
  })

  it.each(UNREADABLE)(
    'refuses a call whose arguments are %s, in each era [tools.unreadable]',
    async (_what, given, said) => {
      const answered = async (headers: Record<string, string>, body: string) => {
        const { status, body: text } = await post(headers, body)
        return { status, message: JSON.parse(text) as unknown }
      }
      const result = refusal(said)
      const older = { 'mcp-protocol-version': '2025-11-25', 'mcp-method': '' }
      expect(await answered(older, startText(1, given))).toMatchObject({
        status: 200,
        message: { id: 1, result },
      })
      expect(await answered(older, `[${startText(1, given)}]`)).toMatchObject({
        status: 400,
        message: { error: { code: -32_600 } },
      })
      const meta = `,"_meta":${JSON.stringify(DISCOVER.params._meta)}`
      const newer = { 'mcp-method': 'tools/call', 'mcp-name': 'workflow.start' }
      expect(await answered(newer, startText(2, given, meta))).toMatchObject({
        status: 200,
        message: { id: 2, result: { resultType: 'complete', ...result } },
      })
      expect((await open.gateway.store.runs({}, { limit: 10 })).items).toEqual([])
    },
  )

  it('refuses what is too large, not JSON, or of another type [http.limits]', async () => {
    expect(
      (await post({ 'content-length': String(17 * 1024 * 1024) }, undefined).catch(() => ({ status: 413 })))
        .status,
    ).toBe(413)
    expect((await post({}, '{"jsonrpc"')).status).toBe(400)
    expect((await post({ 'content-type': 'text/plain' })).status).toBe(415)
  })
})

describe('a session of an older client', () => {
  const older = () => ({
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    authorization: `Bearer ${open.token}`,
  })
  const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' }

  async function openSession(url: string, headers: Record<string, string>): Promise<string> {
    const answer = await send(url, { headers, body: INITIALIZE })
    expect(answer.status).toBe(200)
    return String(answer.headers['mcp-session-id'])
  }

  it('is needed, and must be known [http.sessions]', async () => {
    const url = open.doors.mcpUrl
    expect((await send(url, { headers: older(), body: list })).status).toBe(400)
    expect((await send(url, { method: 'GET', headers: older() })).status).toBe(400)
    const unknown = { ...older(), 'mcp-session-id': 'none' }
    expect((await send(url, { headers: unknown, body: list })).status).toBe(404)
  })

  it('belongs to the client that opened it [http.sessions]', async () => {
    const url = open.doors.mcpUrl
    const session = { 'mcp-session-id': await openSession(url, older()) }
    expect((await send(url, { headers: { ...older(), ...session }, body: list })).status).toBe(200)
    const authorization = `Bearer ${await open.doors.tokens.createClientToken('claude', 'human:kim')}`
    expect((await send(url, { headers: { ...older(), ...session, authorization }, body: list })).status).toBe(
      404,
    )
  })

  it('ends when the client says so [http.sessions]', async () => {
    const url = open.doors.mcpUrl
    const headers = { ...older(), 'mcp-session-id': await openSession(url, older()) }
    const listed = open.doors.clients().length
    expect((await send(url, { method: 'DELETE', headers })).status).toBe(200)
    await eventually(() => open.doors.clients().length === listed - 1, 'the end of its row')
    expect((await send(url, { headers, body: list })).status).toBe(404)
  })

  it('gives again what a broken stream did not deliver [http.sessions]', async () => {
    const url = open.doors.mcpUrl
    const headers = {
      ...older(),
      'mcp-session-id': await openSession(url, older()),
      'mcp-protocol-version': '2025-11-25',
    }
    const answer = await send(url, { headers, body: list })
    const ids = [...answer.body.matchAll(/^id: (.+)$/gm)].map(([, id]) => id ?? '')
    expect(ids.length).toBeGreaterThanOrEqual(2)
    const resumed = await send(url, { method: 'GET', headers: { ...headers, 'last-event-id': ids[0] ?? '' } })
    expect(resumed.status).toBe(200)
    expect(resumed.body).toContain('"id":2')
    expect(resumed.body).toContain('gateway.home')
  })

  it('ends by itself after half an hour of silence [http.sessions]', async () => {
    const clock = createManualClock()
    const quiet = await openWithDoors(REVIEW, { clock })
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${quiet.token}`,
    }
    const session = { ...headers, 'mcp-session-id': await openSession(quiet.doors.mcpUrl, headers) }
    expect(quiet.doors.clients()).toHaveLength(1)
    for (let minute = 0; minute < 29; minute += 1) clock.advance(60_000)
    expect((await send(quiet.doors.mcpUrl, { headers: session, body: list })).status).toBe(200)
    for (let minute = 0; minute < 32; minute += 1) clock.advance(60_000)
    await eventually(() => quiet.doors.clients().length === 0, 'the end of the session')
    expect((await send(quiet.doors.mcpUrl, { headers: session, body: list })).status).toBe(404)
    await quiet.close()
  })
})

describe('the address', () => {
  it('is the same after a restart [http.address]', async () => {
    const folder = makeFolder('address')
    const yaml = `${REVIEW}\nstore: { kind: sqlite }\n`
    const first = await openWithDoors(yaml, { folder: folder.path })
    const address = first.doors.mcpUrl
    await first.close()
    const second = await openWithDoors(yaml, { folder: folder.path })
    expect(second.doors.mcpUrl).toBe(address)
    await second.close()
    folder.remove()
  })

  it('is another one while the old one is taken [http.address]', async () => {
    const folder = makeFolder('taken')
    const yaml = `${REVIEW}\nstore: { kind: sqlite }\n`
    const first = await openWithDoors(yaml, { folder: folder.path })
    const port = Number(new URL(first.doors.mcpUrl).port)
    await first.close()
    const thief = await openWithDoors(REVIEW, { doors: { port } })
    const second = await openWithDoors(yaml, { folder: folder.path })
    expect(second.doors.mcpUrl).not.toBe(first.doors.mcpUrl)
    await second.close()
    await thief.close()
    folder.remove()
  })
})

describe('who is connected', () => {
  it('is listed by name, identity and transport, while it is there [clients.list]', async () => {
    const clock = createManualClock()
    const own = await openWithDoors(REVIEW, { clock })
    const changes: string[] = []
    own.gateway.onChange((change) => changes.push(change.topic))
    const client = await connectHttp(own.doors.mcpUrl, own.token, '2026', 'listed-agent')
    await client.tools()
    const row = await eventually(() => own.doors.clients().find((one) => one.label === 'listed-agent'))
    expect(row).toMatchObject({ client: 'local', transport: 'http' })
    expect(Date.parse(row.since)).not.toBeNaN()
    expect(changes).toContain('clients')
    await client.close()
    // Without a connection to lose, a client is there until ten seconds after its last call.
    await eventually(() => {
      clock.advance(10_000)
      return own.doors.clients().length === 0
    }, 'its end')
    await own.close()
  })

  it('loses whoever exits without a word within seconds, and has them back with their next request [clients.gone]', async () => {
    const clock = createManualClock()
    const own = await openWithDoors(REVIEW, { clock })
    // A session of the 2025 era without a standing stream: nothing is closed when its process ends.
    const send = (body: object, session?: string) =>
      fetch(own.doors.mcpUrl, {
        method: 'POST',
        headers: {
          ...{ authorization: `Bearer ${own.token}`, 'content-type': 'application/json' },
          ...{ accept: 'application/json, text/event-stream' },
          ...(session === undefined ? {} : { 'mcp-session-id': session }),
        },
        body: JSON.stringify({ jsonrpc: '2.0', ...body }),
      })
    const clientInfo = { name: 'gone-agent', version: '1' }
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }
    const begun = await send({ id: 1, method: 'initialize', params })
    await begun.text()
    const session = begun.headers.get('mcp-session-id') ?? ''
    await (await send({ method: 'notifications/initialized' }, session)).text()
    const shown = () => own.doors.clients().map(({ label }) => label)
    await eventually(() => shown().includes('gone-agent'), 'its beginning')
    await eventually(() => {
      clock.advance(10_000)
      return shown().length === 0
    }, 'its end')
    await (await send({ id: 2, method: 'ping' }, session)).text()
    expect(shown()).toEqual(['gone-agent'])
    await own.close()
  })
})
