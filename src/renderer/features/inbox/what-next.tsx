import { ArrowRight, CornerDownRight, Terminal } from 'lucide-react'
import type { Preview } from '../../../preload/contract.ts'
import type { DeskError } from '../../gateway.ts'
import { Code } from '../../ui/code.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { words } from '../../words.ts'

/** What will happen if this outcome is chosen: next state, literal calls, where it stops again. */
export function WhatNext({ preview, error }: { preview: Preview | undefined; error: DeskError | null }) {
  if (error) {
    return (
      <p className="text-failed">
        {words.inbox.previewFailed} {error.message}
      </p>
    )
  }
  if (preview === undefined) return <Skeleton label={words.inbox.checking} lines={1} className="py-1.5" />
  return (
    <div className="flex flex-col gap-1 [overflow-wrap:anywhere]">
      <p className="flex gap-1.5">
        <ArrowRight aria-hidden size={14} className="mt-[3px] shrink-0 text-ink-faint" />
        <span>
          <span className="font-medium">{preview.nextStates.join(` ${words.inbox.or} `)}</span>
          <span className="text-ink-muted"> · {preview.stopsAt}</span>
        </span>
      </p>
      {preview.call ? (
        <p className="flex gap-1.5">
          <Terminal aria-hidden size={14} className="mt-[3px] shrink-0 text-ink-faint" />
          <span>
            <span className="text-ink-muted">{words.inbox.runsNow} </span>
            <Code>{preview.call}</Code>
          </span>
        </p>
      ) : null}
      {preview.steps.map((step) => (
        <p key={`${step.state} ${step.transition}`} className="flex gap-1.5" title={step.because}>
          <CornerDownRight aria-hidden size={14} className="mt-[3px] shrink-0 text-ink-faint" />
          <span>
            <span className="text-ink-muted">{words.inbox.thenByItself}: </span>
            {step.title}
            {step.call ? (
              <>
                {' '}
                <Code>{step.call}</Code>
              </>
            ) : null}
            {step.approximate ? <span className="text-ink-muted"> ({words.inbox.approximately})</span> : null}
          </span>
        </p>
      ))}
    </div>
  )
}
