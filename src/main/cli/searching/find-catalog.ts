/** What `search` and `evaluate` look in: a file of tools, or what the agents of a workspace find. */
import { resolve } from 'node:path'
import { contentOf, sourceOf } from '../../gateway/tools/catalog-refresh.ts'
import { type KeptTools, keptTools } from '../../gateway/tools/kept-tools.ts'
import type { SearchProfile } from '../../model/search-profile.ts'
import { type CatalogEntry, createCatalogEntries } from '../../search/catalog.ts'
import { readToolLines } from '../../search/lab/json-lines.ts'
import { type FoundWorkspace, findWorkspace } from '../find-workspace.ts'
import { readLinesOf } from '../text-file.ts'
import { readKept } from './kept-by-desk.ts'
import type { NamedCatalog } from './search-line.ts'

export interface FoundCatalog {
  entries: CatalogEntry[]
  /** What ranks where nobody names a profile. */
  live: SearchProfile
  /** Where the desk keeps profiles; null: it keeps none. */
  database: string | null
  /** What a person should know of how the entries were found, each a sentence. */
  notes: string[]
}

/** @throws as `findWorkspace` and `readLinesOf` */
export async function findCatalog({ tools, config, data }: NamedCatalog): Promise<FoundCatalog> {
  if (tools !== null) {
    const entries = await readLinesOf(resolve(tools), readToolLines)
    const database = data === null ? null : (await findWorkspace({ config: null, data })).database
    return { entries, live: { ranking: 'smart' }, database, notes: [] }
  }
  const workspace = await findWorkspace({ config, data })
  const { configuration, database } = workspace
  const kept =
    database === null
      ? keptTools(configuration, null)
      : await readKept(database, (values) => keptTools(configuration, values))
  const { content } = contentOf(configuration, kept)
  return {
    entries: createCatalogEntries(sourceOf(configuration, content.capabilities)),
    live: configuration.discovery.profile,
    database,
    notes: [...workspace.notes, ...explainMissing(workspace, kept)],
  }
}

function explainMissing({ configuration, database }: FoundWorkspace, kept: KeptTools): string[] {
  const imported = new Set(configuration.imports.map(({ connection }) => connection))
  const unlisted = kept.unlisted.filter((name) => imported.has(name))
  const why =
    database === null
      ? 'only the data folder of a gateway that has run knows them (--data)'
      : 'the gateway has not reached them yet'
  return [
    ...(unlisted.length === 0 ? [] : [`The tools of ${quote(unlisted)} were not searched: ${why}.`]),
    ...(kept.leftOut.length === 0
      ? []
      : [`Not searched: ${quote(kept.leftOut)}, which the server describes otherwise than was accepted.`]),
  ]
}

function quote(names: string[]): string {
  return names.map((name) => `‘${name}’`).join(', ')
}
