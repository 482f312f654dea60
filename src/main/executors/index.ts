/** The table kind → executor; leaving one out does not compile. May import: model, runtime/ports, connections. */
import type { LookupFunction } from 'node:net'
import type { ConnectionPool } from '../connections/pool.ts'
import type { Connection, ConnectionLimits } from '../model/configuration.ts'
import type { Executor, Executors } from '../runtime/executor-port.ts'
import type { Clock } from '../runtime/ports.ts'
import { createCliExecutor } from './cli.ts'
import type { Breakers } from './limits/breakers.ts'
import { limitExecutors } from './limits/limits.ts'
import { createMcpExecutor } from './mcp.ts'
import { createNoopExecutor } from './noop.ts'
import { createRestExecutor } from './rest.ts'

export interface ExecutorParts {
  pool: ConnectionPool
  /** Fills in `${…}` of connections. @throws GatewayError naming what is missing. */
  resolve(text: string): string
  connections(): Readonly<Record<string, Connection>>
  /** Left out: names of hosts are looked up as the system does. */
  lookup?: LookupFunction
  /** Of a connection, as configured now; null: none. */
  limits(connection: string): ConnectionLimits | null
  breakers: Breakers
  clock: Clock
  /** Searched for bare command names before PATH: `programs/` beside the configuration. */
  programsFolder(): string | null
  redact(text: string): string
  /** Runs workflows in the gateway itself. */
  orchestrator: Executor
}

export function createExecutors(parts: ExecutorParts): Executors {
  const executors: Executors = {
    noop: createNoopExecutor(),
    cli: createCliExecutor(parts),
    mcp: createMcpExecutor(parts),
    rest: createRestExecutor(parts),
    orchestrator: parts.orchestrator,
  }
  return limitExecutors(executors, parts)
}
