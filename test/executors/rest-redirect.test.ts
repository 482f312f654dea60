import { isIP } from 'node:net'
import { describe, expect, it } from 'vitest'
import { nextRequest } from '../../src/main/executors/rest-redirect.ts'
import { answerJson, outputOf, requestTo, runRest, type SeenRequest, serve } from './rest-fixture.ts'

const secret = { headers: { Authorization: 'Bearer t0ken', Cookie: 'a=b', 'X-Api-Key': 'k3y' } }

async function serverThatRedirects(status: number, location: (origin: string) => string) {
  const server = await serve((response, { url }) => {
    if (url.startsWith('/items'))
      response.writeHead(status, { location: location(server.origin) }).end('moved')
    else answerJson(response, { at: url })
  })
  return server
}

function seenAs(requests: SeenRequest[]) {
  return requests.map(({ method, url, body }) => `${method} ${url}${body === '' ? '' : ` ${body}`}`)
}

describe('a redirection on the same server', () => {
  it.each<[number, 'GET' | 'POST' | 'PUT', string]>([
    [301, 'GET', 'GET /new'],
    [302, 'GET', 'GET /new'],
    [303, 'GET', 'GET /new'],
    [307, 'GET', 'GET /new'],
    [308, 'GET', 'GET /new'],
    [302, 'POST', 'GET /new'],
    [303, 'POST', 'GET /new'],
    [303, 'PUT', 'GET /new'],
    [307, 'POST', 'POST /new {"a":1}'],
    [308, 'POST', 'POST /new {"a":1}'],
    [308, 'PUT', 'PUT /new {"a":1}'],
  ])('%i turns a %s into %s, with its credentials [rest.redirect]', async (status, method, expected) => {
    const { origin, seen } = await serverThatRedirects(status, () => '/new')
    const body = method === 'GET' ? {} : { body: { a: 1 } }
    const outcome = await runRest(requestTo(origin, { method, ...body }), { connection: secret })
    expect(outputOf(outcome).body).toEqual({ at: '/new' })
    expect(seenAs(seen)[1]).toBe(expected)
    expect(seen[1]?.headers).toMatchObject({ authorization: 'Bearer t0ken', 'x-api-key': 'k3y' })
    if (expected.startsWith('GET')) expect(seen[1]?.headers).not.toHaveProperty('content-type')
  })

  it('of a POST for good (301) or to another server, and of what changes otherwise, is no success: nothing is read or done there [rest.redirect]', async () => {
    const other = await serve((response) => answerJson(response, { at: 'other' }))
    for (const [method, status, location] of [
      ['POST', 301, '/new'],
      ['POST', 301, `${other.origin}/new`],
      ['POST', 302, `${other.origin}/new`],
      ['DELETE', 302, '/new'],
      ['DELETE', 301, '/new'],
      ['PUT', 302, '/new'],
      ['PATCH', 302, `${other.origin}/new`],
    ] as const) {
      const { origin, seen } = await serverThatRedirects(status, () => location)
      const outcome = await runRest(requestTo(origin, { method, body: { a: 1 } }))
      expect(outcome).toMatchObject({ ok: false, errorClass: 'permanent', uncertain: true })
      const to = new URL(location, origin)
      expect(outcome).toHaveProperty(
        'message',
        `${method} ${origin}/items was redirected (${status}) to ${to.origin}${to.origin === origin ? '/new' : ''}, which does not say whether it was done. If that is its address now, declare it.`,
      )
      expect([...seenAs(seen), ...other.seen]).toEqual([`${method} /items {"a":1}`])
    }
  })

  it('ends after five, and where it goes round [rest.redirect]', async () => {
    const { origin, seen } = await serverThatRedirects(302, () => '/items')
    const outcome = await runRest(requestTo(origin))
    expect(outcome).toMatchObject({
      ok: false,
      errorClass: 'permanent',
      message: `GET ${origin}/items was redirected more than 5 times.`,
    })
    expect(seen).toHaveLength(6)
  })

  it('that says nowhere is a failure [rest.redirect]', async () => {
    const { origin } = await serve((response) => response.writeHead(302).end())
    expect(await runRest(requestTo(origin))).toMatchObject({ ok: false, errorClass: 'permanent' })
    const bad = await serverThatRedirects(302, () => 'http://[')
    expect(await runRest(requestTo(bad.origin))).toMatchObject({ ok: false, errorClass: 'permanent' })
  })
})

describe('a redirection to another server', () => {
  it.each([301, 302, 303, 307, 308])(
    'of a read (%i) carries no credentials [rest.redirect-origin]',
    async (status) => {
      const other = await serve((response) => answerJson(response, { at: 'other' }))
      const { origin } = await serverThatRedirects(status, () => `${other.origin}/there`)
      const call = requestTo(origin, { headers: { authorization: 'own', cookie: 'own', 'X-Page': '2' } })
      const outcome = await runRest(call, { connection: secret })
      expect(outputOf(outcome).body).toEqual({ at: 'other' })
      const headers = other.seen[0]?.headers ?? {}
      expect(headers).not.toHaveProperty('authorization')
      expect(headers).not.toHaveProperty('cookie')
      expect(headers).not.toHaveProperty('x-api-key')
      expect(headers).toMatchObject({ 'x-page': '2' })
    },
  )

  it('and back again carries none either [rest.redirect-origin]', async () => {
    const other = await serve((response) =>
      response.writeHead(302, { location: `${first.origin}/last` }).end(),
    )
    const first = await serverThatRedirects(302, () => `${other.origin}/there`)
    await runRest(requestTo(first.origin), { connection: secret })
    expect(first.seen[1]).toMatchObject({ url: '/last' })
    expect(first.seen[1]?.headers).not.toHaveProperty('authorization')
  })

  it.each([307, 308])(
    'of what has an effect (%i) is not followed: nothing is sent there [rest.redirect-origin]',
    async (status) => {
      const other = await serve((response) => answerJson(response, {}))
      const { origin } = await serverThatRedirects(status, () => `${other.origin}/there`)
      const outcome = await runRest(requestTo(origin, { method: 'POST', body: { secret: 1 } }))
      expect(outcome).toMatchObject({ ok: false, errorClass: 'permanent', uncertain: false })
      expect(outcome).toHaveProperty(
        'message',
        expect.stringContaining(`was redirected (${status}) to ${other.origin}`),
      )
      expect(other.seen).toEqual([])
    },
  )

  it('to an address with a user name, or of another kind, is not followed [rest.redirect-origin]', async () => {
    for (const location of ['http://user:word@127.0.0.1/', 'file:///etc/passwd', 'data:text/plain,x']) {
      const { origin } = await serverThatRedirects(302, () => location)
      const outcome = await runRest(requestTo(origin))
      expect(outcome).toHaveProperty('message', expect.stringContaining('cannot be followed'))
    }
  })
})

it('a secret that a server puts into where it redirects to, or into a type of content, is told nobody [R2.3]', async () => {
  const redact = (text: string) => text.replaceAll('hunter2-hunter2', '«redacted»')
  const run = (origin: string, method: 'GET' | 'POST' = 'GET') =>
    runRest(requestTo(origin, { method }), { parts: { redact } })
  for (const address of ['http://hunter2-hunter2.localhost:1/', 'https://hunter2-hunter2.invalid/']) {
    const { origin } = await serverThatRedirects(307, () => address)
    for (const method of ['GET', 'POST'] as const)
      expect(JSON.stringify(await run(origin, method))).not.toContain('hunter2')
  }
  const typed = await serve((response) =>
    response.writeHead(200, { 'content-type': 'image/hunter2-hunter2' }).end('x'),
  )
  expect(outputOf(await run(typed.origin)).body).toEqual({ mimeType: 'image/«redacted»', bytes: 1 })
})

describe('where a server sends the gateway', () => {
  const from = (address: string, location: string) =>
    nextRequest(
      {
        method: 'GET',
        address: new URL(address),
        headers: new Headers(),
        credentials: new Headers({ authorization: 'x' }),
        body: null,
        outside: false,
      },
      new Response(null, { status: 302, headers: { location } }),
      (origin) => origin === 'http://192.168.7.7',
    )

  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://localhost:8080/',
    'http://169.254.169.254/latest/meta-data',
    'http://10.1.2.3/',
    'http://172.20.0.1/',
    'http://192.168.1.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[fd00::1]/',
    'http://printer.local/',
    'http://metadata.google.internal/',
  ])('is not %s, which is inside its network [rest.redirect-origin]', (location) => {
    expect(from('http://api.example.com/', location)).toMatchObject({
      ok: false,
      message: expect.stringContaining('inside this network'),
    })
    expect(from('http://localhost:1/', location)).toMatchObject({ ok: true })
  })

  it('may be one inside its network that the configuration names [rest.redirect-resolved]', () => {
    expect(from('http://api.example.com/', 'http://192.168.7.7/file')).toMatchObject({
      ok: true,
      request: { outside: false },
    })
    expect(from('http://api.example.com/', 'http://192.168.7.7:81/file')).toMatchObject({ ok: false })
  })

  /** The last of each range. */
  const LAST = ['0', '10', '100.127', '127', '169.254', '172.31', '192.0.0', '192.168', '198.19']
  it.each([
    ...['127.0.0.1', '::1', '::ffff:10.0.0.1', '64:ff9b::10.0.0.1', '100.64.0.1', 'fd00::1'],
    ...LAST.map((start) => [...start.split('.'), '255', '255', '255'].slice(0, 4).join('.')),
  ])(
    'is no name that leads to %s, though it was another when it was asked before [rest.redirect-resolved]',
    async (address) => {
      const inside = await serve((response) => answerJson(response, { secret: true }))
      const { port } = new URL(inside.origin)
      const outside = await serve((response, { url }) =>
        url === '/items'
          ? response.writeHead(302, { location: `http://files.example.com:${port}/` }).end()
          : answerJson(response, {}),
      )
      const asked: string[] = []
      const outcome = await runRest(requestTo(`http://api.example.com:${new URL(outside.origin).port}`), {
        parts: {
          lookup: (hostname, _options, found) => {
            asked.push(hostname)
            const to = hostname === 'api.example.com' ? '127.0.0.1' : address
            found(null, [{ address: to, family: isIP(to) }])
          },
        },
      })
      expect(outcome).toMatchObject({ ok: false, message: expect.stringContaining('inside this network') })
      expect(inside.seen).toEqual([])
      // What was judged is what is connected to: nothing asks a second time.
      expect(asked).toEqual(['api.example.com', 'files.example.com'])
    },
  )

  it('named by the configuration is followed wherever its name leads [rest.redirect-resolved]', async () => {
    const inside = await serve((response) => answerJson(response, { at: 'inside' }))
    const named = `http://files.example.com:${new URL(inside.origin).port}`
    const outside = await serve((response) => response.writeHead(302, { location: `${named}/` }).end())
    const call = requestTo(`http://api.example.com:${new URL(outside.origin).port}`)
    const outcome = await runRest(call, {
      parts: {
        connections: () => ({
          api: { kind: 'rest', name: 'api', baseUrl: call.baseUrl, headers: {} },
          files: { kind: 'rest', name: 'files', baseUrl: named, headers: {} },
        }),
        lookup: (_hostname, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }]),
      },
    })
    expect(outputOf(outcome).body).toEqual({ at: 'inside' })
  })

  it('is not an address that is not encrypted, coming from one that is [rest.redirect-origin]', () => {
    expect(from('https://api.example.com/', 'http://api.example.com/')).toMatchObject({ ok: false })
    const next = from('https://api.example.com/', 'https://cdn.example.net/file')
    expect(next).toMatchObject({ ok: true, done: false })
    expect(next?.ok === true && [...next.request.credentials]).toEqual([])
  })
})

describe('a result that is to be fetched elsewhere', () => {
  it.each<[string, (response: import('node:http').ServerResponse) => void]>([
    ['is not there', (response) => response.writeHead(503).end()],
    ['breaks off', (response) => response.destroy()],
  ])('and %s: what was asked for has happened, and is not tried again [rest.redirect]', async (_, answer) => {
    const { origin, seen } = await serve((response, { method }) => {
      if (method === 'POST') response.writeHead(303, { location: '/result' }).end()
      else answer(response)
    })
    const outcome = await runRest(requestTo(origin, { method: 'POST', body: {} }))
    expect(outcome).toMatchObject({ ok: false, errorClass: 'permanent', uncertain: true })
    expect(seenAs(seen)).toEqual(['POST /items {}', 'GET /result'])
  })
})
