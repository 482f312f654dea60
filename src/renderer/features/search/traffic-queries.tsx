import { useMemo } from 'react'
import { useDesk } from '../../state.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Select } from '../../ui/select.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { TrafficRow } from './traffic-row.tsx'
import { filterTraffic, isOf, ONLY, ORDERS, sortTraffic, type TrafficQuery } from './traffic-rows.ts'
import { trafficWords as words } from './traffic-words.ts'
import { useRowKeys } from './use-row-keys.ts'

const ROW_PX = 61

/** Queries of agents, those that find nothing first. */
export function TrafficQueries({
  queries,
  onAdd,
}: {
  queries: readonly TrafficQuery[]
  onAdd: (query: string) => void
}) {
  const { filters, setFilter } = useDesk()
  const text = filters['traffic.text'] ?? ''
  const order = ORDERS.find((one) => one === filters['traffic.order']) ?? 'empty'
  const only = ONLY.find((one) => one === filters['traffic.only']) ?? 'all'
  const shown = useMemo(
    () => sortTraffic(filterTraffic(queries, text, only), order),
    [queries, text, only, order],
  )
  const keys = useMemo(() => shown.map(({ query }) => query), [shown])
  const chosen = filters['traffic.chosen'] ?? null
  const choose = (query: string) => setFilter('traffic.chosen', query)
  useRowKeys({ keys, chosen, choose, filterId: 'traffic-filter' })
  return (
    <div className="flex h-full min-h-96 flex-col">
      <div id="traffic-filter" className="flex flex-wrap items-center gap-2 border-b border-line py-2">
        <SearchField
          label={words.find}
          clearLabel={words.clearFind}
          value={text}
          onChange={(next) => setFilter('traffic.text', next)}
          className="min-w-0 flex-1 basis-52"
        />
        <Select
          label={words.only}
          value={only}
          onChange={(next) => setFilter('traffic.only', next)}
          options={ONLY.map((value) => ({
            value,
            label: words.onlyCount(words.onlyOf[value], queries.filter((one) => isOf(one, value)).length),
          }))}
          className="w-44"
        />
        <Select
          label={words.order}
          value={order}
          onChange={(next) => setFilter('traffic.order', next)}
          options={ORDERS.map((value) => ({ value, label: words.orders[value] }))}
          className="w-48"
        />
        <span role="status" data-count className="text-sm text-ink-muted">
          {words.count(shown.length, queries.length)}
        </span>
      </div>
      {shown.length === 0 ? (
        <EmptyState
          title={words.nothingFound}
          actions={
            <Button
              onClick={() => {
                setFilter('traffic.text', '')
                setFilter('traffic.only', 'all')
              }}
            >
              {words.clearAll}
            </Button>
          }
        >
          {words.nothingFoundText}
        </EmptyState>
      ) : (
        <VirtualList
          label={words.list}
          items={shown}
          keyOf={({ query }) => query}
          rowPx={ROW_PX}
          selected={chosen}
        >
          {(one) => (
            <TrafficRow
              query={one}
              selected={one.query === chosen}
              onChoose={() => choose(one.query)}
              onAdd={() => onAdd(one.query)}
            />
          )}
        </VirtualList>
      )}
    </div>
  )
}
