/**
 * Sessions of the 2025 era over HTTP: one server and one transport each, streams that can be resumed, and an end
 * for those whose client went away without a word (the SDK has none). A session belongs to the client whose token
 * opened it.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node'
import {
  type EventStore,
  isInitializeRequest,
  type JSONRPCMessage,
  type JSONRPCRequest,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server'
import type { Gateway } from '../../gateway.ts'
import { isJsonObject } from '../../model/json.ts'
import { type Clients, type Presence, STAYS_MS } from '../clients.ts'
import type { CreateServer } from '../server-factory.ts'
import { answerAsJson, refuse } from './http-guard.ts'
import { findLookUp } from './look-ups.ts'

interface HttpSessions {
  handle(request: IncomingMessage, response: ServerResponse, client: string, body: unknown): Promise<void>
  close(): Promise<void>
}

interface Session {
  client: string
  transport: SessionTransport
  /** Requests and streams that are open now. */
  open: number
  lastSeen: number
  /** What the client calls itself. */
  label: string
  /** Its row among the connected; null: it has had nothing open for a while, and may come back. */
  presence: Presence | null
  leaving: { cancel(): void } | null
}

const IDLE_MS = 30 * 60_000
const LOOK_EVERY_MS = 60_000
/** Of one client. Each gives up its own oldest, never another's. */
const MOST_SESSIONS = 100

export function createHttpSessions(parts: {
  createServer: CreateServer
  clients: Clients
  clock: Gateway['clock']
}): HttpSessions {
  const { createServer, clients, clock } = parts
  const sessions = new Map<string, Session>()
  let reaper = clock.after(LOOK_EVERY_MS, reap)

  function reap(): void {
    for (const session of sessions.values()) {
      if (session.open === 0 && clock.now() - session.lastSeen >= IDLE_MS) void session.transport.close()
    }
    reaper = clock.after(LOOK_EVERY_MS, reap)
  }

  /** A client that opens a session for every call must not fill the memory. @returns false: all of its own are in use */
  function makeRoom(client: string): boolean {
    const own = [...sessions.values()].filter((session) => session.client === client)
    if (own.length < MOST_SESSIONS) return true
    const quiet = own.filter((session) => session.open === 0)
    const oldest = quiet.sort((one, other) => one.lastSeen - other.lastSeen)[0]
    if (oldest) void oldest.transport.close()
    return oldest !== undefined
  }

  async function openSession(
    request: IncomingMessage,
    response: ServerResponse,
    client: string,
    body: unknown,
  ): Promise<void> {
    if (!makeRoom(client)) {
      return refuse(
        response,
        429,
        `${MOST_SESSIONS} sessions of this client are open and in use. Close some of them first.`,
      )
    }
    let opened: Session | null = null
    const leave: (() => void)[] = []
    const server = createServer({
      client,
      label: null,
      names: null,
      session: randomUUID(),
      disconnectCancels: () => false,
      named(label) {
        if (opened === null) return
        opened.label = label
        opened.presence?.rename(label)
      },
    })
    const transport = new SessionTransport({
      sessionIdGenerator: randomUUID,
      eventStore: createEventStore(),
      onsessioninitialized: (id) => {
        opened = {
          ...{ client, transport, open: 0, lastSeen: clock.now() },
          ...{ label: client, presence: null, leaving: null },
        }
        sessions.set(id, opened)
        leave.push(clients.admit(client, () => void transport.close()))
        follow(opened, response)
      },
    })
    server.onclose = () => {
      if (transport.sessionId) sessions.delete(transport.sessionId)
      if (opened !== null) depart(opened)
      leave[0]?.()
    }
    await server.connect(transport)
    await transport.handleRequest(request, response, body)
    if (transport.sessionId === undefined) await server.close()
  }

  function follow(session: Session, response: ServerResponse): void {
    session.open += 1
    session.leaving?.cancel()
    session.leaving = null
    const { client, label } = session
    session.presence ??= clients.join({ client, label, transport: 'http' })
    response.once('close', () => {
      session.open -= 1
      session.lastSeen = clock.now()
      if (session.open === 0 && session.presence !== null)
        session.leaving = clock.after(STAYS_MS, () => depart(session))
    })
  }

  /** It is not shown as connected any more. */
  function depart(session: Session): void {
    session.leaving?.cancel()
    session.leaving = null
    session.presence?.end()
    session.presence = null
  }

  return {
    async handle(request, response, client, body) {
      const id = request.headers['mcp-session-id']
      if (id === undefined) {
        if (request.method === 'POST' && opensSession(body))
          return openSession(request, response, client, body)
        return refuse(
          response,
          400,
          'The header Mcp-Session-Id is missing: send an initialize request first.',
        )
      }
      const session = sessions.get(String(id))
      if (session?.client !== client) {
        return refuse(response, 404, 'There is no such session: send an initialize request.', {
          code: -32_001,
        })
      }
      follow(session, response)
      await session.transport.handleRequest(request, response, body)
    },
    async close() {
      reaper.cancel()
      await Promise.all([...sessions.values()].map((session) => session.transport.close()))
    },
  }
}

function opensSession(body: unknown): boolean {
  return (
    isInitializeRequest(body) || (Array.isArray(body) && body.some((message) => isInitializeRequest(message)))
  )
}

/** * What a session of the 2025 era sent lately, so that a client whose stream broke can resume it with Last-Event-ID. Bounded: a stream that was away for longer starts again. */
const KEPT_EVENTS = 400
const KEPT_CHARACTERS = 8 * 1024 * 1024

function createEventStore(): EventStore {
  const events: { id: string; streamId: string; message: JSONRPCMessage; size: number }[] = []
  let sequence = 0
  let characters = 0
  return {
    async storeEvent(streamId, message) {
      sequence += 1
      const id = `${streamId}_${sequence}`
      const size = JSON.stringify(message).length
      events.push({ id, streamId, message, size })
      characters += size
      while (events.length > KEPT_EVENTS || (characters > KEPT_CHARACTERS && events.length > 1)) {
        characters -= events.shift()?.size ?? 0
      }
      return id
    },
    async getStreamIdForEventId(eventId) {
      return events.find((event) => event.id === eventId)?.streamId
    },
    async replayEventsAfter(lastEventId, { send }) {
      const from = events.findIndex((event) => event.id === lastEventId)
      const streamId = events[from]?.streamId
      if (streamId === undefined) throw new Error('This event is not known any more.')
      for (const event of events.slice(from + 1)) {
        // The first event of a stream carries an id and no message.
        if (event.streamId === streamId && 'jsonrpc' in event.message) await send(event.id, event.message)
      }
      return streamId
    },
  }
}

// ── The SDK's transport of a session, but for calls that only look something up.

class SessionTransport extends NodeStreamableHTTPServerTransport {
  /** By the id of the request; null: whoever asked has gone. */
  readonly #waiting = new Map<string | number, ServerResponse | null>()

  override async handleRequest(
    request: IncomingMessage,
    response: ServerResponse,
    body?: unknown,
  ): Promise<void> {
    const call = this.#lookUp(request, body)
    if (call === null) {
      await super.handleRequest(request, response, body)
      this.#endCancelled(body)
      return
    }
    this.#waiting.set(call.id, response)
    response.once('close', () => {
      if (this.#waiting.get(call.id) === response) this.#waiting.set(call.id, null)
    })
    this.onmessage?.(call, {})
  }

  override async send(
    ...[message, options]: Parameters<NodeStreamableHTTPServerTransport['send']>
  ): Promise<void> {
    const id = 'method' in message ? options?.relatedRequestId : message.id
    const response = id === undefined ? undefined : this.#waiting.get(id)
    if (id === undefined || response === undefined) return await super.send(message, options)
    // What is told on the way of such a call, nobody has asked for.
    if ('method' in message) return
    this.#waiting.delete(id)
    if (response === null) return
    answerAsJson(response, message, { 'mcp-session-id': this.sessionId ?? '' })
  }

  /** The client ends the session, or we do. */
  override set onclose(tell: (() => void) | undefined) {
    super.onclose = () => {
      for (const response of this.#waiting.values()) response?.destroy()
      this.#waiting.clear()
      tell?.()
    }
  }

  override get onclose(): (() => void) | undefined {
    return super.onclose
  }

  #lookUp(request: IncomingMessage, body: unknown): JSONRPCRequest | null {
    if (this.sessionId === undefined) return null
    const call = findLookUp(request, body)
    if (call === null || this.#waiting.has(call.id)) return null
    const version = request.headers['mcp-protocol-version']
    return version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(String(version)) ? call : null
  }

  /** A request that was cancelled is never answered. */
  #endCancelled(body: unknown): void {
    if (!isJsonObject(body) || body.method !== 'notifications/cancelled' || !isJsonObject(body.params)) return
    const id = body.params.requestId as string | number
    this.#waiting.get(id)?.writeHead(202).end()
    this.#waiting.delete(id)
  }
}
