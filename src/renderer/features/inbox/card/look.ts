import type { InboxDetail, ItemCard } from '../../../../preload/contract.ts'
import { speakWho } from '../../../items/who.tsx'
import type { Tone } from '../../../ui/feedback/status.tsx'
import { words } from '../../../words.ts'
import { kindView } from '../kinds.ts'

const STATUS_TONE: Record<ItemCard['status'], Tone> = {
  pending: 'needs',
  scheduled: 'needs',
  approved: 'done',
  refused: 'refused',
  expired: 'quiet',
  withdrawn: 'quiet',
}

/** How an item that is not waiting ended, and who decided it; coloured only where its meaning is clear. Pure. */
export function describeEnd(item: Pick<ItemCard, 'status' | 'kind' | 'decision' | 'votes'>): {
  tone: Tone
  text: string
} {
  const { decision, status } = item
  const { endsAs } = kindView(item)
  if (decision === null || status === 'expired' || status === 'withdrawn') {
    return { tone: STATUS_TONE[status], text: words.inbox.statuses[status] }
  }
  const label = decision.label || decision.outcome
  // It can still be taken back: nothing is done yet.
  if (status === 'scheduled')
    return decision.undoUnsaved
      ? { tone: 'failed', text: words.inbox.undoUnsaved }
      : { tone: STATUS_TONE.scheduled, text: words.inbox.scheduledAs(label) }
  const names = decidersOf(item).map(speakWho)
  const plain = endsAs !== 'label' && { approve: 'approved', refuse: 'refused' }[decision.outcome]
  const tone = { approve: 'done', refuse: 'refused', neutral: 'neutral' } as const
  return {
    // A step that a person carried out was done, whatever its button is called.
    tone: endsAs === 'carriedOut' && decision.tone === 'neutral' ? STATUS_TONE[status] : tone[decision.tone],
    text: plain
      ? words.inbox.ended(words.inbox.statuses[plain as 'approved' | 'refused'], names)
      : words.inbox.endedAs(label, names),
  }
}

/** The same as one text, with why where nobody decided it. Pure. */
export function speakEnd(
  item: Pick<InboxDetail, 'status' | 'kind' | 'decision' | 'votes' | 'closedBecause'>,
): string {
  return (item.decision === null ? item.closedBecause : null) ?? describeEnd(item).text
}

/** Everybody whose approval it took; one refusal is enough. */
function decidersOf({ decision, votes }: Pick<ItemCard, 'decision' | 'votes'>): string[] {
  if (decision === null) return []
  const before = decision.tone === 'approve' ? (votes?.given ?? []) : []
  return [...new Set([...before.map(({ by }) => by), decision.by])]
}
