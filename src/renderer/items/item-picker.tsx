import { type KeyboardEvent, useDeferredValue, useMemo, useRef, useState } from 'react'
import type { CatalogItem } from '../../preload/contract.ts'
import { useCall } from '../queries.ts'
import { SearchField } from '../ui/controls/search-field.tsx'
import { findItems } from './find-items.ts'
import { ItemLine } from './item-line.tsx'
import { itemWords as words } from './item-words.ts'

const MOST = 8
const NONE: readonly CatalogItem[] = []

/** Finds an item of the catalog by what is written in it, and hands it over. Arrow keys go through what is found. */
export function ItemPicker({
  label = words.find,
  without,
  autoFocus = false,
  onPick,
}: {
  label?: string
  /** Ids that are not offered. */
  without?: ReadonlySet<string>
  autoFocus?: boolean
  onPick: (item: CatalogItem) => void
}) {
  const frame = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text)
  const catalog = useCall('catalog.list', {})
  const items = catalog.data ?? NONE
  const offered = useMemo(
    () => (without ? items.filter(({ id }) => !without.has(id)) : items),
    [items, without],
  )
  const found = useMemo(() => findItems(offered, wanted, MOST), [offered, wanted])
  function pick(item: CatalogItem): void {
    setText('')
    onPick(item)
  }
  function move(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      // The list may still be that of the letters before.
      const [first] = findItems(offered, text, 1)
      if (first === undefined) return
      event.preventDefault()
      pick(first)
      return
    }
    if (step === undefined) return
    const stops = [...(frame.current?.querySelectorAll<HTMLElement>('input, [data-found]') ?? [])]
    const at = stops.indexOf(document.activeElement as HTMLElement)
    event.preventDefault()
    stops[Math.min(stops.length - 1, Math.max(0, at + step))]?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys belong to the field and the list together
    <div ref={frame} onKeyDown={move} className="flex flex-col gap-1">
      <SearchField
        label={label}
        clearLabel={words.clearFind}
        value={text}
        onChange={setText}
        autoFocus={autoFocus}
      />
      {catalog.error ? (
        <p role="alert" className="text-failed">
          {catalog.error.message}
        </p>
      ) : wanted.trim() === '' ? null : found.length === 0 ? (
        catalog.data === undefined ? null : (
          <p role="status" className="px-2 py-1 text-ink-muted">
            {words.noneFound}
          </p>
        )
      ) : (
        <ul
          aria-label={words.found}
          className="divide-y divide-line rounded-md bg-surface ring-1 ring-line ring-inset"
        >
          {found.map((item) => (
            <li key={item.id}>
              <button
                type="button"
                data-found
                onClick={() => pick(item)}
                className="block w-full rounded-md px-3 py-1.5 text-left outline-offset-[-2px] hover:bg-hover"
              >
                <ItemLine item={item} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
