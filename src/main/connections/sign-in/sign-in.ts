/**
 * Signing in at an MCP server (OAuth, as the SDK's client does it). A person does it in a browser, once; what comes
 * of it is kept as a secret, renewed when it runs out, and sent to that one address only.
 */

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type AuthProvider,
  auth,
  extractWWWAuthenticateParams,
  type FetchLike,
  SdkErrorCode,
  SdkHttpError,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import type { OAuthDeclaration } from '../../model/configuration.ts'
import { messageOf } from '../../model/error.ts'
import { quoteSaying } from '../../workflow/wording/quote.ts'
import type { Authorization } from '../connection.ts'
import { describeFailure, RenewalFailed } from '../failures.ts'
import { createPatientFetch } from '../transports/patient-fetch.ts'
import {
  type Credentials,
  createOAuthProvider,
  draftCredentials,
  type OAuthProvider,
} from './oauth-provider.ts'

/** All calls of a connection wait for one renewal: who hands out tokens must answer each request in this time. */
const TOKEN_MS = 30_000

export interface SignIn {
  /** For the transport: adds what is known to each request, renews it, or says that a person is needed. */
  provider: AuthProvider
  /** @returns the address to open; `onSignedIn` is called once the person has been there. */
  begin(): Promise<Authorization>
  close(): void
}

export interface SignInOptions {
  serverUrl: string
  declaration: OAuthDeclaration | null
  clientSecret: string | null
  credentials: Credentials
  onSignedIn(): void
  /** In a sentence, why the person's visit came to nothing. */
  onFailed(reason: string): void
}

export function createSignIn(options: SignInOptions): SignIn {
  const { serverUrl, declaration, credentials } = options
  const provider = createOAuthProvider(options)
  const patient = createPatientFetch()
  /** Why a request came to nothing: the SDK would have a person sign in for that. */
  let broken: string | null = null
  const inTime: FetchLike = async (address, init) => {
    const signal = AbortSignal.timeout(TOKEN_MS)
    try {
      const response = await patient.fetch(address, { ...init, signal })
      if (response.status >= 500) broken = `Who hands out tokens answered HTTP ${response.status}.`
      return response
    } catch (error) {
      const late = `Who hands out tokens did not answer within ${TOKEN_MS / 1000} s.`
      broken = signal.aborted ? late : describeFailure(error, null).message
      throw error
    }
  }
  let challenge: { resourceMetadataUrl?: URL; scope?: string } = {}
  let callback: Callback | null = null
  /** One for all calls that are refused at once: a second use of the same refresh token would end the sign-in. */
  let renewing: Promise<void> | null = null

  const authorize = (
    { forSdk }: OAuthProvider,
    more: { authorizationCode?: string; iss?: string; forceReauthorization?: boolean },
  ) => {
    const scope = declaration?.scopes?.join(' ') ?? challenge.scope
    return auth(forSdk, {
      serverUrl,
      fetchFn: inTime,
      ...(scope === undefined ? {} : { scope }),
      ...(challenge.resourceMetadataUrl === undefined
        ? {}
        : { resourceMetadataUrl: challenge.resourceMetadataUrl }),
      ...more,
    })
  }

  const visit = async (came: Callback) => {
    const draft = await draftCredentials(credentials)
    const provider = createOAuthProvider({ ...options, credentials: draft })
    provider.startVisit(came.url, came.state)
    return { provider, keep: draft.keep }
  }

  const finish = async (came: Callback, visiting: ReturnType<typeof visit>): Promise<string> => {
    try {
      const { code, iss } = await came.answer
      const { provider, keep } = await visiting
      const result = await authorize(provider, { authorizationCode: code, ...(iss === null ? {} : { iss }) })
      if (result !== 'AUTHORIZED') throw new Error('The server did not accept it.')
      // What it hands out belongs to the client of before.
      while (renewing !== null) await renewing.catch(() => {})
      await keep()
      options.onSignedIn()
      return 'You are signed in. You can close this page.'
    } catch (error) {
      const message = messageOf(error)
      const reason = `Signing in failed. ${error instanceof VisitFailed ? message : `The reason: ${quoteSaying(message)}.`}`
      if (callback === came) options.onFailed(reason)
      return reason
    }
  }

  const renew = async () => {
    const known = await credentials.read()
    if (known?.tokens?.refresh_token === undefined) throw new UnauthorizedError()
    provider.startRenewal()
    broken = null
    const result = await authorize(provider, {}).catch((error: unknown) => {
      throw broken === null ? error : new RenewalFailed(broken)
    })
    if (result === 'AUTHORIZED') return
    throw broken === null ? new UnauthorizedError() : new RenewalFailed(broken)
  }
  const forgetVisit = () => {
    const last = callback
    callback = null
    last?.close()
  }

  return {
    provider: {
      token: async () => (await credentials.read())?.tokens?.access_token,
      async onUnauthorized({ response }) {
        const asksForToken = /^bearer\b/i.test(response.headers.get('www-authenticate') ?? '')
        if (declaration === null && !asksForToken) {
          throw new SdkHttpError(SdkErrorCode.ClientHttpAuthentication, 'Unauthorized', {
            status: response.status,
            statusText: response.statusText,
          })
        }
        challenge = extractWWWAuthenticateParams(response)
        renewing ??= renew().finally(() => {
          renewing = null
        })
        await renewing
      },
    },
    async begin() {
      forgetVisit()
      const came = await awaitCallback()
      callback = came
      const visiting = visit(came)
      came.respond(finish(came, visiting))
      try {
        const { provider } = await visiting
        const result = await authorize(provider, { forceReauthorization: true })
        const url = provider.visitUrl()
        if (result !== 'REDIRECT' || url === null) throw new Error('The server asked for no sign-in.')
        return { ok: true, url }
      } catch (error) {
        came.close()
        const reason = messageOf(error)
        return {
          ok: false,
          message: `The server does not say how to sign in: ${quoteSaying(reason)}. If it wants a key, declare it under headers.`,
        }
      }
    },
    close() {
      forgetVisit()
      patient.close()
    },
  }
}

// ── Where the browser comes back to after signing in: a port of this computer that is open for that one visit.

const VISIT_MS = 600_000
const PATH = '/callback'

interface Callback {
  url: string
  /** What the visit has to carry, so that nobody else's is taken for it. */
  state: string
  /** Rejects with a sentence when the person refuses, comes too late, or the callback is closed. */
  answer: Promise<{ code: string; iss: string | null }>
  /** What the browser is told in the end. */
  respond(words: Promise<string>): void
  close(): void
}

/** A visit that came to nothing; its message is a sentence. */
class VisitFailed extends Error {}

const NOT_THIS_VISIT = 'This page belongs to no sign-in that is under way. Start again in Countersign.'

function sayRefusal(code: string | null): string {
  if (code === 'access_denied') return 'It was refused on the sign-in page.'
  return code === null ? 'The server sent no code.' : `The server answered ${quoteSaying(code)}.`
}

async function awaitCallback(): Promise<Callback> {
  const state = randomBytes(24).toString('base64url')
  const { promise: answer, resolve, reject } = withResolvers<{ code: string; iss: string | null }>()
  // Nobody may be listening when the time is over.
  answer.catch(() => {})
  let words = Promise.resolve('')
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const { searchParams } = url
    if (request.method !== 'GET' || url.pathname !== PATH || searchParams.get('state') !== state) {
      response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end(NOT_THIS_VISIT)
      return
    }
    const code = searchParams.get('code')
    if (code === null) reject(new VisitFailed(sayRefusal(searchParams.get('error'))))
    else resolve({ code, iss: searchParams.get('iss') })
    void words.then((text) => {
      response.writeHead(200, {
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        connection: 'close',
      })
      response.end(text, close)
    })
  })
  const close = () => {
    clearTimeout(alarm)
    server.close()
    reject(new VisitFailed('Nobody came back from the browser.'))
  }
  const alarm = setTimeout(close, VISIT_MS).unref()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${PATH}`,
    state,
    answer,
    respond(told) {
      words = told
    },
    close,
  }
}

/** `Promise.withResolvers` is newer than Node 20. */
function withResolvers<T>() {
  let resolve: (value: T) => void = () => {}
  let reject: (error: Error) => void = () => {}
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}
