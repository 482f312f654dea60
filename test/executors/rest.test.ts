import { describe, expect, it } from 'vitest'
import { createRedactor } from '../../src/main/connections/redact.ts'
import { GatewayError } from '../../src/main/model/error.ts'
import { answerJson, outputOf, requestTo, runRest, serve } from './rest-fixture.ts'

const MiB = 1024 * 1024

describe('what a request sends', () => {
  it('is its method, path, headers and body, with those of its connection filled in [rest.request]', async () => {
    const { origin, seen } = await serve((response) => answerJson(response, {}))
    const call = requestTo('$' + '{API}/v1', {
      method: 'POST',
      path: '/items/a%2Fb?q=x%26y',
      headers: { 'X-Trace': 'abc' },
      body: { name: 'ü', list: [1, null] },
    })
    const outcome = await runRest(call, {
      connection: { baseUrl: '$' + '{API}/v1/', headers: { Authorization: 'Bearer $' + '{TOKEN}' } },
      parts: { resolve: (text) => text.replace('$' + '{API}', origin).replace('$' + '{TOKEN}', 't0ken') },
    })
    expect(outcome.ok).toBe(true)
    expect(seen).toHaveLength(1)
    expect(seen[0]).toMatchObject({
      method: 'POST',
      url: '/v1/items/a%2Fb?q=x%26y',
      body: '{"name":"ü","list":[1,null]}',
    })
    expect(seen[0]?.headers).toMatchObject({
      'x-trace': 'abc',
      authorization: 'Bearer t0ken',
      'content-type': 'application/json',
      'user-agent': 'countersign',
    })
  })

  it('is its own header where its connection has one of that name, and not both [rest.request]', async () => {
    const { origin, seen } = await serve((response) => answerJson(response, {}))
    const headers = { 'X-Key': 'of the call', Authorization: '' }
    const connection = { headers: { 'x-key': 'k3y', authorization: 'Bearer t0ken', 'X-Other': 'o' } }
    expect((await runRest(requestTo(origin, { headers }), { connection })).ok).toBe(true)
    expect(seen[0]?.headers).toMatchObject({ 'x-key': 'of the call', authorization: '', 'x-other': 'o' })
  })

  it('is a text as it stands where a type is declared, a form for a form, else JSON [rest.body]', async () => {
    const { origin, seen } = await serve((response) => answerJson(response, {}))
    const post = (body: string | object, type?: string) =>
      runRest(
        requestTo(origin, {
          method: 'PUT',
          body: body as never,
          headers: type === undefined ? {} : { 'Content-Type': type },
        }),
      )
    await post('plain words', 'text/plain')
    await post('plain words')
    await post({ a: 'x y', b: [1, 2], c: null }, 'application/x-www-form-urlencoded')
    await post({ a: 1 }, 'application/vnd.api+json')
    await post({ a: 1 }, 'Application/X-WWW-Form-URLEncoded;charset=UTF-8')
    expect(seen.map(({ body }) => body)).toEqual([
      'plain words',
      '"plain words"',
      'a=x+y&b=1&b=2',
      '{"a":1}',
      'a=1',
    ])
    expect(seen.map(({ headers }) => headers['content-type'])).toEqual([
      'text/plain',
      'application/json',
      'application/x-www-form-urlencoded',
      'application/vnd.api+json',
      'Application/X-WWW-Form-URLEncoded;charset=UTF-8',
    ])
  })

  it('carries the key of its step [rest.idempotency-key]', async () => {
    const { origin, seen } = await serve((response) => answerJson(response, {}))
    await runRest(requestTo(origin, { method: 'POST' }), { context: { idempotencyKey: 'wf_1:pay:co_1' } })
    await runRest(requestTo(origin, { method: 'POST' }))
    expect(seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['wf_1:pay:co_1', undefined])
  })

  it.each([
    ['ftp://127.0.0.1', '/x'],
    ['http://user:word@127.0.0.1', '/x'],
    ['http://127.0.0.1/?key=1', '/x'],
    ['not an address', '/x'],
    ['http://127.0.0.1/api', '/../x'],
    ['http://127.0.0.1/api', '/%2e%2e/x'],
    ['http://127.0.0.1/api', '/\\..\\..\\x'],
  ])('never leaves its base address: %s and %s are refused [R7.1]', async (baseUrl, path) => {
    const outcome = await runRest(requestTo(baseUrl, { path }))
    expect(outcome).toMatchObject({ ok: false, errorClass: 'permanent', uncertain: false })
    expect(outcome).toHaveProperty('message', expect.stringContaining('must be an http or https address'))
  })

  it('is refused where its connection is gone, changed, or not complete [rest.request]', async () => {
    const call = requestTo('http://127.0.0.1:9')
    expect(await runRest({ ...call, connection: 'gone' })).toMatchObject({
      ok: false,
      message: 'There is no web API named gone.',
    })
    const changed = await runRest(call, { connection: { baseUrl: 'http://127.0.0.1:10' } })
    expect(changed).toMatchObject({ ok: false, errorClass: 'permanent', uncertain: false })
    expect(changed).toHaveProperty('message', expect.stringContaining('has another address now'))
    const missing = await runRest(call, {
      parts: {
        resolve() {
          throw new GatewayError('INTERNAL', 'The environment variable API is not set.')
        },
      },
    })
    expect(missing).toMatchObject({ ok: false, message: 'The environment variable API is not set.' })
    const badHeader = await runRest(call, { connection: { headers: { 'X-Key': 'a\r\nb' } } })
    expect(badHeader).toHaveProperty('message', expect.stringContaining('no header can carry'))
  })
})

describe('what an answer becomes', () => {
  it('is status, headers and the body as JSON, with evidence [rest.output]', async () => {
    const { origin } = await serve((response) => {
      response.setHeader('set-cookie', 'session=1')
      response.setHeader('x-auth-token', 'abc')
      response.setHeader('x-request-id', 'r1')
      response.setHeader('etag', '"7"')
      answerJson(response, { id: 7, tags: ['a'] }, 201)
    })
    const outcome = await runRest(requestTo(origin))
    expect(outcome).toEqual({
      ok: true,
      output: {
        status: 201,
        ok: true,
        headers: { 'content-type': 'application/json', etag: '"7"', 'x-request-id': 'r1' },
        body: { id: 7, tags: ['a'] },
      },
      evidence: [
        {
          kind: 'http_response',
          summary: `GET ${origin}/items answered 201`,
          data: { method: 'GET', status: 201 },
        },
      ],
      content: [],
    })
  })

  it.each<[string, string | undefined, string | Buffer, unknown]>([
    ['no body', 'application/json', '', null],
    ['JSON without a type', undefined, '{"a":1}', { a: 1 }],
    ['JSON of a kind', 'application/problem+json; charset=utf-8', '{"a":1}', { a: 1 }],
    ['JSON that is none', 'application/json', '{"a":', '{"a":'],
    ['text', 'text/plain', '{"a":1}', '{"a":1}'],
    ['text of another character set', 'text/plain; charset=ISO-8859-1', Buffer.from([0x66, 0xfc]), 'fü'],
    ['text of an unknown one', 'text/plain; charset=klingon', 'x', 'x'],
    ['bytes', 'image/png', Buffer.from([1, 2, 3]), { mimeType: 'image/png', bytes: 3 }],
    [
      'JSON too deep to walk through',
      'application/json',
      `${'['.repeat(2000)}${']'.repeat(2000)}`,
      `${'['.repeat(2000)}${']'.repeat(2000)}`,
    ],
  ])('reads %s [rest.output]', async (_, type, body, expected) => {
    const { origin } = await serve((response) => {
      response.writeHead(200, type === undefined ? {} : { 'content-type': type }).end(body)
    })
    expect(outputOf(await runRest(requestTo(origin))).body).toEqual(expected)
  })

  it('has no body for HEAD and 204 [rest.output]', async () => {
    const { origin } = await serve((response, { method }) =>
      response.writeHead(method === 'HEAD' ? 200 : 204).end(),
    )
    expect(outputOf(await runRest(requestTo(origin, { method: 'HEAD' })))).toMatchObject({ body: null })
    expect(outputOf(await runRest(requestTo(origin, { method: 'DELETE' })))).toMatchObject({
      status: 204,
      body: null,
    })
  })

  it('says where some of a body is no text of its encoding [rest.no-text]', async () => {
    const { origin } = await serve((response, { url }) => {
      response.writeHead(200, { 'content-type': decodeURIComponent(url.slice(1)) })
      response.end(Buffer.from('"f\xfcr"', 'latin1'))
    })
    const answered = async (type: string) =>
      outputOf(await runRest(requestTo(origin, { path: `/${encodeURIComponent(type)}` })))
    const note = '[some bytes are no UTF-8 text; each stands as �]'
    expect((await answered('text/plain')).body).toBe(`"f�r"\n${note}`)
    expect(await answered('application/json')).toMatchObject({ body: 'f�r', note })
    const right = await answered('text/plain; charset=iso-8859-1')
    expect(right.body).toBe('"für"')
    expect(right).not.toHaveProperty('note')
  })

  it('is cut at 1 MiB and says so, however much comes [rest.output-cap]', async () => {
    let open = true
    const { origin } = await serve((response, { url }) => {
      response.writeHead(200, { 'content-type': url === '/json' ? 'application/json' : 'text/plain' })
      response.on('close', () => {
        open = false
      })
      const more = () => {
        while (open && response.write('é'.repeat(32 * 1024)));
      }
      response.on('drain', more)
      more()
    })
    const { body } = outputOf(await runRest(requestTo(origin)))
    expect(body === `${'é'.repeat(MiB / 2)}\n[cut after 1 MiB]`).toBe(true)
    await expect.poll(() => open).toBe(false)
    open = true
    expect(typeof outputOf(await runRest(requestTo(origin, { path: '/json' }))).body).toBe('string')
  })

  it('has known secrets removed, in failures and across the cut too [R2.3]', async () => {
    const { add, redact } = createRedactor()
    add('hunter2-hunter2')
    const secret = 'hunter2-of-the-house-that-nobody-knows-but-the-tests'
    add(secret)
    const { origin } = await serve((response, { url }) => {
      if (url === '/again') response.end(`${secret}, `.repeat(40_000))
      else if (url === '/long') response.end(`${'-'.repeat(MiB - 4)}hunter2-hunter2${'-'.repeat(MiB)}`)
      else if (url === '/text') response.end('It is hunter2-hunter2.')
      else {
        response.setHeader('x-echo', 'hunter2-hunter2')
        answerJson(response, { key: 'hunter\\u0032-hunter2 hunter2-hunter2' }, url === '/bad' ? 400 : 200)
      }
    })
    const run = (path: string) => runRest(requestTo(origin, { path }), { parts: { redact } })
    const fine = await run('/fine')
    expect(JSON.stringify(fine)).not.toContain('hunter2-hunter2')
    expect(outputOf(fine)).toMatchObject({ headers: { 'x-echo': '«redacted»' } })
    expect(JSON.stringify(await run('/bad'))).not.toContain('hunter2-hunter2')
    expect(outputOf(await run('/text')).body).toBe('It is «redacted».')
    expect(outputOf(await run('/long')).body).not.toContain('hunt')
    expect(outputOf(await run('/again')).body).not.toContain('hunt')
  })
})
