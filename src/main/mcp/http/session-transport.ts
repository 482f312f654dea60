/** The SDK's transport of a session, but for calls that only look something up. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node'
import { type JSONRPCRequest, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server'
import { isJsonObject } from '../../model/json.ts'
import { answerAsJson } from './http-guard.ts'
import { findLookUp } from './look-ups.ts'

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
    answerAsJson(response, message, { 'mcp-session-id': this.sessionId ?? '' })
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

  #lookUp(request: IncomingMessage, body: unknown): JSONRPCRequest | null {
    if (this.sessionId === undefined) return null
    const call = findLookUp(request, body)
    if (call === null || this.#waiting.has(call.id)) return null
    const version = request.headers['mcp-protocol-version']
    return version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(String(version)) ? call : null
  }

  /** A request that was cancelled is never answered. */
  #endCancelled(body: unknown): void {
    if (!isJsonObject(body) || body.method !== 'notifications/cancelled' || !isJsonObject(body.params)) return
    const id = body.params.requestId as string | number
    this.#waiting.get(id)?.writeHead(202).end()
    this.#waiting.delete(id)
  }
}
