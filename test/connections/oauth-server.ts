/** A small authorization server and, behind it, an MCP server: OAuth 2.1 as MCP prescribes it, for tests. */
import { createHash, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { listen, readBody } from './http-fixture.ts'

export interface OAuthServer {
  url: string
  /** What happened, in order: `register`, `authorize`, `token authorization_code`, `token refresh_token`. */
  events: string[]
  /** Access tokens so far lose their validity. */
  expire(): void
  /** Refresh tokens too. */
  revoke(): void
  /** Whether tokens are handed out, or who asks for one waits for ever. */
  hang(hangs: boolean): void
  /** From now on people refuse. */
  refuse(): void
  /** How often somebody asked without a token that counts. */
  asked(): number
}

interface Grant {
  redirect: string
  challenge: string
  scope: string | null
}

export async function startOAuthServer(): Promise<OAuthServer> {
  const clients = new Map<string, string[]>([['declared', []]])
  const codes = new Map<string, Grant>()
  let valid = new Set<string>()
  /** By refresh token: whose it is. */
  let renewable = new Map<string, string>()
  let refuses = false
  let hangs = false
  let turnedAway = 0
  const events: string[] = []
  let origin = ''

  const json = (response: ServerResponse, status: number, body: object) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  }
  const grant = (client: string) => {
    const access = `access-${randomUUID()}`
    const refresh = `refresh-${randomUUID()}`
    valid.add(access)
    renewable.set(refresh, client)
    return { access_token: access, refresh_token: refresh, token_type: 'Bearer', expires_in: 3600 }
  }

  const register = async (request: IncomingMessage, response: ServerResponse) => {
    const metadata = JSON.parse(await readBody(request)) as { redirect_uris: string[] }
    const id = randomUUID()
    clients.set(id, metadata.redirect_uris)
    events.push('register')
    json(response, 201, { ...metadata, client_id: id })
  }

  const authorize = ({ searchParams }: URL, response: ServerResponse) => {
    const redirect = searchParams.get('redirect_uri') ?? ''
    const client = searchParams.get('client_id') ?? ''
    const known = clients.get(client)
    if (known === undefined || (client !== 'declared' && !known.includes(redirect))) {
      return json(response, 400, { error: 'invalid_request' })
    }
    const target = new URL(redirect)
    target.searchParams.set('state', searchParams.get('state') ?? '')
    target.searchParams.set('iss', origin)
    if (refuses) target.searchParams.set('error', 'access_denied')
    else {
      const code = randomUUID()
      const challenge = searchParams.get('code_challenge') ?? ''
      codes.set(code, { redirect, challenge, scope: searchParams.get('scope') })
      target.searchParams.set('code', code)
    }
    events.push(`authorize ${searchParams.get('scope') ?? ''}`.trim())
    response.writeHead(302, { location: target.href }).end()
  }

  const token = async (request: IncomingMessage, response: ServerResponse) => {
    const body = new URLSearchParams(await readBody(request))
    events.push(`token ${body.get('grant_type')}`)
    if (hangs) return
    const client = body.get('client_id') ?? ''
    if (body.get('grant_type') === 'refresh_token') {
      const refresh = body.get('refresh_token') ?? ''
      const isTheirs = renewable.get(refresh) === client && renewable.delete(refresh)
      return isTheirs ? json(response, 200, grant(client)) : json(response, 400, { error: 'invalid_grant' })
    }
    const code = codes.get(body.get('code') ?? '')
    codes.delete(body.get('code') ?? '')
    const proof = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url')
    const isRight = code?.challenge === proof && code.redirect === body.get('redirect_uri')
    return isRight ? json(response, 200, grant(client)) : json(response, 400, { error: 'invalid_grant' })
  }

  const mcp = async (request: IncomingMessage, response: ServerResponse) => {
    if (!valid.has((request.headers.authorization ?? '').replace('Bearer ', ''))) {
      const where = `${origin}/.well-known/oauth-protected-resource/mcp`
      turnedAway += 1
      response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${where}", scope="tools"` })
      return response.end()
    }
    if (request.method !== 'POST') return response.writeHead(405).end()
    const { id, method } = JSON.parse(await readBody(request)) as { id?: number; method: string }
    if (id === undefined) return response.writeHead(202).end()
    const serverInfo = { name: 'guarded', version: '1' }
    const results: Record<string, object> = {
      initialize: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo },
      'tools/list': { tools: [{ name: 'secret', inputSchema: { type: 'object' } }] },
      'tools/call': { content: [{ type: 'text', text: request.headers.authorization }] },
    }
    return json(response, 200, { jsonrpc: '2.0', id, result: results[method] ?? {} })
  }

  origin = await listen((request, response) => {
    const url = new URL(request.url ?? '/', origin)
    const path = url.pathname
    if (path === '/mcp') return void mcp(request, response)
    if (path === '/register') return void register(request, response)
    if (path === '/authorize') return void authorize(url, response)
    if (path === '/token') return void token(request, response)
    if (path === '/.well-known/oauth-protected-resource/mcp') {
      return json(response, 200, { resource: `${origin}/mcp`, authorization_servers: [origin] })
    }
    if (path === '/.well-known/oauth-authorization-server') {
      return json(response, 200, {
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        registration_endpoint: `${origin}/register`,
        response_types_supported: ['code'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none'],
        authorization_response_iss_parameter_supported: true,
      })
    }
    response.writeHead(404).end()
  })
  return {
    url: `${origin}/mcp`,
    events,
    expire() {
      valid = new Set()
    },
    revoke() {
      valid = new Set()
      renewable = new Map()
    },
    hang(now) {
      hangs = now
    },
    refuse() {
      refuses = true
    },
    asked: () => turnedAway,
  }
}
