/** What the workspace lets through without asking, told once more and in other words than the engine's. */
import type { AuditEntry } from '../../src/main/model/audit-event.ts'
import { isJsonObject, type JsonValue } from '../../src/main/model/json.ts'
import type { Run } from '../../src/main/model/run.ts'

/** The last moment at which the gate of the connection `gated` lets anything through. */
export const UNTIL = Date.parse('2026-01-01T00:20:00Z')

/**
 * Whether nobody had to be asked for this call of `gated`; it must have been said in the same transaction, and been
 * so when that was put together. What was claimed once, and runs again after a crash, was judged then.
 */
export function isExcepted(
  call: JsonValue,
  run: Run,
  audit: readonly AuditEntry[],
  wasOpen: (entry: AuditEntry) => boolean,
): boolean {
  if (!isJsonObject(call)) return false
  const said = audit.find(
    ({ eventType, workflowId, payload }) =>
      eventType === 'gate.excepted' && workflowId === run.id && payload.gate === 'connections.gated',
  )
  if (said === undefined || Date.parse(said.timestamp) > UNTIL || !wasOpen(said)) return false
  return isLetThrough(call, run)
}

function isLetThrough({ tool, arguments: given }: Record<string, JsonValue>, run: Run): boolean {
  switch (tool) {
    case 'write':
      return isJsonObject(given ?? null) && (given as Record<string, JsonValue>).n === 1
    case 'test':
      return run.context.prepared === 'plain.prepare'
    default:
      return tool === 'other' || tool === 'clean'
  }
}
