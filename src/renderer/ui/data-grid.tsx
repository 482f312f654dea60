// biome-ignore-all lint/a11y/useSemanticElements: cells of a table take over from their row, so that Chromium draws each of them anew whenever its row moves
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus is on rows
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid hears the keys of all its rows
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { classNames } from './class-names.ts'
import { extend, NOTHING_PICKED, type Picking, toggle, toggleAll } from './picking.ts'
import { asTheyStood, poolFor, rowsOf } from './row-pool.ts'

export interface Column<Item> {
  id: string
  title: string
  /** At least so wide, in pixels; what is left goes to those that grow. */
  width: number
  grows?: boolean
  isNumber?: boolean
  cell: (item: Item) => ReactNode
}

export interface GridOrder {
  by: string
  down: boolean
}

interface GridWords {
  pickAll: string
  pick: (name: string) => string
  sortedUp: string
  sortedDown: string
}

const PICK_PX = 36
const NOBODY_STOOD: readonly (string | number)[] = []

/**
 * A table of any length of which only the rows in sight exist. Arrows move, Space picks, Shift makes a range, Ctrl+A picks
 * all, Enter opens, Esc picks none. The first column stays in sight.
 */
export function DataGrid<Item>({
  label,
  columns,
  items,
  keyOf,
  nameOf,
  rowPx,
  order,
  onOrder,
  picking,
  onPicking,
  onOpen,
  words,
}: {
  label: string
  columns: readonly Column<Item>[]
  items: readonly Item[]
  keyOf: (item: Item) => string
  /** As a screen reader calls it. */
  nameOf: (item: Item) => string
  rowPx: number
  order: GridOrder
  onOrder: (order: GridOrder) => void
  picking: Picking
  onPicking: (picking: Picking) => void
  onOpen: (item: Item) => void
  words: GridWords
}) {
  const frame = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<string | null>(null)
  // Where it is gone, the first one takes its place.
  const place = Math.max(0, active === null ? -1 : items.findIndex((item) => keyOf(item) === active))
  const pool = useRef(0)
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowPx,
    overscan: 6,
    // What has the focus stays, wherever it is.
    rangeExtractor: (range) => {
      pool.current = poolFor(range, pool.current)
      return rowsOf(range, pool.current, place)
    },
  })
  useEffect(() => {
    if (rowPx > 0) virtual.measure()
  }, [rowPx, virtual])
  const template = `${PICK_PX}px ${columns.map(({ width, grows }) => (grows ? `minmax(${width}px, 1fr)` : `${width}px`)).join(' ')}`
  const least = PICK_PX + columns.reduce((sum, { width }) => sum + width, 0)
  const keys = () => items.map(keyOf)
  const isAll =
    items.length > 0 &&
    picking.picked.size >= items.length &&
    items.every((item) => picking.picked.has(keyOf(item)))

  // Its row is made anew, so it takes the focus before the next key comes.
  const entered = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (entered.current !== null) focusIn(frame.current, entered.current)
    entered.current = null
  })

  function enter(key: string): void {
    entered.current = key
    setActive(key)
  }

  function go(to: number, event: KeyboardEvent | null): void {
    const item = items[Math.max(0, Math.min(items.length - 1, to))]
    if (item === undefined) return
    const key = keyOf(item)
    enter(key)
    virtual.scrollToIndex(Math.max(0, Math.min(items.length - 1, to)), { align: 'auto' })
    if (event?.shiftKey) {
      const from = picking.anchor === null ? { ...picking, anchor: active ?? key } : picking
      onPicking(extend(from, keys(), key))
    }
  }

  function press(event: KeyboardEvent<HTMLDivElement>): void {
    if (!(event.target instanceof HTMLElement) || event.target.closest('[data-head]') !== null) return
    const page = Math.max(1, Math.floor((frame.current?.clientHeight ?? rowPx) / rowPx) - 2)
    const moves: Record<string, number> = {
      ArrowDown: place + 1,
      ArrowUp: place - 1,
      PageDown: place + page,
      PageUp: place - page,
      Home: 0,
      End: items.length - 1,
    }
    const to = moves[event.key]
    const item = items[place]
    if (to !== undefined) go(to, event)
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey))
      onPicking({ ...picking, picked: new Set(keys()) })
    else if (event.key === ' ' && item !== undefined) pick(item, event.shiftKey)
    else if (event.key === 'Enter' && item !== undefined) onOpen(item)
    else if (event.key === 'Escape' && picking.picked.size > 0) onPicking(NOTHING_PICKED)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  function pick(item: Item, isRange: boolean): void {
    const key = keyOf(item)
    enter(key)
    onPicking(isRange ? extend(picking, keys(), key) : toggle(picking, key))
  }

  // Rows are drawn again only where something of them differs: what they call finds the newest by this.
  const latest = useRef({ pick, enter, onOpen })
  latest.current = { pick, enter, onOpen }
  const [calls] = useState(() => ({
    click(item: Item, event: MouseEvent) {
      if (event.shiftKey || event.ctrlKey || event.metaKey) latest.current.pick(item, event.shiftKey)
      else latest.current.enter(keyOf(item))
    },
    pick: (item: Item, event: MouseEvent) => latest.current.pick(item, event.shiftKey),
    open: (item: Item) => latest.current.onOpen(item),
  }))

  const rows = virtual.getVirtualItems().map(({ index, start }) => {
    const item = items[index]
    const key = item === undefined ? '' : keyOf(item)
    // A row that goes out of sight is the one that comes into it, but for that which has the focus.
    return { item, index, start, rowKey: key, key: index === place ? key : index % pool.current }
  })
  // As they are read, as soon as nobody scrolls.
  const stood = useRef(NOBODY_STOOD)
  const standing = virtual.isScrolling ? asTheyStood(rows, stood.current) : rows
  stood.current = standing.map(({ key }) => key)

  return (
    <div ref={frame} className="min-h-0 flex-1 scroll-pl-9 overflow-auto">
      <div
        role="grid"
        aria-label={label}
        aria-rowcount={items.length + 1}
        aria-multiselectable
        onKeyDown={press}
        tabIndex={-1}
        className="outline-none"
        style={{ minWidth: least }}
      >
        <div role="rowgroup" data-head className="sticky top-0 z-20">
          <div
            role="row"
            aria-rowindex={1}
            className="grid h-8 items-center border-b border-line bg-surface text-sm text-ink-muted"
            style={{ gridTemplateColumns: template }}
          >
            <div
              role="columnheader"
              className="sticky left-0 z-10 flex h-full items-center justify-center bg-surface"
            >
              <input
                type="checkbox"
                aria-label={words.pickAll}
                checked={isAll}
                ref={(box) => {
                  if (box !== null) box.indeterminate = !isAll && picking.picked.size > 0
                }}
                onChange={() => onPicking(toggleAll(picking, keys()))}
                className="size-4 accent-accent-solid"
              />
            </div>
            {columns.map((column, index) => (
              <Header
                key={column.id}
                column={column}
                isFirst={index === 0}
                order={order}
                onOrder={onOrder}
                words={words}
              />
            ))}
          </div>
        </div>
        <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
          {standing.map(({ item, index, start, key, rowKey }) =>
            item === undefined ? null : (
              <Row
                key={key}
                rowKey={rowKey}
                item={item}
                index={index}
                start={start}
                height={rowPx}
                template={template}
                columns={columns as readonly Column<unknown>[]}
                isActive={index === place}
                isPicked={picking.picked.has(rowKey)}
                label={words.pick(nameOf(item))}
                calls={calls as RowCalls}
              />
            ),
          )}
        </div>
      </div>
    </div>
  )
}

/** It stays where it is while the others move along, unless it would leave them no room. */
const FIRST = 'z-10 min-[45rem]:sticky min-[45rem]:left-9'

function focusIn(frame: HTMLElement | null, key: string): void {
  frame?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`)?.focus({ preventScroll: true })
}

function Header<Item>({
  column: { id, title, isNumber },
  isFirst,
  order,
  onOrder,
  words,
}: {
  column: Column<Item>
  isFirst: boolean
  order: GridOrder
  onOrder: (order: GridOrder) => void
  words: GridWords
}) {
  const isSorted = order.by === id
  const Arrow = order.down ? ArrowDown : ArrowUp
  return (
    <div
      role="columnheader"
      aria-sort={isSorted ? (order.down ? 'descending' : 'ascending') : 'none'}
      className={classNames('h-full min-w-0 bg-surface', isFirst && FIRST)}
    >
      <button
        type="button"
        onClick={() => onOrder({ by: id, down: isSorted ? !order.down : isNumber === true })}
        className={classNames(
          'flex h-full w-full min-w-0 items-center gap-1 px-2 font-medium outline-offset-[-2px] hover:text-ink',
          isNumber && 'justify-end',
        )}
      >
        <span className="truncate">{title}</span>
        {isSorted ? (
          <Arrow aria-label={order.down ? words.sortedDown : words.sortedUp} size={12} className="shrink-0" />
        ) : null}
      </button>
    </div>
  )
}

interface RowCalls {
  click: (item: unknown, event: MouseEvent) => void
  pick: (item: unknown, event: MouseEvent) => void
  open: (item: unknown) => void
}

const Row = memo(function Row({
  rowKey,
  item,
  index,
  start,
  height,
  template,
  columns,
  isActive,
  isPicked,
  label,
  calls,
}: {
  rowKey: string
  item: unknown
  index: number
  start: number
  height: number
  template: string
  columns: readonly Column<unknown>[]
  isActive: boolean
  isPicked: boolean
  label: string
  calls: RowCalls
}) {
  // Said to each, not inherited: what inherits is drawn anew with each step of its row.
  const ground = isPicked ? 'bg-accent-soft' : 'bg-surface group-hover:bg-hover'
  return (
    <div
      role="row"
      tabIndex={isActive ? 0 : -1}
      data-row={rowKey}
      aria-rowindex={index + 2}
      aria-selected={isPicked}
      onClick={(event) => calls.click(item, event)}
      onDoubleClick={() => calls.open(item)}
      className={classNames(
        'absolute inset-x-0 top-0 group grid items-center border-b border-line outline-offset-[-2px] select-none contain-strict',
        ground,
      )}
      style={{ transform: `translateY(${start}px)`, height, gridTemplateColumns: template }}
    >
      <div
        role="gridcell"
        className={classNames('sticky left-0 z-10 flex h-full items-center justify-center', ground)}
      >
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={label}
          checked={isPicked}
          readOnly
          onClick={(event) => {
            event.stopPropagation()
            calls.pick(item, event)
          }}
          className="size-4 accent-accent-solid"
        />
      </div>
      {columns.map(({ id, isNumber, cell }, place) => (
        <div
          key={id}
          role="gridcell"
          className={classNames(
            'flex h-full min-w-0 items-center truncate px-2 tabular-nums',
            isNumber && 'justify-end',
            place === 0 && `font-medium ${FIRST} ${ground}`,
          )}
        >
          {cell(item)}
        </div>
      ))}
    </div>
  )
})
