import { useCallback, useEffect } from 'react'
import { useLocation } from 'wouter'
import { useListKeys } from '../../lists/list-keys.ts'
import { isAt } from '../../routes/address.ts'
import { useDesk } from '../../state.ts'
import { type CatalogView, routeOf } from './views.ts'

/** Which row is open: in the address, and remembered for each view. Something is open where there is something. */
export function useSelection(
  view: CatalogView,
  id: string | null,
  keys: readonly string[],
): (next: string | null) => void {
  const [, navigate] = useLocation()
  const setFilter = useDesk((desk) => desk.setFilter)
  const open = useCallback(
    (next: string | null) => {
      setFilter(`catalog.${view}.open`, next ?? '')
      navigate(routeOf(view, next), { replace: true })
    },
    [view, navigate, setFilter],
  )
  useEffect(() => {
    if (id !== null || keys.length === 0) return
    if (!isAt('/catalog') && !isAt(routeOf(view, null))) return
    const last = useDesk.getState().filters[`catalog.${view}.open`] ?? ''
    open(keys.includes(last) ? last : (keys[0] ?? null))
  }, [view, id, keys, open])
  useListKeys({ keys, selected: id, open, detailId: 'entry', filterId: 'catalog-filter' })
  return open
}
