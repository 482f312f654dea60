import { ArrowDown } from 'lucide-react'
import { Button } from '../../../ui/controls/button.tsx'
import { dockWords } from '../dock/dock-words.ts'
import type { Sight } from './use-sight.ts'

/** What is below, and that a choice waits for it; above the buttons, which stay where they are when it goes. */
export function UnseenLine({
  sight,
  waiting,
  ready,
}: {
  sight: Sight
  /** The label of an outcome that waits; null: none does. */
  waiting: string | null
  ready: boolean
}) {
  const count = dockWords.unseen(sight.unseen)
  if (count === '' && waiting === null) return null
  return (
    <div data-unseen className="flex min-w-full shrink-0 flex-wrap items-center gap-x-2 gap-y-1">
      <Button size="small" data-read-on icon={<ArrowDown aria-hidden size={12} />} onClick={sight.readOn}>
        {dockWords.readOn}
      </Button>
      {waiting === null ? null : (
        <Button size="small" disabled={!ready} onClick={sight.acknowledge}>
          {dockWords.seenAll}
        </Button>
      )}
      <p
        role="status"
        title={waiting === null ? undefined : dockWords.waits(waiting)}
        className={waiting === null ? 'text-ink-muted' : 'text-needs'}
      >
        {waiting === null ? count : dockWords.waitsFor(count)}
      </p>
    </div>
  )
}
