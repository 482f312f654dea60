/** What was decided, the latest first: a list that grows as it is scrolled. May import: queries. */
import { useCallback, useEffect, useMemo } from 'react'
import type { RequestOf } from '../../../../preload/contract.ts'
import { usePages } from '../../../queries.ts'
import type { Rows } from './rows.ts'
import type { ListState } from './use-waiting-rows.ts'

const PAGE = 200
/** The next page is fetched when so few rows are left below. */
const AHEAD = 40

export function useDecidedRows(request: RequestOf<'inbox.list'>, enabled: boolean): ListState {
  const { items, first, more, hasMore, isPending, isPrevious, error, retry } = usePages(
    'inbox.list',
    { ...request, limit: PAGE },
    { enabled },
  )
  const show = useCallback(
    (_first: number, last: number) => {
      if (last >= items.length - AHEAD) more()
    },
    [items.length, more],
  )
  // One page of a search looks at so much, and may have found little.
  const isShort = hasMore && items.length < AHEAD && error === null
  useEffect(() => {
    if (isShort) more()
  }, [isShort, more])
  const rows = useMemo((): Rows => {
    const placeOf = (id: string) => items.findIndex((item) => item.id === id)
    return {
      total: items.length,
      due: 0,
      at: (place) => items[place],
      placeOf,
      show,
      fetch: async (place) => items[place] ?? null,
      locate: async (id) => placeOf(id),
    }
  }, [items, show])
  return {
    rows,
    head: first,
    isPending: isPending || (isShort && items.length === 0),
    isPrevious,
    error,
    retry,
  }
}
