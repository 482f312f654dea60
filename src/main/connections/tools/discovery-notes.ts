/** What the audit log remembers of discovery: new tools, and a failure once, however often it is tried again. */
import type { AuditPayloads } from '../../model/audit-event.ts'
import type { ConnectionPool } from '../pool.ts'

type DiscoveryEvent = 'capability.discovered' | 'capability.discovery_failed'

export type RecordDiscovery = <Type extends DiscoveryEvent>(
  eventType: Type,
  payload: AuditPayloads[Type],
) => Promise<void>

export function createDiscoveryNotes(pool: ConnectionPool, record: RecordDiscovery) {
  const failures = new Map<string, string>()
  /** @param found ids of capabilities that were not there before */
  return async (connection: string, found: string[]): Promise<void> => {
    if (found.length > 0) await record('capability.discovered', { connection, ids: found })
    const state = pool.state(connection)
    if (state?.health === 'healthy') failures.delete(connection)
    const message = state?.health === 'down' ? state.error : null
    if (message === null || message === failures.get(connection)) return
    failures.set(connection, message)
    await record('capability.discovery_failed', { connection, message })
  }
}
