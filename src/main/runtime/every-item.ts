/** Items are read piece by piece, to the last one: of what is left out, something runs twice or waits for ever. */
import type { ItemKind, ItemOf } from '../model/item.ts'
import type { ItemFilter, Store } from './ports.ts'

const PIECE = 200

/** All that fit, however many there are. */
export async function* everyItem<Kind extends ItemKind = ItemKind>(
  store: Pick<Store, 'approvals'>,
  filter: ItemFilter<Kind>,
): AsyncGenerator<ItemOf<Kind>> {
  let cursor: string | undefined
  do {
    const page = await store.approvals(filter, {
      limit: PIECE,
      uncounted: true,
      ...(cursor === undefined ? {} : { cursor }),
    })
    yield* page.items
    cursor = page.nextCursor
  } while (cursor !== undefined)
}

export async function allItems<Kind extends ItemKind = ItemKind>(
  store: Pick<Store, 'approvals'>,
  filter: ItemFilter<Kind>,
): Promise<ItemOf<Kind>[]> {
  const items: ItemOf<Kind>[] = []
  for await (const item of everyItem(store, filter)) items.push(item)
  return items
}
