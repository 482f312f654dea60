/** An item of the catalog as every list of the desk shows it. May import: gateway.ts (types), preload/contract. */
import type { CatalogItem } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'
import { ownOf } from '../../model/json.ts'

export type Entry = ReturnType<Gateway['discovery']['entries']>[number]
export type Usage = Awaited<ReturnType<Gateway['store']['usage']>>

export function describeEntry(entry: Entry, usage: Usage): CatalogItem {
  const { id, kind, title, description, tags, aliases, source } = entry
  const used = ownOf(usage, id)
  return {
    id,
    kind,
    title,
    description,
    tags,
    aliases,
    source,
    used: { count: used?.count ?? 0, lastAt: used?.lastAt ?? null },
    blocked: null,
  }
}
