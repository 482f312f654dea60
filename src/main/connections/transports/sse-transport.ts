/** MCP over HTTP with SSE, as before 2025: for servers that answer Streamable HTTP with a refusal. */
import { SSEClientTransport, SseError } from '@modelcontextprotocol/client'
import type { HttpServer } from './http-transport.ts'
import { createPatientFetch } from './patient-fetch.ts'
import { type McpTransport, TOO_LONG } from './transport.ts'

/** @throws TypeError if `url` is not one. */
export function createSseTransport({ url, headers, auth }: HttpServer): McpTransport {
  let ending: string | null = null
  let started = false
  let abandon = (): void => {}
  const abandoned = new Promise<never>((_resolve, reject) => {
    abandon = () => reject(new Error('The connection was given up before it was open.'))
  })
  abandoned.catch(() => {})
  const patient = createPatientFetch(() => {
    ending = TOO_LONG
  })
  const inner = new SSEClientTransport(new URL(url), {
    requestInit: { headers },
    fetch: patient.fetch,
    ...(auth === null ? {} : { authProvider: auth }),
  })
  const transport: McpTransport = {
    isRemote: true,
    setProtocolVersion: (version) => inner.setProtocolVersion(version),
    async start() {
      inner.onmessage = (message) => transport.onmessage?.(message)
      inner.onclose = () => transport.onclose?.()
      inner.onerror = (error) => {
        transport.onerror?.(error)
        // A stream that is taken up again belongs to another session, which knows nothing of the calls in flight.
        if (!started || !(error instanceof SseError)) return
        ending ??= 'The connection was lost before the answer came.'
        void transport.close()
      }
      // The SDK's own start never comes to an end if the stream is closed before it has opened.
      await Promise.race([inner.start(), abandoned])
      started = true
    },
    send: (message) => inner.send(message),
    async close() {
      started = false
      abandon()
      await inner.close()
      patient.close()
    },
    ending: () => ending,
  }
  return transport
}
