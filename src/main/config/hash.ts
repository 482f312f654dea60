/** Content hashes: what a running instance is pinned to, and what a decision is bound to. */

import { hash as digest } from 'node:crypto'
import type { Definition } from '../model/definition.ts'
import { type JsonValue, sortKeys } from '../model/json.ts'
import { obtain } from '../model/obtain.ts'

/** Nobody changes a definition: each is hashed once, where every start and every card asks for it. */
const known = new WeakMap<Definition, string>()

/** SHA-256, hexadecimal, over the canonical JSON of a definition. */
export function definitionHash(definition: Definition): string {
  return obtain(known, definition, () => declaredHash(definition))
}

/** The same of whatever becomes JSON; what is undefined in it is left out. */
export function declaredHash(declared: object): string {
  return contentHash(JSON.parse(JSON.stringify(declared)) as JsonValue)
}

/** SHA-256, hexadecimal, over the canonical JSON of a value (`sortKeys`). */
export function contentHash(value: JsonValue): string {
  return digest('sha256', JSON.stringify(sortKeys(value)), 'hex')
}
