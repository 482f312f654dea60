/** What the list is narrowed to, with a way back from each change. May import: state, ui. */
import { createElement, useMemo, useRef } from 'react'
import { useDesk } from '../../state.ts'
import { showToast } from '../../ui/toast.tsx'
import { type Filter, isFiltered, readFilter, readView, type View, writeFilter } from './filter.ts'
import { listWords } from './list-words.ts'
import { ToastButton } from './toast-button.tsx'

const OFFER_MS = 10_000

export function useInboxFilter() {
  const { filters, set, setFilter } = useDesk()
  const filter = useMemo(() => readFilter(filters), [filters])
  const before = useRef<Filter[]>([])

  function write(next: Filter): void {
    set({ filters: writeFilter(useDesk.getState().filters, next) })
  }
  function change(next: Filter): void {
    const [last] = before.current
    // A text is one change, however many keys it takes.
    if (last === undefined || !onlyTextDiffers(filter, next) || !onlyTextDiffers(last, filter)) {
      before.current = [filter, ...before.current].slice(0, 20)
    }
    write(next)
  }
  function undo(): void {
    const [last, ...rest] = before.current
    if (last === undefined) return
    before.current = rest
    write(last)
  }
  function clear(): void {
    if (!isFiltered(filter)) return
    change({})
    showToast(listWords.cleared, {
      action: createElement(ToastButton, { label: listWords.undo, onPress: undo }),
      until: Date.now() + OFFER_MS,
    })
  }
  return {
    view: readView(filters),
    filter,
    setView: (view: View) => setFilter('inbox.view', view === 'pending' ? '' : view),
    change,
    undo,
    clear,
  }
}

function onlyTextDiffers(one: Filter, other: Filter): boolean {
  const { text: _one, ...rest } = one
  const { text: _other, ...others } = other
  return one.text !== other.text && JSON.stringify(sorted(rest)) === JSON.stringify(sorted(others))
}

function sorted(filter: Filter): [string, string][] {
  return Object.entries(filter)
    .filter(([, value]) => value !== '')
    .sort(([one], [other]) => (one < other ? -1 : 1))
}
