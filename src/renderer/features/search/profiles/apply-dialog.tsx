import { useEffect, useState } from 'react'
import type { ApplyPreview, ReplyOf } from '../../../../preload/contract.ts'
import { ActionDialog } from '../../../action-dialog.tsx'
import { ChangeView } from '../../../editing/change-view.tsx'
import { Problems } from '../../../editing/edit-dialog.tsx'
import { callGateway, type DeskError } from '../../../gateway.ts'
import { useSettled } from '../../../lists/use-settled.ts'
import { useProof } from '../../../proof/proof-dialog.tsx'
import { useBridge, useCall, useSend } from '../../../queries.ts'
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

/** After the last letter of the name. */
const REST_MS = 200

type ApplyState = ReplyOf<'profiles.apply'>['applied']

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
  const send = useSend('profiles.apply')
  async function undo(applied: ApplyState): Promise<void> {
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
  const proof = useProof(label, apply)
  /** Under the hash of the preview that is on screen. */
  function apply(): void {
    if (data === undefined || send.isPending) return
    send.mutateAsync({ name: given, profile, hash: data.hash }).then(
      // Also where the dialog was closed meanwhile.
      ({ applied }) => {
        if (isOpen.current) {
          tryOut(null, '')
          onClose()
        }
        offerToast((again ? words.rolledBack : words.applied)(given), {
          label: words.undo,
          onPress: () => void undo(applied),
          forMs: LONG_OFFER_MS,
        })
      },
      (refusal: DeskError) => {
        if (proof.isNeeded(refusal)) return
        // What was on screen is not what is there by now.
        setRead(false)
        void refetch()
      },
    )
  }
  if (proof.dialog !== null) return proof.dialog
  const fault = send.error?.code === 'NEEDS_PROOF' ? null : send.error
  return (
    <ActionDialog
      wide
      onClose={onClose}
      title={again ? words.againTitle : words.applyTitle}
      description={words.applyText}
      danger={doubtful}
      send={{ isPending: send.isPending, error: fault }}
      isReady={ready}
      confirm={label}
      onConfirm={apply}
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

/**
 * Puts back what was live before it, under the same hash rule; where that needs a proof or meets a doubt, its dialog
 * opens. If something else is live by now, nobody has seen that go, and the gateway refuses.
 */
function usePutBack() {
  const bridge = useBridge()
  return async ({ id, before: { name, profile } }: ApplyState): Promise<DeskError | null> => {
    try {
      const { hash } = await callGateway(bridge, 'profiles.preview', { name, profile })
      await callGateway(bridge, 'profiles.apply', { name, profile, hash, takesBack: id })
      return null
    } catch (fault) {
      useTuning.getState().set({ applying: { name, profile, again: true } })
      return fault as DeskError
    }
  }
}
