/** A catalog and all that is derived from it, made together so that they are swapped together. */
import { type CatalogEntry, type CatalogSource, createCatalogEntries, ENTRY_KINDS } from './catalog.ts'
import { type ClassicIndex, createClassicIndex } from './classic-index.ts'
import { digest } from './cursor.ts'
import { compareBytes } from './words.ts'

export interface Snapshot {
  /** What home and search show: the categories that `discovery.include` names; by kind, then by id. */
  listed: CatalogEntry[]
  /** What describe knows besides: workflows and capabilities can be started whether they are listed or not. */
  known: CatalogEntry[]
  /** Built with the first search: a start need not wait for it, nor a reload that nobody searches after. */
  readonly index: ClassicIndex
  /** Changes with everything that can change an answer's order. */
  readonly fingerprint: number
  /** The entry with this id; a workflow goes before a capability, a capability before a connection. */
  entry(id: string): CatalogEntry | null
  /** All entries that a start with this id could mean. */
  bearers(id: string): CatalogEntry[]
}

export function takeSnapshot(source: CatalogSource): Snapshot {
  const listed = createCatalogEntries(source).sort(compareInCatalog)
  const known = createCatalogEntries({ ...source, include: [...source.include, 'workflows', 'proxy'] })
  const byId = new Map<string, CatalogEntry[]>()
  for (const entry of known) byId.set(entry.id, [...(byId.get(entry.id) ?? []), entry])
  let index: ClassicIndex | null = null
  let fingerprint: number | null = null
  return {
    listed,
    known,
    get index() {
      index ??= createClassicIndex(listed)
      return index
    },
    get fingerprint() {
      fingerprint ??= fingerprintOf(listed)
      return fingerprint
    },
    entry: (id) => byId.get(id)?.[0] ?? null,
    bearers(id) {
      const all = byId.get(id) ?? []
      const startable = all.filter(({ kind }) => kind !== 'connection')
      return startable.length > 0 ? startable : all
    },
  }
}

function fingerprintOf(entries: readonly CatalogEntry[]): number {
  return digest(
    JSON.stringify(
      entries.map(({ id, kind, title, description, tags, aliases, text }) => [
        id,
        kind,
        title,
        description,
        tags,
        aliases,
        text,
      ]),
    ),
  )
}

function compareInCatalog(left: CatalogEntry, right: CatalogEntry): number {
  const kinds = ENTRY_KINDS.indexOf(left.kind) - ENTRY_KINDS.indexOf(right.kind)
  return kinds === 0 ? compareBytes(left.id, right.id) : kinds
}
