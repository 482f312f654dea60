import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { NotLoaded } from '../../lists/failed-to-load.tsx'
import { ListBesideDetail } from '../../lists/list-beside-detail.tsx'
import { focusRow } from '../../lists/list-keys.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { words } from '../../words.ts'
import { CatalogRow } from './catalog-row.tsx'
import { CatalogTabs } from './catalog-tabs.tsx'
import { AddServerButton } from './servers/add-server-button.tsx'
import { useSelection } from './use-selection.ts'
import type { ListView } from './views.ts'
import { catalogWords } from './words.ts'

const ROW_PX = 79

interface ListParts<Item> {
  view: ListView
  call: Pick<UseQueryResult<unknown>, 'isPending' | 'data' | 'error' | 'refetch'>
  /** Those that the filters leave, and how many there are without. */
  items: readonly Item[]
  all: number
  keyOf: (item: Item) => string
  rowOf: (item: Item) => { title: ReactNode; remark: ReactNode; lines: ReactNode[] }
  onClear: () => void
}

/** The parts that all three lists share: the views above, the filter, the list, the detail. */
export function CatalogFrame<Item>({
  id,
  text,
  onText,
  filters,
  detail,
  ...list
}: ListParts<Item> & {
  /** Of what is open. */
  id: string | null
  text: string
  onText: (text: string) => void
  filters: ReactNode
  /** `onBack`: to its row, or to the list. */
  detail: (id: string, onBack: () => void) => ReactNode
}) {
  const { view, items, keyOf } = list
  // biome-ignore lint/correctness/useExhaustiveDependencies: how an item is named does not change
  const keys = useMemo(() => items.map(keyOf), [items])
  const open = useSelection(view, id, keys)
  return (
    <ListBesideDetail
      title={words.screens.catalog}
      list={
        <>
          <CatalogTabs view={view} />
          <div id="catalog-filter" className="flex flex-col gap-2 border-b border-line p-2">
            <SearchField label={catalogWords.filter[view]} value={text} onChange={onText} />
            {filters}
          </div>
          <ListBody {...list} id={id} onOpen={open} />
        </>
      }
      detail={id === null ? null : detail(id, () => (keys.includes(id) ? focusRow(id) : open(null)))}
      detailFirst={id !== null}
    />
  )
}

/** The rows, or why there are none and what to do. */
function ListBody<Item>({
  view,
  call: { isPending, data, error, refetch },
  items,
  all,
  keyOf,
  rowOf,
  onClear,
  id,
  onOpen,
}: ListParts<Item> & { id: string | null; onOpen: (key: string) => void }) {
  if (isPending || data === undefined)
    return <NotLoaded error={error} onRetry={() => void refetch()} lines={8} className="p-4" />
  if (all === 0) {
    return (
      <EmptyState
        title={catalogWords.empty[view].title}
        actions={
          <>
            {view === 'workflows' ? null : <AddServerButton look="solid" />}
            <ButtonLink href="#/settings/workspace">{catalogWords.whereFile}</ButtonLink>
          </>
        }
      >
        {catalogWords.empty[view].text}
      </EmptyState>
    )
  }
  if (items.length === 0) {
    return (
      <EmptyState
        title={catalogWords.nothingFound}
        actions={<Button onClick={onClear}>{catalogWords.clearAll}</Button>}
      >
        {catalogWords.nothingFoundText}
      </EmptyState>
    )
  }
  return (
    <>
      <VirtualList label={catalogWords.lists[view]} items={items} keyOf={keyOf} rowPx={ROW_PX} selected={id}>
        {(item, tabIndex) => (
          <CatalogRow
            {...rowOf(item)}
            id={keyOf(item)}
            tabIndex={tabIndex}
            selected={keyOf(item) === id}
            onSelect={() => onOpen(keyOf(item))}
          />
        )}
      </VirtualList>
      <p data-count className="shrink-0 border-t border-line px-4 py-1 text-sm text-ink-muted">
        {catalogWords.count[view](items.length, all)}
      </p>
    </>
  )
}
