/** Several items at once: which are picked, kept true to what still waits. May import: queries, ui. */

import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ItemCard, RequestOf } from '../../../../preload/contract.ts'
import { callQuery, useBridge, useCall } from '../../../queries.ts'
import { announce } from '../../../ui/feedback/announcer.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { listWords } from './list-words.ts'
import type { Rows } from './rows.ts'

/** What one call of the gateway takes. */
const MOST = 200
const NONE: ReadonlyMap<string, ItemCard> = new Map()

export function usePicked(rows: Rows, request: RequestOf<'inbox.list'>) {
  const bridge = useBridge()
  const client = useQueryClient()
  const [picked, setPicked] = useState(NONE)
  const anchor = useRef<string | null>(null)
  useEnded(picked, setPicked, request.status)

  const add = useCallback((items: ItemCard[]) => {
    setPicked((before) => {
      const after = new Map(before)
      for (const item of items) if (after.size < MOST || after.has(item.id)) after.set(item.id, item)
      if (items.some(({ id }) => !after.has(id))) showToast(listWords.tooMany(MOST))
      return after
    })
  }, [])
  const pickRange = useCallback(
    async (item: ItemCard) => {
      const [one, other] = [
        anchor.current === null ? -1 : rows.placeOf(anchor.current),
        rows.placeOf(item.id),
      ]
      if (one === -1 || other === -1) return add([item])
      const first = Math.min(one, other)
      const places = Array.from({ length: Math.min(Math.abs(one - other) + 1, MOST + 1) }, (_, step) =>
        one < other ? first + step : Math.max(one, other) - step,
      )
      const items = await Promise.all(places.map((place) => rows.fetch(place)))
      add(items.filter((found) => found !== null))
    },
    [rows, add],
  )
  /** One more or one less; with `range`, everything from the last one as well. */
  const pick = useCallback(
    (item: ItemCard, range = false) => {
      if (range) void pickRange(item).catch(() => undefined)
      else if (picked.has(item.id)) {
        setPicked((before) => new Map([...before].filter(([id]) => id !== item.id)))
      } else add([item])
      anchor.current = item.id
    },
    [picked, pickRange, add],
  )
  /** All that ask the same as this one, in the list as it is narrowed. */
  const pickAlike = useCallback(
    async (id: string) => {
      const one = await client.fetchQuery({
        ...callQuery(bridge, 'inbox.list', { ...plain(request), ids: [id] }),
        staleTime: 0,
      })
      const [item] = one.items
      if (item === undefined) return
      if (item.alike === null) {
        announce(listWords.onlyByItself)
        showToast(listWords.onlyByItself)
        return
      }
      const alike = await client.fetchQuery({
        ...callQuery(bridge, 'inbox.list', { ...request, alike: item.alike, limit: MOST }),
        staleTime: 0,
      })
      add([item, ...alike.items])
      if (alike.total > MOST) showToast(listWords.tooMany(MOST))
      announce(listWords.selected(Math.min(alike.total, MOST)))
    },
    [client, bridge, request, add],
  )
  const clear = useCallback(() => setPicked(NONE), [])
  return { picked, pick, pickAlike, clear }
}

function plain({ status }: RequestOf<'inbox.list'>): RequestOf<'inbox.list'> {
  return status === undefined ? {} : { status }
}

/** What ends, is snoozed, or is shown again leaves the selection, and that is said. */
function useEnded(
  picked: ReadonlyMap<string, ItemCard>,
  setPicked: (next: ReadonlyMap<string, ItemCard>) => void,
  status: RequestOf<'inbox.list'>['status'],
): void {
  const ids = [...picked.keys()].sort()
  const { data, isPlaceholderData, isFetching } = useCall(
    'inbox.list',
    { ...(status === undefined ? {} : { status }), ids, limit: MOST },
    { enabled: ids.length > 0, keepPrevious: true },
  )
  useEffect(() => {
    // The same items may have been picked before, ended, and been taken back: what is known of then is old.
    if (data === undefined || isPlaceholderData || isFetching || picked.size === 0) return
    const alive = new Map(data.items.map((item) => [item.id, item]))
    const gone = [...picked.keys()].filter((id) => !alive.has(id))
    if (gone.length === 0) return
    setPicked(new Map([...picked].filter(([id]) => alive.has(id))))
    announce(listWords.selectionGone(gone.length))
  }, [data, isPlaceholderData, isFetching, picked, setPicked])
}
