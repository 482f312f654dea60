import { defaultRangeExtractor, type Range, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { measureShown } from './measure-shown.ts'

/**
 * A list of which only the rows in sight exist. Tab stops at one of them, which always exists: the selected one, else the
 * first. What is looked at stays where it is when rows come above it.
 */
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
  /** The key of the row that is brought into sight, and stays there until somebody scrolls away. */
  selected: string | null
  /** The end of what is loaded came near. */
  onEnd?: () => void
  /** `tabIndex`: of the element of the row that takes the focus. */
  children: (item: Item, tabIndex: 0 | -1) => ReactNode
}) {
  const frame = useRef<HTMLDivElement>(null)
  const place = selected === null ? -1 : items.findIndex((item) => keyOf(item) === selected)
  const entry = Math.max(0, place)
  const readingPlace = useReadingPlace()
  const virtual = useVirtualizer({
    ...readingPlace,
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

  useSelectedInSight(virtual, selected, place)

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

/** Options of a list whose newest rows are seen at its top, and that stays at what is looked at below. */
export function useReadingPlace() {
  const [isAtTop, setAtTop] = useState(true)
  return {
    anchorTo: isAtTop ? ('start' as const) : ('end' as const),
    onChange: ({ scrollOffset }: Virtualizer<HTMLDivElement, Element>) => setAtTop((scrollOffset ?? 0) <= 0),
  }
}

/** Brings a row into sight once it is selected, and again when other rows push it out; not when it is scrolled away. */
export function useSelectedInSight(
  virtual: Virtualizer<HTMLDivElement, Element>,
  selected: string | null,
  index: number,
): void {
  const before = useRef<{ selected: string | null; index: number; offset: number | null; stays: boolean }>({
    selected: null,
    index: -1,
    offset: null,
    stays: false,
  })
  useLayoutEffect(() => {
    const was = before.current
    const offset = virtual.scrollOffset
    const isSame = selected === was.selected && was.index !== -1
    const isSeen = index !== -1 && isInSight(virtual, index)
    const follows = index !== -1 && !isSeen && (!isSame || (was.stays && index !== was.index))
    // Scrolling to what is in sight would have the page laid out once more only to stay where it is.
    if (follows) virtual.scrollToIndex(index, { align: 'auto' })
    // The scrolling is known a frame later; whoever scrolled away has moved the list.
    const stays = isSeen || follows || (isSame && was.stays && offset === was.offset)
    before.current = { selected, index, offset, stays }
  })
}

function isInSight(
  {
    scrollOffset,
    scrollRect,
    getVirtualItems,
  }: Pick<Virtualizer<HTMLDivElement, Element>, 'scrollOffset' | 'scrollRect' | 'getVirtualItems'>,
  index: number,
): boolean {
  const row = getVirtualItems().find((shown) => shown.index === index)
  if (row === undefined || scrollOffset === null || scrollRect === null) return false
  return row.start >= scrollOffset && row.end <= scrollOffset + scrollRect.height
}

/** The row that Tab leads to is there wherever the list is scrolled to, and keeps the focus. */
export function withRow(indexes: number[], index: number): number[] {
  return index === -1 || indexes.includes(index)
    ? indexes
    : [...indexes, index].sort((one, other) => one - other)
}
