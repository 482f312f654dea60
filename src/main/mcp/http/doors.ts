/**
 * All ways into one gateway for MCP clients, opened and closed together: HTTP, the socket for pipes, tokens, the
 * list of who is connected, and the note that tells others where to knock. May import: gateway.ts (types), model.
 */

import { realpath } from 'node:fs/promises'
import type { Gateway, Log } from '../../gateway.ts'
import { type Clients, type ConnectedClient, createClients } from '../clients.ts'
import { keepFree, removeEndpoint, writeEndpoint } from '../endpoint.ts'
import { loadServer } from '../load-server.ts'
import type { Control, StartedBy } from '../pipe/hello.ts'
import { openMcpSocket } from '../pipe/socket.ts'
import { socketPath } from '../pipe/socket-path.ts'
import { openTokens, type Tokens } from '../tokens.ts'
import { type ActiveCalls, createActiveCalls } from '../tools/active-calls.ts'
import type { CallTool } from '../tools/tool-call.ts'
import { type McpHttp, openMcpHttp } from './http.ts'

export interface Doors {
  /** `http://127.0.0.1:PORT/mcp` */
  readonly mcpUrl: string
  readonly tokenFile: string
  readonly tokens: Tokens
  /** Who is connected now; `{topic: 'clients'}` is published when it changes. */
  clients(): ConnectedClient[]
  /** What every client's call goes through; for the desk, whose people make such calls too. */
  callTool: CallTool
  /** Closes every connection, then the ports. The gateway itself is closed after this, by whoever opened it. */
  close(): Promise<void>
}

export interface DoorsOptions {
  /** The port of MCP over HTTP; left out: the one that this data folder had before, or any free one. */
  port?: number
  startedBy: StartedBy
  log: Log
  /** The start is over when it resolves: what answers clients is loaded then, if none was there before. */
  begin?: Promise<void>
  /** The process should end: nobody has needed it for ten minutes, or another one asks for the data folder. */
  onEnd(reason: 'idle' | 'handover'): void
  /** Brings the desk to the front; returns a sentence if there is none to bring. */
  onOpen?(): string | null
}

/** How long open calls may take to come to their end when the gateway hands over or stops (R3.2). */
const DRAIN_MS = 10_000
/** The same for the answers of what was cut off then. */
const ANSWERED_MS = 1000
const PORT_SETTING = 'mcpHttp'

export async function openDoors(gateway: Gateway, options: DoorsOptions): Promise<Doors> {
  const { startedBy, log } = options
  const clients = createClients(gateway)
  const tokens = await openTokens(gateway, clients.dismiss)
  const calls = createActiveCalls(gateway.clock)
  const callTool: CallTool = (...given) => calls.during(async () => (await server()).call(...given))
  const makeServer = async () => {
    const { createServerFactory, createToolCall } = await loadServer()
    const call = createToolCall(gateway, calls.ending, log)
    return { call, createServer: createServerFactory(gateway, callTool) }
  }
  let making: ReturnType<typeof makeServer> | null = null
  const server = () => {
    making ??= makeServer()
    return making
  }
  void options.begin?.then(server)
  const serverFactory = async () => (await server()).createServer
  const shared = { serverFactory, identify: tokens.identify, clients, log }
  const http = await openHttp()
  const dataFolder = await realpath(gateway.dataFolder)
  const socket = await openMcpSocket({
    ...shared,
    path: socketPath(dataFolder),
    welcome: { ok: true, countersign: gateway.version, startedBy, pid: process.pid },
    configuration: () => gateway.configuration().path,
    control,
  })
  const stopWatching =
    startedBy === 'pipe' ? watchIdle(gateway, clients, calls, () => options.onEnd('idle')) : null
  await writeEndpoint(dataFolder, {
    pid: process.pid,
    version: gateway.version,
    socket: socket.path,
    mcpUrl: http.url,
    startedBy,
    configuration: gateway.configuration().path,
  })

  /** An address that stays the same lets a client keep its configuration. */
  async function openHttp(): Promise<McpHttp> {
    const open = (port: number) => openMcpHttp({ ...shared, calls, clock: gateway.clock, port })
    if (options.port !== undefined) return open(options.port)
    const before = (await gateway.store.setting(PORT_SETTING))?.port
    if (typeof before === 'number') {
      return open(before).catch((err: unknown) => {
        log.warn({ err, port: before }, 'the MCP port of last time is taken; using another one')
        return open(0)
      })
    }
    const fresh = await open(0)
    if (gateway.readOnly === null) await gateway.store.saveSetting(PORT_SETTING, { port: fresh.port })
    return fresh
  }

  function control(wish: Control): string | null {
    if (wish === 'status') return gateway.obstacle()
    if (wish === 'open') {
      return options.onOpen ? options.onOpen() : 'This gateway has no desk: it was started without one.'
    }
    if (startedBy !== 'pipe') {
      return `The data folder is in use by process ${process.pid}, which a person started (${startedBy}).`
    }
    if (!gateway.draining) void handOver()
    return null
  }

  /** Once, by whichever way it ends first. */
  let draining: Promise<void> | null = null
  function drained(): Promise<void> {
    draining ??= calls.settle(DRAIN_MS)
    return draining
  }

  /** Pipes that come now find nobody, and wait for the next gateway; where it stays, they find out by connecting. */
  async function withdrawEndpoint(): Promise<void> {
    await removeEndpoint(dataFolder, process.pid).catch((err: unknown) =>
      log.warn({ err }, 'the note where this gateway can be reached could not be removed'),
    )
  }

  async function handOver(): Promise<void> {
    gateway.drain()
    await withdrawEndpoint()
    await drained()
    // On a full disk it goes without: whoever asked may then be forestalled, and asks again.
    await keepFree(dataFolder, gateway.version).catch((err: unknown) =>
      log.warn({ err }, 'the data folder could not be kept free'),
    )
    options.onEnd('handover')
  }

  return {
    mcpUrl: http.url,
    tokenFile: tokens.file,
    tokens,
    clients: clients.list,
    callTool,
    async close() {
      stopWatching?.()
      await withdrawEndpoint()
      await drained()
      if (calls.count > 0) {
        // What runs still is cut off before the connections are, so that whoever called it hears so.
        await gateway.runtime.close(0)
        await calls.settle(ANSWERED_MS)
      }
      await Promise.all([http.close(), socket.close()])
      tokens.close()
      clients.close()
    },
  }
}

/** Ends a gateway that a pipe started once nobody has needed it for a while (R3.2). */
const IDLE_END_MS = 10 * 60_000

/** Something runs: look again after this time. */
const LOOK_AGAIN_MS = 60_000

/** Calls `end` once, ten minutes after the last client, when nothing executes. Returns the function that stops watching. */
function watchIdle(
  gateway: Pick<Gateway, 'clock' | 'onChange' | 'store'>,
  clients: Clients,
  calls: ActiveCalls,
  end: () => void,
): () => void {
  const { clock } = gateway
  let alarm: { cancel(): void } | null = null
  let stopped = false

  function arm(ms: number): void {
    alarm?.cancel()
    alarm = clock.after(ms, () => void look())
  }

  function clientsChanged(): void {
    alarm?.cancel()
    alarm = null
    if (clients.list().length === 0) arm(IDLE_END_MS)
  }

  async function look(): Promise<void> {
    if (stopped || clients.list().length > 0) return
    const runs = calls.count > 0 || (await gateway.store.unfinished()).length > 0
    if (stopped || clients.list().length > 0) return
    if (runs) {
      arm(LOOK_AGAIN_MS)
      return
    }
    stop()
    end()
  }

  const unsubscribe = gateway.onChange((change) => {
    if (change.topic === 'clients') clientsChanged()
  })
  clientsChanged()

  function stop(): void {
    stopped = true
    alarm?.cancel()
    unsubscribe()
  }
  return stop
}
