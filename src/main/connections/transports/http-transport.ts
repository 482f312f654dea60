/**
 * MCP over Streamable HTTP. Adds to the SDK's transport that a call ends whose answer's stream breaks off, or whose answer
 * cannot be read or is another's.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type AuthProvider,
  type FetchLike,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type RequestId,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client'
import { createPatientFetch } from './patient-fetch.ts'
import { ANSWER_UNREADABLE, type McpTransport, STREAM_BROKEN, TOO_LONG } from './transport.ts'

const GOODBYE_MS = 1000
const NO_ANSWER = 'The server’s answer is not what MCP prescribes: it is no answer to this call.'

export interface HttpServer {
  url: string
  headers: Record<string, string>
  auth: AuthProvider | null
}

interface ResponseShape {
  as: 'refusal' | 'stream' | 'whole'
  retryAfter: string | null
}

/** @throws TypeError if `url` is not one. */
export function createHttpTransport({ url, headers, auth }: HttpServer): McpTransport {
  let wasTooLong = false
  const patient = createPatientFetch(() => {
    wasTooLong = true
  })
  /** How the server has answered the request that is being sent. */
  const answered = new AsyncLocalStorage<ResponseShape>()
  const noting: FetchLike = async (address, init) => {
    const response = await patient.fetch(address, init)
    const noted = answered.getStore()
    const isStream = response.headers.get('content-type')?.includes('text/event-stream') === true
    if (noted !== undefined) {
      noted.as = !response.ok ? 'refusal' : isStream ? 'stream' : 'whole'
      noted.retryAfter = response.headers.get('retry-after')
    }
    return response
  }
  const inner = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers },
    fetch: noting,
    ...(auth === null ? {} : { authProvider: auth }),
  })
  const carrier: Transport = inner
  const unanswered = new Set<RequestId>()
  const pauses = new WeakMap<object, string>()

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
      const noted: ResponseShape = { as: 'refusal', retryAfter: null }
      const refuse = () =>
        receive({ jsonrpc: '2.0', id, error: { code: ANSWER_UNREADABLE, message: NO_ANSWER } })
      try {
        await answered.run(noted, () => carrier.send(message, { ...options, onRequestStreamEnd }))
      } catch (error) {
        if (noted.as === 'whole' && isUnreadable(error)) return refuse()
        unanswered.delete(id)
        if (error instanceof Error && noted.retryAfter !== null) pauses.set(error, noted.retryAfter)
        throw error
      }
      if (noted.as === 'whole' && unanswered.has(id)) refuse()
    },
    async close() {
      const goodbye = inner.terminateSession().catch(() => {})
      await Promise.race([goodbye, new Promise((resolve) => setTimeout(resolve, GOODBYE_MS).unref())])
      await inner.close()
      patient.close()
    },
    ending: () => null,
    retryAfter: (error) => pauses.get(error) ?? null,
  }
  return transport
}

/** No JSON, or none that says what an answer has to. */
function isUnreadable(error: unknown): boolean {
  return error instanceof Error && /^(SyntaxError|\$?ZodError)$/.test(error.name)
}
