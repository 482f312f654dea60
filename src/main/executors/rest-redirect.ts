/** Where a redirection leads, and what may be carried there. */
import { isReadingMethod } from '../model/executor.ts'
import { isInside } from './inside.ts'

export interface HttpRequest {
  method: string
  address: URL
  /** Of the call itself: shown to people, no secrets. */
  headers: Headers
  /** Of the connection: for its origin only. */
  credentials: Headers
  body: string | null
  /** It may go to no address inside this network. */
  outside: boolean
}

export type Redirection =
  /** `done`: the request was answered; what follows only fetches its result. */
  | { ok: true; request: HttpRequest; done: boolean }
  /** `message` goes on after the name of the request; `uncertain`: that may have had its effect. */
  | { ok: false; message: string; uncertain?: true }

/** Goes on after where a request was redirected to. */
export const LEADS_INSIDE =
  ', which is an address inside this network; that is not followed. If it is the right one, declare it as the baseUrl of a connection.'

/**
 * Null if the response is no redirection.
 *
 * @param isDeclared whether an origin is one that the configuration names
 */
export function nextRequest(
  request: HttpRequest,
  response: Response,
  isDeclared: (origin: string) => boolean,
): Redirection | null {
  const { status } = response
  const location = response.headers.get('location')
  if (![301, 302, 303, 307, 308].includes(status) || location === null) return null
  if (!URL.canParse(location, request.address.href)) {
    return { ok: false, message: `was redirected (${status}) to what is no address.` }
  }
  const hop = hopTo(new URL(location, request.address), request, status, isDeclared)
  const refused = refuseHop(hop, request)
  return refused === null
    ? { ok: true, done: hop.turnsIntoRead, request: requestAfter(hop, request) }
    : refused
}

/** Where a redirection leads, and what that means for the request. */
interface Hop {
  status: number
  address: URL
  /** To another server. */
  elsewhere: boolean
  /** The configuration does not name that server, and the one that leads there stands outside of the network. */
  judged: boolean
  /** The request may change something. */
  acts: boolean
  /** It was done, and what came of it is read there. */
  turnsIntoRead: boolean
}

function hopTo(
  address: URL,
  request: HttpRequest,
  status: number,
  isDeclared: (origin: string) => boolean,
): Hop {
  const elsewhere = address.origin !== request.address.origin
  const acts = !isReadingMethod(request.method)
  return {
    status,
    address,
    elsewhere,
    judged: elsewhere && !isDeclared(address.origin) && !isInside(request.address.hostname),
    acts,
    turnsIntoRead: acts && (status === 303 || (status === 302 && request.method === 'POST' && !elsewhere)),
  }
}

/** Null: it is followed. */
function refuseHop(
  { status, address, elsewhere, judged, acts, turnsIntoRead }: Hop,
  request: HttpRequest,
): Extract<Redirection, { ok: false }> | null {
  if (!/^https?:$/.test(address.protocol) || address.username !== '' || address.password !== '')
    return { ok: false, message: `was redirected (${status}) to an address that cannot be followed.` }
  const target = `was redirected (${status}) to ${address.origin}`
  if (elsewhere && address.protocol === 'http:' && request.address.protocol === 'https:')
    return { ok: false, message: `${target}, which is not encrypted; that is not followed.` }
  // A server outside must not make the gateway read for it what only the gateway can reach.
  if (judged && isInside(address.hostname)) return { ok: false, message: `${target}${LEADS_INSIDE}` }
  // Whether it was done here, or is to be done there, it does not say. Read there, it would be taken for done; sent there
  // once more, a DELETE of one thing that was answered with the way to the list would be a DELETE of the list.
  if (status < 303 && acts && !turnsIntoRead) {
    const where = elsewhere ? '' : address.pathname
    return {
      ok: false,
      message: `${target}${where}, which does not say whether it was done. If that is its address now, declare it.`,
      uncertain: true,
    }
  }
  if (elsewhere && !turnsIntoRead && acts)
    return {
      ok: false,
      message: `${target}. Only a read is followed to another server; if that is the right one, declare it as the connection’s baseUrl.`,
    }
  return null
}

function requestAfter({ address, elsewhere, judged, turnsIntoRead }: Hop, request: HttpRequest): HttpRequest {
  const headers = new Headers(request.headers)
  if (elsewhere) {
    for (const name of ['authorization', 'cookie', 'proxy-authorization']) headers.delete(name)
  }
  if (turnsIntoRead) {
    for (const name of ['content-type', 'content-encoding', 'content-language', 'idempotency-key'])
      headers.delete(name)
  }
  const credentials = elsewhere ? new Headers() : new Headers(request.credentials)
  if (turnsIntoRead) credentials.delete('content-type')
  return {
    method: turnsIntoRead ? 'GET' : request.method,
    address,
    headers,
    credentials,
    body: turnsIntoRead ? null : request.body,
    outside: judged || (request.outside && !elsewhere),
  }
}
