import type { CatalogItem, SearchView } from '../../../../preload/contract.ts'

export interface ResultChoices {
  /** Whose explanations are open, or closed, by hand. */
  toggled: Record<string, boolean>
  toggle: (id: string) => void
  /** Chosen to be compared with another. */
  picked: string | null
  pick: (id: string) => void
  /** Asks why the upper one stands above the lower one. */
  askWhy: (above: string, below: string) => void
  /** Asks for words by which this query finds it; null: the item is still to be chosen. */
  makeFindable: (item: CatalogItem | null) => void
}

/** Pure. */
export function isOpen({ toggled }: ResultChoices, view: SearchView, id: string): boolean {
  return toggled[id] ?? (view.compared === null && id === view.results[0]?.item.id)
}
