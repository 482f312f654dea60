/** Opens sessions with one server, by the way that it understands. */
import type { AuthProvider } from '@modelcontextprotocol/client'
import type { SchemaRules } from './connection.ts'
import { describeFailure } from './failures.ts'
import type { LogTail } from './log-tail.ts'
import { type McpSession, openMcpSession, type SessionEvents } from './mcp-session.ts'
import { createTransport, type McpConnection } from './transports/create-transport.ts'
import type { Way } from './transports/transport.ts'

export interface SessionOpenerOptions {
  connection: McpConnection
  resolve(text: string): string
  /** Of the gateway. */
  version: string
  rules: SchemaRules
  /** See `TransportParts`. */
  folder(): string | null
}

export type OpenedSession =
  | { ok: true; session: McpSession }
  | { ok: false; message: string; signIn: boolean }

export type SessionOpener = (events: SessionEvents, signal: AbortSignal) => Promise<OpenedSession>

/** Never rejects. The way that worked is tried first the next time. */
export function createSessionOpener(
  { connection, resolve, version, rules, folder }: SessionOpenerOptions,
  log: LogTail,
  auth: () => AuthProvider | null,
): SessionOpener {
  let way: Way = 'usual'
  return async (events, signal) => {
    const tryWay = (tried: Way) => {
      const transport = createTransport({
        connection,
        resolve,
        log,
        way: tried,
        auth: auth(),
        folder: folder(),
      })
      const identity = { connection: connection.name, version, rules, way: tried }
      return openMcpSession(transport, identity, events, signal)
    }
    try {
      const first = await tryWay(way)
      if (first.ok) return first
      way = 'usual'
      if (first.other === null || signal.aborted) return first
      const second = await tryWay(first.other)
      // What the other way was refused with says less.
      if (!second.ok) return first
      way = first.other
      return second
    } catch (cause) {
      return { ok: false, message: describeFailure(cause, null).message, signIn: false }
    }
  }
}
