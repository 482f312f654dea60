import { useRef } from 'react'
import { useCall } from '../../queries.ts'
import { useDesk } from '../../state.ts'
import { isAtWork } from './steps.ts'

/**
 * Whether the first steps are on screen: by themselves while nothing was ever decided in a sample workspace and
 * nothing waits but what the sample agent has asked for, otherwise when a person asks. What real agents ask for takes
 * their place once the sample agent has played. `open` is null where there is nothing to play.
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
  const play = useCall('play.status', {}, { enabled: sample })
  const waiting = useCall('inbox.list', { status: 'pending', limit: 2 }, { enabled: sample })
  const open = sample ? () => set({ firstRun: 'open' }) : null
  const unknown = sample && (play.isPending || waiting.isPending)
  if (status.isPending || unknown || (asks && decided.isPending)) return { shown: null, open }
  const atWork = isAtWork(waiting.data?.items, play.data?.workflowId ?? null)
  const played = play.data?.running === false && play.data.lines.length > 0
  const fresh = firstRun === 'auto' && decided.data?.total === 0 && !atWork
  return { shown: sample && (fresh || (firstRun === 'open' && !(played && atWork))), open }
}
