/**
 * `fetch` for servers that take their time: Node's own gives a silent answer up after five minutes, and says so to
 * nobody's use. Follows no redirects (its callers do), and bounds what is read of one message (R7.3).
 */
import { Agent, type IncomingMessage, request } from 'node:http'
import { request as requestSecurely, Agent as SecureAgent } from 'node:https'
import { ReadableStream } from 'node:stream/web'
import type { FetchLike } from '@modelcontextprotocol/client'
import { answerInstead, createMessageCollector } from './long-message.ts'
import { LONGEST_MESSAGE_BYTES, TOO_LONG } from './transport.ts'

const CONNECT_MS = 30_000
/** Servers commonly drop a connection that was idle for five seconds. */
const IDLE_MS = 4000
const WITHOUT_BODY = new Set([204, 205, 304])

export interface PatientFetch {
  fetch: FetchLike
  /** Drops the connections that are kept for reuse. */
  close(): void
}

/** @param onTooLong a message was longer than allowed; its reading has failed */
export function createPatientFetch(onTooLong: () => void = () => {}): PatientFetch {
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS })
  const secureAgent = new SecureAgent({ keepAlive: true, timeout: IDLE_MS })

  const ask: FetchLike = (address, init = {}) => {
    const url = new URL(address)
    const isSecure = url.protocol === 'https:'
    const headers = Object.fromEntries(new Headers(init.headers))
    if (init.body instanceof URLSearchParams) {
      headers['content-type'] ??= 'application/x-www-form-urlencoded;charset=UTF-8'
    }
    return new Promise((resolve, reject) => {
      const send = isSecure ? requestSecurely : request
      const outgoing = send(url, {
        method: init.method ?? 'GET',
        headers,
        agent: isSecure ? secureAgent : agent,
        ...(init.signal ? { signal: init.signal } : {}),
      })
      outgoing.on('error', reject)
      outgoing.once('response', (incoming) => resolve(toResponse(incoming, onTooLong)))
      outgoing.once('socket', (socket) => {
        if (!socket.listeners('error').includes(ignore)) socket.on('error', ignore)
        if (!socket.connecting) return
        const alarm = setTimeout(() => outgoing.destroy(new ConnectTimeout()), CONNECT_MS)
        for (const event of ['connect', 'close']) socket.once(event, () => clearTimeout(alarm))
      })
      outgoing.end(init.body === undefined || init.body === null ? undefined : String(init.body))
    })
  }
  return {
    fetch: ask,
    close() {
      agent.destroy()
      secureAgent.destroy()
    },
  }
}

/**
 * Who asked hears of it from the request. But one that is aborted just when its answer has come breaks its socket, which
 * nobody listens to then, on the way back to the agent: Node would end the whole process.
 */
function ignore(): void {}

class ConnectTimeout extends Error {
  readonly code = 'CONNECT_TIMEOUT'
}

function toResponse(incoming: IncomingMessage, onTooLong: () => void): Response {
  const headers = new Headers()
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value)
  }
  const status = incoming.statusCode ?? 0
  const isStream = headers.get('content-type')?.includes('text/event-stream') === true
  if (WITHOUT_BODY.has(status)) incoming.resume()
  const body = WITHOUT_BODY.has(status)
    ? null
    : (ReadableStream.from(readBounded(incoming, isStream, onTooLong)) as BodyInit)
  return new Response(body, { status, statusText: incoming.statusMessage ?? '', headers })
}

/** An event stream may go on for ever; each of its events is one message. A message that is too long is replaced. */
async function* readBounded(incoming: IncomingMessage, isStream: boolean, onTooLong: () => void) {
  const message = createMessageCollector()
  // The empty line that ends an event may come in pieces.
  let before: Buffer = Buffer.alloc(0)
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    const read = Buffer.concat([before, chunk])
    const end = isStream ? endOfEvents(read) - before.length : 0
    before = read.subarray(-3)
    if (end > 0) {
      message.add(chunk.subarray(0, end))
      yield taken()
    }
    message.add(chunk.subarray(Math.max(0, end)))
    if (message.length > LONGEST_MESSAGE_BYTES) tooLong()
  }
  if (message.length > 0) yield taken()

  function taken(): Buffer {
    const collected = message.take()
    if (collected.isWhole) return collected.bytes
    const fields = isStream ? (/^(?:(?!data:)[^\n]*\n)*data: ?/.exec(collected.head)?.[0] ?? '') : ''
    const instead = answerInstead({
      ...collected,
      head: collected.head.slice(fields.length),
      tail: collected.tail.trimEnd(),
    })
    return instead === null ? tooLong() : Buffer.from(`${fields}${instead}${isStream ? '\n\n' : ''}`)
  }

  function tooLong(): never {
    onTooLong()
    throw new Error(TOO_LONG)
  }
}

/** Behind the last event that is complete; 0: none is. */
function endOfEvents(read: Buffer): number {
  return Math.max(after(read, '\n\n'), after(read, '\r\n\r\n'))
}

function after(read: Buffer, mark: string): number {
  const at = read.lastIndexOf(mark)
  return at === -1 ? 0 : at + mark.length
}
