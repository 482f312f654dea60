/** Items are read piece by piece, to the last one: of what is left out, something runs twice or waits for ever. */

import type { ItemKind, ItemOf } from '../model/item.ts'
import { everyPage } from '../model/pages.ts'
import type { ItemFilter, Store } from './ports.ts'

const PIECE = 200

/** All that fit, however many there are. */
export async function* everyItem<Kind extends ItemKind = ItemKind>(
  store: Pick<Store, 'approvals'>,
  filter: ItemFilter<Kind>,
): AsyncGenerator<ItemOf<Kind>> {
  for await (const { items } of everyPage((from) =>
    store.approvals(filter, { limit: PIECE, uncounted: true, ...from }),
  ))
    yield* items
}

export async function allItems<Kind extends ItemKind = ItemKind>(
  store: Pick<Store, 'approvals'>,
  filter: ItemFilter<Kind>,
): Promise<ItemOf<Kind>[]> {
  const items: ItemOf<Kind>[] = []
  for await (const item of everyItem(store, filter)) items.push(item)
  return items
}
