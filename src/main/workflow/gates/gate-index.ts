/**
 * Which gates stand before a call on whatever way it is reached: a gate belongs to the connection and the tool,
 * program or request (R5.1). Made once for each content of the catalog. Pure.
 */

import type { ResolvedCall } from '../../model/call.ts'
import type { Connection, ImportRule } from '../../model/configuration.ts'
import type { Capability, Gate } from '../../model/definition.ts'
import { ownOf } from '../../model/json.ts'
import { callsIn, connectionOf, identityOf, keysOf, readsOnly, toolOf } from '../executors/executors.ts'
import type { ConnectionLookup } from '../executors/kind.ts'
import { confirmedReadOnly, gatesOfTool } from './tool-settings.ts'

export interface GateIndex {
  /**
   * Those with `unlessReadOnly` are left out where the call changes nothing: by what a person has confirmed of a tool,
   * else by its pinned definition, by our own declaration, or by the method of a request.
   */
  gatesFor(call: ResolvedCall): Gate[]
  /** The call changes nothing, by the same sources. */
  isReadOnly(call: ResolvedCall): boolean
}

interface Entry {
  gates: Gate[]
  readOnly: boolean
  /** Whether the gates hold for the call. */
  reaches(call: ResolvedCall): boolean
  /** Whether the call is one that the declaration itself makes. */
  makes(call: ResolvedCall): boolean
}

/** What was made of a list of capabilities and these connections. */
export type KeptGates = WeakMap<
  Capability[],
  { connections: Record<string, Connection>; entries: ReadonlyMap<string, Entry[]> }
>

/**
 * `lists` have all capabilities. `imports`: their gates stand before tools that the server has not told of yet, or
 * keeps to itself, too.
 */
export function indexGates(
  lists: Capability[][],
  connections: Record<string, Connection>,
  imports: ImportRule[] = [],
  kept: KeptGates = new WeakMap(),
): GateIndex {
  const parts = lists.map((list) => {
    const before = kept.get(list)
    if (before?.connections === connections) return before.entries
    const entries = listEntries(list, connections)
    kept.set(list, { connections, entries })
    return entries
  })
  const entriesFor = (call: ResolvedCall) =>
    keysOf(call).flatMap((key) => parts.flatMap((entries) => entries.get(key) ?? []))

  const isReadOnly = (call: ResolvedCall): boolean =>
    callsIn(call).every(
      (each) =>
        saidByPerson(imports, each) ??
        (readsOnly(each) || entriesFor(each).some((entry) => entry.readOnly && entry.makes(each))),
    )
  const gatesFor = (call: ResolvedCall): Gate[] => [
    ...new Set(
      callsIn(call).flatMap((each) => {
        const all = gatesBefore(each)
        return isReadOnly(each) ? all.filter(({ required }) => required === true) : all
      }),
    ),
  ]
  const gatesBefore = (call: ResolvedCall): Gate[] => {
    const name = connectionOf(call)
    const gate = name === null ? undefined : ownOf(connections, name)?.gate
    return [
      ...(gate === undefined ? [] : [gate]),
      ...entriesFor(call)
        .filter((entry) => entry.reaches(call))
        .flatMap((entry) => entry.gates),
      ...gatesByImport(imports, call),
    ]
  }
  return { gatesFor, isReadOnly }
}

function listEntries(
  capabilities: Capability[],
  connections: Record<string, Connection>,
): ReadonlyMap<string, Entry[]> {
  const entries = new Map<string, Entry[]>()
  const programs = programsOf(connections)
  for (const capability of capabilities) {
    const gates = capability.gates ?? []
    if (gates.length === 0 && !capability.readOnly) continue
    const { keys, reaches, makes } = identityOf(capability.executor, programs)
    const entry: Entry = { gates, readOnly: capability.readOnly, reaches, makes }
    for (const key of keys) {
      const known = entries.get(key)
      if (known === undefined) entries.set(key, [entry])
      else known.push(entry)
    }
  }
  return entries
}

function gatesByImport(imports: ImportRule[], call: ResolvedCall): Gate[] {
  const called = toolOf(call)
  return called === null ? [] : gatesOfTool(imports, called.connection, called.tool)
}

function saidByPerson(imports: ImportRule[], call: ResolvedCall): boolean | undefined {
  const called = toolOf(call)
  return called === null ? undefined : confirmedReadOnly(imports, called.connection, called.tool)
}

/** The programs that `cli` connections supply, by the connection’s name. */
export function programsOf(connections: Record<string, Connection>): Pick<ConnectionLookup, 'cliConnection'> {
  return {
    cliConnection(name) {
      const connection = ownOf(connections, name)
      return connection?.kind === 'cli' ? connection : null
    },
  }
}
