/** All connections of a configuration, each supervised on its own. May import: model, runtime/ports. */
import type { Connection } from '../model/configuration.ts'
import type { JsonObject } from '../model/json.ts'
import type { Clock } from '../runtime/ports.ts'
import { openCliConnection } from './cli-connection.ts'
import type { CallToolOptions, CallToolResult, ConnectionState, SupervisedConnection } from './connection.ts'
import { openMcpConnection } from './mcp-connection.ts'

export interface ConnectionPool {
  /** In the order of the configuration. */
  states(): ConnectionState[]
  state(name: string): ConnectionState | null
  /** Never throws: failures are values. A call made while the connection still starts waits for it. */
  callTool(name: string, tool: string, args: JsonObject, options: CallToolOptions): Promise<CallToolResult>
  /** Ends the connection and makes it anew; resolves when that succeeded or failed (see its state). */
  restart(name: string): Promise<void>
  /** The first discovery of every connection is over, with or without success, or `timeoutMs` have passed. */
  settled(timeoutMs: number): Promise<void>
  /** Calls back after every change of a connection's health or tools. Returns the way to stop that. */
  onChange(listener: (name: string) => void): () => void
  /** Ends every connection and waits until its processes are gone. */
  close(): Promise<void>
}

export interface ConnectionPoolOptions {
  connections: Record<string, Connection>
  /** Fills in `${…}`. @throws GatewayError naming what is missing. */
  resolve(text: string): string
  redact(text: string): string
  clock: Clock
  warn(message: string): void
  /** Of the gateway; what servers are told. */
  version: string
  /** Searched for bare commands of `cli` connections before PATH. */
  programsFolder?(): string | null
  /** 0 to 1, for the jitter of retries. */
  random?(): number
}

/** Returns at once; connections start in the background. */
export function openConnectionPool(options: ConnectionPoolOptions): ConnectionPool {
  const { resolve, redact, clock, version } = options
  const listeners = new Set<(name: string) => void>()
  const opened = new Map<string, SupervisedConnection>()
  const reported = new Map<string, string | null>()

  const changed = (name: string) => {
    const error = opened.get(name)?.state().error ?? null
    if (error !== null && reported.get(name) !== error) options.warn(`Connection ${name}: ${error}`)
    reported.set(name, error)
    for (const listener of listeners) listener(name)
  }

  const open = (name: string, connection: Exclude<Connection, { kind: 'rest' }>): SupervisedConnection => {
    const onChange = () => changed(name)
    return connection.kind === 'mcp'
      ? openMcpConnection({
          connection,
          resolve,
          redact,
          clock,
          version,
          onChange,
          random: options.random ?? Math.random,
        })
      : openCliConnection({
          connection,
          resolve,
          redact,
          clock,
          onChange,
          programsFolder: options.programsFolder ?? (() => null),
        })
  }

  for (const [name, connection] of Object.entries(options.connections))
    if (connection.kind !== 'rest') opened.set(name, open(name, connection))
  const all = [...opened.values()]

  return {
    states: () => all.map((connection) => connection.state()),
    state: (name) => opened.get(name)?.state() ?? null,
    async callTool(name, tool, args, call) {
      const connection = opened.get(name)
      if (connection !== undefined) return connection.callTool(tool, args, call)
      const message = `There is no connection named ${name}.`
      return { ok: false, errorClass: 'permanent', message, uncertain: false }
    },
    async restart(name) {
      await opened.get(name)?.restart()
    },
    async settled(timeoutMs) {
      let alarm: { cancel(): void } | undefined
      const late = new Promise<void>((resolve) => {
        alarm = clock.wakeAt(clock.now() + timeoutMs, resolve)
      })
      await Promise.race([late, Promise.all(all.map((connection) => connection.settled))])
      alarm?.cancel()
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      listeners.clear()
      await Promise.all(all.map((connection) => connection.close()))
    },
  }
}

export type { ConnectionState } from './connection.ts'
