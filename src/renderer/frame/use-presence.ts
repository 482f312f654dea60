import { useEffect } from 'react'
import { callGateway } from '../gateway.ts'
import { useBridge, useCall } from '../queries.ts'

const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const
/** Often enough for a minute, seldom enough to cost nothing. */
const AT_MOST_EVERY_MS = 5000

/** Tells the gateway that somebody touches this desk, where desks lock themselves otherwise. */
export function usePresence(seated: boolean): void {
  const bridge = useBridge()
  const { data } = useCall('preferences.get', {}, { enabled: seated })
  const wanted = seated && data !== undefined && data.lockAfterMinutes !== null
  useEffect(() => {
    if (!wanted) return
    let saidAt = Number.NEGATIVE_INFINITY
    function say({ isTrusted }: Event): void {
      const now = performance.now()
      if (!isTrusted || now - saidAt < AT_MOST_EVERY_MS) return
      saidAt = now
      // The next sign makes up for one that was lost.
      callGateway(bridge, 'people.here', {}).catch(() => undefined)
    }
    for (const sign of SIGNS) window.addEventListener(sign, say, { capture: true, passive: true })
    return () => {
      for (const sign of SIGNS) window.removeEventListener(sign, say, { capture: true })
    }
  }, [wanted, bridge])
}
