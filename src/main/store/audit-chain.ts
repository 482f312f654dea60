/**
 * The hash chain of the audit log: who changes, removes or inserts an entry breaks every hash after it.
 * May import: model.
 */
import { createHash } from 'node:crypto'
import type { AuditEntry, AuditEvent } from '../model/audit-event.ts'
import { isJsonObject, type JsonValue } from '../model/json.ts'

/** The previous hash of the first entry. */
export const GENESIS_HASH = '0'.repeat(64)

/** SHA-256, in hex, over the previous hash and the canonical JSON of the entry (gateway.md §4.7). */
export function chainHash(previousHash: string, entry: AuditEntry): string {
  return createHash('sha256').update(previousHash).update(entryText(entry)).digest('hex')
}

/** The canonical JSON of exactly the fields of an entry: what is hashed, and what the database holds. */
export function entryText(entry: AuditEntry): string {
  const { id, timestamp, workflowId, correlationId, actor, eventType, payload } = entry
  // Through JSON first: what JSON cannot hold must not be in the hash of what comes back from the database.
  const fields: unknown = { id, timestamp, workflowId, correlationId, actor, eventType, payload }
  const plain: JsonValue = JSON.parse(JSON.stringify(fields))
  return canonicalJson(plain)
}

/** JSON without spaces, keys in the order of their UTF-16 code units. */
export function canonicalJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (!isJsonObject(value)) return JSON.stringify(value)
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`)
  return `{${members.join(',')}}`
}

export interface ChainReport {
  count: number
  /** Hash of the last entry; the genesis hash of an empty log. */
  head: string
  /** The first sequence that is missing, or whose hashes do not follow. */
  broken: number | null
}

/** Walks the entries from the first; reads to the end even after a break, for the count. */
export async function verifyChain(
  events: AsyncIterable<AuditEvent> | Iterable<AuditEvent>,
): Promise<ChainReport> {
  let count = 0
  let head = GENESIS_HASH
  let broken: number | null = null
  for await (const event of events) {
    count += 1
    const follows =
      event.sequence === count && event.previousHash === head && event.hash === chainHash(head, event)
    if (!follows) broken ??= Math.min(count, event.sequence)
    head = event.hash
  }
  return { count, head, broken }
}
