import type { CatalogItem } from '../../preload/contract.ts'

/**
 * Items that hold every word of a text somewhere, those that hold it in their name first; at most `most`. Not the
 * ranking of agents: what a search does not find must be found here. Pure.
 */
export function findItems(items: readonly CatalogItem[], text: string, most: number): CatalogItem[] {
  const wanted = text.toLowerCase().split(/\s+/u).filter(Boolean)
  if (wanted.length === 0) return []
  const found: { item: CatalogItem; named: number }[] = []
  for (const item of items) {
    if (item.kind === 'connection') continue
    const name = `${item.title}\n${item.id}`.toLowerCase()
    const rest = [item.description, item.source, ...item.tags, ...item.aliases].join('\n').toLowerCase()
    if (!wanted.every((word) => name.includes(word) || rest.includes(word))) continue
    found.push({ item, named: wanted.filter((word) => name.includes(word)).length })
  }
  return found
    .sort(
      (one, other) =>
        other.named - one.named ||
        one.item.title.length - other.item.title.length ||
        (one.item.id < other.item.id ? -1 : 1),
    )
    .slice(0, most)
    .map(({ item }) => item)
}
