import { Select } from '../../ui/controls/select.tsx'
import { type Choice, ORDERS, type Order } from './filter-items.ts'
import { catalogWords } from './words.ts'

/** By tag and by source, with what each leaves; left out where there is nothing to choose between. And the order. */
export function ItemFilters({
  choices: { tags, sources },
  tag,
  source,
  order,
  onTag,
  onSource,
  onOrder,
}: {
  choices: { tags: Choice[]; sources: Choice[] }
  tag: string
  source: string
  order: Order
  onTag: (tag: string) => void
  onSource: (source: string) => void
  onOrder: (order: Order) => void
}) {
  return (
    <div className="flex flex-wrap gap-2">
      {tags.length > 0 ? (
        <Select
          label={catalogWords.tag}
          value={tag}
          onChange={onTag}
          options={[{ value: '', label: catalogWords.anyTag }, ...tags.map(optionOf)]}
          className="min-w-0 flex-1 basis-24"
        />
      ) : null}
      {sources.length > 1 ? (
        <Select
          label={catalogWords.source}
          value={source}
          onChange={onSource}
          options={[{ value: '', label: catalogWords.anySource }, ...sources.map(optionOf)]}
          className="min-w-0 flex-1 basis-24"
        />
      ) : null}
      <Select
        label={catalogWords.order}
        value={order}
        onChange={onOrder}
        options={ORDERS.map((value) => ({ value, label: catalogWords.orders[value] }))}
        className="min-w-0 flex-1 basis-24"
      />
    </div>
  )
}

function optionOf({ value, count }: Choice): { value: string; label: string } {
  return { value, label: catalogWords.choice(value, count) }
}
