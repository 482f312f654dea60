import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { words } from '../../words.ts'
import type { ListRow } from './grouping.ts'
import { ItemRow } from './item-row.tsx'

const ROW_PX = 81
const GROUP_PX = 32

/** Only the rows in sight exist, so that ten thousand scroll as smoothly as ten. */
export function ItemList({
  rows,
  selected,
  onSelect,
  onEnd,
}: {
  rows: ListRow[]
  selected: string | null
  onSelect: (id: string) => void
  /** The end of what is loaded came into sight. */
  onEnd: () => void
}) {
  const frame = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: (index) => (rows[index]?.kind === 'group' ? GROUP_PX : ROW_PX),
    getItemKey: (index) => keyOf(rows[index]),
    overscan: 8,
  })
  const shown = virtual.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  useEffect(() => {
    if (last >= rows.length - 20) onEnd()
  }, [last, rows.length, onEnd])

  const place = rows.findIndex((row) => row.kind === 'item' && row.item.id === selected)
  useEffect(() => {
    if (place >= 0) virtual.scrollToIndex(place, { align: 'auto' })
  }, [place, virtual])

  return (
    <div ref={frame} className="min-h-0 flex-1 overflow-y-auto">
      <ul aria-label={words.inbox.list} className="relative" style={{ height: virtual.getTotalSize() }}>
        {shown.map(({ index, key, start }) => {
          const row = rows[index]
          if (row === undefined) return null
          return (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              {row.kind === 'group' ? (
                <h2 className="flex h-8 items-end border-b border-line px-4 pb-1.5 text-xs font-semibold text-ink-muted">
                  {row.name === 'due' ? words.inbox.due : words.inbox.noDeadline}
                </h2>
              ) : (
                <ItemRow
                  item={row.item}
                  selected={row.item.id === selected}
                  onSelect={() => onSelect(row.item.id)}
                />
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function keyOf(row: ListRow | undefined): string {
  if (row === undefined) return ''
  return row.kind === 'group' ? `group ${row.name}` : row.item.id
}
