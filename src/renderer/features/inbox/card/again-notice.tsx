import type { InboxDetail } from '../../../../preload/contract.ts'
import { speakWho } from '../../../items/who.tsx'
import { useCall } from '../../../queries.ts'
import { Quotation, QuoteChip } from '../../../ui/text/quote-chip.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { listFields } from '../../../values/typed-fields.ts'
import { cardWords } from './card-words.ts'
import { choicesOf } from './sections/compare-with.tsx'

/** What was refused is handed in again: what has changed since, and what was said then. */
export function AgainNotice({ item }: { item: InboxDetail }) {
  const { compared, asked } = item
  const me = useCall('desk.status', {}).data?.person.name
  const { lastRefused } = compared
  if (!compared.again || lastRefused === null) return null
  const { again } = cardWords
  const mine = lastRefused.by === `human:${me}`
  const who = speakWho(lastRefused.by)
  const now = asked === null ? compared.presented : asked.arguments
  const before = choicesOf(item).refused ?? null
  const changed =
    before === null
      ? []
      : listFields(asked?.schema ?? compared.presentedSchema, now, before).filter(
          ({ mark }) => mark !== 'same',
        )
  const lead =
    changed.length > 0 ? (mine ? again.refused : again.refusedBy(who)) : mine ? again.same : again.sameBy(who)
  return (
    <div className="my-3 flex flex-col gap-1.5 rounded-md bg-needs-soft px-3 py-2">
      <p>
        <span className="font-medium text-needs">{lead}</span>{' '}
        <Time at={lastRefused.at} className="text-ink" />
        {changed.length > 0 ? (
          <span className="text-ink">
            :{' '}
            {changed.map(({ key, name }, place) => (
              <span key={key}>
                {place > 0 ? ', ' : ''}
                <QuoteChip text={name} />
              </span>
            ))}
          </span>
        ) : (
          '.'
        )}{' '}
        <a href={`#/inbox/${lastRefused.id}`} className="rounded-sm text-accent underline">
          {again.openEarlier}
        </a>
      </p>
      {lastRefused.label ? <p className="text-ink-muted">{again.chose(lastRefused.label)}</p> : null}
      {lastRefused.comment ? (
        <Quotation by={mine ? again.youSaid : again.said(who)} text={lastRefused.comment} />
      ) : null}
    </div>
  )
}
