/** Content hashes: what a running instance is pinned to, and what a decision is bound to. */
import { createHash } from 'node:crypto'
import type { Definition } from '../model/definition.ts'
import { isJsonObject, type JsonValue } from '../model/json.ts'

/** SHA-256, hexadecimal, over the canonical JSON of a definition. */
export function definitionHash(definition: Definition): string {
  return contentHash(JSON.parse(JSON.stringify(definition)) as JsonValue)
}

/** SHA-256, hexadecimal, over the canonical JSON of a value: the order of keys does not count. */
export function contentHash(value: JsonValue): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(value)))
    .digest('hex')
}

function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]))
}
