import { useLocation } from 'wouter'
import type { CatalogItem } from '../../../preload/contract.ts'
import { useCall } from '../../queries.ts'
import { Tabs } from '../../ui/controls/tabs.tsx'
import { words } from '../../words.ts'
import { type CatalogView, routeOf, VIEWS } from './views.ts'
import { catalogWords } from './words.ts'

/** The parts of the catalog, above each of them. */
export function CatalogTabs({ view }: { view: CatalogView }) {
  const [, navigate] = useLocation()
  const unhealthy = useCall('desk.status', {}).data?.unhealthy.length ?? 0
  const items = useCall('catalog.list', {}).data
  const countOf = (kind: CatalogItem['kind']) => items?.filter((item) => item.kind === kind).length
  const counts: Partial<Record<CatalogView, number | undefined>> = {
    workflows: countOf('workflow'),
    capabilities: countOf('capability'),
  }
  return (
    <div className="flex h-12 shrink-0 items-end border-b border-line px-4">
      <Tabs<CatalogView>
        label={catalogWords.views}
        value={view}
        onChange={(next) => navigate(routeOf(next, null))}
        tabs={VIEWS.map((value) => ({
          value,
          ...(counts[value] === undefined ? {} : { count: counts[value] }),
          label: (
            <>
              {words.parts.catalog[value]}
              {value === 'connections' && unhealthy > 0 ? <Unhealthy count={unhealthy} /> : null}
            </>
          ),
        }))}
      />
    </div>
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
