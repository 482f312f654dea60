/**
 * Calls over HTTP that only look something up. Such a call tells nothing on its way and cannot be resumed, so its answer
 * is written as JSON at once. The SDK would make a web request, an event stream or a server of its own, and a web
 * response for each, which costs more than the call.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  CLIENT_INFO_META_KEY,
  classifyInboundRequest,
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type Transport,
} from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Log } from '../../gateway.ts'
import { isJsonObject } from '../../model/json.ts'
import type { Clients } from '../clients.ts'
import { cleanLabel } from '../principal.ts'
import type { CreateServer } from '../server-factory.ts'
import { canonicalToolName } from '../tools/tool-names.ts'
import { TOOLS } from '../tools/tools.ts'
import { answerAsJson } from './http-guard.ts'

const LOOK_UPS = new Set<string>(TOOLS.flatMap(({ name, readOnly }) => (readOnly ? name : [])))

/** Null: it is none, or is not sent as a client of this protocol sends it, which the SDK answers. */
export function findLookUp({ method: verb, headers }: IncomingMessage, body: unknown): JSONRPCRequest | null {
  if (verb !== 'POST' || !isJSONRPCRequest(body)) return null
  const { method, params } = body
  if (method !== 'tools/call' || !isJsonObject(params)) return null
  const { name, arguments: given, _meta } = params
  if (typeof name !== 'string' || !LOOK_UPS.has(canonicalToolName(name))) return null
  // It waits, or tells how far it is.
  if (isJsonObject(given) && given.waitMs !== undefined) return null
  if (isJsonObject(_meta) && _meta.progressToken !== undefined) return null
  const { accept = '' } = headers
  const isAccepted = ['application/json', 'text/event-stream'].every((type) => accept.includes(type))
  return isAccepted ? body : null
}

/** Look-ups without a session (2026-07-28): those of one client share a server, which lives as long as the gateway. */
export interface LoneLookUps {
  /** @returns false: it is none */
  handle(request: IncomingMessage, response: ServerResponse, client: string, body: unknown): boolean
  close(): Promise<void>
}

export function createLoneLookUps(parts: {
  createServer: CreateServer
  clients: Clients
  log: Log
}): LoneLookUps {
  const { createServer, clients, log } = parts
  const servers = new Map<string, { wire: SharedWire; close(): Promise<void> }>()

  function wireOf(client: string): SharedWire {
    const open = servers.get(client)
    if (open !== undefined) return open.wire
    const wire = new SharedWire(() => servers.delete(client))
    const caller = { client, label: null, names: null, session: null }
    const { close } = serveStdio(
      () => createServer({ ...caller, disconnectCancels: () => true, named: () => undefined }),
      { transport: wire, legacy: 'reject', onerror: (err) => log.info({ err }, 'an MCP request over HTTP') },
    )
    servers.set(client, { wire, close })
    return wire
  }

  return {
    handle(request, response, client, body) {
      const call = findLookUp(request, body)
      if (call === null || !isLone(request, call)) return false
      const label = labelOf(call)
      if (label !== null) response.once('close', clients.visit({ client, label, transport: 'http' }))
      wireOf(client).ask(call, response)
      return true
    },
    async close() {
      await Promise.all([...servers.values()].map((server) => server.close()))
    },
  }
}

/** The revision whose requests stand alone. */
const LONE_REVISION = '2026-07-28'

/** All that the revision wants said twice is said twice, and plainly. */
function isLone({ headers }: IncomingMessage, call: JSONRPCRequest): boolean {
  if (headers['mcp-method'] !== call.method || headers['mcp-name'] !== call.params?.name) return false
  if (headers['mcp-protocol-version'] !== LONE_REVISION) return false
  const { kind } = classifyInboundRequest({
    httpMethod: 'POST',
    protocolVersionHeader: LONE_REVISION,
    mcpMethodHeader: call.method,
    body: call,
  })
  return kind === 'modern'
}

function labelOf({ params }: JSONRPCRequest): string | null {
  const told = (params?._meta as Record<string, unknown> | undefined)?.[CLIENT_INFO_META_KEY]
  return isJsonObject(told) && typeof told.name === 'string' ? cleanLabel(told.name) : null
}

/** Carries requests that know nothing of each other to one server: each client counts its own from nought. */
class SharedWire implements Transport {
  onmessage?: NonNullable<Transport['onmessage']>
  onclose?: () => void
  readonly #waiting = new Map<number, { id: string | number; response: ServerResponse }>()
  readonly #ended: () => void
  #asked = 0

  constructor(ended: () => void) {
    this.#ended = ended
  }

  ask(call: JSONRPCRequest, response: ServerResponse): void {
    this.#asked += 1
    const own = this.#asked
    this.#waiting.set(own, { id: call.id, response })
    // To close the stream is how a client cancels.
    response.once('close', () => {
      if (!this.#waiting.delete(own)) return
      this.onmessage?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: own } })
    })
    this.onmessage?.({ ...call, id: own })
  }

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    // What is told on the way of such a call, nobody has asked for.
    if (!isJSONRPCResponse(message)) return
    const own = Number(message.id)
    const asked = this.#waiting.get(own)
    if (asked === undefined) return
    this.#waiting.delete(own)
    answerAsJson(asked.response, { ...message, id: asked.id })
  }

  async close(): Promise<void> {
    for (const { response } of this.#waiting.values()) response.destroy()
    this.#waiting.clear()
    this.#ended()
    this.onclose?.()
  }
}
