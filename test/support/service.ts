/** A service on the loopback address whose answers are scripted, and which counts what reached it. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What to answer to one request; `hang` never does; `when`: not before that. `GET /count/PATH` tells another process how many there were. */
export type Reply =
  | { status: number; body?: unknown; headers?: Record<string, string>; when?: Promise<void> }
  | 'hang'

export interface Received {
  path: string
  method: string
  key: string | undefined
  at: number
}

export interface Service {
  /** `http://127.0.0.1:PORT` */
  base: string
  received: Received[]
  /** How many requests to this path. */
  count(path: string): number
  /** Resolves when so many requests to this path have come. */
  reached(path: string, count: number): Promise<void>
  /** The replies to a path, one after the other; the last one stays. */
  script(path: string, ...replies: Reply[]): void
  close(): Promise<void>
}

/** Without a script it answers 200 with the path. */
export async function openService(): Promise<Service> {
  const received: Received[] = []
  const scripts = new Map<string, Reply[]>()
  let waiting: { path: string; count: number; resolve: () => void }[] = []
  const count = (path: string) => received.filter((request) => request.path === path).length
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? ''
    if (path.startsWith('/count/')) {
      response.end(String(count(path.slice('/count'.length))))
      return
    }
    const key = request.headers['idempotency-key']
    received.push({
      path,
      method: request.method ?? '',
      key: typeof key === 'string' ? key : undefined,
      at: performance.now(),
    })
    const arrived = waiting.filter((one) => count(one.path) >= one.count)
    waiting = waiting.filter((one) => !arrived.includes(one))
    for (const one of arrived) one.resolve()
    const replies = scripts.get(path) ?? []
    const reply = (replies.length > 1 ? replies.shift() : replies[0]) ?? { status: 200, body: { path } }
    if (reply === 'hang') return
    await reply.when
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
    response.end(JSON.stringify(reply.body ?? {}))
  }
  const server = createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    base: `http://127.0.0.1:${port}`,
    received,
    count,
    reached: (path, wanted) =>
      count(path) >= wanted
        ? Promise.resolve()
        : new Promise((resolve) => waiting.push({ path, count: wanted, resolve })),
    script(path, ...replies) {
      scripts.set(path, replies)
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
