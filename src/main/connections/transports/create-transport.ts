/** The way to one MCP server: a child process or an address. Here, and nowhere earlier, `${…}` gets its values. */

import type { AuthProvider } from '@modelcontextprotocol/client'
import { SSEClientTransport, SseError } from '@modelcontextprotocol/client'
import type { Connection } from '../../model/configuration.ts'
import type { LogTail } from '../log-tail.ts'
import { createChildTransport } from './child-transport.ts'
import { resolveValues, runAsNode, safeEnvironment } from './environment.ts'
import { createHttpTransport, type HttpServer } from './http-transport.ts'
import { createPatientFetch } from './patient-fetch.ts'
import { type McpTransport, TOO_LONG, type Way } from './transport.ts'

export type McpConnection = Extract<Connection, { kind: 'mcp' }>

export interface TransportParts {
  connection: McpConnection
  /** Fills in `${…}`. @throws GatewayError naming what is missing. */
  resolve(text: string): string
  log: LogTail
  way: Way
  auth: AuthProvider | null
  /** Where a program runs that has no folder of its own; null: where the gateway does. */
  folder: string | null
}

/** @throws GatewayError when a `${…}` has no value. */
export function createTransport({
  connection,
  resolve,
  log,
  way,
  auth,
  folder,
}: TransportParts): McpTransport {
  const { transport, sandbox } = connection
  if (transport.kind === 'http') {
    const url = resolve(transport.url)
    const headers = resolveValues(transport.headers, resolve)
    return way === 'sse'
      ? createSseTransport({ url, headers, auth })
      : createHttpTransport({ url, headers, auth })
  }
  const command = resolve(transport.command)
  return createChildTransport(
    {
      command,
      args: transport.args.map(resolve),
      environment: safeEnvironment(process.env, {
        ...runAsNode(command),
        ...resolveValues(transport.env, resolve),
      }),
      workingDirectory:
        transport.workingDirectory === undefined ? folder : resolve(transport.workingDirectory),
      sandbox,
    },
    log,
  )
}

// MCP over HTTP with SSE, as before 2025: for servers that answer Streamable HTTP with a refusal.

/** @throws TypeError if `url` is not one. */
function createSseTransport({ url, headers, auth }: HttpServer): McpTransport {
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
