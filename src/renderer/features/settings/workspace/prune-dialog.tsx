import type { WorkView } from '../../../../preload/contract.ts'
import { ActionDialog } from '../../../action-dialog.tsx'
import { useLongWork } from '../../../long-work.ts'
import { useCall } from '../../../queries.ts'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { describeExactly } from '../../../ui/text/time-text.ts'
import { words as shared } from '../../../words.ts'
import { dataWords as words } from './change-words.ts'

/** Says exactly what is removed; that, and nothing that came in between, is removed. */
export function PruneDialog({
  days,
  work,
  onClose,
}: {
  days: number
  work: WorkView<'prune'> | null
  onClose: () => void
}) {
  // What was asked when it was last open is a while ago.
  const { data: seen, error } = useCall('data.previewPrune', { olderThanDays: days }, { keptMs: 0 })
  const prune = useLongWork('prune')
  function send(before: string): void {
    prune.mutate(
      { before },
      {
        onSuccess: ({ removed }) => {
          showToast(words.pruned(words.entries(removed)))
          onClose()
        },
      },
    )
  }
  return (
    <ActionDialog
      onClose={onClose}
      title={words.pruneTitle}
      danger
      // What runs goes on without the dialog.
      {...(prune.isPending ? { keep: shared.common.close } : {})}
      send={{ isPending: prune.isPending, error: prune.error ?? error }}
      confirm={
        seen === undefined || seen.entries === 0 ? null : words.confirmPrune(words.entries(seen.entries))
      }
      onConfirm={() => (seen === undefined ? undefined : send(seen.before))}
    >
      {prune.isPending ? (
        <PruneProgress part={work?.state === 'running' ? work.part : null} />
      ) : seen === undefined ? (
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

export function PruneProgress({ part }: { part: number | null }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Status tone="running">{words.pruning}</Status>
      <ProgressBar label={shared.common.howFar} part={part} />
    </div>
  )
}

function say(time: string | null): string {
  return time === null ? '' : describeExactly(Date.parse(time))
}
