import { memo } from 'react'
import type { ItemCard } from '../../../../preload/contract.ts'
import { RISK_LOOK } from '../../../items/risk-line.tsx'
import { Sentence, speakCard } from '../../../items/sentence.tsx'
import { speakWho, WhoName } from '../../../items/who.tsx'
import { SELECTED_ROW } from '../../../lists/list-row.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Badge, ClockMark, Status } from '../../../ui/feedback/status.tsx'
import { Deadline } from '../../../ui/text/deadline.tsx'
import { OneLine, QuoteChip } from '../../../ui/text/quote-chip.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { speakText } from '../../../ui/text/visible-text.ts'
import { words } from '../../../words.ts'
import { describeEnd } from '../card/look.ts'
import { kindView } from '../kinds.ts'
import { go } from './browse.ts'
import { listWords } from './list-words.ts'

/** One item of the list: the sentence, then who and since when. */
export const ItemRow = memo(function ItemRow({
  item,
  selected,
  entry,
  picking,
  picked,
  onPick,
}: {
  item: ItemCard
  selected: boolean
  /** Here the Tab key enters the list: the one row that it stops at. */
  entry: boolean
  /** Something of the list is picked, so that its boxes show. */
  picking: boolean
  picked: boolean
  /** `range`: everything from the last one that was picked. */
  onPick: (item: ItemCard, range: boolean) => void
}) {
  const end = describeEnd(item)
  const waits = item.status === 'pending'
  return (
    <div className="relative">
      {waits ? (
        <input
          type="checkbox"
          aria-label={listWords.select(speakCard(item))}
          checked={picked}
          // X, or Space on the row, for whoever has no mouse.
          tabIndex={-1}
          onChange={(event) =>
            onPick(item, event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)
          }
          className={classNames(
            'absolute top-3.5 left-3 z-10 size-4 accent-accent-solid group-hover:opacity-100 focus-visible:opacity-100',
            !picking && 'opacity-0',
          )}
        />
      ) : null}
      <button
        type="button"
        data-item={item.id}
        tabIndex={entry ? 0 : -1}
        aria-current={selected ? 'true' : undefined}
        onClick={(event) => (event.shiftKey && waits ? onPick(item, true) : go(item.id))}
        className={classNames(
          waits ? 'pl-9' : 'pl-4',
          'relative flex w-full flex-col gap-1 border-b border-line pr-4 py-[calc(var(--row)+2px)] text-left outline-offset-[-2px] hover:bg-hover',
          selected && SELECTED_ROW,
        )}
      >
        <span className="line-clamp-2 font-medium [overflow-wrap:anywhere]">
          <Sentence parts={item.sentence} />
        </span>
        {item.values.length > 0 ? (
          <span className="w-full truncate text-sm">
            {item.values.map(({ name, text }) => (
              <span key={name} className="mr-0.5">
                <QuoteChip text={`${name}: ${text}`} />{' '}
              </span>
            ))}
          </span>
        ) : null}
        <span className="flex w-full flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-muted">
          <span className="flex max-w-full min-w-0 items-baseline gap-1">
            {item.isSingleCall ? null : (
              <>
                <span title={speakText(item.definitionTitle)} className="min-w-0 shrink-[4] truncate">
                  <OneLine text={item.definitionTitle} />
                </span>
                <span aria-hidden>·</span>
              </>
            )}
            <span title={speakWho(item.requestedBy)} className="min-w-0 truncate">
              <WhoName id={item.requestedBy} />
            </span>
          </span>
          <span className="flex max-w-full grow items-center gap-2">
            {item.status === 'pending' ? (
              <Urgency item={item} />
            ) : (
              <>
                {item.hasFailed ? <Badge tone="failed">{listWords.thenFailed}</Badge> : null}
                <Status tone={item.hasFailed ? 'neutral' : end.tone} className="min-w-0">
                  <span className="truncate">{end.text}</span>
                </Status>
              </>
            )}
            <span className="ml-auto shrink-0">
              {item.snoozedUntil !== null ? (
                <ClockMark>
                  {listWords.back} <Time at={item.snoozedUntil} />
                </ClockMark>
              ) : item.status === 'pending' && item.deadlineAt ? (
                <Deadline at={item.deadlineAt} label={words.inbox.deadline} />
              ) : (
                <Time at={item.decision?.at ?? item.requestedAt} />
              )}
            </span>
          </span>
        </span>
      </button>
    </div>
  )
})

function Urgency({ item }: { item: ItemCard }) {
  const kind = kindView(item)
  return (
    <>
      {kind.about === 'doubt' ? <Badge tone="failed">{kind.title}</Badge> : null}
      {item.votes !== null && item.votes.given.length > 0 ? (
        <span className="tabular-nums">
          {listWords.approvals(item.votes.given.length, item.votes.needed, item.votes.atLeast ?? false)}
        </span>
      ) : null}
      {item.risk === 'low' ? null : <Badge {...RISK_LOOK[item.risk]}>{words.inbox.risks[item.risk]}</Badge>}
    </>
  )
}
