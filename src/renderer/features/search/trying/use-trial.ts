import { useLayoutEffect, useState } from 'react'
import type { RequestOf } from '../../../../preload/contract.ts'
import { useCall } from '../../../queries.ts'

type Request = RequestOf<'search.query'>

/** What was asked while a slider moves is of no use a moment later. */
const KEPT_MS = 5000

/**
 * A search that follows what is typed and dragged: one request at a time, and after it the newest, so that results are
 * never older than one answer and none overtakes another. What was shown stays until there is something newer.
 */
export function useTrial(request: Request) {
  const [asked, setAsked] = useState(request)
  const wanted = request.query.trim() !== ''
  const result = useCall('search.query', asked, {
    enabled: asked.query.trim() !== '',
    keepPrevious: true,
    keptMs: KEPT_MS,
  })
  const isNew = JSON.stringify(asked) !== JSON.stringify(request)
  const { isFetching } = result
  useLayoutEffect(() => {
    if (isNew && !isFetching) setAsked(request)
  }, [isNew, isFetching, request])
  return { view: wanted ? result.data : undefined, error: result.error, retry: () => void result.refetch() }
}
