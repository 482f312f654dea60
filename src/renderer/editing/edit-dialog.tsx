import { type ReactNode, type RefObject, useEffect } from 'react'
import type { ConfigurationEdit, EditPreview } from '../../preload/contract.ts'
import { ActionDialog } from '../action-dialog.tsx'
import type { DeskError } from '../gateway.ts'
import { besideReason, RiskLine } from '../items/risk-line.tsx'
import { useProof } from '../proof/proof-dialog.tsx'
import { useBridge, useCall, useSend } from '../queries.ts'
import { Notice } from '../ui/feedback/error-state.tsx'
import { useIsOpen } from '../ui/feedback/use-is-open.ts'
import { Code } from '../ui/text/code.tsx'
import { Said, SaidList } from '../ui/text/said.tsx'
import { ChangeView } from './change-view.tsx'
import { editWords as words } from './edit-words.ts'
import { offerPutBack } from './put-back.tsx'

/**
 * A change of the configuration: what the person fills in, and below it, live, what is written. `edit` null: it is
 * not complete yet.
 */
export function EditDialog({
  title,
  description,
  edit,
  isBehind = false,
  danger = false,
  confirm = words.save,
  more,
  tick,
  field,
  secrets,
  said = words,
  onSaving,
  onSaved,
  onPutBack,
  onRefused,
  onClose,
  children,
}: {
  title: string
  description?: string
  edit: ConfigurationEdit | null
  /** What is filled in has changed since `edit`. */
  isBehind?: boolean
  danger?: boolean
  confirm?: string
  /** Another button, before the one that saves. */
  more?: ReactNode
  /** What must be said before it counts. */
  tick?: ReactNode
  /** What it is there to be filled in with, and takes the focus. */
  field?: RefObject<HTMLElement | null>
  /** Names of those that were stored for this change alone. */
  secrets?: readonly string[]
  /** What the toast says once it is saved, and of the way back. */
  said?: { saved: string; undo: string; undone: string; notUndone: string; partlyUndone?: string }
  /** Told of each try. It goes on where the dialog is closed meanwhile. */
  onSaving?: (saving: Promise<unknown>) => void
  onSaved?: () => void
  onPutBack?: () => void
  /** What is shown by then may be something else. */
  onRefused?: () => void
  onClose: () => void
  children?: ReactNode
}) {
  const bridge = useBridge()
  const { data, error, isPlaceholderData, refetch } = useCall(
    'configuration.preview',
    { edit: edit ?? { kind: 'approvals' } },
    { enabled: edit !== null, keepPrevious: true },
  )
  const save = useSend('configuration.save')
  const proof = useProof(confirm, send)
  const isOpen = useIsOpen()
  const isComplete = edit !== null
  // Somebody may have changed the file since the same was asked.
  useEffect(() => {
    if (isComplete) void refetch()
  }, [refetch, isComplete])
  // A press counts while the same is asked again: what is saved is what was seen, or it is refused.
  const ready = edit !== null && data !== undefined && !isPlaceholderData && !error ? data : null
  const canSave = !isBehind && ready !== null && ready.patch !== '' && ready.problems.length === 0

  function send(): void {
    if (edit === null || ready === null || save.isPending) return
    const saving = save.mutateAsync({
      edit,
      hash: ready.hash,
      ...(secrets === undefined ? {} : { secrets: [...secrets] }),
    })
    onSaving?.(saving)
    saving.then(
      ({ undo }) => {
        // Whoever closes the dialog meanwhile has not called it back.
        offerPutBack(bridge, said.saved, { undo, words: said, ...(onPutBack && { onPutBack }) })
        onSaved?.()
        if (isOpen.current) onClose()
      },
      (fault: DeskError) => {
        if (proof.isNeeded(fault)) return
        onRefused?.()
        void refetch()
      },
    )
  }
  if (proof.dialog !== null) return proof.dialog
  return (
    <ActionDialog
      wide
      onClose={onClose}
      title={title}
      description={description}
      danger={danger}
      more={more}
      tick={tick}
      {...(field === undefined ? {} : { field })}
      send={save}
      isReady={canSave}
      confirm={confirm}
      onConfirm={send}
    >
      {children}
      {error && edit !== null ? <Notice tone="failed">{error.message}</Notice> : null}
      {data !== undefined && edit !== null && !error ? <Written preview={data} /> : null}
    </ActionDialog>
  )
}

/** What is written, and what that loosens. */
export function Written({ preview: { file, patch, weaker, risk, problems } }: { preview: EditPreview }) {
  const more = besideReason(weaker, risk)
  return (
    <section aria-label={words.preview} aria-live="polite" className="flex flex-col gap-2">
      <Problems title={words.problems} problems={problems} />
      {risk === null ? null : <RiskLine risk={risk.level} reason={risk.reason} />}
      {more.length === 0 ? null : (
        <Notice>
          <p>{words.weaker}</p>
          <SaidList texts={more} className="pl-4" />
        </Notice>
      )}
      {patch === '' ? (
        <p className="text-ink-muted">{words.same}</p>
      ) : (
        <>
          <p className="text-sm text-ink-muted">
            {words.preview}: <Code>{file}</Code>
          </p>
          <ChangeView patch={patch} label={words.difference} />
        </>
      )}
    </section>
  )
}

/** Why the file cannot be written as it would be, line by line. */
export function Problems({ title, problems }: { title: string; problems: EditPreview['problems'] }) {
  if (problems.length === 0) return null
  return (
    <Notice tone="failed">
      <p>{title}</p>
      <ul className="list-disc pl-4">
        {problems.map(({ line, message }) => (
          <li key={`${line} ${message}`}>
            <Said text={message} /> <span className="text-sm">({words.line(line)})</span>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
