import { describe, expect, it } from 'vitest'
import { createRedactor } from '../../../src/main/connections/redact.ts'
import type { Connection, OAuthDeclaration } from '../../../src/main/model/configuration.ts'
import { listen } from '../http-fixture.ts'
import { startOAuthServer } from '../oauth-server.ts'
import { ask, fixture, http, openPool, until, untilHealthy, untilState } from '../pool-fixture.ts'

const never = new AbortController().signal

function createSecrets() {
  const kept = new Map<string, string>()
  return {
    kept,
    secrets: {
      get: async (name: string) => kept.get(name) ?? null,
      set: async (name: string, value: string) => {
        kept.set(name, value)
      },
    },
  }
}

function signInAt(url: string, auth?: OAuthDeclaration): Connection {
  const transport = { kind: 'http', url, headers: {}, ...(auth === undefined ? {} : { auth }) } as const
  return { kind: 'mcp', name: '', transport }
}

/** The person's browser: follows wherever it is sent. */
async function visit(url: string): Promise<string> {
  return (await fetch(url)).text()
}

describe('a server that wants somebody to sign in', () => {
  it('says so; a visit in the browser brings it up, and what it handed out lasts [connections.oauth]', async () => {
    const server = await startOAuthServer()
    const { kept, secrets } = createSecrets()
    const redactor = createRedactor()
    // Its answers are read as they came: the token that was sent is compared.
    const options = { secrets, onSecret: redactor.add }
    const pool = openPool({ web: signInAt(server.url) }, options)
    const waiting = await untilState(pool, 'web', ({ health }) => health === 'needs_sign_in')
    expect(waiting.error).toBe(
      'The server answers only to somebody who has signed in. Sign in from the desk.',
    )
    expect(server.events).toEqual([])
    const begun = await pool.authorize('web')
    if (!begun.ok) throw new Error(begun.message)
    expect(await visit(begun.url)).toBe('You are signed in. You can close this page.')
    await untilHealthy(pool, 'web')
    expect(server.events).toEqual(['register', 'authorize tools', 'token authorization_code'])
    const stored = JSON.parse(kept.get('oauth.web') ?? '{}')
    expect(await ask(pool, 'web', 'secret')).toBe(`Bearer ${stored.tokens.access_token}`)
    expect(redactor.redact(kept.get('oauth.web') ?? '')).not.toContain('access-')

    server.expire()
    const renewed = await ask(pool, 'web', 'secret')
    expect(renewed).not.toContain(stored.tokens.access_token)
    expect(server.events.at(-1)).toBe('token refresh_token')
    await pool.close()

    const later = openPool({ web: signInAt(server.url) }, options)
    await untilHealthy(later, 'web')
    expect(await ask(later, 'web', 'secret')).toBe(renewed)

    server.revoke()
    expect(await later.callTool('web', 'secret', {}, { signal: never })).toMatchObject({
      ok: false,
      uncertain: false,
    })
    await untilState(later, 'web', ({ health }) => health === 'needs_sign_in')
  })

  it('renews what it has, while a new sign-in is begun and given up [connections.oauth-anew]', async () => {
    const server = await startOAuthServer()
    const { kept, secrets } = createSecrets()
    const pool = openPool({ web: signInAt(server.url) }, { secrets })
    await untilState(pool, 'web', ({ health }) => health === 'needs_sign_in')
    const begun = await pool.authorize('web')
    if (begun.ok) await visit(begun.url)
    await untilHealthy(pool, 'web')
    const before = kept.get('oauth.web')
    expect(await pool.authorize('web')).toMatchObject({ ok: true })
    expect(kept.get('oauth.web')).toBe(before)

    server.expire()
    const renewed = await ask(pool, 'web', 'secret')
    expect(server.events.slice(-2)).toEqual(['register', 'token refresh_token'])
    const again = await pool.authorize('web')
    if (again.ok) await visit(again.url)
    expect(server.events.at(-1)).toBe('token authorization_code')
    const stored = JSON.parse(kept.get('oauth.web') ?? '{}')
    expect(`Bearer ${stored.tokens.access_token}`).not.toBe(renewed)
    expect(stored.client.client_id).not.toBe(JSON.parse(before ?? '{}').client.client_id)
  })

  it('does not get what another address was given [connections.oauth]', async () => {
    const [one, other] = await Promise.all([startOAuthServer(), startOAuthServer()])
    const { secrets } = createSecrets()
    const pool = openPool({ web: signInAt(one.url) }, { secrets })
    await untilState(pool, 'web', ({ health }) => health === 'needs_sign_in')
    const begun = await pool.authorize('web')
    if (begun.ok) await visit(begun.url)
    await untilHealthy(pool, 'web')
    await pool.update({ web: { ...signInAt(other.url), name: 'web' } })
    await untilState(pool, 'web', ({ health }) => health === 'needs_sign_in')
    expect(other.events).toEqual([])
  })

  it('is asked for the declared scopes, with the declared id [connections.oauth]', async () => {
    const server = await startOAuthServer()
    const auth: OAuthDeclaration = { kind: 'oauth', scopes: ['read', 'write'], clientId: 'declared' }
    const pool = openPool({ web: signInAt(server.url, auth) })
    await untilState(pool, 'web', ({ health }) => health === 'needs_sign_in')
    const begun = await pool.authorize('web')
    if (!begun.ok) throw new Error(begun.message)
    await visit(begun.url)
    await untilHealthy(pool, 'web')
    expect(server.events).toEqual(['authorize read write', 'token authorization_code'])
  })

  it('and a person who refuses, or a visit of somebody else’s, change nothing [connections.oauth]', async () => {
    const server = await startOAuthServer()
    const pool = openPool({ web: signInAt(server.url) })
    await untilState(pool, 'web', ({ health }) => health === 'needs_sign_in')
    const begun = await pool.authorize('web')
    if (!begun.ok) throw new Error(begun.message)
    const address = new URL(begun.url)
    const callback = new URL(address.searchParams.get('redirect_uri') ?? '')
    expect(callback.hostname).toBe('127.0.0.1')
    callback.searchParams.set('code', 'stolen')
    callback.searchParams.set('state', 'guessed')
    const wrong = await fetch(callback)
    expect([wrong.status, await wrong.text()]).toEqual([404, expect.stringContaining('Start again')])
    server.refuse()
    const refused = 'Signing in failed. It was refused on the sign-in page.'
    expect(await visit(begun.url)).toBe(refused)
    const tries = server.asked()
    const failed = { health: 'needs_sign_in', error: refused, visitFailed: true }
    await untilState(pool, 'web', ({ visitFailed }) => visitFailed === true)
    expect(pool.state('web')).toMatchObject(failed)
    // It tries by itself again and again: that tells nothing new.
    await until(() => server.asked() > tries + 1)
    expect(pool.state('web')).toMatchObject(failed)
    expect((await pool.authorize('web')).ok).toBe(true)
    expect(pool.state('web')?.visitFailed).toBeUndefined()
  })
})

describe('a connection where nobody can sign in', () => {
  it('says so, or what to do instead [connections.oauth]', async () => {
    const bare = await listen((_request, response) => response.writeHead(401).end())
    const pool = openPool({ program: fixture(), bare: http(bare) })
    await pool.settled(10_000)
    expect(await pool.authorize('program')).toEqual({
      ok: false,
      message: 'The server program needs no sign-in.',
    })
    expect(pool.state('bare')).toMatchObject({
      health: 'down',
      error: 'The server answered HTTP 401 “Unauthorized”. Check the headers that the connection declares.',
    })
    expect(await pool.authorize('bare')).toMatchObject({
      ok: false,
      message: expect.stringContaining('headers'),
    })
    expect(await pool.authorize('none')).toMatchObject({ ok: false })
  })
})
