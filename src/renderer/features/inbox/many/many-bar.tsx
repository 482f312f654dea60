import { Clock } from 'lucide-react'
import { useRef } from 'react'
import type { ItemCard, Outcome } from '../../../../preload/contract.ts'
import { useCall } from '../../../queries.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { useToastsAbove } from '../../../ui/feedback/toast.tsx'
import { listWords } from '../list/list-words.ts'

/** What can be done to everything that is picked. */
export function ManyBar({
  picked,
  onDecide,
  onSnooze,
  onShowAgain,
  onClear,
}: {
  picked: ReadonlyMap<string, ItemCard>
  onDecide: (outcome: Outcome) => void
  /** Null where everything is snoozed already. */
  onSnooze: (() => void) | null
  onShowAgain: () => void
  onClear: () => void
}) {
  const items = [...picked.values()]
  const [first] = items
  const alike =
    first !== undefined && first.alike !== null && items.every((item) => item.alike === first.alike)
  const { data } = useCall('inbox.item', { id: first?.id ?? '-' }, { enabled: alike, keepPrevious: true })
  const bar = useRef<HTMLElement>(null)
  useToastsAbove(bar)
  return (
    <section
      ref={bar}
      aria-label={listWords.selection}
      className="flex shrink-0 flex-wrap items-center gap-1 border-t border-line bg-raised p-2"
    >
      <span className="font-medium tabular-nums">{listWords.selected(items.length)}</span>
      <Button size="small" look="plain" onClick={onClear}>
        {listWords.clearSelection}
      </Button>
      {alike && data !== undefined
        ? data.outcomes.map((outcome) => (
            <Button key={outcome.name} size="small" className="max-w-full" onClick={() => onDecide(outcome)}>
              <span className="truncate">{outcome.label}…</span>
            </Button>
          ))
        : null}
      {onSnooze === null ? (
        <Button size="small" onClick={onShowAgain}>
          {listWords.showAgain}
        </Button>
      ) : (
        <Button size="small" icon={<Clock aria-hidden size={12} />} onClick={onSnooze}>
          {listWords.snooze}
        </Button>
      )}
      {alike ? null : (
        <p className="w-full text-sm text-ink-muted">
          {items.length === 1 ? listWords.onlyByItself : listWords.notAlike}
        </p>
      )}
    </section>
  )
}
