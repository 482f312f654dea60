import { ArrowRight, CornerDownRight, Terminal } from 'lucide-react'
import type { InboxDetail, Preview } from '../../../preload/contract.ts'
import type { DeskError } from '../../gateway.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { words } from '../../words.ts'
import { CallView } from './call-view.tsx'

function titleOf(states: InboxDetail['diagram']['states'], name: string): string {
  return states.find((state) => state.name === name)?.title ?? name
}

/** What will happen if this outcome is chosen: next state, literal calls, where it stops again. */
export function WhatNext({
  preview,
  error,
  states,
  later = false,
  undoMs = 0,
}: {
  preview: Preview | undefined
  error: DeskError | null
  /** Of the diagram, for the titles. */
  states: InboxDetail['diagram']['states']
  /** Others must approve before anything of it runs. */
  later?: boolean
  /** So long after the decision it runs, in milliseconds. */
  undoMs?: number
}) {
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
      {preview.nextStates.length > 0 ? (
        <p className="flex gap-1.5">
          <ArrowRight aria-hidden size={14} className="mt-[3px] shrink-0 text-ink-faint" />
          <span>
            <span className="font-medium">
              {preview.nextStates.map((name) => titleOf(states, name)).join(` ${words.inbox.or} `)}
            </span>
            {preview.stopsAt ? <span className="text-ink-muted"> · {preview.stopsAt}</span> : null}
          </span>
        </p>
      ) : preview.stopsAt ? (
        <p className="text-ink-muted">{preview.stopsAt}</p>
      ) : null}
      {preview.call ? (
        <div className="flex gap-1.5">
          <Terminal aria-hidden size={14} className="mt-[3px] shrink-0 text-ink-faint" />
          <span className="min-w-0 flex-1">
            <span className="text-ink-muted">
              {preview.problems.length > 0
                ? words.inbox.wouldRun
                : later || preview.asksFirst
                  ? words.inbox.runsLater
                  : undoMs === 0
                    ? words.inbox.runsNow
                    : words.inbox.runsAfter(Math.ceil(undoMs / 1000))}
            </span>
            <CallView text={preview.call} />
          </span>
        </div>
      ) : null}
      {preview.steps.map((step) => (
        <div key={`${step.state} ${step.transition}`} className="flex gap-1.5" title={step.because}>
          <CornerDownRight aria-hidden size={14} className="mt-[3px] shrink-0 text-ink-faint" />
          <span className="min-w-0 flex-1">
            <span className="text-ink-muted">{words.inbox.thenByItself}: </span>
            {step.title}
            {step.approximate ? <span className="text-ink-muted"> ({words.inbox.approximately})</span> : null}
            {step.call ? <CallView text={step.call} /> : null}
          </span>
        </div>
      ))}
    </div>
  )
}
