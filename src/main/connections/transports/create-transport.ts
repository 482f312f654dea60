/** The way to one MCP server: a child process or an address. Here, and nowhere earlier, `${…}` gets its values. */
import type { AuthProvider } from '@modelcontextprotocol/client'
import type { Connection } from '../../model/configuration.ts'
import type { LogTail } from '../log-tail.ts'
import { createChildTransport } from './child-transport.ts'
import { runAsNode, safeEnvironment } from './environment.ts'
import { createHttpTransport } from './http-transport.ts'
import { createSseTransport } from './sse-transport.ts'
import type { McpTransport, Way } from './transport.ts'

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

export function resolveValues(
  values: Record<string, string>,
  resolve: (text: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, resolve(value)]))
}
