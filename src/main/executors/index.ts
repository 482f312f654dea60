/** The table kind → executor; leaving one out does not compile. May import: model, runtime/ports, connections. */
import type { ConnectionPool } from '../connections/pool.ts'
import type { ConnectionLimits } from '../model/configuration.ts'
import type { Executor, Executors } from '../runtime/executor-port.ts'
import { type CliParts, createCliExecutor } from './cli.ts'
import type { Breakers } from './limits/breakers.ts'
import { limitExecutors } from './limits/limits.ts'
import { createMcpExecutor } from './mcp.ts'
import { createNoopExecutor } from './noop.ts'
import { createRestExecutor, type RestParts } from './rest.ts'

export interface ExecutorParts extends CliParts, RestParts {
  pool: ConnectionPool
  /** Of a connection, as configured now; null: none. */
  limits(connection: string): ConnectionLimits | null
  breakers: Breakers
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
