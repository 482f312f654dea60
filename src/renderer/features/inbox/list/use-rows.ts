/** The rows of what waits, and of what was decided, as the gateway has them. May import: queries. */
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { InboxDetail, InboxPage, RequestOf } from '../../../../preload/contract.ts'
import { DeskError } from '../../../gateway.ts'
import { callKey, callQuery, useBridge, usePages } from '../../../queries.ts'
import { PAGE, pageOf } from './filter.ts'
import type { Rows } from './rows.ts'

/** Rows beyond those in sight that are fetched ahead. */
const AHEAD = 50

const DECIDED_PAGE = 200
/** The next page of what was decided is fetched when so few rows are left below. */
const DECIDED_AHEAD = 40

export interface ListState {
  rows: Rows
  /** What every page tells; undefined until there is one. */
  head: InboxPage | undefined
  isPending: boolean
  /** What is shown still belongs to the request before. */
  isPrevious: boolean
  error: DeskError | null
  retry: () => void
}

/**
 * What waits, or is snoozed, in pages by their place: those in sight are kept fresh, and the ones around them are
 * fetched ahead, so that ten thousand scroll as smoothly as ten.
 */
export function useWaitingRows(request: RequestOf<'inbox.list'>, enabled: boolean): ListState {
  const bridge = useBridge()
  const client = useQueryClient()
  const [seen, setSeen] = useState({ first: 0, last: 0 })
  const wanted = [0, ...Array.from({ length: seen.last - seen.first + 1 }, (_, step) => seen.first + step)]
  const pages = enabled ? [...new Set(wanted)] : []
  const queryOf = useCallback(
    (page: number) => callQuery(bridge, 'inbox.list', pageOf(request, page)),
    [bridge, request],
  )
  const results = useQueries({ queries: pages.map(queryOf) })
  const loaded = new Map<number, InboxPage>()
  pages.forEach((page, index) => {
    const data = results[index]?.data
    if (data !== undefined) loaded.set(page, data)
  })
  const fresh = loaded.get(0)
  const before = useRef<ReadonlyMap<number, InboxPage> | null>(null)
  // An answer that says the same again is the same object: nothing is drawn and measured anew for it.
  if (fresh !== undefined && !holdsTheSame(before.current, loaded)) before.current = loaded
  const shown: ReadonlyMap<number, InboxPage> = before.current ?? loaded
  const head = shown.get(0)

  const show = useCallback((first: number, last: number) => {
    const next = {
      first: Math.max(0, Math.floor((first - AHEAD) / PAGE)),
      last: Math.max(0, Math.floor((last + AHEAD) / PAGE)),
    }
    setSeen((now) => (now.first === next.first && now.last === next.last ? now : next))
  }, [])
  const rows = useMemo((): Rows => {
    const total = shown.get(0)?.total ?? 0
    return {
      total,
      due: shown.get(0)?.due ?? 0,
      at: (place) => shown.get(Math.floor(place / PAGE))?.items[place % PAGE],
      placeOf(id) {
        for (const [page, { items }] of shown) {
          const place = items.findIndex((item) => item.id === id)
          if (place !== -1) return page * PAGE + place
        }
        return -1
      },
      show(first, last) {
        show(Math.min(first, Math.max(0, total - 1)), Math.min(last, Math.max(0, total - 1)))
      },
      async fetch(place) {
        const page = await client.fetchQuery(queryOf(Math.floor(place / PAGE)))
        return page.items[place % PAGE] ?? null
      },
      async locate(id) {
        // What stays open after its decision is in no list of what waits.
        const open = client.getQueryData<InboxDetail>(callKey('inbox.item', { id }))
        if (open !== undefined && open.status !== 'pending' && open.status !== 'scheduled') return -1
        const page = await client.fetchQuery({
          ...callQuery(bridge, 'inbox.list', { ...request, around: id, limit: PAGE }),
          staleTime: 0,
        })
        const place = page.items.findIndex((item) => item.id === id)
        return place === -1 ? -1 : page.start + place
      },
    }
  }, [shown, show, client, queryOf, bridge, request])
  const [first] = results
  return {
    rows,
    head,
    isPending: head === undefined && first?.error == null,
    isPrevious: fresh === undefined && head !== undefined,
    error: first?.error instanceof DeskError ? first.error : null,
    retry: () => void first?.refetch(),
  }
}

function holdsTheSame(
  one: ReadonlyMap<number, InboxPage> | null,
  other: ReadonlyMap<number, InboxPage>,
): boolean {
  return one?.size === other.size && [...other].every(([page, data]) => one.get(page) === data)
}

/** What was decided, the latest first: a list that grows as it is scrolled. */
export function useDecidedRows(request: RequestOf<'inbox.list'>, enabled: boolean): ListState {
  const { items, first, more, isSearching, isPending, isPrevious, error, retry } = usePages(
    'inbox.list',
    { ...request, limit: DECIDED_PAGE },
    { enabled },
  )
  const show = useCallback(
    (_first: number, last: number) => {
      if (last >= items.length - DECIDED_AHEAD) more()
    },
    [items.length, more],
  )
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
    isPending: isPending || (isSearching && items.length === 0),
    isPrevious,
    error,
    retry,
  }
}
