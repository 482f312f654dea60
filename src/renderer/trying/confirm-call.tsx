import { useEffect, useRef, useState } from 'react'
import type { TrialCall, TrialPreview } from '../../preload/contract.ts'
import { Button } from '../ui/controls/button.tsx'
import { useSettling } from '../ui/use-settling.ts'
import { LiteralCall } from './literal-call.tsx'
import { tryWords } from './try-words.ts'
import { WhatWouldRun } from './what-would-run.tsx'

/** What has just appeared under a pointer or a typing hand is not pressed by it. */
const SETTLE_MS = 400

/** The second gesture before anything that may change something: read, tick where it is of high risk, press elsewhere. */
export function ConfirmCall({
  preview,
  call,
  onConfirm,
  onBack,
}: {
  preview: TrialPreview
  call: TrialCall
  onConfirm: () => void
  onBack: () => void
}) {
  const [checked, setChecked] = useState(false)
  const { settled } = useSettling(SETTLE_MS, preview.hash)
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label={tryWords.confirmTitle}
      className="mb-4 flex flex-col gap-3 rounded-md bg-raised p-4 ring-1 ring-line-strong outline-offset-2"
    >
      <p className="font-semibold">{tryWords.confirmTitle}</p>
      <WhatWouldRun preview={preview} />
      <LiteralCall call={call} />
      {preview.confirm ? (
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            checked={checked}
            onChange={(event) => setChecked(event.target.checked)}
            className="size-4 accent-accent-solid"
          />
          {tryWords.confirmCheck}
        </label>
      ) : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onBack}>{tryWords.back}</Button>
        <Button
          look={preview.risk === 'high' ? 'danger' : 'solid'}
          disabled={!settled || (preview.confirm && !checked)}
          onClick={onConfirm}
        >
          {tryWords.confirm}
        </Button>
      </div>
    </section>
  )
}
