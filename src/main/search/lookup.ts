/** What is in the catalog at this moment, by id: swapped at once, before anything is prepared for searching. */
import type { DiscoveryKind } from '../model/configuration.ts'
import type { Capability } from '../model/definition.ts'
import { ownOf } from '../model/json.ts'
import {
  type CatalogEntry,
  type CatalogSource,
  describeConnection,
  entryOfCapability,
  entryOfWorkflow,
} from './catalog.ts'
import type { Surroundings } from './describe.ts'

export interface Lookup {
  /** The entry with this id; a workflow goes before a capability, a capability before a connection. */
  entry(id: string): CatalogEntry | null
  /** All entries that a start with this id could mean. */
  bearers(id: string): CatalogEntry[]
  /** What an entry of an older catalog is now; null: it is not offered any more, or something else has its id. */
  present(entry: CatalogEntry): CatalogEntry | null
  /** What decides whether people are asked before something runs. */
  readonly around: Surroundings
  /** What home and search show of a kind: nothing of a kind that `discovery.include` leaves out. */
  listed(kind: CatalogEntry['kind']): CatalogEntry[]
  /** What describe knows: workflows and capabilities can be started whether they are listed or not. */
  known(): CatalogEntry[]
  /** Of those; nothing is made for them. */
  ids(): Iterable<string>
}

export function createLookup(source: CatalogSource): Lookup {
  const named = source.capability ?? nameAll(source.capabilities)
  const connections = new Map(
    source.connections.map((connection) => [connection.name, describeConnection(connection)]),
  )
  let known: CatalogEntry[] | null = null
  const isListed = (kind: CatalogEntry['kind']): boolean => source.include.includes(CATEGORIES[kind])

  const workflow = (id: string): CatalogEntry | null => {
    const definition = ownOf(source.workflows, id)
    return definition === undefined ? null : entryOfWorkflow(definition)
  }
  const capability = (id: string): CatalogEntry | null => {
    const found = named(id)
    return found === null ? null : entryOfCapability(found)
  }
  const connection = (id: string): CatalogEntry | null =>
    isListed('connection') ? (connections.get(id) ?? null) : null

  function present(entry: CatalogEntry): CatalogEntry | null {
    const { id, kind } = entry
    if (!isListed(kind)) return null
    if (kind === 'workflow') return workflow(id)
    if (kind === 'connection') return connection(id)
    const now = capability(id)
    return now === entry || (now !== null && originOf(now) === originOf(entry)) ? now : null
  }

  function all(kind: CatalogEntry['kind']): CatalogEntry[] {
    if (kind === 'workflow') return Object.values(source.workflows).map(entryOfWorkflow)
    if (kind === 'capability') return source.capabilities.map(entryOfCapability)
    return [...connections.values()]
  }

  return {
    entry: (id) => workflow(id) ?? capability(id) ?? connection(id),
    bearers(id) {
      const startable = [workflow(id), capability(id)].filter((entry) => entry !== null)
      if (startable.length > 0) return startable
      const found = connection(id)
      return found === null ? [] : [found]
    },
    present,
    around: {
      gatesBefore: source.gatesBefore ?? (({ gates = [] }) => gates),
      workflow: (id) => workflow(id)?.workflow ?? null,
    },
    listed: (kind) => (isListed(kind) ? all(kind) : []),
    *ids() {
      yield* Object.keys(source.workflows)
      for (const { id } of source.capabilities) yield id
      if (isListed('connection')) yield* connections.keys()
    },
    known() {
      known ??= [
        ...all('workflow'),
        ...all('capability'),
        ...(isListed('connection') ? all('connection') : []),
      ]
      return known
    },
  }
}

function nameAll(capabilities: readonly Capability[]): (id: string) => Capability | null {
  const byId = new Map(capabilities.map((capability) => [capability.id, capability]))
  return (id) => byId.get(id) ?? null
}

const CATEGORIES: Record<CatalogEntry['kind'], DiscoveryKind> = {
  workflow: 'workflows',
  capability: 'proxy',
  connection: 'connections',
}

/** One id can go from one tool to another: what was said of the first is not true of the second. */
function originOf({ capability }: CatalogEntry): string {
  const source = capability?.source
  return source?.kind === 'import' ? `${source.connection}\n${source.tool}` : (source?.kind ?? '')
}
