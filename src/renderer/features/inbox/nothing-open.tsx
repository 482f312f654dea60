import { Inbox as InboxIcon } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { words } from '../../words.ts'

/** In place of an item, while none is open. */
export function NothingOpen({ empty, onWelcome }: { empty: boolean; onWelcome: (() => void) | null }) {
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
