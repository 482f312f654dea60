/** Makes an HTTP request: the declared one, to the declared origin, and no other. */
import type { LookupFunction } from 'node:net'
import {
  type ExecutionOutcome,
  type FailedOutcome,
  failure,
  permanentFailure,
  type ResolvedCall,
  stoppedFailure,
} from '../model/call.ts'
import type { Connection } from '../model/configuration.ts'
import { GatewayError } from '../model/error.ts'
import { isReadingMethod } from '../model/executor.ts'
import type { ExecutionContext, Executor } from '../runtime/executor-port.ts'
import type { Clock } from '../runtime/ports.ts'
import { executorOf, usableConnection } from './executor-of.ts'
import { LeadsInside, refuseInside, systemLookup } from './inside.ts'
import { describeAnswer, type ReadAnswer, readAnswer } from './rest-answer.ts'
import { type HttpRequest, LEADS_INSIDE, nextRequest } from './rest-redirect.ts'

/** These fail before anything was sent. */
const NOT_SENT: Record<string, string> = {
  ECONNREFUSED: 'nothing answers at that address. Start the server, or correct the baseUrl',
  ENOTFOUND: 'the host is unknown. Correct the baseUrl, or check the network',
  EAI_AGAIN: 'the host could not be looked up. Check the network',
  EHOSTUNREACH: 'the host cannot be reached. Check the network',
  ENETUNREACH: 'the network of that host cannot be reached. Check the network',
  UND_ERR_CONNECT_TIMEOUT: 'the host did not answer in time. Check the network',
}
const CERTIFICATE = /^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_)/
const TOO_SLOW = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])

/** @param uncertain whether the request would have had an effect, had it arrived. */
function describeUnanswered(name: string, error: unknown, uncertain: boolean): FailedOutcome {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  const code = codeOf(cause)
  const unreachable = NOT_SENT[code]
  if (unreachable !== undefined) return failure('connection_error', `${name}: ${unreachable}.`, false)
  if (CERTIFICATE.test(code)) {
    return failure('connection_error', `${name}: the server’s certificate was not accepted (${code}).`, false)
  }
  if (TOO_SLOW.has(code)) return failure('timeout', `${name}: the server did not answer in time.`, uncertain)
  const unknown = uncertain ? ' Whether it arrived is not known.' : ''
  const why = code === '' ? 'the connection failed' : `the connection failed (${code})`
  return failure(
    'connection_error',
    `${name}: ${why} before the whole answer was there.${unknown}`,
    uncertain,
  )
}

function describeStop(name: string, signal: AbortSignal, uncertain: boolean): FailedOutcome {
  const unknown = uncertain ? ' Whether it arrived is not known.' : ''
  return stoppedFailure(
    signal,
    (why) => `${name} was stopped before it was answered${why}.${unknown}`,
    uncertain,
  )
}

function codeOf(cause: unknown): string {
  if (typeof cause !== 'object' || cause === null) return ''
  // Several addresses of one host were tried.
  if (cause instanceof AggregateError && cause.errors.length > 0) return codeOf(cause.errors[0])
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
}

const MOST_REDIRECTS = 5

type RestCall = Extract<ResolvedCall, { kind: 'rest' }>

export interface RestParts {
  /** Fills in `${…}` of the connection. @throws GatewayError naming what is missing. */
  resolve(text: string): string
  connections(): Readonly<Record<string, Connection>>
  redact(text: string): string
  /** How names of hosts are looked up; left out: as the system does. */
  lookup?: LookupFunction
  /** `Retry-After` may be a date. */
  clock: Clock
}

/** `outside`: to no address inside this network. */
type Ask = (request: HttpRequest, signal: AbortSignal) => Promise<Response>

export function createRestExecutor(parts: RestParts): Executor {
  let loading: Promise<Ask> | null = null
  const ask: Ask = async (request, signal) => {
    loading ??= createAsk(parts.lookup ?? systemLookup)
    return (await loading)(request, signal)
  }
  return executorOf('rest', async (call, context) => {
    const outcome = await makeRequest(call, context, parts, ask)
    // Whoever answers knows the secrets that it was sent, and writes its part of the sentence.
    return outcome.ok ? outcome : { ...outcome, message: parts.redact(outcome.message) }
  })
}

async function makeRequest(
  call: RestCall,
  context: ExecutionContext,
  parts: RestParts,
  ask: Ask,
): Promise<ExecutionOutcome> {
  const prepared = prepare(call, parts, context.idempotencyKey)
  if (typeof prepared === 'string') return permanentFailure(prepared)
  if (context.signal.aborted) return permanentFailure(`${nameOf(call)} was not sent: the call was stopped.`)
  return await send(call, prepared, context, parts, ask)
}

/** Loaded with the first request: a start does not wait for it. */
async function createAsk(lookup: LookupFunction): Promise<Ask> {
  const { Agent, fetch } = await import('undici')
  const anywhere = new Agent({ connect: { lookup } })
  const outside = new Agent({ connect: { lookup: refuseInside(lookup) } })
  return async (request, signal) => {
    // One of the call stands in the place of the connection's: both would be sent as one value, which nobody has seen.
    const headers = new Headers([...request.credentials])
    for (const [name, value] of request.headers) headers.set(name, value)
    // The library's own classes, which are not the same to a compiler.
    return (await fetch(request.address, {
      method: request.method,
      headers: [...headers],
      body: request.body,
      redirect: 'manual',
      signal,
      dispatcher: request.outside ? outside : anywhere,
    })) as unknown as Response
  }
}

/** With the `${…}` of the address unfilled: what they stand for may be secret. */
function nameOf(call: RestCall): string {
  return `${call.method} ${call.baseUrl}${call.path}`
}

/** @returns what to send, or a sentence that says why it cannot be. */
function prepare(call: RestCall, parts: RestParts, idempotencyKey: string | null): HttpRequest | string {
  const connection = usableConnection('rest', call.connection, parts)
  if (typeof connection === 'string') return connection
  if (connection.baseUrl.replace(/\/+$/, '') !== call.baseUrl) {
    return `The server ${call.connection} has another address now than when this request was made up. Try again.`
  }
  try {
    const base = parts.resolve(connection.baseUrl)
    const address = addressBelow(base, call.path)
    if (address === null) {
      return `The baseUrl of the server ${call.connection} must be an http or https address without user name, query and fragment, and the path must lie below it.`
    }
    const credentials = new Headers()
    for (const [name, value] of Object.entries(connection.headers)) {
      credentials.set(name, parts.resolve(value))
    }
    const headers = new Headers(call.headers)
    if (idempotencyKey !== null) headers.set('idempotency-key', idempotencyKey)
    if (!headers.has('user-agent') && !credentials.has('user-agent')) headers.set('user-agent', 'countersign')
    const declared = headers.get('content-type') ?? credentials.get('content-type')
    const body = encodeBody(call, declared)
    if (body !== null && declared === null) headers.set('content-type', 'application/json')
    return { method: call.method, address, headers, credentials, body, outside: false }
  } catch (error) {
    if (error instanceof GatewayError) return error.message
    if (error instanceof TypeError) {
      return `A header of the server ${call.connection} holds a character that no header can carry.`
    }
    throw error
  }
}

/** Null if the base is no web address, or the path would lead out of it (R7.1). */
function addressBelow(base: string, path: string): URL | null {
  if (!URL.canParse(base)) return null
  const root = new URL(base)
  const bare = root.username === '' && root.password === '' && root.search === '' && root.hash === ''
  if (!bare || !/^https?:$/.test(root.protocol)) return null
  const folder = root.pathname.replace(/\/+$/, '')
  const address = new URL(`${root.origin}${folder}${path}`)
  const inside = address.origin === root.origin && address.pathname.startsWith(`${folder}/`)
  return inside ? address : null
}

/** A text with a declared type is sent as it is; fields of a form as a form; everything else as JSON. */
function encodeBody({ body }: RestCall, contentType: string | null): string | null {
  if (body === undefined) return null
  if (typeof body === 'string' && contentType !== null) return body
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(contentType ?? '')
  if (!isForm || typeof body !== 'object' || body === null || Array.isArray(body)) return JSON.stringify(body)
  const fields = new URLSearchParams()
  for (const [name, value] of Object.entries(body)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== null) fields.append(name, typeof each === 'string' ? each : JSON.stringify(each))
    }
  }
  return fields.toString()
}

async function send(
  call: RestCall,
  first: HttpRequest,
  { signal }: ExecutionContext,
  parts: RestParts,
  ask: Ask,
): Promise<ExecutionOutcome> {
  const isDeclared = (origin: string) =>
    origin === first.address.origin ||
    Object.values(parts.connections()).some(
      (each) => each.kind === 'rest' && originOf(each.baseUrl, parts) === origin,
    )
  const name = parts.redact(nameOf(call))
  let request = first
  /** What was asked for has been answered already; only its result is still to be fetched. */
  let done = false
  for (let redirects = 0; ; redirects++) {
    const uncertain = done || !isReadingMethod(request.method)
    let answer: ReadAnswer
    try {
      const response = await ask(request, signal)
      const next = nextRequest(request, response, isDeclared)
      if (next !== null) {
        await response.body?.cancel()
        if (!next.ok) return permanentFailure(`${name} ${next.message}`, done || next.uncertain === true)
        if (redirects === MOST_REDIRECTS)
          return permanentFailure(`${name} was redirected more than ${MOST_REDIRECTS} times.`, done)
        done ||= next.done
        request = next.request
        continue
      }
      answer = await readAnswer(response, parts.redact)
    } catch (error) {
      if (signal.aborted) return describeStop(name, signal, uncertain)
      if (error instanceof TypeError && error.cause instanceof LeadsInside) {
        return permanentFailure(`${name} was redirected to ${request.address.origin}${LEADS_INSIDE}`, done)
      }
      const failed = describeUnanswered(name, error, uncertain)
      // Trying again would ask for it a second time.
      return done
        ? permanentFailure(`${failed.message} What it asked for has been accepted before that.`, true)
        : failed
    }
    const outcome = describeAnswer(call.method, name, answer, parts.clock.now())
    return done && !outcome.ok ? { ...outcome, errorClass: 'permanent', uncertain: true } : outcome
  }
}

/** Null: what the address needs is missing, or it is none. */
function originOf(baseUrl: string, { resolve }: RestParts): string | null {
  try {
    return new URL(resolve(baseUrl)).origin
  } catch {
    return null
  }
}
