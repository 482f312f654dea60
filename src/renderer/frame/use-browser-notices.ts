import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { callGateway } from '../gateway.ts'
import { callQuery, useBridge, useCall } from '../queries.ts'
import { useDesk } from '../state.ts'
import { endNotices, isShown, minuteOfDay, showNotice } from './show-notice.ts'

/** As many as one notification can speak of. */
const MOST = 50
/** What arrives together is told together. */
const BATCH_MS = 400
const NOW = { staleTime: 0 }

/**
 * Tells in a browser that something waits, while its page is not in front; the app has its own way. What waits
 * already when the page is opened is not told. The words come from the gateway: nothing that an agent wrote (R5.9).
 */
export function useBrowserNotices(): void {
  const bridge = useBridge()
  const queries = useQueryClient()
  const wanted = useDesk((desk) => desk.browserNotices) && bridge.kind === 'browser'
  const { data } = useCall('inbox.list', { status: 'you', limit: MOST }, { enabled: wanted })
  const isLong = data !== undefined && data.total > data.items.length
  const known = useRef<{ ids: Set<string>; isLong: boolean } | null>(null)
  const told = useRef(new Set<string>())

  const tell = useCallback(
    async (ids: string[]): Promise<void> => {
      for (const id of ids) told.current.add(id)
      if (ids.length === 0 || document.hasFocus() || Notification.permission !== 'granted') return
      const preferences = await queries.fetchQuery({
        ...callQuery(bridge, 'preferences.get', { minute: minuteOfDay() }),
        ...NOW,
      })
      if (preferences.silent !== null) return
      const { notice } = await queries.fetchQuery({ ...callQuery(bridge, 'inbox.notice', { ids }), ...NOW })
      if (notice !== null) showNotice(notice, ids, preferences.sound)
    },
    [bridge, queries],
  )

  useEffect(() => {
    if (!wanted || data === undefined) return
    const before = known.current
    known.current = { ids: new Set(data.items.map((item) => item.id)), isLong }
    // Of a long list only a part is here: what moves up into it has not just come.
    if (before === null || before.isLong || isLong) return
    for (const id of before.ids) if (!known.current.ids.has(id)) told.current.delete(id)
    const fresh = data.items.map(({ id }) => id).filter((id) => !before.ids.has(id) && !told.current.has(id))
    // A notification that fails is made up for by the count in the title.
    tell(fresh).catch(() => undefined)
  }, [wanted, data, isLong, tell])

  // What comes to a long list stands below the part of it that is here.
  useEffect(() => {
    if (!wanted) return
    const openedAt = Date.now()
    let pushed = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | null = null
    async function look(): Promise<void> {
      const ids = [...pushed].slice(0, MOST)
      pushed = new Set()
      timer = null
      const { items } = await callGateway(bridge, 'inbox.list', { status: 'you', ids, limit: MOST })
      endNotices(ids.filter((id) => !items.some((item) => item.id === id)))
      const arrived = items.filter(({ requestedAt }) => Date.parse(requestedAt) >= openedAt)
      await tell(arrived.map(({ id }) => id).filter((id) => !told.current.has(id)))
    }
    const stop = bridge.onPush((push) => {
      if (push.topic !== 'approval' || (told.current.has(push.id) && !isShown(push.id))) return
      pushed.add(push.id)
      timer ??= setTimeout(() => void look().catch(() => undefined), BATCH_MS)
    })
    return () => {
      stop()
      if (timer !== null) clearTimeout(timer)
    }
  }, [wanted, bridge, tell])
}
