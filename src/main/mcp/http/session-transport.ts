/**
 * The SDK's transport of a session, but for calls that only look something up: such a call tells nothing on its way and
 * cannot be resumed, so its answer is written as JSON at once. The SDK would make a web request, an event stream and a
 * web response for each, which costs as much again as the call.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node'
import {
  isJSONRPCRequest,
  type JSONRPCRequest,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server'
import { isJsonObject } from '../../model/json.ts'
import { canonicalToolName } from '../tools/tool-names.ts'
import { TOOLS } from '../tools/tools.ts'

const LOOK_UPS = new Set<string>(TOOLS.flatMap(({ name, readOnly }) => (readOnly ? name : [])))

export class SessionTransport extends NodeStreamableHTTPServerTransport {
  /** By the id of the request; null: whoever asked has gone. */
  readonly #waiting = new Map<string | number, ServerResponse | null>()

  override async handleRequest(
    request: IncomingMessage,
    response: ServerResponse,
    body?: unknown,
  ): Promise<void> {
    const call = this.#lookUp(request, body)
    if (call === null) {
      await super.handleRequest(request, response, body)
      this.#endCancelled(body)
      return
    }
    this.#waiting.set(call.id, response)
    response.once('close', () => {
      if (this.#waiting.get(call.id) === response) this.#waiting.set(call.id, null)
    })
    this.onmessage?.(call, {})
  }

  override async send(
    ...[message, options]: Parameters<NodeStreamableHTTPServerTransport['send']>
  ): Promise<void> {
    const id = 'method' in message ? options?.relatedRequestId : message.id
    const response = id === undefined ? undefined : this.#waiting.get(id)
    if (id === undefined || response === undefined) return await super.send(message, options)
    // What is told on the way of such a call, nobody has asked for.
    if ('method' in message) return
    this.#waiting.delete(id)
    if (response === null) return
    const text = JSON.stringify(message)
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      'mcp-session-id': this.sessionId ?? '',
    })
    response.end(text)
  }

  /** The client ends the session, or we do. */
  override set onclose(tell: (() => void) | undefined) {
    super.onclose = () => {
      for (const response of this.#waiting.values()) response?.destroy()
      this.#waiting.clear()
      tell?.()
    }
  }

  override get onclose(): (() => void) | undefined {
    return super.onclose
  }

  /** Null: it is none, or not written as a client of this protocol writes it, which the SDK answers. */
  #lookUp(request: IncomingMessage, body: unknown): JSONRPCRequest | null {
    if (request.method !== 'POST' || this.sessionId === undefined || !isJSONRPCRequest(body)) return null
    const { id, method, params } = body
    if (method !== 'tools/call' || this.#waiting.has(id) || !isJsonObject(params)) return null
    const { name, arguments: given, _meta } = params
    if (typeof name !== 'string' || !LOOK_UPS.has(canonicalToolName(name))) return null
    // It waits, or tells how far it is.
    if (isJsonObject(given) && given.waitMs !== undefined) return null
    if (isJsonObject(_meta) && _meta.progressToken !== undefined) return null
    const { accept = '', 'mcp-protocol-version': version } = request.headers
    const isAccepted = ['application/json', 'text/event-stream'].every((type) => accept.includes(type))
    const isSpoken = version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(String(version))
    return isAccepted && isSpoken ? body : null
  }

  /** A request that was cancelled is never answered. */
  #endCancelled(body: unknown): void {
    if (!isJsonObject(body) || body.method !== 'notifications/cancelled' || !isJsonObject(body.params)) return
    const id = body.params.requestId as string | number
    this.#waiting.get(id)?.writeHead(202).end()
    this.#waiting.delete(id)
  }
}
