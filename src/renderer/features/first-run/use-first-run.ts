import { useRef } from 'react'
import { useCall } from '../../queries.ts'
import { useDesk } from '../../state.ts'

/**
 * Whether the first steps are on screen: by themselves while nothing was ever decided in a sample workspace,
 * otherwise when a person asks. `open` is null where there is nothing to play.
 */
export function useFirstRun(): {
  /** Null: it is not known yet. */
  shown: boolean | null
  open: (() => void) | null
} {
  const { firstRun, set } = useDesk()
  const status = useCall('desk.status', {})
  const sample = status.data?.workspace.sample === true
  // What was decided once stays decided: nothing asks again whenever an item comes or goes.
  const everDecided = useRef(false)
  const asks = sample && firstRun === 'auto' && !everDecided.current
  const decided = useCall('inbox.list', { status: 'decided', limit: 1 }, { enabled: asks })
  if ((decided.data?.total ?? 0) > 0) everDecided.current = true
  const open = sample ? () => set({ firstRun: 'open' }) : null
  if (status.isPending || (asks && decided.isPending)) return { shown: null, open }
  const fresh = firstRun === 'auto' && decided.data?.total === 0
  return { shown: sample && (firstRun === 'open' || fresh), open }
}
