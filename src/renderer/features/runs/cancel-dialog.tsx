import { useState } from 'react'
import type { RunDetail } from '../../../preload/contract.ts'
import { useSend } from '../../queries.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Field, TextArea } from '../../ui/controls/field.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Notice } from '../../ui/feedback/error-state.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { words } from '../../words.ts'
import { stateTitle } from './look.ts'
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
    <Dialog
      open
      onClose={onClose}
      title={runWords.cancelTitle}
      description={runWords.cancelText(run.title, stateTitle(run))}
      closeLabel={words.common.close}
      actions={
        <>
          <Button onClick={onClose}>{runWords.cancelKeep}</Button>
          <Button look="danger" disabled={cancel.isPending} onClick={send}>
            {runWords.cancelConfirm}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 py-1">
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
        {cancel.error ? <Notice tone="failed">{cancel.error.message}</Notice> : null}
      </div>
    </Dialog>
  )
}
