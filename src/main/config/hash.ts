/** Content hashes: what a running instance is pinned to, and what a decision is bound to. */
import { createHash } from 'node:crypto'
import type { Definition } from '../model/definition.ts'
import { type JsonValue, sortKeys } from '../model/json.ts'

/** SHA-256, hexadecimal, over the canonical JSON of a definition. */
export function definitionHash(definition: Definition): string {
  return contentHash(JSON.parse(JSON.stringify(definition)) as JsonValue)
}

/** SHA-256, hexadecimal, over the canonical JSON of a value (`sortKeys`). */
export function contentHash(value: JsonValue): string {
  return createHash('sha256')
    .update(JSON.stringify(sortKeys(value)))
    .digest('hex')
}
