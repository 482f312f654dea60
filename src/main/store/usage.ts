/** Which definition or capability an audit entry counts for. May import: model. */
import type { AuditEntry } from '../model/audit-event.ts'

/**
 * The name that a `workflow.started` entry counts for: the capability if it is a one-call session, else the
 * definition. Null for every other entry.
 */
export function startedName(
  entry: AuditEntry,
  definitionOf: (workflowId: string) => string | null,
): string | null {
  if (entry.eventType !== 'workflow.started') return null
  const { capability, definitionId } = entry.payload
  if (typeof capability === 'string' && capability !== '') return capability
  if (entry.workflowId !== null) {
    const definition = definitionOf(entry.workflowId)
    if (definition !== null) return definition
  }
  return typeof definitionId === 'string' ? definitionId : null
}
