import { useMemo } from 'react'
import type { CatalogItem } from '../../../preload/contract.ts'
import { useCall } from '../../queries.ts'
import { useDesk } from '../../state.ts'
import { Select } from '../../ui/controls/select.tsx'
import { Status } from '../../ui/feedback/status.tsx'
import { OneLine } from '../../ui/text/quote-chip.tsx'
import { Said } from '../../ui/text/said.tsx'
import { CatalogFrame } from './catalog-frame.tsx'
import { ItemTitle } from './catalog-row.tsx'
import { type Choice, filterItems, listChoices, ORDERS, type Order } from './filter-items.ts'
import { ItemDetail } from './item-detail.tsx'
import { sayOrigin } from './look.ts'
import type { ListView } from './views.ts'
import { catalogWords } from './words.ts'

const NONE: never[] = []

/** Workflows or capabilities: the list with its filters, and one of them. */
export function ItemsPane({ view, id }: { view: Exclude<ListView, 'connections'>; id: string | null }) {
  const { filters, setFilter } = useDesk()
  const kind = view === 'workflows' ? 'workflow' : 'capability'
  const call = useCall('catalog.list', {})
  const all = call.data ?? NONE
  const text = filters[`catalog.${view}.text`] ?? ''
  const wantedTag = filters[`catalog.${view}.tag`] ?? ''
  const wantedSource = filters[`catalog.${view}.source`] ?? ''
  const order = ORDERS.find((one) => one === filters[`catalog.${view}.order`]) ?? 'title'
  const own = useMemo(() => all.filter((item) => item.kind === kind), [all, kind])
  // A tag or source that is gone since must not hide everything without being seen.
  const tag = own.some((item) => item.tags.includes(wantedTag)) ? wantedTag : ''
  const source = own.some((item) => item.source === wantedSource) ? wantedSource : ''
  const filter = useMemo(() => ({ kind, text, tag, source }) as const, [kind, text, tag, source])
  const choices = useMemo(() => listChoices(own, filter), [own, filter])
  const items = useMemo(() => filterItems(own, filter, order), [own, filter, order])
  const set = (name: 'text' | 'tag' | 'source' | 'order') => (value: string) =>
    setFilter(`catalog.${view}.${name}`, value)

  return (
    <CatalogFrame
      view={view}
      id={id}
      text={text}
      onText={set('text')}
      filters={
        <ItemFilters
          choices={choices}
          tag={tag}
          source={source}
          order={order}
          onTag={set('tag')}
          onSource={set('source')}
          onOrder={set('order')}
        />
      }
      call={call}
      items={items}
      all={own.length}
      keyOf={(item) => item.id}
      rowOf={rowOf}
      onClear={() => {
        for (const name of ['text', 'tag', 'source'] as const) set(name)('')
      }}
      detail={(open, onBack) => (
        <ItemDetail
          key={open}
          id={open}
          onTag={(next) => {
            set('text')('')
            set('source')('')
            set('tag')(next)
          }}
          onBack={onBack}
        />
      )}
    />
  )
}

function rowOf(item: CatalogItem) {
  return {
    title: <ItemTitle item={item} />,
    remark: item.blocked ? (
      <Status tone="needs">{catalogWords.notCallable}</Status>
    ) : item.used.count > 0 ? (
      <span title={catalogWords.usedTimes(item.used.count)}>{catalogWords.usedShort(item.used.count)}</span>
    ) : null,
    lines: [
      <span key="id" className="font-mono text-xs">
        {item.id}
      </span>,
      item.blocked ? (
        <Said key="about" text={item.blocked.because} />
      ) : (
        <OneLine key="about" text={item.description} />
      ),
    ],
  }
}

/** By tag and by source, with what each leaves; left out where there is nothing to choose between. And the order. */
function ItemFilters({
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
          options={[
            { value: '', label: catalogWords.anySource },
            ...sources.map((each) => ({
              ...optionOf(each),
              label: catalogWords.choice(sayOrigin(each.value), each.count),
            })),
          ]}
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
