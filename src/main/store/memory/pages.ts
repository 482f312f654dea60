/** Sorted pages of lists in memory, equal to those of the database. May import: runtime/ports. */
import type { Page, ResultPage } from '../../runtime/ports.ts'
import { compareText, readCursor, writeCursor } from '../sqlite/paging.ts'

type Keys = (string | number)[]

export interface PageOrder<Item> {
  keys(item: Item): Keys
  kinds: readonly ('string' | 'number')[]
  direction: 'ASC' | 'DESC'
}

export function sortByKeys<Item>(items: readonly Item[], keys: (item: Item) => Keys): Item[] {
  return items.toSorted((left, right) => compareKeys(keys(left), keys(right)))
}

export function takePage<Item>(items: readonly Item[], order: PageOrder<Item>, page: Page): ResultPage<Item> {
  const ascending = sortByKeys(items, order.keys)
  const ordered = order.direction === 'ASC' ? ascending : ascending.toReversed()
  const sign = order.direction === 'ASC' ? 1 : -1
  const from = page.cursor === undefined ? null : readCursor(page.cursor, order.kinds)
  const rest = from ? ordered.filter((item) => compareKeys(order.keys(item), from) * sign > 0) : ordered
  const shown = rest.slice(0, page.limit)
  const last = shown.at(-1)
  const more = rest.length > shown.length && last !== undefined
  const total = page.uncounted === true ? shown.length : items.length
  return { items: shown, total, ...(more ? { nextCursor: writeCursor(order.keys(last)) } : {}) }
}

function compareKeys(left: Keys, right: Keys): number {
  for (const [index, key] of left.entries()) {
    const other = right[index] ?? ''
    const order = typeof key === 'number' ? key - Number(other) : compareText(key, String(other))
    if (order !== 0) return order
  }
  return 0
}
