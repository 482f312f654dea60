/** Capabilities by id and by tool, brought up to date by what differs: a catalog may have a hundred thousand. */
import type { Capability, GateException } from '../model/definition.ts'
import { exceptionsOf } from '../workflow/gates/exceptions.ts'

export interface CapabilityIndex {
  /** The lists have no id in common; one that is known is not read again. */
  bring(lists: readonly Capability[][]): void
  find(id: string): Capability | null
  ids(): Iterable<string>
  isReadOnlyTool(connection: string, tool: string): boolean
  /** Of their gates, in their order. */
  exceptions(): GateException[]
}

interface Part {
  /** By connection. */
  readOnlyTools: Map<string, Set<string>>
  exceptions: GateException[]
}

export function createCapabilityIndex(): CapabilityIndex {
  const byId = new Map<string, Capability>()
  let parts = new Map<Capability[], Part>()
  return {
    bring(lists) {
      const next = new Map(lists.map((list) => [list, parts.get(list) ?? readList(list)]))
      const added = new Set<string>()
      for (const list of next.keys()) {
        if (parts.has(list)) continue
        for (const capability of list) {
          added.add(capability.id)
          byId.set(capability.id, capability)
        }
      }
      for (const list of parts.keys()) {
        if (!next.has(list)) for (const { id } of list) if (!added.has(id)) byId.delete(id)
      }
      parts = next
    },
    find: (id) => byId.get(id) ?? null,
    ids: () => byId.keys(),
    isReadOnlyTool: (connection, tool) =>
      [...parts.values()].some(({ readOnlyTools }) => readOnlyTools.get(connection)?.has(tool) === true),
    exceptions: () => [...parts.values()].flatMap(({ exceptions }) => exceptions),
  }
}

function readList(list: Capability[]): Part {
  const readOnlyTools: Part['readOnlyTools'] = new Map()
  const exceptions: GateException[] = []
  for (const { source, readOnly, gates } of list) {
    if (gates !== undefined) exceptions.push(...exceptionsOf(gates))
    if (source.kind !== 'import' || !readOnly) continue
    const tools = readOnlyTools.get(source.connection) ?? new Set()
    readOnlyTools.set(source.connection, tools.add(source.tool))
  }
  return { readOnlyTools, exceptions }
}
