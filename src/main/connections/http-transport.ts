/** MCP over Streamable HTTP. Adds to the SDK's transport that a call whose answer's stream breaks off ends. */
import {
  isJSONRPCRequest,
  type JSONRPCMessage,
  type RequestId,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client'
import type { McpTransport } from './transport.ts'

/** JSON-RPC's range for implementations; what `failures.ts` knows a broken stream by. */
export const STREAM_BROKEN = -32099
const GOODBYE_MS = 1000

/** @throws TypeError if `url` is not one. */
export function createHttpTransport(url: string, headers: Record<string, string>): McpTransport {
  const inner = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } })
  const carrier: Transport = inner
  const unanswered = new Set<RequestId>()

  const receive = (message: JSONRPCMessage) => {
    if (!('method' in message) && message.id !== undefined) unanswered.delete(message.id)
    transport.onmessage?.(message)
  }

  const transport: McpTransport = {
    hasPerRequestStream: true,
    get sessionId() {
      return inner.sessionId
    },
    setProtocolVersion: (version) => inner.setProtocolVersion(version),
    start() {
      inner.onmessage = receive
      inner.onclose = () => transport.onclose?.()
      inner.onerror = (error) => transport.onerror?.(error)
      return inner.start()
    },
    async send(message, options) {
      if (!isJSONRPCRequest(message)) return carrier.send(message, options)
      const { id } = message
      unanswered.add(id)
      const onRequestStreamEnd = () => {
        if (!unanswered.has(id)) return
        const error = { code: STREAM_BROKEN, message: 'The connection was lost before the answer came.' }
        receive({ jsonrpc: '2.0', id, error })
      }
      try {
        await carrier.send(message, { ...options, onRequestStreamEnd })
      } catch (error) {
        unanswered.delete(id)
        throw error
      }
    },
    async close() {
      const goodbye = inner.terminateSession().catch(() => {})
      await Promise.race([goodbye, new Promise((resolve) => setTimeout(resolve, GOODBYE_MS).unref())])
      await inner.close()
    },
    ending: () => null,
  }
  return transport
}
