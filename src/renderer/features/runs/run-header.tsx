import type { RunDetail } from '../../../preload/contract.ts'
import { WhoName } from '../../items/who.tsx'
import { ClockMark, Status } from '../../ui/feedback/status.tsx'
import { OneLine } from '../../ui/text/quote-chip.tsx'
import { Time } from '../../ui/text/time.tsx'
import { lookOf, sayState, sayWaiting, stateTitle } from './look.ts'
import { runWords } from './words.ts'

/** What it is, how it is, and since when. */
export function RunHeader({ run }: { run: RunDetail }) {
  const look = lookOf(run)
  return (
    <header className="flex flex-col gap-1.5 pt-5 pb-4">
      <h2 className="text-xl font-semibold text-balance">
        <OneLine text={run.title} />
      </h2>
      <p className="flex flex-wrap items-center gap-x-2">
        <Status tone={look.tone} className="font-medium">
          {look.word}
        </Status>
        <span>{[sayState(run, stateTitle(run)), sayWaiting(run)].filter(Boolean).join(' · ')}</span>
        {run.deadlineAt && run.status === 'running' ? (
          <ClockMark>
            {runWords.deadline} <Time at={run.deadlineAt} />
          </ClockMark>
        ) : null}
      </p>
      <p className="text-ink-muted">
        {runWords.started} <Time at={run.startedAt} /> {runWords.by} <WhoName id={run.startedBy} /> ·{' '}
        {runWords.changed} <Time at={run.updatedAt} /> ·{' '}
        <span data-count>
          {runWords.version} {run.version}
        </span>
      </p>
    </header>
  )
}
