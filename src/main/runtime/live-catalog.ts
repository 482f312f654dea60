/** What is callable now: swapped whole when imports arrive or the configuration changes. */

import type { Connection, ImportRule } from '../model/configuration.ts'
import type { Capability, Definition, GateException } from '../model/definition.ts'
import { exceptionsOf } from '../workflow/exceptions.ts'
import { indexGates } from './gate-index.ts'
import type { Catalog } from './ports.ts'

export interface LiveCatalog extends Catalog {
  replace(content: CatalogContent): void
  content(): CatalogContent
}

export interface CatalogContent {
  workflows: Record<string, Definition>
  capabilities: Capability[]
  /** Not callable; their gates hold all the same. */
  gated?: Capability[]
  imports?: ImportRule[]
  connections: Record<string, Connection>
}

export function createLiveCatalog(parts: {
  nearest(id: string, ids: Iterable<string>): string[]
  hash(value: unknown): string
  /** Absent: every tool is as it was accepted. */
  isChangedTool?(connection: string, tool: string): boolean
}): LiveCatalog {
  let content: CatalogContent = { workflows: {}, capabilities: [], connections: {} }
  let capabilities = new Map<string, Capability>()
  let readOnly = new Set<string>()
  let gates = indexGates([], {})
  let exceptions: readonly GateException[] = []
  let declared: ReadonlySet<string> = new Set()
  const ended = new Set<string>()
  return {
    replace(next) {
      content = next
      const { gated = [], imports = [] } = next
      exceptions = exceptionsOf(allGates(next))
      declared = new Set(exceptions.map(({ id }) => id))
      gates = indexGates([...next.capabilities, ...gated], next.connections, imports)
      capabilities = new Map(next.capabilities.map((capability) => [capability.id, capability]))
      readOnly = new Set(
        next.capabilities.flatMap(({ source, readOnly: safe }) =>
          source.kind === 'import' && safe ? [toolKey(source.connection, source.tool)] : [],
        ),
      )
    },
    content: () => content,
    workflow: (id) => (Object.hasOwn(content.workflows, id) ? (content.workflows[id] ?? null) : null),
    capability: (id) => capabilities.get(id) ?? null,
    restConnection(name) {
      const connection = connectionNamed(content, name)
      return connection?.kind === 'rest' ? { baseUrl: connection.baseUrl } : null
    },
    gatesFor: (call) => gates.gatesFor(call),
    isException: (id) => declared.has(id) && !ended.has(id),
    exceptions: () => exceptions,
    endExceptions(ids) {
      for (const id of ids) ended.add(id)
    },
    isReadOnlyCall: (call) => gates.isReadOnly(call),
    isChangedTool: (connection, tool) => parts.isChangedTool?.(connection, tool) ?? false,
    nearest: (id, kind) =>
      parts.nearest(id, kind === 'workflow' ? Object.keys(content.workflows) : capabilities.keys()),
    isReadOnlyTool: (connection, tool) => readOnly.has(toolKey(connection, tool)),
    connectionHash(name) {
      const connection = connectionNamed(content, name)
      return connection === null ? null : parts.hash(connection)
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

function allGates({ workflows, capabilities, gated = [], imports = [], connections }: CatalogContent) {
  const transitions = Object.values(workflows).flatMap(({ states }) =>
    Object.values(states).flatMap((state) => Object.values(state.transitions)),
  )
  return [
    ...Object.values(connections).map(({ gate }) => gate),
    ...imports.map(({ gate }) => gate),
    ...[...capabilities, ...gated, ...transitions].flatMap(({ gates = [] }) => gates),
  ]
}

function connectionNamed(content: CatalogContent, name: string): Connection | null {
  return Object.hasOwn(content.connections, name) ? (content.connections[name] ?? null) : null
}

function toolKey(connection: string, tool: string): string {
  return JSON.stringify([connection, tool])
}
