/** Names that mean something to the language that the gateway is written in would be found where nothing is. */
const RESERVED = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype'])

/** Whether nothing of a configuration may be called so. May import: nothing. */
export function isReservedName(name: string): boolean {
  return RESERVED.has(name)
}
