import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { startTransition, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ItemCard } from '../../../../preload/contract.ts'
import { measureShown } from '../../../ui/measure-shown.ts'
import { useLatest } from '../../../ui/use-latest.ts'
import { useReadingPlace, useSelectedInSight, withRow } from '../../../ui/virtual-list.tsx'
import { words } from '../../../words.ts'
import { changeList, useInbox } from '../state.ts'
import { pick } from './browse.ts'
import { ItemRow } from './item-row.tsx'
import { countRows, indexOf, placeAt, type Rows, rowAt } from './rows.ts'

const ROW_PX = 81
const GROUP_PX = 32
/** Rows beyond those in sight that exist, once those in sight are painted. */
const BEYOND = 8

/** Only the rows in sight exist, so that ten thousand scroll as smoothly as ten. */
export function ItemList({ rows, selected }: { rows: Rows; selected: string | null }) {
  const picked = useInbox(({ list }) => list.picked)
  const pickRow = useLatest((item: ItemCard, range: boolean) => pick(rows, item, range))
  const frame = useRef<HTMLDivElement>(null)
  const [beyond, setBeyond] = useState(0)
  const place = selected === null ? -1 : rows.placeOf(selected)
  const index = place === -1 ? -1 : indexOf(place, rows)
  // Sizes belong to items, not to places; and a new function has all places measured again.
  const getItemKey = useCallback((index: number) => keyOf(index, rows), [rows])
  const readingPlace = useReadingPlace()
  const virtual = useVirtualizer({
    ...readingPlace,
    count: countRows(rows),
    getScrollElement: () => frame.current,
    estimateSize: (index) => (placeAt(index, rows) === null ? GROUP_PX : ROW_PX),
    getItemKey,
    measureElement: measureShown,
    overscan: beyond,
    rangeExtractor: useCallback((range: Range) => withRow(defaultRangeExtractor(range), index), [index]),
    // Until the frame is measured: so its first rows come with it, not after it.
    initialRect: { width: 0, height: window.innerHeight },
  })
  useEffect(() => startTransition(() => setBeyond(BEYOND)), [])
  const shown = virtual.getVirtualItems()
  const { startIndex: first, endIndex: last } = virtual.range ?? { startIndex: 0, endIndex: 0 }
  useEffect(() => rows.show(first, last), [rows, first, last])
  // Without a selected row the first one that is there.
  const entry = index !== -1 ? index : shown.find((row) => placeAt(row.index, rows) !== null)?.index

  useSelectedInSight(virtual, selected, index)
  // The row of a selection that was made while it was out of sight comes with a later render.
  useLayoutEffect(() => {
    const { focusing } = useInbox.getState().list
    if (focusing === null) return
    const row = frame.current?.querySelector<HTMLElement>(`[data-item="${CSS.escape(focusing)}"]`)
    if (row == null) return
    changeList({ focusing: null })
    row.focus({ preventScroll: true })
  })
  useLocated(rows, selected, place, (found) =>
    virtual.scrollToIndex(indexOf(found, rows), { align: 'center' }),
  )

  return (
    <div ref={frame} className="min-h-0 flex-1 overflow-y-auto">
      <ul aria-label={words.inbox.list} className="relative" style={{ height: virtual.getTotalSize() }}>
        {shown.map(({ index, key, start }) => {
          const row = rowAt(index, rows)
          const item = row.kind === 'item' ? rows.at(row.place) : undefined
          return (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              {...(row.kind === 'item' ? { 'aria-setsize': rows.total, 'aria-posinset': row.place + 1 } : {})}
              className="group absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              {row.kind === 'group' ? (
                <h2 className="flex h-8 items-end border-b border-line px-4 pb-1.5 text-xs font-semibold text-ink-muted">
                  {row.name === 'due' ? words.inbox.due : words.inbox.noDeadline}
                </h2>
              ) : item === undefined ? (
                <Unloaded />
              ) : (
                <ItemRow
                  item={item}
                  selected={item.id === selected}
                  entry={index === entry}
                  picking={picked.size > 0}
                  picked={picked.has(item.id)}
                  onPick={pickRow}
                />
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** Brings a selection into sight that is in no part of the list that is here, once for each list and selection. */
function useLocated(
  rows: Rows,
  selected: string | null,
  place: number,
  bring: (place: number) => void,
): void {
  const asked = useRef<string | null>(null)
  /** What is still to be brought, however often the list is drawn until its place is known. */
  const missing = useRef<string | null>(null)
  const bringLatest = useLatest(bring)
  useEffect(() => {
    if (selected === null || place !== -1 || rows.total === 0) {
      asked.current = selected
      missing.current = null
      return
    }
    if (asked.current === selected) return
    asked.current = selected
    missing.current = selected
    rows
      .locate(selected)
      .then((found) => {
        if (missing.current === selected && found !== -1) bringLatest(found)
      })
      // It stays out of sight; the item itself is open all the same.
      .catch(() => undefined)
  })
  useEffect(
    () => () => {
      missing.current = null
    },
    [],
  )
}

function Unloaded() {
  return (
    <div aria-hidden className="flex h-[81px] flex-col justify-center gap-3 border-b border-line px-4">
      <div className="h-3 w-3/4 rounded-sm bg-hover" />
      <div className="h-3 w-1/2 rounded-sm bg-hover" />
    </div>
  )
}

/** Of each of ten thousand whenever the list changes: nothing is made for what is not here. */
function keyOf(index: number, rows: Rows): string | number {
  const place = placeAt(index, rows)
  return place === null ? `group ${index === 0 ? 'due' : 'waiting'}` : (rows.at(place)?.id ?? place)
}
