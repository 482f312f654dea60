/** What answers MCP requests over HTTP. May import: gateway.ts (types), model. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { toNodeHandler } from '@modelcontextprotocol/node'
import {
  type AuthInfo,
  classifyInboundRequest,
  createMcpHandler,
  isJsonContentType,
} from '@modelcontextprotocol/server'
import type { Gateway, Log } from '../../gateway.ts'
import type { Clients } from '../clients.ts'
import type { Caller, CreateServer } from '../server-factory.ts'
import { MAX_BODY_BYTES } from './http-body.ts'
import { createHttpSessions } from './http-sessions.ts'
import { createLoneLookUps } from './look-ups.ts'

/** One request of a client whose token was good when it came. */
export interface Visit {
  client: string
  /** The token was revoked, or replaced, in the meantime. */
  dismissed: boolean
}

export interface HttpServingOptions {
  createServer: CreateServer
  clients: Clients
  clock: Gateway['clock']
  log: Log
}

export interface HttpServing {
  /** Whether the header says that the body is JSON. */
  isJson(contentType: string | undefined): boolean
  handle(request: IncomingMessage, response: ServerResponse, visit: Visit, body: unknown): Promise<void>
  close(): Promise<void>
}

export function createHttpServing(options: HttpServingOptions): HttpServing {
  const { createServer, clients, clock, log } = options
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
  const lookUps = createLoneLookUps({ createServer, clients, log })

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
      session: null,
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
    isJson: isJsonContentType,
    async handle(request, response, visit, body) {
      if (isLegacy(request, body)) return sessions.handle(request, response, visit.client, body)
      if (lookUps.handle(request, response, visit.client, body)) return
      return handleModern(request, response, visit, body)
    },
    async close() {
      closing = true
      await Promise.all([modern.close(), sessions.close(), lookUps.close()])
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
