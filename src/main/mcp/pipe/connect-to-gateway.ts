/** Connects to a gateway's socket and says hello. May import: nothing of the gateway. */
import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import type { Endpoint } from '../endpoint.ts'
import { localTokenFile } from '../tokens.ts'
import { type Hello, type HelloAnswer, parseHelloAnswer, readFirstLine } from './hello.ts'

export type Knock =
  /** For MCP the socket is open, paused, and carries JSON lines from now on; after a control call it ends. */
  | { kind: 'welcome'; socket: Socket; answer: Extract<HelloAnswer, { ok: true }> }
  /** Somebody is there and says no. */
  | { kind: 'refused'; reason: string }
  /** Nobody is there: the note was stale, or the gateway is going. */
  | { kind: 'nobody' }

const ANSWER_WITHIN_MS = 10_000

export async function connectToGateway(endpoint: Pick<Endpoint, 'socket'>, hello: Hello): Promise<Knock> {
  const socket = connect(endpoint.socket)
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve)
      socket.once('error', reject)
    })
    socket.write(`${JSON.stringify(hello)}\n`)
    const answer = parseHelloAnswer(await readFirstLine(socket, ANSWER_WITHIN_MS))
    if (answer?.ok) return { kind: 'welcome', socket, answer }
    socket.destroy()
    return answer ? { kind: 'refused', reason: answer.reason } : { kind: 'nobody' }
  } catch {
    socket.destroy()
    return { kind: 'nobody' }
  }
}

/** The token that stands for the local identity; empty if there is none yet. */
export async function readLocalToken(dataFolder: string): Promise<string> {
  const token = await readFile(localTokenFile(dataFolder), 'utf8').catch(() => '')
  return token.trim()
}
