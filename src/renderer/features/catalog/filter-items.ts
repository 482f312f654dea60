import type { CatalogItem } from '../../../preload/contract.ts'

export interface ItemFilter {
  kind: CatalogItem['kind']
  text: string
  /** Empty: any. */
  tag: string
  source: string
}

export const ORDERS = ['title', 'often', 'last'] as const
export type Order = (typeof ORDERS)[number]

/** What matches. Every word of the text must stand somewhere in what is known of the item. Pure. */
export function filterItems(
  items: readonly CatalogItem[],
  filter: ItemFilter,
  order: Order = 'title',
): CatalogItem[] {
  const wanted = filter.text.toLowerCase().split(/\s+/u).filter(Boolean)
  const byTitle = (one: CatalogItem, other: CatalogItem) =>
    one.title.localeCompare(other.title) || one.id.localeCompare(other.id)
  const compare = {
    title: byTitle,
    often: (one: CatalogItem, other: CatalogItem) => other.used.count - one.used.count || byTitle(one, other),
    last: (one: CatalogItem, other: CatalogItem) =>
      (other.used.lastAt ?? '').localeCompare(one.used.lastAt ?? '') || byTitle(one, other),
  }[order]
  return items
    .filter(
      (item) =>
        item.kind === filter.kind &&
        (filter.tag === '' || item.tags.includes(filter.tag)) &&
        (filter.source === '' || item.source === filter.source) &&
        wanted.every((word) => textOf(item).includes(word)),
    )
    .sort(compare)
}

function textOf({ id, title, description, tags, aliases, source }: CatalogItem): string {
  return [id, title, description, source, ...tags, ...aliases].join('\n').toLowerCase()
}

export interface Choice {
  value: string
  /** Items that it leaves, with whatever else is asked for. */
  count: number
}

/** The tags and sources that items of that kind have, each once, in order. Pure. */
export function listChoices(
  items: readonly CatalogItem[],
  filter: ItemFilter,
): { tags: Choice[]; sources: Choice[] } {
  const own = items.filter((item) => item.kind === filter.kind)
  return {
    tags: countChoices(own, filterItems(own, { ...filter, tag: '' }), (item) => item.tags),
    sources: countChoices(own, filterItems(own, { ...filter, source: '' }), (item) => [item.source]),
  }
}

function countChoices(
  all: readonly CatalogItem[],
  left: readonly CatalogItem[],
  valuesOf: (item: CatalogItem) => string[],
): Choice[] {
  const counts = new Map(all.flatMap(valuesOf).map((value) => [value, 0]))
  for (const item of left)
    for (const value of new Set(valuesOf(item))) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((one, other) => one.value.localeCompare(other.value))
}
