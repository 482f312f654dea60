/** The gates that a declared call will meet, on whatever way it is reached (R5.1), before its values are known. */
import type { ResolvedCall } from '../model/call.ts'
import type { ExecutorDeclaration, Gate, Reliability } from '../model/definition.ts'
import type { Catalog } from '../runtime/ports.ts'

export interface Declared {
  executor?: ExecutorDeclaration
  reliability?: Reliability
  gates?: Gate[]
}

type Lookup = Pick<Catalog, 'gatesFor' | 'isReadOnlyCall' | 'cliConnection'>

/** Its own, and those of connections, imports and other capabilities; without those that let it pass as it only reads. */
export function gatesBefore({ executor, reliability, gates = [] }: Declared, lookup: Lookup): Gate[] {
  const calls = [executor, ...(reliability?.fallback ?? [])].flatMap((each) =>
    each === undefined ? [] : callsOf(each, lookup),
  )
  const changes = calls.some((call) => !lookup.isReadOnlyCall(call))
  const own = gates.filter(({ required }) => required === true || changes)
  return [...new Set([...own, ...calls.flatMap((call) => lookup.gatesFor(call))])]
}

/** Values are left as they are written: gates know calls by what cannot be filled in. */
function callsOf(executor: ExecutorDeclaration, lookup: Lookup): ResolvedCall[] {
  switch (executor.kind) {
    case 'mcp':
      return [{ kind: 'mcp', connection: executor.connection, tool: executor.tool, arguments: {} }]
    case 'rest': {
      const { connection, method, path } = executor
      return [{ kind: 'rest', connection, method, baseUrl: '', path, headers: {} }]
    }
    case 'cli': {
      const { connection, env, treatNonZeroAsFailure } = executor
      const inherited = connection === undefined ? null : lookup.cliConnection(connection)
      const command = executor.command ?? inherited?.command ?? ''
      return [
        {
          kind: 'cli',
          connection: connection ?? null,
          command,
          args: executor.args.map(String),
          workingDirectory: null,
          env,
          stdin: null,
          treatNonZeroAsFailure,
        },
      ]
    }
    case 'workflow':
      return [{ kind: 'workflow', definitionId: executor.definitionId, input: {} }]
    case 'orchestrator':
      return [{ kind: 'orchestrator', action: executor.action, arguments: {} }]
    case 'parallel':
      return Object.values(executor.branches).flatMap(({ executor: inner, reliability }) =>
        [inner, ...(reliability?.fallback ?? [])].flatMap((each) => callsOf(each, lookup)),
      )
    case 'noop':
    case 'human':
      return []
  }
}
