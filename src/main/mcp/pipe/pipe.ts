/**
 * `countersign mcp`: carries the bytes of one MCP client to the gateway and back. It outlives the gateway: it
 * connects again, replays the handshake, and answers for the calls that were open (R3.3). Nothing but protocol
 * goes to `output`. May import: model. It loads neither the SDK nor the database.
 */
import type { Socket } from 'node:net'
import type { Readable, Writable } from 'node:stream'
import { messageOf } from '../../model/error.ts'
import { isJsonObject, type JsonObject } from '../../model/json.ts'
import { refuseUnreadable } from '../unreadable-call.ts'
import { fitLine } from './fit-line.ts'
import { answerUnreached, answerUnread, createLedger } from './pipe-ledger.ts'

export interface PipeOptions {
  input: Readable
  output: Writable
  /** Connects, starting a gateway if none runs. @throws Error whose message is for a person */
  reach(): Promise<Socket>
  tell(sentence: string): void
}

/** How long a client may take to its first request if there is no gateway for it. */
const FIRST_REQUEST_MS = 5_000
/** How long answers may still come after the client has closed its end. */
const LAST_ANSWERS_MS = 2_000

/** Resolves with the exit code when the client has gone, or the gateway cannot be reached. */
export function runPipe({ input, output, reach, tell }: PipeOptions): Promise<number> {
  return new Promise((resolve) => {
    const ledger = createLedger()
    /** Lines that were never sent, so that they may be sent later. */
    const waiting: Buffer[] = []
    let socket: Socket | null = null
    let inputEnded = false
    let finished = false
    let heard = false
    /** Why there is no gateway, and will be none. */
    let reason: string | null = null

    input.on('data', createLineCutter(fromClient))
    input.once('end', clientGone)
    input.once('close', clientGone)
    output.on('error', () => finish(0))
    void connect()

    async function connect(): Promise<void> {
      try {
        const reached = await reach()
        if (finished) return void reached.destroy()
        adopt(reached)
      } catch (error) {
        giveUp(messageOf(error))
      }
    }

    function adopt(reached: Socket): void {
      socket = reached
      reached.on('data', createLineCutter(fromGateway))
      reached.on('error', () => undefined)
      reached.once('close', gatewayGone)
      reached.on('drain', () => input.resume())
      output.on('drain', () => reached.resume())
      for (const message of ledger.replay()) reached.write(`${JSON.stringify(message)}\n`)
      if (!ledger.replaying) flush()
      reached.resume()
    }

    function flush(): void {
      for (const line of waiting.splice(0)) send(line)
      if (inputEnded) finishSoon()
    }

    function fromClient(line: Buffer): void {
      heard = true
      if (reason !== null) {
        refuse([parse(line)])
        finish(1)
      } else if (socket === null || ledger.replaying) waiting.push(line)
      else send(line)
    }

    function send(line: Buffer): void {
      const message = parse(line)
      const text = line.toString('utf8').trim()
      const unread = answerUnread(message, text) ?? (message && refuseUnreadable(message, text))
      if (unread !== null) return void output.write(`${JSON.stringify(unread)}\n`)
      if (message) ledger.sent(message)
      if (socket?.write(line) === false) input.pause()
    }

    function fromGateway(line: Buffer): void {
      const message = parse(line)
      if (message && !ledger.received(message)) {
        if ('error' in message) {
          giveUp(
            'Countersign was started again and refused the handshake of this client. Restart the client.',
          )
        } else flush()
        return
      }
      if (output.write(fitLine(line, message)) === false) socket?.pause()
      if (inputEnded && ledger.open === 0) finish(0)
    }

    function gatewayGone(): void {
      socket = null
      if (finished) return
      for (const answer of ledger.lose()) output.write(`${JSON.stringify(answer)}\n`)
      input.resume()
      if (inputEnded && waiting.length === 0) finish(0)
      else {
        tell('The connection to Countersign was lost; connecting again.')
        void connect()
      }
    }

    /** Nobody is left waiting for an answer that cannot come. */
    function giveUp(why: string): void {
      reason = why
      tell(why)
      refuse([...ledger.abandon(), ...waiting.splice(0).map(parse)])
      if (heard || inputEnded) finish(1)
      // The client is only just starting: its first request shall hear the reason.
      else setTimeout(() => finish(1), FIRST_REQUEST_MS).unref()
    }

    function refuse(requests: (JsonObject | null)[]): void {
      for (const request of requests) {
        if (request?.id === undefined || request.method === undefined) continue
        output.write(`${JSON.stringify(answerUnreached(request, reason ?? ''))}\n`)
      }
    }

    function clientGone(): void {
      if (inputEnded) return
      inputEnded = true
      if (reason !== null) finish(1)
      else if (socket !== null || waiting.length === 0) finishSoon()
    }

    function finishSoon(): void {
      if (ledger.open === 0) finish(0)
      else setTimeout(() => finish(0), LAST_ANSWERS_MS).unref()
    }

    function finish(code: number): void {
      if (finished) return
      finished = true
      input.pause()
      socket?.end()
      resolve(code)
    }
  })
}

/** Null for what is not a single JSON-RPC message. */
function parse(line: Buffer): JsonObject | null {
  try {
    const value: unknown = JSON.parse(line.toString('utf8'))
    return isJsonObject(value) ? value : null
  } catch {
    return null
  }
}

// Cuts a stream of bytes into lines without changing a byte of them.

/** Calls `onLine` with each whole line, its end included. Returns what to feed the chunks to. */
export function createLineCutter(onLine: (line: Buffer) => void): (chunk: Buffer) => void {
  let parts: Buffer[] = []
  return (chunk) => {
    let rest = chunk
    for (let end = rest.indexOf(0x0a); end >= 0; end = rest.indexOf(0x0a)) {
      parts.push(rest.subarray(0, end + 1))
      const line = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
      parts = []
      rest = rest.subarray(end + 1)
      onLine(line)
    }
    if (rest.length > 0) parts.push(rest)
  }
}
