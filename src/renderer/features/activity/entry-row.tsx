import type { ActivityEntry } from '../../../preload/contract.ts'
import { classNames } from '../../ui/class-names.ts'
import { TONE_TEXT } from '../../ui/feedback/status.tsx'
import { Said } from '../../ui/text/said.tsx'
import { Time } from '../../ui/text/time.tsx'
import { ENTRY_TONE, sayEvent } from './look.ts'

/** One entry of the list: what happened, of which kind, when. Quiet ones step back. */
export function EntryRow({
  entry,
  selected,
  onSelect,
}: {
  entry: ActivityEntry
  selected: boolean
  onSelect: () => void
}) {
  return (
    <button
      type="button"
      data-row={entry.id}
      aria-current={selected ? 'true' : undefined}
      onClick={onSelect}
      className={classNames(
        'relative flex w-full flex-col gap-0.5 border-b border-line py-(--row) pr-4 pl-8 text-left outline-offset-[-2px] hover:bg-hover',
        selected && 'bg-accent-soft hover:bg-accent-soft',
        selected && 'before:absolute before:inset-y-0 before:left-0 before:w-0.5 before:bg-accent',
      )}
    >
      <span
        aria-hidden
        className={classNames(
          'absolute top-[calc(var(--row)+7px)] left-4 size-[7px] rounded-full bg-current',
          entry.quiet ? 'text-line-strong' : TONE_TEXT[ENTRY_TONE[entry.tone]],
        )}
      />
      <span
        className={classNames(
          'line-clamp-2 w-full [overflow-wrap:anywhere]',
          entry.quiet ? 'text-ink-muted' : '',
        )}
      >
        <Said text={entry.text} />
      </span>
      <span className="flex w-full items-center gap-2 text-sm text-ink-muted">
        <span className="min-w-0 truncate">{sayEvent(entry.eventType)}</span>
        <span data-count className="ml-auto shrink-0 text-ink-faint">
          #{entry.sequence}
        </span>
        <Time at={entry.at} className="shrink-0" />
      </span>
    </button>
  )
}
