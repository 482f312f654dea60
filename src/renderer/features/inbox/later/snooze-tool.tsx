import { Clock } from 'lucide-react'
import { useCall } from '../../../queries.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Kbd } from '../../../ui/controls/kbd.tsx'
import { listWords } from '../list/list-words.ts'
import { sayUntil } from './snooze-times.ts'

/** Beside an open item that waits: hide it for a while, or show it again. */
export function SnoozeTool({
  id,
  onSnooze,
  onShowAgain,
}: {
  id: string
  onSnooze: () => void
  onShowAgain: () => void
}) {
  const { data: item } = useCall('inbox.item', { id })
  if (item?.status !== 'pending') return null
  if (item.snoozedUntil === null) {
    return (
      <Button size="small" look="plain" icon={<Clock aria-hidden size={12} />} onClick={onSnooze}>
        {listWords.snooze}
        <Kbd>S</Kbd>
      </Button>
    )
  }
  const until = listWords.snoozedUntil(sayUntil(new Date(item.snoozedUntil), new Date()))
  return (
    <>
      <span title={until} className="truncate">
        {until}
      </span>
      <Button size="small" onClick={onShowAgain}>
        {listWords.showAgain}
      </Button>
    </>
  )
}
