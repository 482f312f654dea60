import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect } from 'vitest'
import type { Desk } from '../../../src/main/desk/desk.ts'
import { type DeskWeb, openDeskWeb } from '../../../src/main/desk/doors/web.ts'
import { createManualClock, type ManualClock } from '../../support/clock.ts'
import { test as it } from '../../support/fixtures.ts'
import { openTestGateway, start, type TestGateway } from '../../support/gateway.ts'
import { openTestDesk, REVIEW } from '../fixture.ts'

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

describe('the browser desk', () => {
  let folder: string
  let gateway: TestGateway
  let desk: Desk
  let clock: ManualClock
  let web: DeskWeb
  it.beforeEach(async ({ folder: made }) => {
    folder = made
    await mkdir(join(folder, 'page', 'assets'), { recursive: true })
    await writeFile(join(folder, 'page', 'index.html'), '<title>Desk</title>')
    await writeFile(join(folder, 'page', 'assets', 'app-1.js'), 'run()')
    await writeFile(join(folder, 'secret.txt'), 'secret')
    gateway = await openTestGateway(REVIEW)
    desk = openTestDesk(gateway)
    clock = createManualClock()
    web = await openDeskWeb({ desk, clock, rendererFolder: join(folder, 'page'), port: 0 })
  })
  afterEach(async () => {
    await web.close()
    await desk.close()
    await gateway.close()
  })

  /** Sends exactly these headers; `fetch` would set some of its own. */
  function send(
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body = '',
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const { hostname, port, host } = new URL(web.url)
      const sent = request({ hostname, port, method, path, headers: { host, ...headers } }, (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (piece: string) => {
          text += piece
        })
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }),
        )
      })
      sent.on('error', reject)
      sent.end(body)
    })
  }

  const json = (): Record<string, string> => ({ origin: web.url, 'content-type': 'application/json' })

  async function signIn(link = web.newLink()) {
    const key = new URL(link).hash.replace('#key=', '')
    const answer = await send('POST', '/sign-in', json(), JSON.stringify({ key }))
    const cookie = String(answer.headers['set-cookie']?.[0] ?? '').split(';')[0] ?? ''
    const secret = answer.status === 200 ? String(JSON.parse(answer.body).secret) : ''
    return { answer, cookie, secret, headers: { ...json(), cookie, 'x-countersign-session': secret } }
  }

  async function signedIn(headers: Record<string, string>): Promise<boolean> {
    const { status, body } = await send('POST', '/call/desk.status', headers, '{}')
    return status === 200 && JSON.parse(body).ok === true
  }

  it('signs in with a link once, and then answers calls [R1.3]', async () => {
    const link = web.newLink()
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#key=[\w-]{43}$/)
    const { answer, headers } = await signIn(link)
    expect(JSON.parse(answer.body)).toEqual({ secret: expect.any(String), person: 'anna' })
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^countersign_\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    )
    expect(await signedIn(headers)).toBe(true)
    const again = await signIn(link)
    expect(again.answer.status).toBe(401)
    expect(again.answer.headers['set-cookie']).toBeUndefined()
    expect(web.sessions()).toHaveLength(1)
  })

  it('spends no link on a sign-in that cannot be written down, and says why [window.sign-in-refused]', async () => {
    await writeFile(join(folder, 'kept.yaml'), `version: "1.0.0"\nstore: { kind: sqlite }\n${REVIEW}`)
    const kept = await openTestGateway('', {
      folder,
      configuration: join(folder, 'kept.yaml'),
    })
    const keptDesk = openTestDesk(kept)
    await web.close()
    web = await openDeskWeb({ desk: keptDesk, clock, rendererFolder: join(folder, 'page'), port: 0 })
    const link = web.newLink()
    await rename(join(folder, 'data'), join(folder, 'aside'))
    const [refused, second] = await Promise.all([signIn(link), signIn(link)])
    const statuses = [refused.answer.status, second.answer.status]
    expect(statuses.every((status) => status === 503 || status === 401)).toBe(true)
    const { body } = refused.answer.status === 503 ? refused.answer : second.answer
    expect(JSON.parse(body).error.message).toMatch(/Nothing of the change was saved. The database/)
    expect(web.sessions()).toHaveLength(0)
    await rename(join(folder, 'aside'), join(folder, 'data'))
    expect((await signIn(link)).answer.status).toBe(200)
    expect((await signIn(link)).answer.status).toBe(401)
    await keptDesk.close()
    await kept.close()
  })

  it('lets a link live for 60 seconds, and a new one ends the one before [R1.3]', async () => {
    const old = web.newLink()
    clock.advance(60_000)
    expect((await signIn(old)).answer.status).toBe(401)
    const inTime = web.newLink()
    clock.advance(59_999)
    expect((await signIn(inTime)).answer.status).toBe(200)
    const first = web.newLink()
    web.newLink()
    expect((await signIn(first)).answer.status).toBe(401)
  })

  it('needs cookie and secret of one session for each call and for pushes [R1.3]', async () => {
    const one = await signIn()
    const other = await signIn()
    const { cookie, 'x-countersign-session': secret } = one.headers
    for (const headers of [
      json(),
      { ...json(), cookie },
      { ...json(), 'x-countersign-session': secret },
      { ...one.headers, 'x-countersign-session': other.secret },
      { ...one.headers, cookie: `${cookie}x` },
      { ...one.headers, 'x-countersign-session': '' },
    ]) {
      expect(await signedIn(headers)).toBe(false)
      const push = await send('GET', '/push', headers)
      expect([push.status, JSON.parse(push.body).error.code]).toEqual([401, 'SIGNED_OUT'])
    }
    expect(await signedIn(one.headers)).toBe(true)
    expect(await signedIn(other.headers)).toBe(true)
  })

  it('answers its own Host only, whatever is asked for [desk.web-origin]', async () => {
    const { headers } = await signIn()
    const { port } = new URL(web.url)
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      '127.0.0.1',
      `127.0.0.1:${Number(port) + 1}`,
      `127.0.0.1.evil.example:${port}`,
      `[::1]:${port}`,
    ]) {
      expect((await send('GET', '/', { host })).status, host).toBe(421)
      expect((await send('POST', '/call/desk.status', { ...headers, host }, '{}')).status, host).toBe(421)
    }
    expect((await send('GET', '/', { host: `localhost:${port}` })).status).toBe(200)
  })

  it('refuses calls and pushes of any other page, even with a stolen session [desk.web-origin]', async () => {
    const { headers } = await signIn()
    const { port } = new URL(web.url)
    for (const origin of [
      'null',
      'http://evil.example',
      'http://localhost:5173',
      `https://127.0.0.1:${port}`,
      `http://localhost:${port}`,
      `${web.url}.evil.example`,
    ]) {
      expect((await send('POST', '/call/desk.status', { ...headers, origin }, '{}')).status, origin).toBe(403)
      expect((await send('POST', '/sign-in', { ...headers, origin }, '{}')).status, origin).toBe(403)
      expect((await send('GET', '/push', { ...headers, origin })).status, origin).toBe(403)
    }
    const { cookie, 'x-countersign-session': secret } = headers
    const withoutOrigin = { cookie, 'x-countersign-session': secret }
    expect((await send('POST', '/call/desk.status', withoutOrigin, '{}')).status).toBe(403)
    for (const site of ['same-site', 'cross-site', 'none']) {
      expect((await send('GET', '/push', { ...withoutOrigin, 'sec-fetch-site': site })).status, site).toBe(
        403,
      )
    }
  })

  it('serves the files of the window and nothing else [desk.web-files]', async () => {
    const page = await send('GET', '/')
    expect([page.status, page.body, page.headers['cache-control']]).toEqual([
      200,
      '<title>Desk</title>',
      'no-store',
    ])
    const asset = await send('GET', '/assets/app-1.js')
    expect([asset.status, asset.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8'])
    for (const path of [
      '/../secret.txt',
      '/..%2fsecret.txt',
      '/assets/../../secret.txt',
      '/%2e%2e/secret.txt',
      '//secret.txt',
      '/assets',
      '/.env',
      '/index.html%00.js',
      '/..\\secret.txt',
    ]) {
      const answer = await sendRaw(
        `GET ${path} HTTP/1.1\r\nHost: ${new URL(web.url).host}\r\nConnection: close\r\n\r\n`,
      )
      expect(answer, path).toMatch(/^HTTP\/1\.1 4\d\d /)
      expect(answer, path).not.toContain('secret')
    }
  })

  it('sends strict security headers with every answer [desk.web-headers]', async () => {
    const answers = [
      await send('GET', '/'),
      await send('GET', '/nothing'),
      await send('GET', '/', { host: 'evil.example' }),
      await send('POST', '/call/desk.status', json(), '{}'),
      await send('POST', '/call/desk.status', { ...json(), origin: 'null' }, '{}'),
    ]
    for (const { headers } of answers) {
      const policy = String(headers['content-security-policy'])
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("script-src 'self';")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toContain('eval')
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['referrer-policy']).toBe('no-referrer')
      expect(headers['access-control-allow-origin']).toBeUndefined()
    }
  })

  it('serves the files that it began with when others have taken their place [desk.web-kept]', async () => {
    await rm(join(folder, 'page', 'assets', 'app-1.js'))
    await writeFile(join(folder, 'page', 'index.html'), '<title>Newer</title>')
    const [page, asset] = [await send('GET', '/'), await send('GET', '/assets/app-1.js')]
    expect([page.body, asset.status, asset.body]).toEqual(['<title>Desk</title>', 200, 'run()'])
  })

  it('bounds what it reads, and says what is not JSON [desk.web-limits]', async () => {
    const { headers } = await signIn()
    const large = JSON.stringify({ text: 'x'.repeat(5 * 1024 * 1024) })
    const answer = await send('POST', '/call/runs.list', headers, large).catch(() => ({ status: 413 }))
    expect(answer.status).toBe(413)
    const broken = await send('POST', '/call/runs.list', headers, '{')
    expect([broken.status, JSON.parse(broken.body).error.code]).toEqual([400, 'INVALID_REQUEST'])
    expect(JSON.parse((await send('POST', '/call/nothing', headers, '{}')).body).error.code).toBe(
      'UNKNOWN_CALL',
    )
    for (const body of ['', '{', 'null', '[]', '{"key":7}', '{"key":{"length":43}}']) {
      expect((await send('POST', '/sign-in', json(), body)).status, body).toBe(401)
    }
  })

  it('pushes changes to a page that is signed in, until it leaves [desk.push]', async () => {
    const { headers } = await signIn()
    const aborter = new AbortController()
    const stream = await fetch(`${web.url}/push`, {
      headers: { cookie: headers.cookie, 'x-countersign-session': headers['x-countersign-session'] },
      signal: aborter.signal,
    })
    expect(stream.headers.get('content-type')).toBe('text/event-stream')
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
    let heard = ''
    const hear = async (wanted: string) => {
      while (!heard.includes(wanted)) heard += (await reader.read()).value ?? ''
    }
    await hear(': here\n\n')
    expect(web.sessions()).toMatchObject([{ streams: 1 }])
    const run = await start(gateway, 'content_review')
    await hear(`data: ${JSON.stringify({ topic: 'run', id: run.workflowId })}\n\n`)
    heard = ''
    clock.advance(15_000)
    await hear(': here\n\n')
    aborter.abort()
    await expect.poll(() => web.sessions()[0]?.streams).toBe(0)
  })

  it('pushes first what came while the stream was being opened, and nothing older [desk.push-gap]', async () => {
    const { headers } = await signIn()
    await start(gateway, 'content_review')
    clock.advance(1000)
    const asked = clock.now()
    expect(await signedIn(headers)).toBe(true)
    const { workflowId } = await start(gateway, 'content_review')
    desk.publish({ topic: 'navigate', id: '/runs' })
    clock.advance(1000)
    const heard = async (since: string) => {
      const aborter = new AbortController()
      const { cookie, 'x-countersign-session': secret } = headers
      const stream = await fetch(`${web.url}/push`, {
        headers: { cookie, 'x-countersign-session': secret, 'x-countersign-since': since },
        signal: aborter.signal,
      })
      const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
      let text = ''
      // The first word of the stream comes after what was missed.
      while (!text.includes(': here\n\n')) text += (await reader.read()).value ?? ''
      aborter.abort()
      await expect.poll(() => web.sessions()[0]?.streams).toBe(0)
      return text.split('\n').filter((line) => line.startsWith('data:'))
    }
    const missed = await heard(String(asked))
    expect(missed).toContain(`data: ${JSON.stringify({ topic: 'run', id: workflowId })}`)
    expect(missed.filter((line) => line.includes('"run"'))).toHaveLength(1)
    expect(missed.join()).not.toContain('navigate')
    expect(await heard('soon')).toEqual([])
    clock.advance(10_001)
    expect(await heard(String(asked))).toEqual([])
  })

  it('ends its streams and its port when it closes [desk.push]', async () => {
    const { headers } = await signIn()
    const stream = await fetch(`${web.url}/push`, {
      headers: { cookie: headers.cookie, 'x-countersign-session': headers['x-countersign-session'] },
    })
    const ended = stream.text().catch(() => 'cut')
    await web.close()
    await ended
    await expect(fetch(web.url)).rejects.toThrow()
    web = await openDeskWeb({ desk, clock, rendererFolder: join(folder, 'page'), port: 0 })
    expect(await signedIn(headers)).toBe(false)
  })

  it('writes each sign-in down [R1.4]', async () => {
    await signIn()
    const { items } = await gateway.store.audit({ eventTypes: ['session.opened'] }, { limit: 5 })
    expect(items).toMatchObject([{ actor: 'human:anna', payload: { origin: 'browser', person: 'anna' } }])
  })

  it('does not start without a built window, and says so [desk.web-files]', async () => {
    const opening = openDeskWeb({ desk, clock, rendererFolder: join(folder, 'nothing'), port: 0 })
    await expect(opening).rejects.toThrow(/not built.*npm run build/)
  })

  function sendRaw(text: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(web.url).port), '127.0.0.1', () => socket.write(text))
      let heard = ''
      socket.setEncoding('utf8')
      socket.on('data', (piece: string) => {
        heard += piece
      })
      socket.on('end', () => resolve(heard))
      socket.on('error', reject)
    })
  }
})
