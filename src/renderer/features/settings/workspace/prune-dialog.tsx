import { ActionDialog } from '../../../action-dialog.tsx'
import { useCall, useSend } from '../../../queries.ts'
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
      danger
      send={{ isPending: prune.isPending, error: prune.error ?? error }}
      confirm={
        seen === undefined || seen.entries === 0 ? null : words.confirmPrune(words.entries(seen.entries))
      }
      onConfirm={() => (seen === undefined ? undefined : send(seen.before))}
    >
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
    </ActionDialog>
  )
}

function say(time: string | null): string {
  return time === null ? '' : describeExactly(Date.parse(time))
}
