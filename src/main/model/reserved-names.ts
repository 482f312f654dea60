/** Names that mean something to the language that the gateway is written in would be found where nothing is. */
const RESERVED = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype'])

/** Whether nothing of a configuration may be called so. May import: nothing. */
export function isReservedName(name: string): boolean {
  return RESERVED.has(name)
}

// ── Names of secrets that the program keeps for itself: nobody else stores anything under them.

/** Tokens of registries, sent to their own addresses alone. No name of a server begins so that is imported. */
export const REGISTRY_SECRETS = '__registry.'
/** What servers have handed out to somebody who signed in. */
export const SIGN_IN_SECRETS = 'oauth.'

export function isReservedSecret(name: string): boolean {
  return name.startsWith(REGISTRY_SECRETS) || name.startsWith(SIGN_IN_SECRETS)
}
