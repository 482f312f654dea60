import { useRef } from 'react'
import { useCall } from '../../queries.ts'
import { useDesk } from '../../state.ts'
import { isAtWork } from './steps.ts'

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
  const status = useCall('desk.status', {})
  const sample = status.data?.workspace.sample === true
  // What was decided once stays decided: nothing asks again whenever an item comes or goes.
  const everDecided = useRef(false)
  const asks = status.data !== undefined && firstRun === 'auto' && !everDecided.current
  const decided = useCall('inbox.list', { status: 'decided', limit: 1 }, { enabled: asks })
  if ((decided.data?.total ?? 0) > 0) everDecided.current = true
  const play = useCall('play.status', {}, { enabled: sample })
  const waiting = useCall('inbox.list', { status: 'pending', limit: 2 }, { enabled: sample || asks })
  const open = status.data === undefined ? null : () => set({ firstRun: 'open' })
  const isAsked =
    (asks && (decided.isPending || waiting.isPending)) || (sample && (play.isPending || waiting.isPending))
  if (status.isPending || isAsked) return { shown: undefined, open }
  const isFresh = firstRun === 'auto' && decided.data?.total === 0
  if (!sample) {
    const isEmpty = waiting.data?.items.length === 0
    return { shown: (isFresh && isEmpty) || firstRun === 'open' ? 'own' : null, open }
  }
  const atWork = isAtWork(waiting.data?.items, play.data?.workflowId ?? null)
  const played = play.data?.running === false && play.data.lines.length > 0
  const isShown = (isFresh && !atWork) || (firstRun === 'open' && !(played && atWork))
  return { shown: isShown ? 'sample' : null, open }
}
