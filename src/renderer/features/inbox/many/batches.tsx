import type { Batch } from '../../../../preload/contract.ts'
import { useCall, useSend } from '../../../queries.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { announce } from '../../../ui/feedback/announcer.tsx'
import { listWords } from '../list/list-words.ts'

/** What this person is deciding together, also from another window, or from before this one was loaded. */
export function useBatches(): readonly Batch[] {
  return useCall('inbox.batches', {}).data?.batches ?? []
}

/** What has not begun of several is left as it was. */
export function useStop() {
  const stop = useSend('inbox.stopMany')
  return {
    error: stop.error,
    reset: stop.reset,
    isPending: stop.isPending,
    mutate: (request: { batch: string }) =>
      stop.mutate(request, {
        onSuccess: ({ stopped }) => (stopped ? announce(listWords.many.stopped) : undefined),
      }),
  }
}

/** How far each is whose dialog is closed, and the way to stop it. `shown`: the one whose dialog is open. */
export function BatchBars({ shown }: { shown: string | null }) {
  const closed = useBatches().filter(({ batch }) => batch !== shown)
  if (closed.length === 0) return null
  return (
    <ul aria-label={listWords.many.running} className="shrink-0 divide-y divide-line border-t border-line">
      {closed.map((batch) => (
        <BatchBar key={batch.batch} {...batch} />
      ))}
    </ul>
  )
}

function BatchBar({ batch, label, done, all, isStopped }: Batch) {
  const stop = useStop()
  return (
    <li className="flex flex-wrap items-center gap-2 bg-raised p-2">
      <span className="min-w-0 flex-1 tabular-nums wrap-break-word">
        {listWords.many.runningOf(label, done, all)}
      </span>
      {isStopped ? null : (
        <Button size="small" disabled={stop.isPending} onClick={() => stop.mutate({ batch })}>
          {listWords.many.stop}
        </Button>
      )}
      {isStopped || stop.error ? (
        <p className={stop.error ? 'w-full text-sm text-failed' : 'w-full text-sm text-ink-muted'}>
          {stop.error?.message ?? listWords.many.stopped}
        </p>
      ) : null}
    </li>
  )
}
