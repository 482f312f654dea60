import { useEffect } from 'react'
import { callGateway } from '../gateway.ts'
import { useBridge } from '../queries.ts'
import { useDesk } from '../state.ts'
import { showNotice } from './show-notice.ts'

/** What arrives together is told together. */
const BATCH_MS = 400
const MOST = 50

/** In a browser whose desk is locked: that something waits, and no word of what. The app has its own way. */
export function useLockedNotices(locked: boolean): void {
  const bridge = useBridge()
  const wanted = useDesk((desk) => desk.browserNotices) && bridge.kind === 'browser' && locked
  useEffect(() => {
    if (!wanted) return
    const told = new Set<string>()
    let fresh = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | null = null
    async function tell(): Promise<void> {
      const ids = [...fresh].slice(0, MOST)
      fresh = new Set()
      timer = null
      for (const id of ids) told.add(id)
      if (document.hasFocus() || Notification.permission !== 'granted') return
      const { notice, sound } = await callGateway(bridge, 'inbox.noticeLocked', { ids })
      if (notice !== null) showNotice(notice, sound)
    }
    const stop = bridge.onPush((push) => {
      if (push.topic !== 'approval' || push.id === undefined || told.has(push.id)) return
      fresh.add(push.id)
      // One that fails is made up for by the list, once somebody has come.
      timer ??= setTimeout(() => void tell().catch(() => undefined), BATCH_MS)
    })
    return () => {
      stop()
      if (timer !== null) clearTimeout(timer)
    }
  }, [wanted, bridge])
}
