/** What is known of each kind of item. May import: the contract, model/item. */
import { INBOX_ITEMS, type KindOfItem, kindOfItem } from '../../../main/model/item.ts'
import type { ItemCard } from '../../../preload/contract.ts'

export function kindView({ kind }: Pick<ItemCard, 'kind'>): KindOfItem {
  return INBOX_ITEMS[kind]
}

/** Of what a person has written or kept, which may name no kind. */
export function titleOfKind(name: string): string {
  return kindOfItem(name)?.title ?? name
}
