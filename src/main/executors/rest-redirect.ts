/** Where a redirection leads, and what may be carried there. */

export interface HttpRequest {
  method: string
  address: URL
  /** Of the call itself: shown to people, no secrets. */
  headers: Headers
  /** Of the connection: for its origin only. */
  credentials: Headers
  body: string | null
}

export type Redirection =
  /** `done`: the request was answered; what follows only fetches its result. */
  | { ok: true; request: HttpRequest; done: boolean }
  /** `message` goes on after the name of the request. */
  | { ok: false; message: string }

export function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Null if the response is no redirection. */
export function nextRequest(request: HttpRequest, response: Response): Redirection | null {
  const { status } = response
  const location = response.headers.get('location')
  if (![301, 302, 303, 307, 308].includes(status) || location === null) return null
  if (!URL.canParse(location, request.address.href)) {
    return { ok: false, message: `was redirected (${status}) to what is no address.` }
  }
  const address = new URL(location, request.address)
  const target = `was redirected (${status}) to ${address.origin}`
  if (!/^https?:$/.test(address.protocol) || address.username !== '' || address.password !== '') {
    return { ok: false, message: `was redirected (${status}) to an address that cannot be followed.` }
  }
  const elsewhere = address.origin !== request.address.origin
  if (elsewhere && address.protocol === 'http:' && request.address.protocol === 'https:') {
    return { ok: false, message: `${target}, which is not encrypted; that is not followed.` }
  }
  if (elsewhere && isInside(address.hostname) && !isInside(request.address.hostname)) {
    return { ok: false, message: `${target}, which is an address inside this network; that is not followed.` }
  }
  const turnsIntoRead =
    !isRead(request.method) && (status === 303 || (status < 303 && request.method === 'POST'))
  if (elsewhere && !turnsIntoRead && !isRead(request.method)) {
    return {
      ok: false,
      message: `${target}. Only a read is followed to another server; if that is the right one, declare it as the connection’s baseUrl.`,
    }
  }
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
    ok: true,
    done: turnsIntoRead,
    request: {
      method: turnsIntoRead ? 'GET' : request.method,
      address,
      headers,
      credentials,
      body: turnsIntoRead ? null : request.body,
    },
  }
}

/** A server outside must not make the gateway read for it what only the gateway can reach. */
function isInside(hostname: string): boolean {
  return (
    /(?:^|\.)(?:localhost|local|internal|home\.arpa)\.?$/i.test(hostname) ||
    /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./.test(hostname) ||
    /^\[(?:::1?\]|::ffff:|f[cde])/i.test(hostname)
  )
}
