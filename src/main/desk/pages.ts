/** Pages of the long lists, as the window gets them. */
import type { PageOf } from '../../preload/contract.ts'
import type { Page, ResultPage } from '../runtime/ports.ts'

/** So long one page of a search may look, in milliseconds: a call of the desk takes no longer than a blink. */
export const SEARCH_MS = 100

/** What is read for it. Only the first page tells how many there are: counting reads every row that is meant. */
export function pageFrom(limit: number, cursor: string | undefined): Page {
  return { limit, withinMs: SEARCH_MS, ...(cursor === undefined ? {} : { cursor, uncounted: true }) }
}

/** `items`: those of the page, as the window shows them. */
export function pageOf<Item>(
  { total, nextCursor, partial }: Omit<ResultPage<unknown>, 'items'>,
  items: Item[],
): PageOf<Item> {
  return { items, total, nextCursor: nextCursor ?? null, isPartial: partial ?? false }
}
