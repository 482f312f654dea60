import { useCall } from '../../queries.ts'
import { useDesk } from '../../state.ts'
import { isAtWork, WAITING } from './steps.ts'

/**
 * Which first steps are on screen. Those of the sample: by themselves while nothing was ever decided there and nothing
 * waits but what the sample agent has asked for; what real agents ask for takes their place once the sample agent has
 * played. Those of a workspace of one's own: while nothing was ever decided and nothing waits. Otherwise when a person asks.
 */
export function useFirstRun(): {
  /** Null: none; undefined: it is not known yet. */
  shown: 'sample' | 'own' | null | undefined
  open: (() => void) | null
} {
  const { firstRun, set } = useDesk()
  const { data: status, isPending } = useCall('desk.status', {})
  const sample = status?.workspace.sample === true
  const isFresh = firstRun === 'auto' && status !== undefined && status.reached !== 'decision'
  // Only there it matters who has asked for what waits.
  const asks = sample && (isFresh || firstRun === 'open')
  const play = useCall('play.status', {}, { enabled: asks })
  const waiting = useCall('inbox.list', WAITING, { enabled: asks })
  const open = status === undefined ? null : () => set({ firstRun: 'open' })
  if (isPending || (asks && (play.isPending || waiting.isPending))) return { shown: undefined, open }
  if (!sample) {
    const isShown = (isFresh && status?.reached === 'nothing') || firstRun === 'open'
    return { shown: isShown ? 'own' : null, open }
  }
  const atWork = isAtWork(waiting.data?.items, play.data?.workflowId ?? null)
  const played = play.data?.running === false && play.data.lines.length > 0
  const isShown = (isFresh && !atWork) || (firstRun === 'open' && !(played && atWork))
  return { shown: isShown ? 'sample' : null, open }
}
