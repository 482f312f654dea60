/** What can be found, and by whom: one entry for each workflow, capability and connection. May import: model. */
import type { DiscoveryKind } from '../model/configuration.ts'
import type { Capability, Definition, Gate, Transition } from '../model/definition.ts'
import type { JsonSchema } from '../model/json.ts'
import type { Principal } from '../model/principal.ts'

export interface CatalogSource {
  workflows: Record<string, Definition>
  capabilities: Capability[]
  /** The gates that a step will meet; absent: none but its own. */
  gatesBefore?(step: Pick<Transition, 'executor' | 'reliability' | 'gates'>): Gate[]
  /** Finds one of them, where somebody has a map of them already. */
  capability?(id: string): Capability | null
  connections: { name: string; title: string; kind: string }[]
  include: DiscoveryKind[]
}

export interface CatalogEntry {
  id: string
  kind: 'workflow' | 'capability' | 'connection'
  title: string
  description: string
  tags: string[]
  aliases: string[]
  /** Requests that it serves, in somebody's words; `classic` does not look at them. */
  examples: string[]
  /** What else is searched, with the least weight. */
  text: string
  inputSchema?: JsonSchema
  outputSchema?: JsonSchema
  /** Where it comes from: `configuration`, or the name of the connection that it was imported from. */
  source: string
  workflow?: Definition
  capability?: Capability
}

export const ENTRY_KINDS: readonly CatalogEntry['kind'][] = ['workflow', 'capability', 'connection']

/** Entries of the included categories: workflows, then capabilities, then connections. */
export function createCatalogEntries(source: CatalogSource): CatalogEntry[] {
  const includes = (kind: DiscoveryKind): boolean => source.include.includes(kind)
  return [
    ...(includes('workflows') ? Object.values(source.workflows).map(entryOfWorkflow) : []),
    ...(includes('proxy') ? source.capabilities.map(entryOfCapability) : []),
    ...(includes('connections') ? source.connections.map(describeConnection) : []),
  ]
}

/** A definition that stays the same object has one entry: what did not change is told by identity. */
const described = new WeakMap<Definition | Capability, CatalogEntry>()

export function entryOfWorkflow(workflow: Definition): CatalogEntry {
  return described.get(workflow) ?? keep(workflow, describeWorkflow(workflow))
}

export function entryOfCapability(capability: Capability): CatalogEntry {
  return described.get(capability) ?? keep(capability, describeCapability(capability))
}

function keep(declaration: Definition | Capability, entry: CatalogEntry): CatalogEntry {
  described.set(declaration, entry)
  return entry
}

function describeWorkflow(workflow: Definition): CatalogEntry {
  return {
    id: workflow.id,
    kind: 'workflow',
    title: workflow.title,
    description: workflow.description ?? '',
    tags: workflow.tags,
    aliases: workflow.aliases,
    examples: workflow.examples,
    text: textOf(workflow),
    ...(workflow.inputSchema === undefined ? {} : { inputSchema: workflow.inputSchema }),
    source: 'configuration',
    workflow,
  }
}

/** State names and descriptions, goals and guidance, and the transitions' names, titles and descriptions. */
function textOf(workflow: Definition): string {
  const words: (string | undefined)[] = []
  for (const [name, state] of Object.entries(workflow.states)) {
    words.push(name, state.description, state.goal, state.guidance)
    for (const [transitionName, transition] of Object.entries(state.transitions)) {
      words.push(transitionName, transition.title, transition.description)
    }
  }
  return words.filter((word) => word !== undefined).join(' ')
}

function describeCapability(capability: Capability): CatalogEntry {
  const { id, title, description, tags, aliases, examples, source } = capability
  return {
    id,
    kind: 'capability',
    title: title === '' ? id : title,
    description,
    tags,
    aliases,
    examples,
    text: id,
    ...(capability.inputSchema === undefined ? {} : { inputSchema: capability.inputSchema }),
    ...(capability.outputSchema === undefined ? {} : { outputSchema: capability.outputSchema }),
    source: source.kind === 'import' ? source.connection : 'configuration',
    capability,
  }
}

export function describeConnection(connection: CatalogSource['connections'][number]): CatalogEntry {
  return {
    id: connection.name,
    kind: 'connection',
    title: connection.title,
    description: `Connection of kind ${connection.kind}.`,
    tags: [],
    aliases: [],
    examples: [],
    text: connection.name,
    source: 'configuration',
  }
}

/** Tag limits of a client (R1.6): only items with one of its tags exist for it. Null: people and the engine see all. */
export function allowedTags(who: Principal): string[] | null {
  return who.kind === 'agent' ? who.tags : null
}

export function maySee(who: Principal, item: { tags: string[] }): boolean {
  const allowed = allowedTags(who)
  return allowed === null || item.tags.some((tag) => allowed.includes(tag))
}
