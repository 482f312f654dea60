/** What a person saw, as one hash: a decision holds only for exactly that (R5.2). */
import type { Approval } from '../model/approval.ts'
import type { ResolvedCall } from '../model/call.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import type { Loaded, RuntimeParts } from './operation.ts'

export function decisionHash(
  parts: RuntimeParts,
  seen: {
    approval: Approval
    loaded: Loaded
    outcome: string
    arguments: JsonObject
    call: ResolvedCall | null
  },
): string {
  const { approval, loaded, call } = seen
  const connection = call !== null && (call.kind === 'mcp' || call.kind === 'cli') ? call.connection : null
  return parts.hash({
    item: approval.id,
    kind: approval.kind,
    outcome: seen.outcome,
    version: loaded.instance.version,
    definition: parts.hashDefinition(loaded.definition),
    transition: approval.transition,
    asked: approval.arguments,
    arguments: seen.arguments,
    call: call as unknown as JsonValue,
    connection: connection === null ? null : parts.catalog.connectionHash(connection),
  })
}
