import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { JudgedQuery, JudgingPool } from '../../../../preload/contract.ts'
import { callGateway, type DeskError } from '../../../gateway.ts'
import { FailedToLoad, NotLoaded } from '../../../lists/failed-to-load.tsx'
import { useBridge, useCall } from '../../../queries.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { words } from '../../../words.ts'
import { useTuning } from '../tuning/tuning.ts'
import { JudgedImport } from './judged-import.tsx'
import { JudgedList } from './judged-list.tsx'
import { isSameQuery } from './judged-rows.ts'
import { judgingWords } from './judged-words.ts'
import { JudgingSheet } from './judging-sheet.tsx'
import { type QueueEntry, useJudgingQueue } from './use-judging-queue.ts'

/** The judged queries: what a right answer is, and how well it is found. */
export function JudgedPart() {
  const { queries, at, goOn, end } = useJudgingQueue()
  const { data, error, refetch } = useCall('judged.list', {})
  // Here, because what is imported brings another screen behind the dialog, which has more to say.
  const [importing, setImporting] = useState(false)
  const queued = queries[at]
  if (data === undefined)
    return <NotLoaded error={error} onRetry={() => void refetch()} lines={6} className="p-6" />
  if (queued === undefined) {
    return (
      <>
        <JudgedList judged={data} onImport={() => setImporting(true)} />
        {importing ? <JudgedImport onClose={() => setImporting(false)} /> : null}
      </>
    )
  }
  return (
    <JudgingOne
      key={`${at} ${queued.query}`}
      queued={queued}
      judged={data}
      place={at + 1}
      all={queries.length}
      onNext={goOn}
      onClose={end}
    />
  )
}

/** Fetches what is judged once: pushes of what is judged here must not put it in another order. */
function JudgingOne({
  queued,
  judged,
  place,
  all,
  onNext,
  onClose,
}: {
  queued: QueueEntry
  judged: readonly JudgedQuery[]
  place: number
  all: number
  onNext: () => void
  onClose: () => void
}) {
  const bridge = useBridge()
  const [profile] = useState(useTuning.getState().draft)
  const [known] = useState(() => judged.find(({ query }) => isSameQuery(query, queued.query)) ?? null)
  const query = known?.query ?? queued.query
  const { data, error, refetch } = useQuery<JudgingPool, DeskError>({
    queryKey: ['judging', query],
    queryFn: () => callGateway(bridge, 'judged.pool', { query, ...(profile === null ? {} : { profile }) }),
    gcTime: 0,
  })
  if (error) {
    return (
      <FailedToLoad message={error.message} onRetry={() => void refetch()}>
        <Button onClick={onClose}>{judgingWords.back}</Button>
      </FailedToLoad>
    )
  }
  if (data === undefined) return <Skeleton label={words.common.loading} lines={6} className="p-6" />
  return (
    <JudgingSheet
      queued={{ ...queued, query }}
      pool={data}
      known={known}
      place={place}
      all={all}
      onNext={onNext}
      onClose={onClose}
    />
  )
}
