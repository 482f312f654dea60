import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { callQuery, useBridge, useCall } from '../queries.ts'
import { useDesk } from '../state.ts'
import { showNotice } from './show-notice.ts'

/** As many as one notification can speak of. */
const MOST = 50

/**
 * Tells in a browser that something waits, while its page is not in front; the app has its own way. What waits
 * already when the page is opened is not told. The words come from the gateway: nothing that an agent wrote (R5.9).
 */
export function useBrowserNotices(): void {
  const bridge = useBridge()
  const queries = useQueryClient()
  const wanted = useDesk((desk) => desk.browserNotices) && bridge.kind === 'browser'
  const { data } = useCall('inbox.list', { status: 'pending', limit: MOST }, { enabled: wanted })
  const known = useRef<Set<string> | null>(null)
  useEffect(() => {
    if (!wanted || data === undefined) return
    const before = known.current
    known.current = new Set(data.items.map((item) => item.id))
    const fresh = data.items.filter((item) => before !== null && !before.has(item.id)).map((item) => item.id)
    if (fresh.length === 0 || document.hasFocus() || Notification.permission !== 'granted') return
    async function tell(): Promise<void> {
      const now = { staleTime: 0 }
      const preferences = await queries.fetchQuery({ ...callQuery(bridge, 'preferences.get', {}), ...now })
      if (preferences.silent !== null) return
      const { notice } = await queries.fetchQuery({
        ...callQuery(bridge, 'inbox.notice', { ids: fresh }),
        ...now,
      })
      if (notice !== null) showNotice(notice, preferences.sound)
    }
    // A notification that fails is made up for by the count in the title.
    tell().catch(() => undefined)
  }, [wanted, data, bridge, queries])
}
