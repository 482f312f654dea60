import { useMemo } from 'react'
import { useDesk } from '../../../state.ts'
import { VirtualList } from '../../../ui/virtual-list.tsx'
import { ListFilter, NothingLeft } from '../judging/list-filter.tsx'
import { useRowKeys } from '../tuning/use-row-keys.ts'
import { TrafficRow } from './traffic-row.tsx'
import { filterTraffic, isOf, ONLY, ORDERS, sortTraffic, type TrafficQuery } from './traffic-rows.ts'
import { trafficWords as words } from './traffic-words.ts'

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
      <ListFilter
        list="traffic"
        words={words}
        only={{ value: only, values: ONLY }}
        orders={{ value: order, values: ORDERS }}
        countOf={(value) => queries.filter((one) => isOf(one, value)).length}
        shown={shown.length}
        all={queries.length}
        className="border-b border-line"
      />
      {shown.length === 0 ? (
        <NothingLeft list="traffic" words={words} />
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
