import { Inbox as InboxIcon } from 'lucide-react'
import { FailedToLoad } from '../../../lists/failed-to-load.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { words } from '../../../words.ts'
import type { InboxView } from './filter.ts'
import { listWords } from './list-words.ts'

/** Why the list is empty, and what to do about it. */
export function EmptyList({
  view,
  filter,
  hidden,
  error,
  onClear,
  onRetry,
}: {
  view: InboxView
  /** In words; null: nothing is filtered. */
  filter: string | null
  /** How many the filter hides. */
  hidden: number
  error: string | null
  onClear: () => void
  onRetry: () => void
}) {
  if (error !== null) {
    return <FailedToLoad message={error} onRetry={onRetry} />
  }
  if (filter !== null && hidden > 0) {
    return (
      <div className="flex flex-col items-start gap-2 p-4 text-ink-muted">
        <p>{listWords.hidden(hidden, filter)}</p>
        <Button size="small" onClick={onClear}>
          {listWords.clear}
        </Button>
      </div>
    )
  }
  const [title, hint] = TEXTS[view]
  return (
    <p className="p-4 text-ink-muted">
      {title} {hint}
    </p>
  )
}

const TEXTS: Record<InboxView, [string, string]> = {
  pending: [words.inbox.emptyTitle, ''],
  others: [listWords.emptyOthers, listWords.emptyOthersText],
  snoozed: [listWords.emptySnoozed, listWords.emptySnoozedText],
  decided: [words.inbox.emptyDecidedTitle, words.inbox.emptyDecidedText],
}

/** In place of an item, while none is open. */
export function NothingOpen({
  view,
  empty,
  onWelcome,
}: {
  view: InboxView
  empty: boolean
  onWelcome: (() => void) | null
}) {
  // Of what waits for whoever looks another list says nothing.
  if (empty && view !== 'pending')
    return <EmptyState icon={<InboxIcon aria-hidden size={28} strokeWidth={1.5} />} title={TEXTS[view][0]} />
  return (
    <EmptyState
      icon={<InboxIcon aria-hidden size={28} strokeWidth={1.5} />}
      title={empty ? words.inbox.emptyTitle : words.inbox.chooseTitle}
      actions={empty && onWelcome ? <Button onClick={onWelcome}>{words.inbox.emptySteps}</Button> : null}
    >
      {empty ? words.inbox.emptyText : words.inbox.chooseText}
    </EmptyState>
  )
}
