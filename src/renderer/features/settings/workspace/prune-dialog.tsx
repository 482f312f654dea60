import { ActionDialog } from '../../../action-dialog.tsx'
import { useCall, useSend } from '../../../queries.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { describeExactly } from '../../../ui/text/time-text.ts'
import { words as shared } from '../../../words.ts'
import { dataWords as words } from './change-words.ts'

/** Says exactly what is removed; that, and nothing that came in between, is removed. */
export function PruneDialog({
  days,
  onClose,
  onChanged,
}: {
  days: number
  onClose: () => void
  onChanged: () => void
}) {
  // What was asked when it was last open is a while ago.
  const { data: seen, error } = useCall('data.previewPrune', { olderThanDays: days }, { keptMs: 0 })
  const prune = useSend('data.prune')
  function send(before: string): void {
    prune.mutate(
      { before },
      {
        onSuccess: ({ removed }) => {
          showToast(words.pruned(words.entries(removed)))
          onClose()
        },
        onSettled: onChanged,
      },
    )
  }
  return (
    <ActionDialog
      onClose={onClose}
      title={words.pruneTitle}
      actions={
        seen === undefined || seen.entries === 0 ? null : (
          <Button look="danger" disabled={prune.isPending} onClick={() => send(seen.before)}>
            {words.confirmPrune(words.entries(seen.entries))}
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-3">
        {(prune.error ?? error) ? <Notice tone="failed">{(prune.error ?? error)?.message}</Notice> : null}
        {seen === undefined ? (
          error ? null : (
            <Skeleton label={shared.common.loading} lines={2} className="py-2" />
          )
        ) : seen.entries === 0 ? (
          <p>{words.pruneNone}</p>
        ) : (
          <>
            <p>
              {words.pruneWhat(words.entries(seen.entries), say(seen.oldest), say(seen.newest))}{' '}
              {words.pruneKept(words.entries(seen.kept))}
            </p>
            <p className="text-ink-muted">{words.pruneAdvice}</p>
          </>
        )}
      </div>
    </ActionDialog>
  )
}

function say(time: string | null): string {
  return time === null ? '' : describeExactly(Date.parse(time))
}
