/**
 * What a request to the loopback port must show before anything reads it: our exact Host, no
 * foreign Origin, and a bearer token. The SDK's own guards ignore the port and check no token.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'

export const MCP_PATH = '/mcp'

export type Admission =
  | { ok: true; client: string }
  | { ok: false; status: number; message: string; challenge?: string }

/** `port` is the one that we listen on; `identify` is `Tokens.identify`. */
export function admit(
  request: IncomingMessage,
  port: number,
  identify: (token: string) => string | null,
): Admission {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
  if (!hosts.includes(request.headers.host ?? '')) {
    return { ok: false, status: 403, message: `The Host header must be ${hosts.join(' or ')}.` }
  }
  const { origin } = request.headers
  if (origin !== undefined && !hosts.some((host) => origin === `http://${host}`)) {
    return { ok: false, status: 403, message: 'Web pages may not call this address.' }
  }
  if (pathOf(request) !== MCP_PATH) {
    return { ok: false, status: 404, message: `There is nothing here. MCP is at ${MCP_PATH}.` }
  }
  const presented = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (presented === undefined) {
    const message = 'A token is missing: send the header "Authorization: Bearer TOKEN".'
    return { ok: false, status: 401, message, challenge: 'Bearer realm="countersign"' }
  }
  const client = identify(presented)
  if (client === null) {
    const challenge = 'Bearer realm="countersign", error="invalid_token"'
    return { ok: false, status: 401, message: 'This token is not known here, or was revoked.', challenge }
  }
  return { ok: true, client }
}

/** Answers with a JSON-RPC error that belongs to no request, as the transport does for its own refusals. */
export function refuse(
  response: ServerResponse,
  status: number,
  message: string,
  { code = -32_000, headers = {} }: { code?: number; headers?: Record<string, string> } = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null }))
}

export function answerAsJson(
  response: ServerResponse,
  message: object,
  headers: Record<string, string> = {},
): void {
  const text = JSON.stringify(message)
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    ...headers,
  })
  response.end(text)
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? '/').split('?', 1)[0] ?? '/'
}
