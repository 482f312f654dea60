/** MCP over Streamable HTTP. Adds to the SDK's transport that a call whose answer's stream breaks off ends. */
import {
  type AuthProvider,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type RequestId,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client'
import { createPatientFetch } from './patient-fetch.ts'
import { type McpTransport, STREAM_BROKEN, TOO_LONG } from './transport.ts'

const GOODBYE_MS = 1000

export interface HttpServer {
  url: string
  headers: Record<string, string>
  auth: AuthProvider | null
}

/** @throws TypeError if `url` is not one. */
export function createHttpTransport({ url, headers, auth }: HttpServer): McpTransport {
  let wasTooLong = false
  const patient = createPatientFetch(() => {
    wasTooLong = true
  })
  const inner = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers },
    fetch: patient.fetch,
    ...(auth === null ? {} : { authProvider: auth }),
  })
  const carrier: Transport = inner
  const unanswered = new Set<RequestId>()

  const receive = (message: JSONRPCMessage) => {
    if (!('method' in message) && message.id !== undefined) unanswered.delete(message.id)
    transport.onmessage?.(message)
  }

  const transport: McpTransport = {
    isRemote: true,
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
        options?.onRequestStreamEnd?.()
        if (!unanswered.has(id)) return
        const reason = wasTooLong ? TOO_LONG : 'The connection was lost before the answer came.'
        receive({ jsonrpc: '2.0', id, error: { code: STREAM_BROKEN, message: reason } })
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
      patient.close()
    },
    ending: () => null,
  }
  return transport
}
