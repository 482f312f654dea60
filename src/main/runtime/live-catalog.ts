/** What is callable now: swapped whole when imports arrive or the configuration changes. */

import type { Connection, ImportRule } from '../model/configuration.ts'
import { type Capability, type Definition, type GateException, transitionsOf } from '../model/definition.ts'
import { indexGates, type KeptGates } from '../workflow/gates/gate-index.ts'
import { exceptionsOf } from '../workflow/gates/gates.ts'
import { confirmedReadOnly } from '../workflow/gates/tool-settings.ts'
import type { Catalog } from './ports.ts'

export interface LiveCatalog extends Catalog {
  replace(content: CatalogContent): void
  content(): CatalogContent
}

export interface CatalogContent {
  workflows: Record<string, Definition>
  capabilities: Capability[]
  /** The same in lists that have no id in common; what is made of one is kept as long as it is the same object. */
  lists?: Capability[][]
  /** Not callable; their gates hold all the same. */
  gated?: Capability[]
  imports?: ImportRule[]
  connections: Record<string, Connection>
}

export function createLiveCatalog(parts: {
  /** May take several turns; what is gone by then is left out here. */
  nearest(id: string, ids: Iterable<string>, sees: (id: string) => boolean): Promise<string[]>
  hash(value: unknown): string
  /** Absent: every tool is as it was accepted. */
  isChangedTool?(connection: string, tool: string): boolean
  /** Absent: none is. */
  isUnlistedTool?(connection: string, tool: string): boolean
  /** Absent: none was accepted. */
  acceptedHash?(connection: string, tool: string): string | null
  /** Absent: nothing. */
  requiredArguments?(connection: string, tool: string): readonly string[]
  /** Absent: none waits. */
  waitingFor?(capability: string): { connection: string; tool: string } | null
}): LiveCatalog {
  let content: CatalogContent = { workflows: {}, capabilities: [], connections: {} }
  const capabilities = createCapabilityIndex()
  const keptGates: KeptGates = new WeakMap()
  let gates = indexGates([], {})
  let exceptions: readonly GateException[] = []
  let declared: ReadonlySet<string> = new Set()
  const ended = new Set<string>()
  /** Of connections, which are never changed in place: each call asks. */
  const hashes = new WeakMap<Connection, string>()
  return {
    replace(next) {
      content = next
      const { gated = [], imports = [] } = next
      const lists = next.lists ?? [next.capabilities]
      capabilities.bring(lists)
      exceptions = [
        ...exceptionsOf(gatesOfAreas(next)),
        ...capabilities.exceptions(),
        ...exceptionsOf(gatesBeside(next)),
      ]
      declared = new Set(exceptions.map(({ id }) => id))
      gates = indexGates([...lists, gated], next.connections, imports, keptGates)
    },
    content: () => content,
    workflow: (id) => (Object.hasOwn(content.workflows, id) ? (content.workflows[id] ?? null) : null),
    capability: capabilities.find,
    restConnection(name) {
      const connection = connectionNamed(content, name)
      return connection?.kind === 'rest' ? { baseUrl: connection.baseUrl } : null
    },
    isMcpConnection: (name) => connectionNamed(content, name)?.kind === 'mcp',
    isDisabled: (name) => connectionNamed(content, name)?.disabled === true,
    gatesFor: (call) => gates.gatesFor(call),
    isException: (id) => declared.has(id) && !ended.has(id),
    exceptions: () => exceptions,
    endExceptions(ids) {
      for (const id of ids) ended.add(id)
    },
    isReadOnlyCall: (call) => gates.isReadOnly(call),
    isChangedTool: (connection, tool) => parts.isChangedTool?.(connection, tool) ?? false,
    isUnlistedTool: (connection, tool) => parts.isUnlistedTool?.(connection, tool) ?? false,
    acceptedHash: (connection, tool) => parts.acceptedHash?.(connection, tool) ?? null,
    requiredArguments: (connection, tool) => parts.requiredArguments?.(connection, tool) ?? [],
    waitingFor: (capability) => parts.waitingFor?.(capability) ?? null,
    async nearest(id, kind, sees) {
      const ids = kind === 'workflow' ? Object.keys(content.workflows) : capabilities.ids()
      const found = await parts.nearest(id, ids, sees)
      const isThere = (near: string): boolean =>
        kind === 'workflow' ? Object.hasOwn(content.workflows, near) : capabilities.find(near) !== null
      return found.filter((near) => isThere(near) && sees(near))
    },
    isReadOnlyTool: (connection, tool) =>
      confirmedReadOnly(content.imports ?? [], connection, tool) ??
      capabilities.isReadOnlyTool(connection, tool),
    connectionHash(name) {
      const connection = connectionNamed(content, name)
      if (connection === null) return null
      const hash = hashes.get(connection) ?? parts.hash(connection)
      hashes.set(connection, hash)
      return hash
    },
    cliConnection(name) {
      const connection = connectionNamed(content, name)
      if (connection?.kind !== 'cli') return null
      return {
        ...(connection.command === undefined ? {} : { command: connection.command }),
        ...(connection.workingDirectory === undefined
          ? {}
          : { workingDirectory: connection.workingDirectory }),
      }
    },
  }
}

function gatesOfAreas({ imports = [], connections }: CatalogContent) {
  return [
    ...Object.values(connections).map(({ gate }) => gate),
    ...imports.flatMap(({ gate, toolGates = {} }) => [gate, ...Object.values(toolGates)]),
  ].map((gate) => gate ?? undefined)
}

/** Of what is no capability that can be called. */
function gatesBeside({ workflows, gated = [] }: CatalogContent) {
  const transitions = Object.values(workflows).flatMap(transitionsOf)
  return [...gated, ...transitions].flatMap(({ gates = [] }) => gates)
}

function connectionNamed(content: CatalogContent, name: string): Connection | null {
  return Object.hasOwn(content.connections, name) ? (content.connections[name] ?? null) : null
}

/** Capabilities by id and by tool, brought up to date by what differs: a catalog may have a hundred thousand. */
interface CapabilityIndex {
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
