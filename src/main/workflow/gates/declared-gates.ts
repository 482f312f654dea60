/** The gates that a declared call will meet, on whatever way it is reached (R5.1), before its values are known. */

import type { Configuration } from '../../model/configuration.ts'
import type { Gate } from '../../model/definition.ts'
import type { ExecutorDeclaration, Reliability } from '../../model/executor.ts'
import { sketchCalls, triedBy } from '../executors/executors.ts'
import type { ConnectionLookup } from '../executors/kind.ts'
import type { GateLookup } from './gates.ts'

export interface DeclaredStep {
  executor?: ExecutorDeclaration
  reliability?: Reliability
  gates?: Gate[]
}

export type DeclaredLookup = Pick<Required<GateLookup>, 'gatesFor' | 'isReadOnlyCall'> &
  Pick<ConnectionLookup, 'cliConnection'>

/** Its own, and those of connections, imports and other capabilities; without those that let it pass as it only reads. */
export function gatesBefore(
  { executor, reliability, gates = [] }: DeclaredStep,
  lookup: DeclaredLookup,
): Gate[] {
  const calls = triedBy({ executor, reliability }).flatMap((each) => sketchCalls(each, lookup))
  const changes = calls.some((call) => !lookup.isReadOnlyCall(call))
  const own = gates.filter(({ required }) => required === true || changes)
  return [...new Set([...own, ...calls.flatMap((call) => lookup.gatesFor(call))])]
}

/** Those that are declared beside workflows: they stand before calls in whatever run. */
export function gatesOfCalls({
  connections,
  capabilities,
  gated = [],
  imports,
}: Pick<Configuration, 'connections' | 'capabilities' | 'gated' | 'imports'>): Gate[] {
  const gates = [
    ...Object.values(connections).map(({ gate }) => gate),
    ...[...capabilities, ...gated].flatMap((each) => each.gates ?? []),
    ...imports.flatMap(({ gate, toolGates = {} }) => [gate, ...Object.values(toolGates)]),
  ]
  return gates.filter((gate) => gate !== undefined && gate !== null)
}
