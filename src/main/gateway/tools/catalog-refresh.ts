/** What can be found and called: the configuration's own, and what is imported from the tools that are accepted. */
import {
  createImportCache,
  type ImportCache,
  type ImportWarning,
  importCapabilities,
} from '../../connections/tools/import.ts'
import type { Configuration } from '../../model/configuration.ts'
import type { Capability } from '../../model/definition.ts'
import { orchestratorCapabilities } from '../../orchestrator/capabilities.ts'
import type { CatalogContent, LiveCatalog } from '../../runtime/live-catalog.ts'
import type { Change, Store } from '../../runtime/ports.ts'
import type { CatalogSource } from '../../search/catalog.ts'
import { createDiscovery, type Discovery } from '../../search/discovery.ts'
import type { Usage } from '../../search/home.ts'
import { connectionOf } from '../../workflow/executors/executors.ts'
import { type DeclaredStep, gatesBefore } from '../../workflow/gates/declared-gates.ts'
import { fingerprintOf } from './pins.ts'
import type { Tools } from './tools.ts'

export interface Offer {
  readonly discovery: Discovery
  /** Takes over what the configuration and the tools are now; at once, or not at all. */
  refresh(): {
    /** Ids of capabilities that were not there before. */
    found: string[]
    warnings: ImportWarning[]
  }
  /** What is to be said of the imports of a connection as they are, as sentences. */
  warningsOf(connection: string): string[]
}

/** What a configuration offers, with the tools that are accepted now. */
export function contentOf(
  { workflows, capabilities, connections, imports, gated = [] }: Configuration,
  tools: Pick<Tools, 'usable'>,
  cache?: ImportCache,
): { content: CatalogContent; warnings: ImportWarning[] } {
  // What only a disabled connection could do is not offered; its gates still stand before the same call.
  const [off, on] = partition(capabilities, ({ executor }) => {
    const name = connectionOf(executor)
    return name !== null && connections[name]?.disabled === true
  })
  const own = [...on, ...orchestratorCapabilities()]
  const taken = [...Object.keys(workflows), ...own.map(({ id }) => id)]
  const imported = importCapabilities(imports, tools.usable, taken, cache)
  const all = [...own, ...imported.capabilities]
  return {
    content: {
      ...{ workflows, capabilities: all, lists: [own, ...imported.lists] },
      ...{ gated: [...gated, ...off], imports, connections },
    },
    warnings: imported.warnings,
  }
}

function partition<Item>(all: readonly Item[], fits: (item: Item) => boolean): [Item[], Item[]] {
  return [all.filter(fits), all.filter((item) => !fits(item))]
}

/** What of that is listed and searched. */
export function sourceOf(
  { workflows, connections, discovery }: Configuration,
  capabilities: Capability[],
): CatalogSource {
  return {
    workflows,
    capabilities,
    connections: Object.values(connections).map(({ name, title, kind }) => ({
      name,
      title: title ?? name,
      kind,
    })),
    include: discovery.include,
  }
}

export function createCatalogRefresh(parts: {
  configuration(): Configuration
  tools: Tools
  catalog: LiveCatalog
  usage(): Usage
  now(): number
  /** Of this start of the gateway. */
  mark: string
  /** What changed last is found by now. */
  renewed(): void
  /** Tools that are only called otherwise: from the old id to the new one. */
  renamed(ids: ReadonlyMap<string, string>): void
}): Offer {
  const { catalog, tools } = parts
  const cache = createImportCache()
  let warned: ImportWarning[] = []

  const replaceCatalog = () => {
    const { content, warnings } = contentOf(parts.configuration(), tools, cache)
    const former = catalog.content()
    const before = new Set(former.lists)
    const changed = (content.lists ?? []).filter((list) => !before.has(list)).flat()
    const found = changed.filter(({ id }) => catalog.capability(id) === null)
    catalog.replace(content)
    warned = warnings
    const renames = findRenamed(former, content)
    if (renames.size > 0) parts.renamed(renames)
    return { found: found.map(({ id }) => id), warnings }
  }

  const source = () => ({
    ...sourceOf(parts.configuration(), catalog.content().capabilities),
    capability: catalog.capability,
    gatesBefore: (step: DeclaredStep) => gatesBefore(step, catalog),
  })

  const settings = () => {
    const { homeLimit, profile } = parts.configuration().discovery
    return { homeLimit, profile }
  }

  replaceCatalog()
  const discovery = createDiscovery({
    source: source(),
    ...settings(),
    usage: parts.usage,
    now: parts.now,
    mark: parts.mark,
    renewed: parts.renewed,
    pause: () => new Promise((resolve) => setImmediate(resolve)),
  })
  return {
    discovery,
    refresh() {
      const changed = replaceCatalog()
      discovery.replace(source(), settings())
      return changed
    },
    warningsOf: (name) => warned.flatMap(({ connection, message }) => (connection === name ? [message] : [])),
  }
}

/** Another prefix, or another name of the server, makes another id of the same tool. */
function findRenamed(before: CatalogContent, after: CatalogContent): Map<string, string> {
  const renames = new Map<string, string>()
  const gone = importedNotIn(before, after)
  if (gone.length === 0) return renames
  const added = new Map(importedNotIn(after, before).map(({ id, from }) => [JSON.stringify(from), id]))
  const names = new Map<string, string | undefined>()
  for (const { id, from } of gone) {
    const [name, tool] = from
    if (!names.has(name)) names.set(name, nameNow(name, before, after))
    const renamed = added.get(JSON.stringify([names.get(name), tool]))
    if (renamed !== undefined) renames.set(id, renamed)
  }
  return renames
}

function importedNotIn(
  { capabilities }: CatalogContent,
  others: CatalogContent,
): { id: string; from: [connection: string, tool: string] }[] {
  const known = new Set(others.capabilities.map(({ id }) => id))
  return capabilities.flatMap(({ id, source }) =>
    source.kind === 'import' && !known.has(id) ? [{ id, from: [source.connection, source.tool] }] : [],
  )
}

/** As whoever is reached in the same way and was not there before. */
function nameNow(name: string, before: CatalogContent, after: CatalogContent): string | undefined {
  const former = before.connections[name]
  if (former === undefined || Object.hasOwn(after.connections, name)) return name
  const added = Object.values(after.connections).filter(
    ({ name: is }) => !Object.hasOwn(before.connections, is),
  )
  const way = fingerprintOf(former)
  return added.find((connection) => fingerprintOf({ ...connection, name }) === way)?.name
}

/** Counts of starts, kept near: home asks for them on every call. */
export async function trackUsage(store: Store, onChange: (listener: (change: Change) => void) => () => void) {
  let counts = await store.usage()
  let stale = false
  const stop = onChange((change) => {
    if (change.topic === 'run') stale = true
  })
  return {
    current() {
      if (stale) {
        stale = false
        store.usage().then(
          (fresh) => {
            counts = fresh
          },
          () => {
            stale = true
          },
        )
      }
      return counts
    },
    close: stop,
  }
}
