/** The way to sign in at the server of one connection, if there is one. */
import type { OAuthDeclaration } from '../../model/configuration.ts'
import type { McpConnection } from '../transports/create-transport.ts'
import type { CredentialsOptions } from './oauth-provider.ts'
import { keepCredentials } from './oauth-provider.ts'
import { createSignIn, type SignIn } from './sign-in.ts'

export interface SignInParts extends Pick<CredentialsOptions, 'secrets' | 'onSecret'> {
  connection: McpConnection
  /** Fills in `${…}`. @throws GatewayError naming what is missing. */
  resolve(text: string): string
  onSignedIn(): void
  onFailed(reason: string): void
}

/** Null: a program, or an address that gets a header of its own for it. @throws GatewayError */
export function openSignIn(parts: SignInParts): SignIn | null {
  const { connection, resolve, secrets, onSecret, onSignedIn, onFailed } = parts
  const { transport } = connection
  if (transport.kind !== 'http') return null
  if (Object.keys(transport.headers).some((name) => name.toLowerCase() === 'authorization')) return null
  const serverUrl = new URL(resolve(transport.url)).href
  const declaration: OAuthDeclaration | null = transport.auth ?? null
  return createSignIn({
    serverUrl,
    declaration,
    clientSecret: declaration?.clientSecret === undefined ? null : resolve(declaration.clientSecret),
    credentials: keepCredentials({ connection: connection.name, serverUrl, secrets, onSecret }),
    onSignedIn,
    onFailed,
  })
}
