import { Clock } from 'lucide-react'
import { useEffect } from 'react'
import type { ItemCard } from '../../../../preload/contract.ts'
import { useCall, useGateway } from '../../../queries.ts'
import { useDesk } from '../../../state.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Kbd } from '../../../ui/controls/kbd.tsx'
import { announce } from '../../../ui/feedback/announcer.tsx'
import { assignKeys } from '../dock/outcome-keys.ts'
import { dropPicked, focusRow, MOST_PICKED, unpick } from '../list/browse.ts'
import type { InboxView } from '../list/filter.ts'
import { listWords } from '../list/list-words.ts'
import { pressSelected, whyApart } from '../press.ts'
import { useInbox } from '../state.ts'

/** What can be done to everything that is picked in this list. */
export function ManyBar({ view, onSnooze }: { view: InboxView; onSnooze: () => void }) {
  const picked = useInbox(({ list }) => list.picked)
  const gateway = useGateway()
  usePickedAlive(picked, view)
  const items = [...picked.values()]
  const [first] = items
  const why = whyApart(items)
  const alike = why === null
  const { data } = useCall('inbox.item', { id: first?.id ?? '-' }, { enabled: alike, keepPrevious: true })
  const singleKeys = useDesk((desk) => desk.singleKeys)
  const keys = singleKeys && data !== undefined ? assignKeys(data.outcomes) : null
  return (
    <section
      id="inbox-selection"
      aria-label={listWords.selection}
      className="flex shrink-0 flex-wrap items-center gap-1 border-t border-line bg-raised p-2"
    >
      <span className="font-medium tabular-nums">{listWords.selected(items.length)}</span>
      <Button
        size="small"
        look="plain"
        onClick={() => {
          unpick()
          focusRow()
        }}
      >
        {listWords.clearSelection}
      </Button>
      {alike && data !== undefined
        ? data.outcomes.map((outcome) => (
            <Button
              key={outcome.name}
              size="small"
              className="max-w-full"
              onClick={() => pressSelected(gateway, { name: outcome.name })}
            >
              <span className="truncate">{outcome.label}…</span>
              {keys?.has(outcome.name) ? <Kbd>{keys.get(outcome.name) ?? ''}</Kbd> : null}
            </Button>
          ))
        : null}
      <Button
        size="small"
        icon={view === 'snoozed' ? undefined : <Clock aria-hidden size={12} />}
        onClick={onSnooze}
      >
        {view === 'snoozed' ? listWords.showAgain : listWords.snooze}
        {singleKeys ? <Kbd>S</Kbd> : null}
      </Button>
      {why === null ? null : <p className="w-full text-sm text-ink-muted">{why}</p>}
    </section>
  )
}

/** What ends, is snoozed, or is shown again leaves the selection, and that is said. */
function usePickedAlive(picked: ReadonlyMap<string, ItemCard>, status: InboxView): void {
  const { data, isPlaceholderData, isFetching } = useCall(
    'inbox.list',
    { status: status === 'others' ? 'pending' : status, ids: [...picked.keys()].sort(), limit: MOST_PICKED },
    { enabled: picked.size > 0, keepPrevious: true },
  )
  useEffect(() => {
    // The same items may have been picked before, ended, and been taken back: what is known of then is old.
    if (data === undefined || isPlaceholderData || isFetching || picked.size === 0) return
    const alive = new Set(data.items.map(({ id }) => id))
    const gone = [...picked.keys()].filter((id) => !alive.has(id))
    if (gone.length === 0) return
    dropPicked(gone)
    // What somebody decides themself is told when all of it is over.
    if (useInbox.getState().many?.step !== 'send') announce(listWords.selectionGone(gone.length))
  }, [data, isPlaceholderData, isFetching, picked])
}
