/** What the workspace lets through without asking, told once more and in other words than the engine's. */
import type { AuditEntry } from '../../src/main/model/audit-event.ts'
import type { Claim, Instance } from '../../src/main/model/instance.ts'
import { isJsonObject, type JsonValue } from '../../src/main/model/json.ts'

/** The last moment at which the gate of the connection `gated` lets anything through. */
const UNTIL = Date.parse('2026-01-01T00:06:00Z')

/**
 * Whether nobody had to be asked for this call of `gated`; it must have been said in the same transaction. A step
 * that was claimed once, and is claimed again by the same submit, was judged then.
 */
export function isExcepted(
  call: JsonValue,
  instance: Instance,
  claim: Claim,
  audit: readonly AuditEntry[],
): boolean {
  if (!isJsonObject(call) || Date.parse(claim.at) > UNTIL) return false
  const isSaid = audit.some(
    ({ eventType, workflowId, payload }) =>
      eventType === 'gate.excepted' && workflowId === instance.id && payload.gate === 'connections.gated',
  )
  return isSaid && isLetThrough(call, instance)
}

function isLetThrough({ tool, arguments: given }: Record<string, JsonValue>, instance: Instance): boolean {
  switch (tool) {
    case 'write':
      return isJsonObject(given ?? null) && (given as Record<string, JsonValue>).n === 1
    case 'test':
      return instance.context.prepared === 'plain.prepare'
    default:
      return tool === 'other' || tool === 'clean'
  }
}
