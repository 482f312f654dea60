/** Names of secrets that the program keeps for itself: nobody else stores anything under them. Pure. */

/** Tokens of registries, sent to their own addresses alone. No name of a server begins so that is imported. */
export const REGISTRY_SECRETS = '__registry.'
/** What servers have handed out to somebody who signed in. */
export const SIGN_IN_SECRETS = 'oauth.'

export function isReservedSecret(name: string): boolean {
  return name.startsWith(REGISTRY_SECRETS) || name.startsWith(SIGN_IN_SECRETS)
}
