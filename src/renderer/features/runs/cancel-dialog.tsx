import { useState } from 'react'
import type { RunDetail } from '../../../preload/contract.ts'
import { ActionDialog } from '../../action-dialog.tsx'
import { useSend } from '../../queries.ts'
import { Field, TextArea } from '../../ui/controls/field.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { runWords } from './words.ts'

/** Ends a run for good; says what that means and asks why. */
export function CancelDialog({ run, onClose }: { run: RunDetail; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const cancel = useSend('runs.cancel')
  const going = run.children.filter(({ status }) => status === 'running')
  function send(): void {
    setMissing(true)
    if (reason.trim() === '') return
    cancel.mutate(
      { id: run.id, reason: reason.trim() },
      {
        onSuccess: () => {
          showToast(runWords.cancelled)
          onClose()
        },
      },
    )
  }
  return (
    <ActionDialog
      onClose={onClose}
      title={runWords.cancelTitle}
      description={runWords.cancelText(run.title, run.stateTitle)}
      danger
      send={cancel}
      keep={runWords.cancelKeep}
      confirm={runWords.cancelConfirm}
      onConfirm={send}
    >
      {going.length === 0 ? null : (
        <p>{runWords.cancelChildren(going.map(({ title }) => `‘${title}’`).join(', '))}</p>
      )}
      {run.parent?.status === 'running' ? <p>{runWords.cancelParent(run.parent.title)}</p> : null}
      <Field
        label={runWords.cancelReason}
        hint={runWords.cancelReasonHint}
        error={missing && reason.trim() === '' ? runWords.cancelReasonMissing : undefined}
        required
      >
        {(ids) => (
          <TextArea
            {...ids}
            rows={3}
            maxLength={10_000}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
    </ActionDialog>
  )
}
