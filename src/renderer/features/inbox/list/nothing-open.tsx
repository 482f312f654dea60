import { Inbox as InboxIcon } from 'lucide-react'
import { useCall } from '../../../queries.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ButtonLink } from '../../../ui/controls/button-link.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { words } from '../../../words.ts'
import { listWords } from './list-words.ts'

/** In place of an item, while none is open. */
export function NothingOpen({ empty, onWelcome }: { empty: boolean; onWelcome: (() => void) | null }) {
  const { data: status } = useCall('desk.status', {})
  return (
    <EmptyState
      icon={<InboxIcon aria-hidden size={28} strokeWidth={1.5} />}
      title={empty ? words.inbox.emptyTitle : words.inbox.chooseTitle}
      actions={
        !empty ? null : onWelcome ? (
          <Button onClick={onWelcome}>{words.inbox.emptySteps}</Button>
        ) : status?.clients.length === 0 ? (
          <ButtonLink href="#/settings/connect">{words.inbox.emptyConnect}</ButtonLink>
        ) : null
      }
    >
      {!empty ? (
        words.inbox.chooseText
      ) : onWelcome !== null || status === undefined ? (
        words.inbox.emptyText
      ) : (
        <FirstRequest connected={status.clients.length > 0} />
      )}
    </EmptyState>
  )
}

function FirstRequest({ connected }: { connected: boolean }) {
  const { label, connect, ask, wait } = listWords.first
  const steps = connected ? [ask, wait] : [connect, ask, wait]
  return (
    <ol aria-label={label} className="mt-1 flex list-decimal flex-col gap-1.5 pl-5 text-left">
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  )
}
