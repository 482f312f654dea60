/**
 * Capabilities that a new configuration says only read, whether agents are offered them or not: approvals that leave out
 * what only reads do not stop their calls any more, wherever they stand (R5.3). One sentence each. Pure.
 */
import { type Configuration, type Connection, declaredCapabilities } from '../../model/configuration.ts'
import { type Capability, type Gate, transitionsOf } from '../../model/definition.ts'
import type { ExecutorDeclaration } from '../../model/executor.ts'
import {
  connectionOf,
  executorsIn,
  identityOf,
  keysOf,
  sketchCalls,
  triedBy,
} from '../../workflow/executors/executors.ts'
import { programsOf } from '../../workflow/gates/gate-index.ts'
import { declaredHash } from '../hash.ts'

export function newlyReadOnly(before: Configuration, after: Configuration): string[] {
  const were = declaredCapabilities(before)
  const isKnown = ({ executor }: Capability) =>
    were.some((other) => other.readOnly && declaredHash(other.executor) === declaredHash(executor))
  const found = declaredCapabilities(after)
    .filter((each) => each.readOnly && !isKnown(each))
    .filter(({ id, executor }) => {
      const was = were.find((other) => other.id === id)
      return was === undefined ? mayBeLeftOut(executor, before) : !was.readOnly
    })
  return [...new Set(found.map(({ id }) => id))].map(
    (id) =>
      `The tool ‘${id}’ counts as read-only now: approvals that leave out what only reads do not hold it.`,
  )
}

/** Whether an approval that leaves out what only reads may stand before the call. */
function mayBeLeftOut(executor: ExecutorDeclaration, configuration: Configuration): boolean {
  const { connections, imports, workflows } = configuration
  const name = connectionOf(executor)
  const steps = Object.values(workflows).flatMap(transitionsOf)
  const keys = new Set(keysFor(executor, connections))
  const isSame = (other: ExecutorDeclaration) => keysFor(other, connections).some((key) => keys.has(key))
  const own = name !== null && Object.hasOwn(connections, name) ? connections[name]?.gate : undefined
  return [
    own,
    ...imports
      .filter(({ connection }) => connection === name)
      .flatMap(({ gate, toolGates = {} }) => [gate, ...Object.values(toolGates)]),
    ...[...declaredCapabilities(configuration), ...steps]
      .filter((step) => triedBy(step).flatMap(executorsIn).some(isSame))
      .flatMap(({ gates = [] }): Gate[] => gates),
  ].some((gate) => gate?.required === 'unlessReadOnly')
}

/** As whoever has a gate finds it, and as a call looks for gates. */
function keysFor(executor: ExecutorDeclaration, connections: Record<string, Connection>): string[] {
  const lookup = programsOf(connections)
  return [...identityOf(executor, lookup).keys, ...sketchCalls(executor, lookup).flatMap(keysOf)]
}
