import type { InboxDetail } from '../../../../preload/contract.ts'
import { speakWho } from '../../../items/who.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { cardWords } from './card-words.ts'

type RepeatFacts = Pick<InboxDetail, 'compared' | 'risk' | 'status'>
type Repeats = InboxDetail['compared']['repeats']

/** Exactly the same was approved a while ago: whoever approves it now has it happen twice. */
export function RepeatNotice({ item }: { item: RepeatFacts }) {
  const repeats = repeatsOf(item)
  if (repeats === null) return null
  const { repeated } = cardWords
  return (
    <p className="rounded-md bg-needs-soft px-3 py-2">
      <span className="font-medium text-needs">{repeated.lead}</span> <Time at={repeats.at} />{' '}
      {repeated.by(repeats.by.map(speakWho))} {repeated.twice}{' '}
      <a href={`#/inbox/${repeats.id}`} className="rounded-sm text-accent underline">
        {repeated.open}
      </a>
    </p>
  )
}

/** Null as well where nothing much can come of it, or nobody can approve it any more. Pure. */
export function repeatsOf({ compared, risk, status }: RepeatFacts): Repeats {
  return risk === 'low' || status !== 'pending' ? null : compared.repeats
}
