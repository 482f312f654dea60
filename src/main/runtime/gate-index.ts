/**
 * Which gates stand before a call on whatever way it is reached: a gate belongs to the connection and the tool,
 * program or request (R5.1). Made once for each content of the catalog. Pure.
 */
import type { ResolvedCall } from '../model/call.ts'
import type { Connection, ImportRule } from '../model/configuration.ts'
import type { Capability, ExecutorDeclaration, Gate } from '../model/definition.ts'
import { callsIn } from '../workflow/gates.ts'
import { commandsAlike, requestsAlike } from './same-call.ts'

export interface GateIndex {
  /**
   * Those with `unlessReadOnly` are left out where the call changes nothing: by the pinned definition of a tool, by
   * our own declaration, or by the method of a request.
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

  const isReadOnly = (call: ResolvedCall): boolean => {
    if (call.kind === 'noop') return true
    if (call.kind === 'parallel') return callsIn(call).every((inner) => inner === call || isReadOnly(inner))
    if (call.kind === 'rest' && (call.method === 'GET' || call.method === 'HEAD')) return true
    return entriesFor(call).some((entry) => entry.readOnly && entry.makes(call))
  }
  const gatesFor = (call: ResolvedCall): Gate[] => {
    if (call.kind === 'parallel') {
      return unique(callsIn(call).flatMap((inner) => (inner === call ? [] : gatesFor(inner))))
    }
    const name = 'connection' in call ? call.connection : null
    const gate = name === null ? undefined : connectionNamed(connections, name)?.gate
    const found = entriesFor(call)
      .filter((entry) => entry.reaches(call))
      .flatMap((entry) => entry.gates)
    const all = unique([
      ...(gate === undefined ? [] : [gate]),
      ...found,
      ...imports.filter((rule) => isImported(rule, call)).flatMap((rule) => rule.gate ?? []),
    ])
    return isReadOnly(call) ? all.filter(({ required }) => required === true) : all
  }
  return { gatesFor, isReadOnly }
}

function listEntries(
  capabilities: Capability[],
  connections: Record<string, Connection>,
): ReadonlyMap<string, Entry[]> {
  const entries = new Map<string, Entry[]>()
  for (const capability of capabilities) {
    const gates = capability.gates ?? []
    if (gates.length === 0 && !capability.readOnly) continue
    const { keys, ...alike } = identityOf(capability.executor, connections)
    const entry: Entry = { gates, readOnly: capability.readOnly, ...alike }
    for (const key of keys) {
      const known = entries.get(key)
      if (known === undefined) entries.set(key, [entry])
      else known.push(entry)
    }
  }
  return entries
}

function isImported({ connection, include, exclude }: ImportRule, call: ResolvedCall): boolean {
  if (call.kind !== 'mcp' || call.connection !== connection || exclude.includes(call.tool)) return false
  return include.length === 0 || include.includes(call.tool)
}

function unique(gates: Gate[]): Gate[] {
  return [...new Set(gates)]
}

const always = () => true
const never = () => false

/** Where the gates of a declaration are looked for, and for which calls found there they hold. */
function identityOf(
  executor: ExecutorDeclaration,
  connections: Record<string, Connection>,
): { keys: string[]; reaches: Entry['reaches']; makes: Entry['makes'] } {
  switch (executor.kind) {
    case 'mcp':
      return { keys: [keyOf('mcp', executor.connection, executor.tool)], reaches: always, makes: always }
    case 'cli': {
      const name = executor.connection
      const connection = name === undefined ? undefined : connectionNamed(connections, name)
      const inherited = connection?.kind === 'cli' ? connection.command : undefined
      const command = executor.command ?? inherited
      if (command === undefined) return { keys: [], reaches: never, makes: never }
      const program = programOf(command)
      // The same program without the connection does the same; one that is declared without, does it with any.
      const keys =
        name === undefined
          ? [keyOf('cli', '*', program)]
          : [keyOf('cli', 'on', name, program), keyOf('cli', 'bare', program)]
      return { keys, ...commandsAlike(executor.args, command) }
    }
    case 'rest':
      return {
        keys: [keyOf('rest', executor.connection, executor.method)],
        ...requestsAlike(executor.path),
      }
    case 'workflow':
      return { keys: [keyOf('workflow', executor.definitionId)], reaches: always, makes: always }
    case 'orchestrator':
      return { keys: [keyOf('orchestrator', executor.action)], reaches: always, makes: always }
    case 'noop':
    case 'parallel':
    case 'human':
      return { keys: [], reaches: never, makes: never }
  }
}

function keysOf(call: ResolvedCall): string[] {
  switch (call.kind) {
    case 'mcp':
      return [keyOf('mcp', call.connection, call.tool)]
    case 'cli': {
      const program = programOf(call.command)
      const own =
        call.connection === null
          ? keyOf('cli', 'bare', program)
          : keyOf('cli', 'on', call.connection, program)
      return [own, keyOf('cli', '*', program)]
    }
    case 'rest':
      return [keyOf('rest', call.connection, call.method)]
    case 'workflow':
      return [keyOf('workflow', call.definitionId)]
    case 'orchestrator':
      return [keyOf('orchestrator', call.action)]
    case 'noop':
    case 'parallel':
    case 'human':
      return []
  }
}

function connectionNamed(connections: Record<string, Connection>, name: string): Connection | undefined {
  return Object.hasOwn(connections, name) ? connections[name] : undefined
}

function keyOf(...parts: string[]): string {
  return JSON.stringify(parts)
}

/** `kubectl` and `/usr/local/bin/kubectl` are looked for in one place. */
function programOf(command: string): string {
  return (command.split(/[/\\]/).at(-1) ?? '').replace(/\.(?:exe|cmd|bat)$/i, '')
}
