import { ArrowRight, Terminal } from 'lucide-react'
import type { InboxDetail, Preview } from '../../../../preload/contract.ts'
import type { DeskError } from '../../../gateway.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Said } from '../../../ui/text/said.tsx'
import { CallView, NextSteps } from '../../../values/call-view.tsx'
import { words } from '../../../words.ts'

function titleOf(states: InboxDetail['diagram']['states'], name: string): string {
  return states.find((state) => state.name === name)?.title ?? name
}

/** What will happen if this outcome is chosen: next state, literal calls, where it stops again. */
export function WhatNext(
  props: Parameters<typeof NextState>[0] & Omit<Parameters<typeof WhatRuns>[0], 'preview'>,
) {
  const { preview, error, states } = props
  return (
    <div className="flex flex-col gap-1 [overflow-wrap:anywhere]">
      <NextState preview={preview} error={error} states={states} />
      {preview === undefined || error ? null : <WhatRuns preview={preview} />}
    </div>
  )
}

/** Where it leads and where it stops again: on one line where that has room, and never cut off. */
export function NextState({
  preview,
  error,
  states,
}: {
  preview: Preview | undefined
  error: DeskError | null
  /** Of the diagram, for the titles. */
  states: InboxDetail['diagram']['states']
}) {
  if (error) {
    return (
      <p className="text-failed">
        {words.inbox.previewFailed} {error.message}
      </p>
    )
  }
  if (preview === undefined) return <Skeleton label={words.inbox.checking} lines={1} className="py-1.5" />
  if (preview.nextStates.length === 0)
    return preview.stopsAt ? (
      <p className="min-w-0 text-ink-muted [overflow-wrap:anywhere]">
        <Said text={preview.stopsAt} />
      </p>
    ) : null
  const next = preview.nextStates.map((name) => titleOf(states, name)).join(` ${words.inbox.or} `)
  return (
    <p className="flex min-w-0 gap-1.5">
      <ArrowRight aria-hidden size={14} className="mt-[3px] shrink-0 text-ink-faint" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span className="font-medium">{next}</span>
        {preview.stopsAt ? (
          <span className="text-ink-muted">
            {' '}
            · <Said text={preview.stopsAt} />
          </span>
        ) : null}
      </span>
    </p>
  )
}

/** The literal call of the decision, and the steps that follow by themselves. */
export function WhatRuns({
  preview,
  shown = null,
}: {
  preview: Preview
  /** Values that stand above already: a call with exactly these does not say them again. */
  shown?: InboxDetail['input'] | null
}) {
  return (
    <div className="flex flex-col gap-1 [overflow-wrap:anywhere]">
      {preview.call ? (
        <div className="flex gap-1.5">
          <Terminal aria-hidden size={14} className="mt-[3px] shrink-0 text-ink-faint" />
          <span className="min-w-0 flex-1">
            <span className="text-ink-muted">
              {preview.problems.length > 0
                ? words.inbox.wouldRun
                : preview.asksFirst
                  ? words.inbox.runsLater
                  : preview.undoMs === 0
                    ? words.inbox.runsNow
                    : words.inbox.runsAfter(Math.ceil(preview.undoMs / 1000))}
            </span>
            <CallView text={preview.call} shown={shown} />
          </span>
        </div>
      ) : null}
      <NextSteps steps={preview.steps} />
    </div>
  )
}
