/** Follows what the connections offer: the catalog, the items about changed tools, the audit log. */

import type { ConnectionPool } from '../../connections/pool.ts'
import type { AuditPayloads } from '../../model/audit-event.ts'
import type { Connection } from '../../model/configuration.ts'
import { ENGINE } from '../../model/principal.ts'
import type { Change } from '../../runtime/ports.ts'
import type { RecordEvent } from '../changes.ts'
import type { Offer } from './catalog-refresh.ts'
import type { Tools } from './tools.ts'

export interface Discoveries {
  /** Takes in what a connection offers now, and what of it is accepted; resolves when it is on record. */
  look(connection: string): Promise<void>
  /** Swaps the connections and the catalog; nothing else runs between the two. */
  swap(connections: Record<string, Connection>): void
  /** Hears of nothing more, and resolves when what was heard is on record. */
  close(): Promise<void>
}

export function followDiscoveries(parts: {
  pool: ConnectionPool
  tools: Tools
  offer: Offer
  record: RecordEvent
  publish(change: Change): void
  log: { warn(detail: object, message: string): void; error(detail: object, message: string): void }
}): Discoveries {
  const { pool, tools, offer, log } = parts
  const note = createDiscoveryNotes(pool, (eventType, payload) =>
    parts.record({ actor: ENGINE.id, eventType, payload }),
  )
  const looking = new Set<Promise<void>>()
  let swapping = false

  const refresh = (): string[] => {
    const { found, warnings } = offer.refresh()
    for (const { connection, message } of warnings) log.warn({ connection }, message)
    return found
  }

  const takeIn = async (connection: string) => {
    const differs = tools.look(connection)
    // Making the index anew costs; health changes often, tools seldom do.
    const found = differs && !swapping ? refresh() : []
    parts.publish({ topic: 'connection', id: connection })
    await note(connection, found)
    // Only now is what its tools wait for on record.
    if (await tools.settle(connection)) parts.publish({ topic: 'connection', id: connection })
  }

  const look = (connection: string): Promise<void> => {
    const taken = takeIn(connection).finally(() => looking.delete(taken))
    looking.add(taken)
    return taken
  }

  const stop = pool.onChange((connection) => {
    look(connection).catch((error: unknown) =>
      log.error({ err: error, connection }, 'A discovery could not be recorded'),
    )
  })
  return {
    look,
    swap(connections) {
      swapping = true
      pool.update(connections).catch((error: unknown) => {
        log.error({ err: error }, 'A connection that was taken out could not be ended')
      })
      swapping = false
      refresh()
    },
    async close() {
      stop()
      await Promise.allSettled(looking)
    },
  }
}

type DiscoveryEvent = 'capability.discovered' | 'capability.discovery_failed'

type RecordDiscovery = <Type extends DiscoveryEvent>(
  eventType: Type,
  payload: AuditPayloads[Type],
) => Promise<void>

/** What the audit log remembers of discovery: new tools, and a failure once, however often it is tried again. */
function createDiscoveryNotes(pool: ConnectionPool, record: RecordDiscovery) {
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
