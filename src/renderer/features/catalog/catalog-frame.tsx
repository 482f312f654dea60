import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import type { CatalogItem } from '../../../preload/contract.ts'
import { ListBesideDetail } from '../../lists/list-beside-detail.tsx'
import { useCall } from '../../queries.ts'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { Tabs } from '../../ui/controls/tabs.tsx'
import { words } from '../../words.ts'
import { routeOf, VIEWS, type View } from './views.ts'
import { catalogWords } from './words.ts'

/** The parts that all three lists share: the views above, the filter, the list, the detail. */
export function CatalogFrame({
  view,
  text,
  onText,
  filters,
  list,
  detail,
}: {
  view: View
  text: string
  onText: (text: string) => void
  filters?: ReactNode
  list: ReactNode
  detail: ReactNode
}) {
  const [, navigate] = useLocation()
  const unhealthy = useCall('desk.status', {}).data?.unhealthy.length ?? 0
  const items = useCall('catalog.list', {}).data
  const countOf = (kind: CatalogItem['kind']) => items?.filter((item) => item.kind === kind).length
  const counts: Record<View, number | undefined> = {
    workflows: countOf('workflow'),
    capabilities: countOf('capability'),
    connections: undefined,
  }
  return (
    <ListBesideDetail
      list={
        <>
          <div className="flex h-12 shrink-0 items-center overflow-x-auto border-b border-line px-4 [scrollbar-width:none]">
            <h1 className="sr-only">{words.screens.catalog}</h1>
            <Tabs<View>
              label={catalogWords.views}
              value={view}
              onChange={(next) => navigate(routeOf(next, null))}
              tabs={VIEWS.map((value) => ({
                value,
                ...(counts[value] === undefined ? {} : { count: counts[value] }),
                label: (
                  <>
                    {catalogWords.view[value]}
                    {value === 'connections' && unhealthy > 0 ? <Unhealthy count={unhealthy} /> : null}
                  </>
                ),
              }))}
            />
          </div>
          <div id="catalog-filter" className="flex flex-col gap-2 border-b border-line p-2">
            <SearchField
              label={catalogWords.filter[view]}
              clearLabel={catalogWords.clearFilter}
              value={text}
              onChange={onText}
            />
            {filters}
          </div>
          {list}
        </>
      }
      detail={detail}
    />
  )
}

function Unhealthy({ count }: { count: number }) {
  return (
    <span className="text-sm text-failed">
      <span aria-hidden>✕ </span>
      {count}
      <span className="sr-only"> {catalogWords.unhealthy}</span>
    </span>
  )
}
