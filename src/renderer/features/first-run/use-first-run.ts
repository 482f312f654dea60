import { useCall } from '../../queries.ts'
import { useDesk } from '../../state.ts'

/**
 * Whether the first steps are on screen: by themselves while nothing was ever decided in a sample workspace,
 * otherwise when a person asks. `open` is null where there is nothing to play.
 */
export function useFirstRun(): { shown: boolean; open: (() => void) | null } {
  const { firstRun, set } = useDesk()
  const status = useCall('desk.status', {})
  const decided = useCall('inbox.list', { status: 'decided', limit: 1 })
  const sample = status.data?.workspace.sample === true
  const fresh = firstRun === 'auto' && decided.data?.total === 0
  return {
    shown: sample && (firstRun === 'open' || fresh),
    open: sample ? () => set({ firstRun: 'open' }) : null,
  }
}
