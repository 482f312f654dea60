/**
 * MCP over Streamable HTTP on the loopback address: 2026-07-28 requests each on their own, older clients in
 * sessions. May import: gateway.ts (types), model.
 */
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isJsonObject, type JsonObject } from '../../model/json.ts'
import { loadServer } from '../load-server.ts'
import type { CreateServer } from '../server-factory.ts'
import type { ActiveCalls } from '../tools/active-calls.ts'
import { refuseUnreadable } from '../unreadable-call.ts'
import { MAX_BODY_BYTES, readJsonBody } from './http-body.ts'
import { admit, answerAsJson, MCP_PATH, refuse } from './http-guard.ts'
import type { HttpServing, HttpServingOptions, Visit } from './http-serving.ts'

export interface McpHttp {
  /** `http://127.0.0.1:PORT/mcp` */
  readonly url: string
  readonly port: number
  close(): Promise<void>
}

export interface McpHttpOptions extends Omit<HttpServingOptions, 'createServer'> {
  /** Asked for once, with the first client. */
  serverFactory(): Promise<CreateServer>
  calls: ActiveCalls
  /** The client that a token belongs to. */
  identify(token: string): string | null
  /** 0: any free one. */
  port: number
}

/** How long a request may take to come, in milliseconds; on this machine that is long. */
const REQUEST_WITHIN_MS = 60_000

/** @throws the system's error if the port cannot be had. */
export async function openMcpHttp(options: McpHttpOptions): Promise<McpHttp> {
  const { identify, clients, calls, log } = options
  const bodies = createBodyBudget()
  let loading: Promise<HttpServing> | null = null
  const open = async () => {
    const [{ createHttpServing }, createServer] = await Promise.all([loadServer(), options.serverFactory()])
    return createHttpServing({ ...options, createServer })
  }
  const serving = () => {
    loading ??= open()
    return loading
  }
  const server = createHttpServer((request, response) => {
    handle(request, response).catch((err: unknown) => {
      if (request.complete) log.error({ err }, 'an MCP request over HTTP failed')
      else log.info({ err }, 'an MCP request over HTTP broke off')
      if (!response.headersSent) refuse(response, 500, 'Countersign failed inside; its log has the details.')
      else response.destroy()
    })
  })
  // Longer than clients keep a connection for reuse, so that none is closed under a request.
  server.keepAliveTimeout = 65_000
  // One that is not whole by then is given up, with what it holds.
  server.requestTimeout = REQUEST_WITHIN_MS
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const admission = admit(request, port, identify)
    if (!admission.ok) {
      const headers = admission.challenge ? { 'www-authenticate': admission.challenge } : {}
      return refuse(response, admission.status, admission.message, { headers })
    }
    const visit: Visit = { client: admission.client, dismissed: false }
    const leave = clients.admit(visit.client, () => {
      visit.dismissed = true
      response.destroy()
    })
    response.once('close', leave)
    const { handle: serve, isJson } = await serving()
    let body: unknown
    if (request.method === 'POST') {
      if (!isJson(request.headers['content-type'])) {
        return refuse(response, 415, 'The content type must be application/json.')
      }
      const share = bodies.open(visit.client)
      response.once('close', share.giveBack)
      const read = await readJsonBody(request, share.take)
      if (read.kind === 'too_large') {
        const message = `A request may have at most ${MAX_BODY_BYTES} bytes.`
        return refuse(response, 413, message, { headers: { connection: 'close' } })
      }
      if (read.kind === 'no_room') {
        const message = 'Too much of this client is being read or answered at once. Try again when less is.'
        return refuse(response, 429, message, { headers: { connection: 'close', 'retry-after': '1' } })
      }
      if (read.kind === 'not_json') return refuse(response, 400, 'The body is not JSON.', { code: -32_700 })
      body = read.value
      const refusal = findUnreadable(body, read.text)
      if (refusal !== null && Array.isArray(body))
        return refuse(response, 400, 'A call of this batch cannot be taken. Send each on its own.', {
          code: -32_600,
        })
      if (refusal !== null) return answerAsJson(response, refusal)
    }
    if (visit.dismissed) return
    // The call is open until its answer has left, not only until it is known.
    if (isCall(body) && !response.destroyed)
      void calls.during(() => new Promise<void>((done) => response.once('close', done)))
    return serve(request, response, visit, body)
  }

  return {
    url: `http://127.0.0.1:${port}${MCP_PATH}`,
    port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      await (await loading)?.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** Of a batch, which older clients may send: the first that cannot be taken. */
function findUnreadable(body: unknown, text: string): JsonObject | null {
  for (const message of Array.isArray(body) ? body : [body]) {
    const answer = isJsonObject(message) ? refuseUnreadable(message, text) : null
    if (answer !== null) return answer
  }
  return null
}

function isCall(body: unknown): boolean {
  return isJsonObject(body) && body.method === 'tools/call'
}

// How much of one client's requests is kept in memory at once, so that one that sends much leaves room for others.

/** Two of the largest bodies, or many small ones. */
const MOST_BODY_BYTES = 32 * 1024 * 1024

interface BodyBudget {
  /** What one request has taken so far. */
  open(client: string): { take(bytes: number): boolean; giveBack(): void }
}

function createBodyBudget(): BodyBudget {
  const taken = new Map<string, number>()
  return {
    open(client) {
      let own = 0
      return {
        take(bytes) {
          const all = (taken.get(client) ?? 0) + bytes
          if (all > MOST_BODY_BYTES) return false
          own += bytes
          taken.set(client, all)
          return true
        },
        giveBack() {
          const left = (taken.get(client) ?? 0) - own
          own = 0
          if (left > 0) taken.set(client, left)
          else taken.delete(client)
        },
      }
    },
  }
}
