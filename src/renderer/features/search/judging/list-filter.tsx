import { useDesk } from '../../../state.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { SearchField } from '../../../ui/controls/search-field.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'

interface FilterWords<Selection extends string, Order extends string> {
  find: string
  only: string
  onlyOf: Readonly<Record<Selection, string>>
  onlyCount(label: string, count: number): string
  order: string
  orders: Readonly<Record<Order, string>>
  count(shown: number, all: number): string
}

/** What a list is narrowed and ordered by, and how much of it is shown. `list` begins the names of its filters. */
export function ListFilter<Selection extends string, Order extends string>({
  list,
  words,
  only,
  orders,
  countOf,
  shown,
  all,
  className = '',
}: {
  list: 'judged' | 'traffic'
  words: FilterWords<Selection, Order>
  only: { value: Selection; values: readonly Selection[] }
  orders: { value: Order; values: readonly Order[] }
  countOf: (only: Selection) => number
  shown: number
  all: number
  className?: string
}) {
  const { filters, setFilter } = useDesk()
  return (
    <div id={`${list}-filter`} className={`flex flex-wrap items-center gap-2 py-2 ${className}`}>
      <SearchField
        label={words.find}
        value={filters[`${list}.text`] ?? ''}
        onChange={(next) => setFilter(`${list}.text`, next)}
        className="min-w-0 flex-1 basis-52"
      />
      <Select
        label={words.only}
        value={only.value}
        onChange={(next) => setFilter(`${list}.only`, next)}
        options={only.values.map((value) => ({
          value,
          label: words.onlyCount(words.onlyOf[value], countOf(value)),
        }))}
        className="w-48"
      />
      <Select
        label={words.order}
        value={orders.value}
        onChange={(next) => setFilter(`${list}.order`, next)}
        options={orders.values.map((value) => ({ value, label: words.orders[value] }))}
        className="w-48"
      />
      <span role="status" data-count className="text-sm text-ink-muted">
        {words.count(shown, all)}
      </span>
    </div>
  )
}

/** In the place of a list of which its filters have left nothing. */
export function NothingLeft({
  list,
  words,
}: {
  list: 'judged' | 'traffic'
  words: { nothingFound: string; nothingFoundText: string; clearAll: string }
}) {
  const { setFilter } = useDesk()
  return (
    <EmptyState
      title={words.nothingFound}
      actions={
        <Button
          onClick={() => {
            setFilter(`${list}.text`, '')
            setFilter(`${list}.only`, 'all')
          }}
        >
          {words.clearAll}
        </Button>
      }
    >
      {words.nothingFoundText}
    </EmptyState>
  )
}
