/**
 * The door for pipes: a local socket that carries MCP's JSON lines after a hello, and control calls.
 * May import: gateway.ts (types), model.
 */
import { randomUUID } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { chmod, rm } from 'node:fs/promises'
import { createServer as createSocketServer, type Socket } from 'node:net'
import type { Log } from '../../gateway.ts'
import type { Clients } from '../clients.ts'
import { loadServer } from '../load-server.ts'
import { cleanLabel } from '../principal.ts'
import type { CreateServer } from '../server-factory.ts'
import { BRIDGE, type Control, type Hello, type HelloAnswer, parseHello, readFirstLine } from './hello.ts'
import { prepareSocketFolder } from './socket-path.ts'

export interface McpSocket {
  readonly path: string
  close(): Promise<void>
}

export interface McpSocketOptions {
  path: string
  /** Asked for with each client. */
  serverFactory(): Promise<CreateServer>
  identify(token: string): string | null
  clients: Clients
  log: Log
  /** What a welcome says of this gateway. */
  welcome: Extract<HelloAnswer, { ok: true }>
  /** Absolute path of the configuration in force. */
  configuration(): string
  /** Says why not, or nothing and then does it. */
  control(control: Control): string | null
}

type Verdict = { ok: true; client: string; hello: Hello } | { ok: false; answer: HelloAnswer }

const HELLO_WITHIN_MS = 5_000
const LAST_BYTES_MS = 1_000
const LONGEST_MESSAGE = 64 * 1024 * 1024

/** The caller holds the data folder's lock: a socket that is in the way was left behind by a crash. */
export async function openMcpSocket(options: McpSocketOptions): Promise<McpSocket> {
  const { path, serverFactory, identify, clients, log } = options
  const sockets = new Set<Socket>()
  const connections = new Set<{ close(): Promise<void> }>()
  const server = createSocketServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', (err) => log.info({ err }, 'a pipe broke'))
    greet(socket).catch((err: unknown) => {
      log.info({ err }, 'a connection to the socket said no hello')
      socket.destroy()
    })
  })

  async function greet(socket: Socket): Promise<void> {
    const said = parseHello(await readFirstLine(socket, HELLO_WITHIN_MS))
    const loaded = await load()
    // It may have gone meanwhile; and what holds of its token holds from here to where it is let in.
    if (socket.destroyed) return
    const verdict = judge(said)
    if (!verdict.ok) return answer(socket, verdict.answer)
    const { hello } = verdict
    if (hello.control !== null) {
      const reason = options.control(hello.control)
      return answer(socket, reason === null ? options.welcome : refusal(reason))
    }
    socket.write(`${JSON.stringify(options.welcome)}\n`)
    serve(socket, hello, verdict.client, loaded)
  }

  function judge(hello: Hello | null): Verdict {
    const refuse = (reason: string) => ({ ok: false as const, answer: refusal(reason) })
    if (hello === null) return refuse('The first line was not a hello.')
    if (hello.bridge !== BRIDGE) {
      return refuse(
        `This gateway is Countersign ${options.welcome.countersign} and cannot talk to ${hello.countersign}: restart both with the same version.`,
      )
    }
    const client = identify(hello.token)
    if (client === null) return refuse('The token is not known here, or was revoked.')
    const serves = options.configuration()
    if (hello.configuration !== null && !isSameFile(hello.configuration, serves)) {
      return refuse(
        `Countersign on this data folder runs with ${serves}, not with ${hello.configuration}. Use another data folder, or leave the configuration out.`,
      )
    }
    return { ok: true, client, hello }
  }

  function refusal(reason: string): HelloAnswer {
    return { ok: false, countersign: options.welcome.countersign, reason }
  }

  async function load() {
    const [{ serveStdio, StdioServerTransport }, createServer] = await Promise.all([
      loadServer(),
      serverFactory(),
    ])
    return { serveStdio, StdioServerTransport, createServer }
  }

  function serve(
    socket: Socket,
    hello: Hello,
    client: string,
    { serveStdio, StdioServerTransport, createServer }: Awaited<ReturnType<typeof load>>,
  ): void {
    const label = cleanLabel(hello.client)
    const presence = clients.join({ client, label: label ?? client, transport: 'stdio' })
    const session = randomUUID()
    const transport = new StdioServerTransport(socket, socket, { maxBufferSize: LONGEST_MESSAGE })
    const closeTransport = transport.close.bind(transport)
    // The SDK's transport leaves its streams open; a pipe would wait for ever.
    transport.close = async () => {
      await closeTransport()
      socket.end()
    }
    const connection = serveStdio(
      () =>
        createServer({
          client,
          label,
          names: hello.names,
          session,
          disconnectCancels: () => false,
          named: presence.rename,
        }),
      { transport, onerror: (err) => log.info({ err }, 'an MCP message over the socket') },
    )
    connections.add(connection)
    const leave = clients.admit(client, () => socket.destroy())
    socket.once('close', () => {
      connections.delete(connection)
      leave()
      presence.end()
    })
    socket.resume()
  }

  await prepareSocketFolder(path)
  if (process.platform !== 'win32') await rm(path, { force: true })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  if (process.platform !== 'win32') await chmod(path, 0o600)

  return {
    path,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      await Promise.all([...connections].map((connection) => connection.close()))
      for (const socket of sockets) socket.destroySoon()
      // One that does not read would keep us for ever.
      const alarm = setTimeout(() => {
        for (const socket of sockets) socket.destroy()
      }, LAST_BYTES_MS)
      await closed
      clearTimeout(alarm)
    },
  }
}

function isSameFile(one: string, other: string): boolean {
  try {
    return one === other || realpathSync(one) === realpathSync(other)
  } catch {
    return false
  }
}

function answer(socket: Socket, line: HelloAnswer): void {
  socket.end(`${JSON.stringify(line)}\n`)
  // Whatever else comes is thrown away: unread, it would keep the socket open.
  socket.resume()
}
