/** A registry of MCP servers with the shapes of the official API, served on this machine. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Json = Record<string, unknown>

export interface TestRegistry {
  address: string
  /** What it was asked, with the token that came along. */
  asked: { path: string; token: string | null }[]
  /** Answers the next requests otherwise, until it is null again. */
  misbehave(answer: ((request: IncomingMessage, response: ServerResponse) => void) | null): void
  close(): Promise<void>
}

const META = 'io.modelcontextprotocol.registry/official'

export function listed(server: Json, meta: Json = {}): Json {
  return {
    server: {
      $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
      ...server,
    },
    _meta: {
      [META]: {
        status: 'active',
        publishedAt: '2026-05-01T10:00:00.123456Z',
        updatedAt: '2026-05-02T10:00:00Z',
        isLatest: true,
        ...meta,
      },
    },
  }
}

/** `versions`: by the version of the API that the addresses have. */
export async function openRegistry(
  servers: Json[],
  { api = '/v0.1', token = null }: { api?: string; token?: string | null } = {},
): Promise<TestRegistry> {
  const asked: TestRegistry['asked'] = []
  let odd: ((request: IncomingMessage, response: ServerResponse) => void) | null = null
  const http = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://registry')
    const given = request.headers.authorization?.replace(/^Bearer /, '') ?? null
    asked.push({ path: `${url.pathname}${url.search}`, token: given })
    if (odd !== null) {
      odd(request, response)
      return
    }
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (token !== null && given !== token)
      return send(401, { title: 'Unauthorized', status: 401, detail: 'no token' })
    if (!url.pathname.startsWith(`${api}/servers`)) return send(404, { title: 'Not Found', status: 404 })
    answer(url, url.pathname.slice(`${api}/servers`.length), servers, send)
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    asked,
    misbehave(next) {
      odd = next
    },
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve())
        http.closeAllConnections()
      }),
  }
}

function answer(
  url: URL,
  rest: string,
  servers: Json[],
  send: (status: number, body: unknown) => void,
): void {
  const of = (each: Json) => each.server as { name: string; version: string }
  const isLatest = (each: Json) => ((each._meta as Json)[META] as Json).isLatest === true
  const [, name, list, version] = rest.split('/').map(decodeURIComponent)
  if (name === undefined || name === '') {
    const text = url.searchParams.get('search') ?? ''
    const limit = Number(url.searchParams.get('limit') ?? 30)
    const start = Number(url.searchParams.get('cursor')?.split(':')[1] ?? 0)
    const found = servers.filter(
      (each) =>
        String(of(each).name).includes(text) &&
        (url.searchParams.get('version') !== 'latest' || isLatest(each)),
    )
    const page = found.slice(start, start + limit)
    const next = start + limit < found.length ? { nextCursor: `after:${start + limit}` } : {}
    send(200, { servers: page, metadata: { count: page.length, ...next } })
    return
  }
  const own = servers.filter((each) => of(each).name === name)
  const one = own.find((each) => (version === 'latest' ? isLatest(each) : of(each).version === version))
  const isList = list === 'versions' && version === undefined
  if (own.length > 0 && isList) send(200, { servers: own, metadata: { count: own.length } })
  else if (one === undefined) send(404, { title: 'Not Found', status: 404, detail: 'Server not found' })
  else send(200, one)
}
