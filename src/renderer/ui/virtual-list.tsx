import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { measureShown } from './measure-shown.ts'

/** A list of which only the rows in sight exist. Tab stops at one of them, which always exists: the selected one, else the first. */
export function VirtualList<Item>({
  label,
  items,
  keyOf,
  rowPx,
  selected,
  onEnd,
  children,
}: {
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => string
  /** What a row is about as high as. */
  rowPx: number
  /** The key of the row that is kept in sight. */
  selected: string | null
  /** The end of what is loaded came near. */
  onEnd?: () => void
  /** `tabIndex`: of the element of the row that takes the focus. */
  children: (item: Item, tabIndex: 0 | -1) => ReactNode
}) {
  const frame = useRef<HTMLDivElement>(null)
  const place = selected === null ? -1 : items.findIndex((item) => keyOf(item) === selected)
  const entry = Math.max(0, place)
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => frame.current,
    measureElement: measureShown,
    estimateSize: () => rowPx,
    getItemKey: (index) => {
      const item = items[index]
      return item === undefined ? index : keyOf(item)
    },
    overscan: 8,
    rangeExtractor: useCallback((range: Range) => withRow(defaultRangeExtractor(range), entry), [entry]),
  })
  const shown = virtual.getVirtualItems()
  const last = virtual.range?.endIndex ?? 0
  useEffect(() => {
    if (last >= items.length - 20) onEnd?.()
  }, [last, items.length, onEnd])

  useEffect(() => {
    if (place >= 0) virtual.scrollToIndex(place, { align: 'auto' })
  }, [place, virtual])

  return (
    <div ref={frame} className="min-h-0 flex-1 overflow-y-auto">
      <ul aria-label={label} className="relative" style={{ height: virtual.getTotalSize() }}>
        {shown.map(({ index, key, start }) => {
          const item = items[index]
          if (item === undefined) return null
          return (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              {children(item, index === entry ? 0 : -1)}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** The row that Tab leads to is there wherever the list is scrolled to, and keeps the focus. */
export function withRow(indexes: number[], index: number): number[] {
  return index === -1 || indexes.includes(index)
    ? indexes
    : [...indexes, index].sort((one, other) => one - other)
}
