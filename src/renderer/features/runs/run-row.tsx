import { CornerDownRight } from 'lucide-react'
import type { RunSummary } from '../../../preload/contract.ts'
import { Sentence } from '../../items/sentence.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Status } from '../../ui/feedback/status.tsx'
import { OneLine } from '../../ui/text/quote-chip.tsx'
import { shortenId } from '../../ui/text/short-id.tsx'
import { Time } from '../../ui/text/time.tsx'
import { lookOf, sayState, sayWaiting } from './look.ts'
import { runWords } from './words.ts'

/** One run of the list: what and which, then how it is and for whom it waits. */
export function RunRow({
  run,
  selected,
  tabIndex,
  onSelect,
}: {
  run: RunSummary
  selected: boolean
  tabIndex: 0 | -1
  onSelect: () => void
}) {
  const look = lookOf(run)
  return (
    <button
      type="button"
      data-row={run.id}
      tabIndex={tabIndex}
      aria-current={selected ? 'true' : undefined}
      onClick={onSelect}
      className={classNames(
        'relative flex w-full flex-col gap-1 border-b border-line px-4 py-[calc(var(--row)+2px)] text-left outline-offset-[-2px] hover:bg-hover',
        selected && 'bg-accent-soft hover:bg-accent-soft',
        selected && 'before:absolute before:inset-y-0 before:left-0 before:w-0.5 before:bg-accent',
      )}
    >
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
    </button>
  )
}
