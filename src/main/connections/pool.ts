/** All connections of a configuration, each supervised on its own. May import: model, runtime/ports. */
import { dirname } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Connection } from '../model/configuration.ts'
import type { JsonObject } from '../model/json.ts'
import type { ServerLog } from '../model/server-examination.ts'
import type { Clock, Secrets } from '../runtime/ports.ts'
import type {
  Authorization,
  CallToolOptions,
  CallToolResult,
  ConnectionState,
  ImportedTool,
  OnElicitation,
  SchemaRules,
  SupervisedConnection,
} from './connection.ts'
import { openDisabledConnection, openIdleConnection } from './idle-connection.ts'
import { loadClient } from './load-client.ts'
import { openMcpConnection } from './mcp-connection.ts'

export interface ConnectionPool {
  /** In the order of the configuration. */
  states(): ConnectionState[]
  state(name: string): ConnectionState | null
  /** All that is kept of what it wrote; null: there is none of this name. */
  log(name: string): ServerLog | null
  /** Never throws: failures are values. A call made while the connection still starts waits for it. */
  callTool(name: string, tool: string, args: JsonObject, options: CallToolOptions): Promise<CallToolResult>
  /** Ends the connection and makes it anew; resolves when that succeeded or failed (see its state). */
  restart(name: string): Promise<void>
  /** Begins signing in at the connection's server: the address to open in a browser. */
  authorize(name: string): Promise<Authorization>
  /**
   * Takes over another configuration: opens what is new, closes what is gone, makes anew what is reached or started
   * otherwise than before, and leaves everything else as it is. Resolves when what was closed is gone.
   */
  update(connections: Record<string, Connection>): Promise<void>
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
  /** Nothing is connected before it resolves. Absent: at once. */
  begin?: Promise<void>
  warn(message: string): void
  /** Of the gateway; what servers are told. */
  version: string
  /** Searched for bare commands of `cli` connections before PATH; programs without a folder of their own run beside it. */
  programsFolder?(): string | null
  /** 0 to 1, for the jitter of retries. */
  random?(): number
  /** Tools as they were when last seen; known at once, replaced by what the server says. */
  cachedTools?(name: string): ImportedTool[]
  /** Why a tool must not be called, as a sentence; asked when what its server offers now is known. */
  objection?(connection: string, tool: string): string | null
  /** Absent: servers are told that nobody can be asked. */
  onElicitation?: OnElicitation
  /** Absent: schemas of servers are taken as they come. */
  rules?: SchemaRules
  /** Keeps what servers hand out to somebody who signed in. Absent: it lasts as long as the pool. */
  secrets?: Pick<Secrets, 'get' | 'set'>
  /** Told every value that nobody may see. */
  onSecret?(value: string): void
}

const LENIENT: SchemaRules = { problem: () => null, misfits: () => [] }

interface Entry {
  connection: Connection
  supervised: SupervisedConnection
}

/** Returns at once; connections start in the background, when `begin` says so. */
export function openConnectionPool(options: ConnectionPoolOptions): ConnectionPool {
  const { resolve, redact, clock, version } = options
  const listeners = new Set<(name: string) => void>()
  const reported = new Map<string, string | null>()
  let entries = new Map<string, Entry>()
  /** What `close` waits for besides: connections that an update has taken out. */
  const ending = new Set<Promise<void>>()
  let closed = false
  let giveUp = () => {}
  /** Also when the pool closes first: what waits for it must come to its end. */
  const begun =
    options.begin &&
    Promise.race([
      options.begin,
      new Promise<void>((resolve) => {
        giveUp = resolve
      }),
    ])

  void options.begin?.then(loadClient)

  const changed = (name: string) => {
    const error = entries.get(name)?.supervised.state().error ?? null
    if (error !== null && reported.get(name) !== error) options.warn(`Connection ${name}: ${error}`)
    reported.set(name, error)
    for (const listener of listeners) listener(name)
  }

  /** @param after what has to be over before it may start */
  const open = (name: string, connection: Connection, after: Promise<void>): SupervisedConnection => {
    const shared = { resolve, redact, clock, onChange: () => changed(name) }
    const programsFolder = options.programsFolder ?? (() => null)
    if (connection.disabled) return openDisabledConnection(connection, clock)
    if (connection.kind !== 'mcp') {
      return openIdleConnection({ ...shared, connection, programsFolder })
    }
    return openMcpConnection({
      ...shared,
      connection,
      version,
      folder() {
        const folder = programsFolder()
        return folder === null ? null : dirname(folder)
      },
      after: begun === undefined ? after : Promise.all([after, begun]).then(() => {}),
      random: options.random ?? Math.random,
      cachedTools: options.cachedTools?.(name) ?? [],
      onElicitation: options.onElicitation ?? null,
      objection: (tool) => options.objection?.(name, tool) ?? null,
      rules: options.rules ?? LENIENT,
      secrets: options.secrets ?? null,
      onSecret: options.onSecret ?? (() => {}),
    })
  }

  const end = (supervised: SupervisedConnection): Promise<void> => {
    const gone = supervised
      .close()
      .catch(() => {})
      .finally(() => ending.delete(gone))
    ending.add(gone)
    return gone
  }

  const update = async (connections: Record<string, Connection>) => {
    const next = new Map<string, Entry>()
    const before = entries
    const ends: Promise<void>[] = []
    for (const [name, connection] of Object.entries(connections)) {
      const last = before.get(name)
      if (last !== undefined && isSameWay(last.connection, connection)) {
        next.set(name, { connection, supervised: last.supervised })
        continue
      }
      // Two processes of one server at once could fight over what it keeps.
      const gone = last === undefined ? Promise.resolve() : end(last.supervised)
      ends.push(gone)
      next.set(name, { connection, supervised: open(name, connection, gone) })
    }
    for (const [name, { supervised }] of before) if (!next.has(name)) ends.push(end(supervised))
    entries = next
    for (const name of new Set([...before.keys(), ...next.keys()])) {
      if (before.get(name)?.supervised !== next.get(name)?.supervised) changed(name)
    }
    await Promise.all(ends)
  }
  void update(options.connections)

  const stateOf = ({ connection, supervised }: Entry): ConnectionState => ({
    ...supervised.state(),
    title: connection.title ?? connection.name,
  })

  return {
    states: () => [...entries.values()].map(stateOf),
    state(name) {
      const entry = entries.get(name)
      return entry === undefined ? null : stateOf(entry)
    },
    log: (name) => entries.get(name)?.supervised.log() ?? null,
    async callTool(name, tool, args, call) {
      const entry = entries.get(name)
      if (entry !== undefined) return entry.supervised.callTool(tool, args, call)
      const message = `There is no server named ${name}.`
      return { ok: false, errorClass: 'permanent', message, uncertain: false }
    },
    async restart(name) {
      await entries.get(name)?.supervised.restart()
    },
    async authorize(name) {
      const entry = entries.get(name)
      return entry?.supervised.authorize() ?? { ok: false, message: `There is no server named ${name}.` }
    },
    async update(connections) {
      if (!closed) await update(connections)
    },
    async settled(timeoutMs) {
      const supervised = [...entries.values()].map((entry) => entry.supervised)
      let alarm: { cancel(): void } | undefined
      const late = new Promise<void>((resolve) => {
        alarm = clock.after(timeoutMs, resolve)
      })
      await Promise.race([late, Promise.all(supervised.map(({ settled }) => settled))])
      alarm?.cancel()
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      closed = true
      listeners.clear()
      for (const { supervised } of entries.values()) void end(supervised)
      giveUp()
      await Promise.all(ending)
    },
  }
}

/** What only names or limits a connection does not change how it is reached. */
function isSameWay(one: Connection, other: Connection): boolean {
  const way = (connection: Connection) => ({
    ...connection,
    title: undefined,
    gate: undefined,
    limits: undefined,
  })
  return isDeepStrictEqual(way(one), way(other))
}

export type { ConnectionState } from './connection.ts'
