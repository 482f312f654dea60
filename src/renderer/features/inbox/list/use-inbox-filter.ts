/** What the list is narrowed to, with a way back from each change. May import: state, ui. */
import { useMemo, useRef } from 'react'
import { useDesk } from '../../../state.ts'
import { offerToast } from '../../../ui/feedback/toast-button.tsx'
import { type Filter, isFiltered, readFilter, readView, type View, writeFilter } from './filter.ts'
import { listWords } from './list-words.ts'

/** Keys that follow one another so soon are one change, in milliseconds. */
const TYPING_MS = 2000

export function useInboxFilter() {
  const { filters, set, setFilter } = useDesk()
  const filter = useMemo(() => readFilter(filters), [filters])
  const before = useRef<Filter[]>([])
  const typedAt = useRef(Number.NEGATIVE_INFINITY)

  function write(next: Filter): void {
    set({ filters: writeFilter(useDesk.getState().filters, next) })
  }
  /** `typing`: one of several keys that are one change together. */
  function change(next: Filter, typing = false): void {
    const now = performance.now()
    if (!typing || now - typedAt.current > TYPING_MS)
      before.current = [filter, ...before.current].slice(0, 20)
    typedAt.current = typing ? now : Number.NEGATIVE_INFINITY
    write(next)
  }
  function undo(): void {
    const [last, ...rest] = before.current
    if (last === undefined) return
    before.current = rest
    typedAt.current = Number.NEGATIVE_INFINITY
    write(last)
  }
  function clear(): void {
    if (!isFiltered(filter)) return
    change({})
    offerToast(listWords.cleared, { label: listWords.undo, onPress: undo })
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
