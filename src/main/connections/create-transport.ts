/** The way to one MCP server: a child process or an address. Here, and nowhere earlier, `${…}` gets its values. */
import type { Connection } from '../model/configuration.ts'
import { createChildTransport } from './child-transport.ts'
import { runAsNode, safeEnvironment } from './environment.ts'
import { createHttpTransport } from './http-transport.ts'
import type { LogTail } from './log-tail.ts'
import type { McpTransport } from './transport.ts'

export type McpConnection = Extract<Connection, { kind: 'mcp' }>

/** @throws GatewayError when a `${…}` has no value. */
export function createTransport(
  { transport, sandbox }: McpConnection,
  resolve: (text: string) => string,
  log: LogTail,
): McpTransport {
  if (transport.kind === 'http') {
    return createHttpTransport(resolve(transport.url), resolveValues(transport.headers, resolve))
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
      workingDirectory: transport.workingDirectory === undefined ? null : resolve(transport.workingDirectory),
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
