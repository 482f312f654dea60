import type { CatalogItem } from '../../../preload/contract.ts'

export interface ItemFilter {
  kind: CatalogItem['kind']
  text: string
  /** Empty: any. */
  tag: string
  source: string
}

/** What matches, by title. Every word of the text must stand somewhere in what is known of the item. Pure. */
export function filterItems(items: readonly CatalogItem[], filter: ItemFilter): CatalogItem[] {
  const wanted = filter.text.toLowerCase().split(/\s+/u).filter(Boolean)
  return items
    .filter(
      (item) =>
        item.kind === filter.kind &&
        (filter.tag === '' || item.tags.includes(filter.tag)) &&
        (filter.source === '' || item.source === filter.source) &&
        wanted.every((word) => textOf(item).includes(word)),
    )
    .sort((one, other) => one.title.localeCompare(other.title) || one.id.localeCompare(other.id))
}

function textOf({ id, title, description, tags, aliases, source }: CatalogItem): string {
  return [id, title, description, source, ...tags, ...aliases].join('\n').toLowerCase()
}

/** The tags and sources that items of a kind have, each once, in order. Pure. */
export function listChoices(
  items: readonly CatalogItem[],
  kind: CatalogItem['kind'],
): { tags: string[]; sources: string[] } {
  const own = items.filter((item) => item.kind === kind)
  return {
    tags: [...new Set(own.flatMap((item) => item.tags))].sort((one, other) => one.localeCompare(other)),
    sources: [...new Set(own.map((item) => item.source))].sort((one, other) => one.localeCompare(other)),
  }
}
