/**
 * What a pipe must remember to outlive its gateway (R3.3): the client's handshake, which a new gateway has to hear
 * again, and the calls that are open, which are never sent twice. Pure: bytes and clocks are the pipe's.
 * May import: model.
 */
import { isJsonObject, type JsonObject } from '../../model/json.ts'
import { answerCall } from '../unreadable-call.ts'

export interface Ledger {
  /** How many requests wait for an answer. */
  readonly open: number
  /** Notes a message of the client on its way to the gateway. */
  sent(message: JsonObject): void
  /** Notes a message of the gateway. False: it answers the replayed handshake and is not for the client. */
  received(message: JsonObject): boolean
  /** What a new gateway must hear before anything else, in order; empty if there was no handshake. */
  replay(): JsonObject[]
  /** The answer to `replay()[0]` is still to come. */
  readonly replaying: boolean
  /** The connection is gone: an answer for each open call. They are forgotten; only a handshake stays open. */
  lose(): JsonObject[]
  /** No gateway will come: the requests that still wait for an answer. They are forgotten. */
  abandon(): JsonObject[]
}

type Id = string | number

export function createLedger(): Ledger {
  const open = new Map<Id, JsonObject>()
  let initialize: JsonObject | null = null
  let answered = false
  let initialized: JsonObject | null = null
  let replays = 0
  let replayId: string | null = null

  return {
    get open() {
      return open.size
    },
    get replaying() {
      return replayId !== null
    },
    sent(message) {
      if (message.method === 'initialize') initialize = message
      if (message.method === 'notifications/initialized') initialized = message
      if (message.method === 'notifications/cancelled' && isJsonObject(message.params)) {
        // The gateway does not answer a call that was cancelled.
        const { requestId } = message.params
        if (isId(requestId)) open.delete(requestId)
      }
      if (typeof message.method === 'string' && isId(message.id)) open.set(message.id, message)
    },
    received(message) {
      if (typeof message.method === 'string' || !isId(message.id)) return true
      if (message.id === replayId) {
        replayId = null
        return false
      }
      if (initialize !== null && message.id === initialize.id) answered = true
      open.delete(message.id)
      return true
    },
    replay() {
      if (initialize === null) return []
      if (!answered) return [initialize]
      replays += 1
      replayId = `countersign-handshake-${replays}`
      return [{ ...initialize, id: replayId }, ...(initialized ? [initialized] : [])]
    },
    lose() {
      replayId = null
      const lost = [...open.values()].filter((message) => message !== initialize)
      for (const message of lost) if (isId(message.id)) open.delete(message.id)
      return lost.map(answerLost)
    },
    abandon() {
      const requests = [...open.values()]
      open.clear()
      return requests
    },
  }
}

/** For a request that reached no gateway, and so had no effect. `reason` is a sentence. */
export function answerUnreached(request: JsonObject, reason: string): JsonObject {
  const message = `Countersign could not reach its gateway: ${reason}`
  return { jsonrpc: '2.0', id: request.id ?? null, error: { code: -32_603, message } }
}

/**
 * For what the gateway would drop without a word, while whoever sent it waits. Null: it reads this.
 *
 * @param message null: the line is no object
 */
export function answerUnread(message: JsonObject | null, line: string): JsonObject | null {
  if (line === '') return null
  if (message === null)
    return line.startsWith('[')
      ? unread(null, -32_600, 'Send each message on a line of its own: batches are not taken.')
      : unread(null, -32_700, 'This line is no JSON-RPC message.')
  const { id, method, jsonrpc } = message
  if (typeof method !== 'string') return null
  if (jsonrpc !== '2.0') return unread(isId(id) ? id : null, -32_600, 'The field "jsonrpc" must be "2.0".')
  const isRead = id === undefined || typeof id === 'string' || Number.isInteger(id)
  return isRead ? null : unread(isId(id) ? id : null, -32_600, 'An id is a text or a whole number.')
}

function unread(id: Id | null, code: number, why: string): JsonObject {
  return { jsonrpc: '2.0', id, error: { code, message: `${why} Nothing was done.` } }
}

/** Readable by the model where it is a tool call; a protocol error otherwise. */
function answerLost(request: JsonObject): JsonObject {
  const id = request.id ?? null
  if (request.method !== 'tools/call') {
    const message = 'The connection to Countersign was lost before it answered. Ask again.'
    return { jsonrpc: '2.0', id, error: { code: -32_603, message } }
  }
  const params = isJsonObject(request.params) ? request.params : {}
  const given = isJsonObject(params.arguments) ? params.arguments : {}
  const { workflowId } = given
  const message =
    typeof workflowId === 'string'
      ? 'The connection to Countersign was lost before it answered, so the outcome of this call is unknown. Look at the run with workflow.get before trying again.'
      : 'The connection to Countersign was lost before it answered, so the outcome of this call is unknown. If it was to start something, that may have happened.'
  const links =
    typeof workflowId === 'string'
      ? [{ rel: 'self', method: 'workflow.get', args: { workflowId } }]
      : [{ rel: 'home', method: 'gateway.home', args: {} }]
  const answer: JsonObject = {
    ...(typeof workflowId === 'string' && { workflowId }),
    result: { status: 'failed', message },
    error: { code: 'INTERNAL', message },
    links,
  }
  return answerCall(request, answer)
}

function isId(value: unknown): value is Id {
  return typeof value === 'string' || typeof value === 'number'
}
