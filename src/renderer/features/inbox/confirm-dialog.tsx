import { useId, useState } from 'react'
import type { InboxDetail, Outcome } from '../../../preload/contract.ts'
import { Sentence } from '../../sentence.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { words } from '../../words.ts'
import type { OutcomePreview } from './use-previews.ts'
import { WhatNext } from './what-next.tsx'

/** The second gesture of a risky outcome, unlike the first: tick that one has read, then press. */
export function ConfirmDialog({
  item,
  outcome,
  preview,
  onConfirm,
  onClose,
}: {
  item: InboxDetail
  outcome: Outcome
  preview: OutcomePreview | undefined
  onConfirm: () => void
  onClose: () => void
}) {
  const [checked, setChecked] = useState(false)
  const id = useId()
  return (
    <Dialog
      open
      onClose={onClose}
      title={outcome.label}
      description={<Sentence parts={item.sentence} />}
      closeLabel={words.common.close}
      actions={
        <>
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button
            look={outcome.tone === 'refuse' ? 'danger' : 'solid'}
            disabled={!checked}
            onClick={onConfirm}
          >
            {outcome.label}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 py-1">
        <WhatNext preview={preview?.data} error={preview?.error ?? null} states={item.diagram.states} />
        <p className="text-risky">{[item.riskReason, words.inbox.confirmText].filter(Boolean).join(' ')}</p>
        <label htmlFor={id} className="flex items-center gap-2">
          <input
            id={id}
            type="checkbox"
            checked={checked}
            onChange={(event) => setChecked(event.target.checked)}
            className="size-4 accent-accent-solid"
          />
          {words.inbox.confirmCheck}
        </label>
      </div>
    </Dialog>
  )
}
