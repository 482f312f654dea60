/**
 * The composition root: one gateway a data folder, wired here and nowhere else.
 * May import: model, workflow, config, search, orchestrator, runtime, executors, connections, store.
 */
import type { ConnectionPool } from './connections/pool.ts'
import type { AuditEntry } from './model/audit-event.ts'
import type { Configuration, Problem } from './model/configuration.ts'
import type { Catalog, Change, Clock, Ids, Store } from './runtime/ports.ts'
import type { Runtime } from './runtime/runtime.ts'
import type { Discovery } from './search/discovery.ts'

export interface Gateway {
  readonly dataFolder: string
  readonly version: string
  readonly runtime: Runtime
  readonly discovery: Discovery
  readonly catalog: Catalog
  readonly store: Store
  readonly connections: ConnectionPool
  readonly clock: Clock
  readonly ids: Ids
  configuration(): Configuration
  /** Warnings of the configuration that is in force. */
  problems(): Problem[]
  /** Writes one audit entry on its own. */
  record(entry: Pick<AuditEntry, 'actor' | 'eventType' | 'payload'>): Promise<void>
  onChange(listener: (change: Change) => void): () => void
  publish(change: Change): void
  /** New calls are answered with GATEWAY_DRAINING from now on. */
  drain(): void
  readonly draining: boolean
  close(): Promise<void>
}
