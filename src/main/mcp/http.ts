/**
 * MCP over Streamable HTTP on the loopback address: 2026-07-28 requests each on their own, older clients in
 * sessions. May import: gateway.ts (types), model.
 */
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toNodeHandler } from '@modelcontextprotocol/node'
import {
  type AuthInfo,
  classifyInboundRequest,
  createMcpHandler,
  isJsonContentType,
} from '@modelcontextprotocol/server'
import type { Gateway, Log } from '../gateway.ts'
import type { Clients } from './clients.ts'
import { MAX_BODY_BYTES, readJsonBody } from './http-body.ts'
import { admit, MCP_PATH, refuse } from './http-guard.ts'
import { createHttpSessions } from './http-sessions.ts'
import type { Caller, CreateServer } from './server-factory.ts'

export interface McpHttp {
  /** `http://127.0.0.1:PORT/mcp` */
  readonly url: string
  readonly port: number
  close(): Promise<void>
}

export interface McpHttpOptions {
  createServer: CreateServer
  /** The client that a token belongs to. */
  identify(token: string): string | null
  clients: Clients
  clock: Gateway['clock']
  /** 0: any free one. */
  port: number
  log: Log
}

/** One request of a client whose token was good when it came. */
interface Visit {
  client: string
  /** The token was revoked, or replaced, in the meantime. */
  dismissed: boolean
}

/** @throws the system's error if the port cannot be had. */
export async function openMcpHttp(options: McpHttpOptions): Promise<McpHttp> {
  const { createServer, identify, clients, clock, log } = options
  const callers = new WeakMap<AuthInfo, Caller>()
  let closing = false
  const modern = createMcpHandler(
    ({ authInfo }) => {
      const caller = authInfo && callers.get(authInfo)
      if (!caller) throw new Error('A request came without its caller.')
      return createServer(caller)
    },
    {
      legacy: 'reject',
      responseMode: 'auto',
      maxRequestBodySize: MAX_BODY_BYTES,
      onerror: (err) => log.info({ err }, 'an MCP request over HTTP'),
    },
  )
  const serveModern = toNodeHandler(modern, {
    onerror: (err) => log.warn({ err }, 'an MCP request over HTTP'),
  })
  const sessions = createHttpSessions({ createServer, clients, clock })
  const server = createHttpServer((request, response) => {
    handle(request, response).catch((err: unknown) => {
      if (request.complete) log.error({ err }, 'an MCP request over HTTP failed')
      else log.info({ err }, 'an MCP request over HTTP broke off')
      if (!response.headersSent) refuse(response, 500, 'The gateway failed inside; its log has the details.')
      else response.destroy()
    })
  })
  // Longer than clients keep a connection for reuse, so that none is closed under a request.
  server.keepAliveTimeout = 65_000
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
    let body: unknown
    if (request.method === 'POST') {
      if (!isJsonContentType(request.headers['content-type'])) {
        return refuse(response, 415, 'The content type must be application/json.')
      }
      const read = await readJsonBody(request)
      if (read.kind === 'too_large') {
        const message = `A request may have at most ${MAX_BODY_BYTES} bytes.`
        return refuse(response, 413, message, { headers: { connection: 'close' } })
      }
      if (read.kind === 'not_json') return refuse(response, 400, 'The body is not JSON.', { code: -32_700 })
      body = read.value
    }
    if (visit.dismissed) return
    if (isLegacy(request, body)) return sessions.handle(request, response, visit.client, body)
    return handleModern(request, response, visit, body)
  }

  async function handleModern(
    request: IncomingMessage,
    response: ServerResponse,
    visit: Visit,
    body: unknown,
  ): Promise<void> {
    const { client } = visit
    const auth: AuthInfo = { token: '', clientId: client, scopes: [] }
    let known = false
    callers.set(auth, {
      client,
      label: null,
      names: null,
      // Closing the response stream is how a 2026-07-28 client cancels; that we close it is not.
      disconnectCancels: () => !closing && !visit.dismissed,
      named(label) {
        if (known) return
        known = true
        response.once('close', clients.visit({ client, label, transport: 'http' }))
      },
    })
    const incoming = Object.assign(request, { auth }) as unknown as Parameters<typeof serveModern>[0]
    await serveModern(incoming, response, body)
  }

  return {
    url: `http://127.0.0.1:${port}${MCP_PATH}`,
    port,
    async close() {
      closing = true
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      await Promise.all([modern.close(), sessions.close()])
      server.closeAllConnections()
      await closed
    },
  }
}

/** The same question as the SDK's `isLegacyRequest`, asked without building a Request. */
function isLegacy(request: IncomingMessage, body: unknown): boolean {
  const outcome = classifyInboundRequest({
    httpMethod: request.method ?? 'GET',
    ...header(request, 'mcp-protocol-version', 'protocolVersionHeader'),
    ...header(request, 'mcp-method', 'mcpMethodHeader'),
    ...header(request, 'mcp-name', 'mcpNameHeader'),
    ...(body !== undefined && { body }),
  })
  return outcome.kind === 'legacy'
}

function header<Key extends string>(
  request: IncomingMessage,
  name: string,
  key: Key,
): Partial<Record<Key, string>> {
  const value = request.headers[name]
  return (typeof value === 'string' ? { [key]: value } : {}) as Partial<Record<Key, string>>
}
