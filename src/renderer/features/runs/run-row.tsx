import { CornerDownRight } from 'lucide-react'
import type { RunSummary } from '../../../preload/contract.ts'
import { Sentence } from '../../items/sentence.tsx'
import { ListRow, type RowPlace } from '../../lists/list-row.tsx'
import { Status } from '../../ui/feedback/status.tsx'
import { OneLine } from '../../ui/text/quote-chip.tsx'
import { shortenId } from '../../ui/text/short-id.tsx'
import { Time } from '../../ui/text/time.tsx'
import { lookOf, sayState, sayWaiting } from './look.ts'
import { runWords } from './words.ts'

/** One run of the list: what and which, then how it is and for whom it waits. */
export function RunRow({ run, ...place }: RowPlace & { run: RunSummary }) {
  const look = lookOf(run)
  return (
    <ListRow id={run.id} {...place} className="gap-1 px-4 py-[calc(var(--row)+2px)]">
      <span className="flex w-full items-baseline gap-2">
        {run.parentId === null ? null : (
          <span title={runWords.isStep} className="shrink-0 self-center text-ink-muted">
            <CornerDownRight aria-hidden size={13} />
            <span className="sr-only">{runWords.isStep}: </span>
          </span>
        )}
        <span className="min-w-0 truncate font-medium">
          <OneLine text={run.title} />
        </span>
        <span className="min-w-0 shrink truncate font-mono text-xs text-ink-faint">
          {shortenId(run.id, 14)}
        </span>
        <Time at={run.updatedAt} className="ml-auto shrink-0 text-sm text-ink-muted" />
      </span>
      {run.about.length === 0 ? null : (
        <span className="w-full truncate text-sm">
          <Sentence parts={run.about} />
        </span>
      )}
      <span className="flex w-full items-center gap-2 text-sm text-ink-muted">
        <Status tone={look.tone} className="shrink-0">
          {look.word}
        </Status>
        <span className="min-w-0 truncate">
          {[sayState(run), sayWaiting(run)].filter(Boolean).join(' · ')}
        </span>
        <span data-count className="ml-auto shrink-0 text-ink-faint">
          <span className="sr-only">{runWords.version} </span>
          {runWords.versionShort(run.version)}
        </span>
      </span>
    </ListRow>
  )
}
