/** What the SDK's OAuth client wants to know of us, and where it keeps what it learns. */
import type {
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client'
import type { OAuthDeclaration } from '../../model/configuration.ts'
import { SIGN_IN_SECRETS } from '../../model/reserved-names.ts'
import type { Secrets } from '../../runtime/ports.ts'

export interface StoredSignIn {
  client?: StoredOAuthClientInformation
  tokens?: StoredOAuthTokens
}

/** Of one connection, for one address: what was handed out by another one is not there. */
export interface Credentials {
  read(): Promise<StoredSignIn | null>
  write(kept: StoredSignIn): Promise<void>
}

export interface CredentialsOptions {
  connection: string
  serverUrl: string
  /** Null: they last as long as the gateway runs. */
  secrets: Pick<Secrets, 'get' | 'set'> | null
  /** Told every value that nobody may see. */
  onSecret(value: string): void
}

export function keepCredentials({
  connection,
  serverUrl,
  secrets,
  onSecret,
}: CredentialsOptions): Credentials {
  const name = `${SIGN_IN_SECRETS}${connection.replace(/[^A-Za-z0-9_-]/g, (letter) => `.${letter.charCodeAt(0).toString(16)}`)}`
  let known: StoredSignIn | null | undefined
  const hide = ({ client, tokens }: StoredSignIn) => {
    const secret = client !== undefined && 'client_secret' in client ? client.client_secret : undefined
    for (const value of [tokens?.access_token, tokens?.refresh_token, secret]) {
      if (value !== undefined) onSecret(value)
    }
  }
  return {
    async read() {
      if (known !== undefined) return known
      const text = (await secrets?.get(name)) ?? null
      const stored = text === null ? null : (JSON.parse(text) as StoredSignIn & { url: string })
      known = stored?.url === serverUrl ? stored : null
      if (known !== null) hide(known)
      return known
    },
    async write(kept) {
      known = kept
      hide(kept)
      await secrets?.set(name, JSON.stringify({ ...kept, url: serverUrl }))
    },
  }
}

/**
 * For one visit: the client that registers for it and the tokens that come of it are kept together, when there are
 * some. Until then, and if nobody comes back, what was kept before stays as it is and can be renewed.
 */
export async function draftCredentials(kept: Credentials): Promise<Credentials & { keep(): Promise<void> }> {
  const before = await kept.read()
  // The callback's port is another one each time, and the server knows only the one that it was told.
  let draft: StoredSignIn = before?.tokens === undefined ? {} : { tokens: before.tokens }
  return {
    read: async () => draft,
    async write(changed) {
      draft = changed
    },
    keep: () => kept.write(draft),
  }
}

export interface OAuthProvider {
  forSdk: OAuthClientProvider
  /** Nobody is at the browser: only what needs no visit will do. */
  startRenewal(): void
  startVisit(redirectUrl: string, state: string): void
  /** Where the person has to go. */
  visitUrl(): string | null
}

export interface OAuthProviderOptions {
  declaration: OAuthDeclaration | null
  clientSecret: string | null
  credentials: Credentials
}

export function createOAuthProvider({
  declaration,
  clientSecret,
  credentials,
}: OAuthProviderOptions): OAuthProvider {
  let redirectUrl = 'http://127.0.0.1/callback'
  let state = ''
  let verifier = ''
  let visit: string | null = null
  let discovered: OAuthDiscoveryState | undefined
  const declared =
    declaration?.clientId === undefined
      ? undefined
      : {
          client_id: declaration.clientId,
          ...(clientSecret === null ? {} : { client_secret: clientSecret }),
        }
  const change = async (changes: (kept: StoredSignIn) => StoredSignIn) =>
    credentials.write(changes((await credentials.read()) ?? {}))

  const forSdk: OAuthClientProvider = {
    get redirectUrl() {
      return redirectUrl
    },
    get clientMetadata() {
      return {
        client_name: 'Countersign',
        redirect_uris: [redirectUrl],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        ...(declaration?.scopes === undefined ? {} : { scope: declaration.scopes.join(' ') }),
      }
    },
    state: () => state,
    async clientInformation(context) {
      const kept = await credentials.read()
      if (declared === undefined) return kept?.client
      // It belongs to the server that it was first used with, and is not shown to another one.
      const issuer = kept?.tokens?.issuer ?? context?.issuer
      return { ...declared, ...(issuer === undefined ? {} : { issuer }) }
    },
    ...(declared === undefined
      ? { saveClientInformation: (client) => change((kept) => ({ ...kept, client })) }
      : {}),
    tokens: async () => (await credentials.read())?.tokens,
    saveTokens: (tokens) => change((kept) => ({ ...kept, tokens })),
    redirectToAuthorization(url) {
      visit = url.href
    },
    saveCodeVerifier(value) {
      verifier = value
    },
    codeVerifier: () => verifier,
    saveDiscoveryState(value) {
      discovered = value
    },
    discoveryState: () => discovered,
    async invalidateCredentials(scope) {
      if (scope === 'discovery' || scope === 'all') discovered = undefined
      if (scope === 'tokens' || scope === 'all') await change(({ tokens: _, ...kept }) => kept)
      if (scope === 'client' || scope === 'all') await change(({ client: _, ...kept }) => kept)
    },
  }
  return {
    forSdk,
    startRenewal() {
      visit = null
      discovered = undefined
    },
    startVisit(url, expected) {
      redirectUrl = url
      state = expected
      visit = null
      discovered = undefined
    },
    visitUrl: () => visit,
  }
}
