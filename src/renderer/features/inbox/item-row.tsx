import type { InboxItem } from '../../../preload/contract.ts'
import { Sentence } from '../../sentence.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Badge, ClockMark, Status } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import { WhoName } from '../../who.tsx'
import { words } from '../../words.ts'
import { describeEnd, RISK_TONE } from './look.ts'

/** One item of the list: the sentence, then who and since when. */
export function ItemRow({
  item,
  selected,
  onSelect,
}: {
  item: InboxItem
  selected: boolean
  onSelect: () => void
}) {
  const end = describeEnd(item)
  return (
    <button
      type="button"
      data-item={item.id}
      aria-current={selected ? 'true' : undefined}
      onClick={onSelect}
      className={classNames(
        'relative flex w-full flex-col gap-1 border-b border-line px-4 py-[calc(var(--row)+2px)] text-left outline-offset-[-2px] hover:bg-hover',
        selected && 'bg-accent-soft hover:bg-accent-soft',
        selected && 'before:absolute before:inset-y-0 before:left-0 before:w-0.5 before:bg-accent',
      )}
    >
      <span className="line-clamp-2 font-medium">
        <Sentence parts={item.sentence} />
      </span>
      <span className="flex w-full items-center gap-2 text-sm text-ink-muted">
        <span className="truncate">
          {item.definitionTitle} · <WhoName id={item.requestedBy} />
        </span>
        <span className="ml-auto flex shrink-0 items-center gap-2">
          {item.status === 'pending' ? (
            <Urgency item={item} />
          ) : (
            <Status tone={end.tone} className="max-w-40">
              <span className="truncate">{end.text}</span>
            </Status>
          )}
          {item.status === 'pending' && item.deadlineAt ? (
            <ClockMark>
              {words.inbox.deadline} <Time at={item.deadlineAt} />
            </ClockMark>
          ) : (
            <Time at={item.decision?.at ?? item.requestedAt} />
          )}
        </span>
      </span>
    </button>
  )
}

function Urgency({ item }: { item: InboxItem }) {
  return (
    <>
      {item.kind === 'interrupted' ? <Badge tone="failed">{words.inbox.kinds.interrupted}</Badge> : null}
      {item.risk === 'high' ? <Badge tone={RISK_TONE.high}>{words.inbox.risks.high}</Badge> : null}
    </>
  )
}
