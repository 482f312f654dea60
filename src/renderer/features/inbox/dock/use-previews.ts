import { useQueries } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import type { InboxDetail, Preview } from '../../../../preload/contract.ts'
import { DeskError } from '../../../gateway.ts'
import { useSettled } from '../../../lists/use-settled.ts'
import { callQuery, useBridge } from '../../../queries.ts'
import { addChanges, compareShown, type OutcomeChange } from '../card/preview-change.ts'
import { changeCard, useInbox } from '../state.ts'

export interface OutcomePreview {
  data: Preview | undefined
  error: DeskError | null
  /** What is shown belongs to the values as they are now. */
  current: boolean
}

export type Previews = ReadonlyMap<string, OutcomePreview>

const TYPING_PAUSE_MS = 200

/**
 * A preview for each outcome of the open item with the person's present values; by its name. What moves behind an
 * outcome while it is on screen, and which of them have something to show, is noted on the card.
 */
export function usePreviews(item: InboxDetail): Previews {
  const bridge = useBridge()
  const answers = useInbox(({ card }) => card.answers)
  const settled = useSettled(answers, TYPING_PAUSE_MS)
  const results = useQueries({
    queries: item.outcomes.map((outcome) => ({
      ...callQuery(bridge, 'inbox.preview', {
        id: item.id,
        outcome: outcome.name,
        arguments: settled[outcome.name] ?? outcome.arguments,
      }),
      enabled: item.status === 'pending' && item.closedBecause === null,
    })),
  })
  const seen = useRef(new Map<string, Preview>())
  // Before it is painted: with each that comes, the buttons may be elsewhere under the pointer.
  useLayoutEffect(() => {
    const { arrived } = useInbox.getState().card
    const fresh = item.outcomes.filter(
      ({ name }, index) =>
        !arrived.has(name) && (results[index]?.data !== undefined || results[index]?.error != null),
    )
    if (fresh.length > 0) changeCard({ arrived: new Set([...arrived, ...fresh.map(({ name }) => name)]) })
  })
  const shown = results.map(({ data }) => `${data?.hash} ${data?.stopsAt} ${data?.undoMs}`).join('\n')
  // Before it is painted: no press may find a new preview behind buttons that still hold.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is shown is news
  useLayoutEffect(() => {
    const found: OutcomeChange[] = []
    item.outcomes.forEach((outcome, index) => {
      const preview = results[index]?.data
      if (preview === undefined) return
      // What is offered is compared with what was offered, whoever has changed it; own values only with themselves.
      const own = settled[outcome.name]
      const key = `${outcome.name} ${own === undefined ? '' : JSON.stringify(own)}`
      const before = seen.current.get(key)
      if (before)
        found.push(...compareShown(before, preview).map((change) => ({ ...change, outcome: outcome.name })))
      seen.current.set(key, preview)
    })
    if (found.length === 0) return
    const { changes, moves } = useInbox.getState().card
    changeCard({ changes: addChanges(changes, found), moves: moves + 1 })
  }, [shown])

  const previews = new Map<string, OutcomePreview>()
  item.outcomes.forEach((outcome, index) => {
    const result = results[index]
    previews.set(outcome.name, {
      data: result?.data,
      error: result?.error instanceof DeskError ? result.error : null,
      current: settled === answers && result?.data !== undefined,
    })
  })
  return previews
}
