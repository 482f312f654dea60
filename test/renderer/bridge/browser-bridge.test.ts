import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Bridge, Push } from '../../../src/preload/contract.ts'
import { openBrowserBridge, readPush } from '../../../src/renderer/bridge/browser-bridge.ts'

/** A server that speaks the protocol of `src/main/desk/doors/web.ts`, without its cookies: Node's fetch keeps none. */
let server: Server
let home: string
let streams: Set<ServerResponse>
let signIns: string[]
let calls: { name: string; secret: string | undefined; body: unknown }[]

beforeEach(async () => {
  streams = new Set()
  signIns = []
  calls = []
  server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  home = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`
})

afterEach(async () => {
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeAllConnections()
  await closed
})

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body: unknown = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : null
  const secret = request.headers['x-countersign-session'] as string | undefined
  if (request.url === '/sign-in') {
    const { key } = body as { key: string }
    signIns.push(key)
    if (key === 'full-key') {
      const error = { code: 'INTERNAL', message: 'The disk is full.' }
      return void response.writeHead(503).end(JSON.stringify({ ok: false, error }))
    }
    if (key !== 'good-key') return void response.writeHead(401).end('{}')
    return void response.end(JSON.stringify({ secret: 'the-secret', person: 'mara' }))
  }
  if (secret !== 'the-secret') {
    const error = { code: 'SIGNED_OUT', message: 'Not signed in.' }
    return void response.writeHead(401).end(JSON.stringify({ ok: false, error }))
  }
  if (request.url === '/push') {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(': here\n\n')
    streams.add(response)
    response.on('close', () => streams.delete(response))
    return
  }
  calls.push({ name: request.url ?? '', secret, body })
  response.end(JSON.stringify({ ok: true, value: 'answered' }))
}

/** As much of a page as the bridge needs. */
function openPage(hash: string, kept: Record<string, string> = {}) {
  const storage = new Map(Object.entries(kept))
  const page = {
    location: { hash, pathname: '/', href: home },
    history: { replaceState: (_state: unknown, _title: string, address: string) => shown.push(address) },
    localStorage: {
      getItem: (name: string) => storage.get(name) ?? null,
      setItem: (name: string, value: string) => storage.set(name, value),
    },
    addEventListener: () => undefined,
  }
  const shown: string[] = []
  return { page: page as unknown as Window, shown, storage }
}

describe('the bridge of the browser desk', () => {
  it('says why nobody could be signed in, and keeps the key for another try [window.sign-in-refused]', async () => {
    const { page, shown, storage } = openPage('#key=full-key')
    const bridge = await openBrowserBridge(page)
    expect(bridge.refusal).toBe('The disk is full.')
    expect(shown.at(-1)).toBe('/#key=full-key')
    expect(storage.size).toBe(0)
  })

  it('trades the key of the link for a secret and takes it out of the address [window.browser-bridge]', async () => {
    const { page, shown, storage } = openPage('#key=good-key')
    const bridge = await openBrowserBridge(page)
    expect(signIns).toEqual(['good-key'])
    expect(shown).toEqual(['/#/'])
    expect([...storage.values()]).toEqual(['the-secret'])
    expect(bridge.kind).toBe('browser')
    expect(await bridge.call('desk.status', {})).toEqual({ ok: true, value: 'answered' })
    expect(calls).toEqual([{ name: '/call/desk.status', secret: 'the-secret', body: {} }])
  })

  it('keeps the session over a reload and leaves a plain route alone [window.browser-bridge]', async () => {
    const first = openPage('#key=good-key')
    await openBrowserBridge(first.page)
    const second = openPage('#/inbox/ap_1', Object.fromEntries(first.storage))
    const bridge = await openBrowserBridge(second.page)
    expect(second.shown).toEqual([])
    expect(await bridge.call('desk.status', {})).toMatchObject({ ok: true })
  })

  it('says SIGNED_OUT after a used key, without a secret and with a wrong one [window.browser-bridge]', async () => {
    for (const { page } of [
      openPage('#key=used'),
      openPage(''),
      openPage('', { 'countersign.session': 'old' }),
    ]) {
      const bridge = await openBrowserBridge(page)
      expect(await bridge.call('desk.status', {})).toMatchObject({ ok: false, error: { code: 'SIGNED_OUT' } })
    }
  })

  it('hears pushes, however they are cut, and opens a lost stream again [window.browser-bridge]', async () => {
    const { page } = openPage('#key=good-key')
    const bridge = await openBrowserBridge(page)
    const pushes: Push[] = []
    const links: boolean[] = []
    bridge.onPush((push) => pushes.push(push))
    bridge.onLink((connected) => links.push(connected))
    const stream = await nextStream()
    stream.write('data: {"topic":"approval",')
    stream.write('"id":"ap_ü"}\n\n: here\n\ndata: {"topic":"audit"}\n\n')
    await expect.poll(() => pushes).toEqual([{ topic: 'approval', id: 'ap_ü' }, { topic: 'audit' }])
    expect(links).toEqual([true])
    stream.end()
    await expect.poll(() => links).toEqual([true, false, true])
    const again = await nextStream()
    again.write('data: {"topic":"play"}\n\n')
    await expect.poll(() => pushes.at(-1)).toEqual({ topic: 'play' })
  })

  it('counts a gateway that says nothing as lost, and hears of it when it speaks again [window.browser-bridge]', async () => {
    const { page } = openPage('#key=good-key')
    // Long enough for a machine that does something else in between.
    const bridge = await openBrowserBridge(page, 600)
    const links: boolean[] = []
    bridge.onLink((connected) => links.push(connected))
    const stream = await nextStream()
    const alive = setInterval(() => stream.write(': here\n\n'), 20)
    await new Promise((resolve) => setTimeout(resolve, 800))
    expect(links).toEqual([true])
    clearInterval(alive)
    await expect.poll(() => links.slice(0, 3)).toEqual([true, false, true])
  })

  it('stops asking for pushes when it is signed out [window.browser-bridge]', async () => {
    const { page, storage } = openPage('#key=good-key')
    const bridge: Bridge = await openBrowserBridge(page)
    const links: boolean[] = []
    bridge.onLink((connected) => links.push(connected))
    const stream = await nextStream()
    storage.set('countersign.session', 'old')
    stream.end()
    // Once for the end of the stream, once for the answer of the server to the attempt after it.
    await expect.poll(() => links).toEqual([true, false, false])
    expect(streams.size).toBe(0)
  })

  it('skips lines that are no pushes [window.browser-bridge]', () => {
    expect(readPush(': here')).toBeNull()
    expect(readPush('')).toBeNull()
    expect(readPush('data: not json')).toBeNull()
    expect(readPush('data: {"topic":"audit"}')).toEqual({ topic: 'audit' })
  })
})

async function nextStream(): Promise<ServerResponse> {
  await expect.poll(() => streams.size).toBe(1)
  const [stream] = streams
  if (!stream) throw new Error('No stream is open.')
  return stream
}
