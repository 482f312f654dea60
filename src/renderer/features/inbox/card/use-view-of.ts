/** The list goes where the item is that somebody came to from elsewhere. May import: queries. */
import { type RefObject, useEffect, useRef } from 'react'
import { useCall } from '../../../queries.ts'
import type { View } from '../list/filter.ts'

/** `own`: the item that was last opened from the list itself; what becomes of that moves no list. */
export function useViewOf(
  id: string | null,
  view: View,
  own: RefObject<string | null>,
  setView: (view: View) => void,
): void {
  const { data } = useCall('inbox.item', { id: id ?? '-' }, { enabled: id !== null && view === 'decided' })
  const judged = useRef<string | null>(null)
  useEffect(() => {
    if (id === null || data?.id !== id || own.current === id || judged.current === id) return
    judged.current = id
    if (view === 'decided' && data.status === 'pending')
      setView(data.snoozedUntil === null ? 'pending' : 'snoozed')
  }, [id, data, view, own, setView])
}
