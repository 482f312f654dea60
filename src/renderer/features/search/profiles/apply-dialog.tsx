import { useEffect, useState } from 'react'
import type { ApplyPreview } from '../../../../preload/contract.ts'
import { ActionDialog } from '../../../action-dialog.tsx'
import { ChangeView } from '../../../editing/change-view.tsx'
import { Problems } from '../../../editing/edit-dialog.tsx'
import { useSettled } from '../../../lists/use-settled.ts'
import { ProofDialog } from '../../../proof/proof-dialog.tsx'
import { useCall } from '../../../queries.ts'
import { TextField } from '../../../ui/controls/field.tsx'
import { Tick } from '../../../ui/controls/tick.tsx'
import { Notice } from '../../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { LONG_OFFER_MS, offerToast } from '../../../ui/feedback/toast-button.tsx'
import { useIsOpen } from '../../../ui/feedback/use-is-open.ts'
import { Code } from '../../../ui/text/code.tsx'
import { type TuningState, useTuning } from '../tuning/tuning.ts'
import { Guard } from './guard.tsx'
import { profileWords as words } from './profile-words.ts'
import { useApply, usePutBack } from './use-apply.ts'

/** After the last letter of the name. */
const REST_MS = 200

/** Before a profile becomes live: its name, what the judged queries say, and what is written. */
export function ApplyDialog({
  applying: { name, profile, again },
  onClose,
}: {
  applying: NonNullable<TuningState['applying']>
  onClose: () => void
}) {
  const [typed, setTyped] = useState(name)
  const [read, setRead] = useState(false)
  const given = typed.trim()
  const asked = useSettled(given, REST_MS)
  // Judged queries and the file may have changed since it was last open.
  const { data, error, isPlaceholderData, refetch } = useCall(
    'profiles.preview',
    { name: asked === '' ? words.name : asked, profile },
    { keepPrevious: true, keptMs: 0 },
  )
  const tryOut = useTuning((tuning) => tuning.tryOut)
  const putBack = usePutBack()
  const isOpen = useIsOpen()
  const { apply, proving, endProving, isSending, fault } = useApply({
    profile,
    onApplied: (as, applied) => {
      if (isOpen.current) {
        tryOut(null, '')
        onClose()
      }
      offerToast((again ? words.rolledBack : words.applied)(as), {
        label: words.undo,
        onPress: () => void undo(applied),
        forMs: LONG_OFFER_MS,
      })
    },
    onMoved: () => {
      setRead(false)
      void refetch()
    },
  })
  async function undo(applied: Parameters<typeof putBack>[0]): Promise<void> {
    const failure = await putBack(applied)
    if (failure === null) showToast(words.rolledBack(applied.before.name))
    else if (failure.code !== 'NEEDS_PROOF')
      showToast(words.notTakenBack, { tone: 'failed', detail: failure.message })
  }
  const worse = data?.evaluation.rows.filter((row) => row.change === 'worse').map(({ qid }) => qid) ?? []
  const doubtful = worse.length > 0
  const list = worse.join(' ')
  // Whoever has read another list has not read this one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is what it is about
  useEffect(() => setRead(false), [list])
  const ready =
    data !== undefined &&
    !error &&
    !isPlaceholderData &&
    given !== '' &&
    given === asked &&
    data.patch !== '' &&
    data.problems.length === 0 &&
    (read || !doubtful)
  const label = again
    ? doubtful
      ? words.rollBackAnyway
      : words.rollBack
    : doubtful
      ? words.applyAnyway
      : words.apply
  if (proving && data !== undefined) {
    return (
      <ProofDialog
        label={label}
        onProved={() => {
          endProving()
          apply(given, data)
        }}
        onClose={endProving}
      />
    )
  }
  return (
    <ActionDialog
      wide
      onClose={onClose}
      title={again ? words.againTitle : words.applyTitle}
      description={words.applyText}
      danger={doubtful}
      send={{ isPending: isSending, error: fault }}
      isReady={ready}
      confirm={label}
      onConfirm={() => (data === undefined ? undefined : apply(given, data))}
      tick={doubtful ? <Tick label={words.read} checked={read} onChange={setRead} /> : null}
    >
      <TextField
        label={words.name}
        hint={given === '' ? words.needsName : words.nameHint}
        value={typed}
        maxLength={60}
        onType={setTyped}
        className="max-w-80"
      />
      {error && error.message !== fault?.message ? <Notice tone="failed">{error.message}</Notice> : null}
      {data === undefined ? (
        error ? null : (
          <Skeleton label={words.checking} lines={4} />
        )
      ) : (
        <>
          <Guard preview={data} />
          <ApplyWritten preview={data} />
        </>
      )}
    </ActionDialog>
  )
}

/** What applying writes into the configuration, or why it cannot. */
function ApplyWritten({ preview: { file, patch, problems } }: { preview: ApplyPreview }) {
  return (
    <section aria-label={words.difference} className="flex flex-col gap-2">
      <Problems title={words.problems} problems={problems} />
      {patch === '' ? (
        <p className="text-ink-muted">{words.same}</p>
      ) : (
        <>
          <p className="text-sm text-ink-muted">
            {words.file} <Code>{file}</Code>
          </p>
          <ChangeView patch={patch} label={words.difference} />
        </>
      )}
    </section>
  )
}
