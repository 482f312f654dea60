import { classNames } from '../../../ui/class-names.ts'
import { Badge, Status } from '../../../ui/feedback/status.tsx'
import { OneLine } from '../../../ui/text/quote-chip.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { speakText } from '../../../ui/text/visible-text.ts'
import { QueryActions } from '../trying/query-actions.tsx'
import type { TrafficQuery } from './traffic-rows.ts'
import { trafficWords as words } from './traffic-words.ts'

const MOST_IDS = 3

/** One query as agents asked it: how often, what it finds, what was started after it, and what can be done. */
export function TrafficRow({
  query: one,
  selected,
  onChoose,
  onAdd,
}: {
  query: TrafficQuery
  selected: boolean
  onChoose: () => void
  onAdd: () => void
}) {
  const { query, count, lastAt, total, weak, started, described, judged } = one
  const led = started.length > 0
  const ids = (led ? started : described).slice(0, MOST_IDS)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the focus marks the row; what can be pressed is inside
    <div
      data-row={query}
      tabIndex={-1}
      aria-current={selected ? 'true' : undefined}
      onFocus={selected ? undefined : onChoose}
      className={classNames(
        'flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-2 py-[calc(var(--row)+1px)] outline-offset-[-2px]',
        selected && 'bg-accent-soft',
      )}
    >
      <div className="flex min-w-0 flex-1 basis-72 flex-col gap-0.5">
        <p className="flex min-w-0 items-baseline gap-2">
          <OneLine text={query} className="min-w-0 truncate font-medium" />
          {judged ? <Badge tone="done">{words.judged}</Badge> : null}
        </p>
        <p data-count className="flex flex-wrap items-center gap-x-3 text-sm text-ink-muted">
          <span>
            {words.times(count)}, {words.last} <Time at={lastAt} />
          </span>
          {total === 0 ? (
            <Status tone="needs">{words.found(total)}</Status>
          ) : weak ? (
            <Status tone="needs">{`${words.found(total)}, ${words.noneFits(total)}`}</Status>
          ) : (
            <span>{words.found(total)}</span>
          )}
          {ids.length > 0 ? (
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {led ? words.started : words.described}:{' '}
              {ids.map(({ id, count: times }) => words.counted(speakText(id), times)).join(', ')}
            </span>
          ) : null}
          {led || total === 0 ? null : <span>{words.noStart}</span>}
        </p>
      </div>
      <QueryActions query={query} onAdd={onAdd} />
    </div>
  )
}
