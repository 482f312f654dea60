import { Clock } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ItemCard } from '../../../../preload/contract.ts'
import { useCall, useGateway } from '../../../queries.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { announce } from '../../../ui/feedback/announcer.tsx'
import { useToastsAbove } from '../../../ui/feedback/toast.tsx'
import { showAgain } from '../later/snooze.tsx'
import { dropPicked, MOST_PICKED, unpick } from '../list/browse.ts'
import type { View } from '../list/filter.ts'
import { listWords } from '../list/list-words.ts'
import { openMany } from '../press.ts'
import { changeList, useInbox } from '../state.ts'

/** What can be done to everything that is picked in this list. */
export function ManyBar({ view, onLeave }: { view: View; onLeave: (ids: string[]) => void }) {
  const picked = useInbox(({ list }) => list.picked)
  const ids = [...picked.keys()]
  const gateway = useGateway()
  usePickedAlive(picked, view)
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
      <Button size="small" look="plain" onClick={unpick}>
        {listWords.clearSelection}
      </Button>
      {alike && data !== undefined
        ? data.outcomes.map((outcome) => (
            <Button
              key={outcome.name}
              size="small"
              className="max-w-full"
              onClick={() => openMany(ids, outcome)}
            >
              <span className="truncate">{outcome.label}…</span>
            </Button>
          ))
        : null}
      {view === 'snoozed' ? (
        <Button
          size="small"
          onClick={() => {
            onLeave(ids)
            void showAgain(gateway, ids)
            unpick()
          }}
        >
          {listWords.showAgain}
        </Button>
      ) : (
        <Button
          size="small"
          icon={<Clock aria-hidden size={12} />}
          onClick={() => changeList({ snoozing: ids })}
        >
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

/** What ends, is snoozed, or is shown again leaves the selection, and that is said. */
function usePickedAlive(picked: ReadonlyMap<string, ItemCard>, status: View): void {
  const { data, isPlaceholderData, isFetching } = useCall(
    'inbox.list',
    { status, ids: [...picked.keys()].sort(), limit: MOST_PICKED },
    { enabled: picked.size > 0, keepPrevious: true },
  )
  useEffect(() => {
    // The same items may have been picked before, ended, and been taken back: what is known of then is old.
    if (data === undefined || isPlaceholderData || isFetching || picked.size === 0) return
    const alive = new Set(data.items.map(({ id }) => id))
    const gone = [...picked.keys()].filter((id) => !alive.has(id))
    if (gone.length === 0) return
    dropPicked(gone)
    announce(listWords.selectionGone(gone.length))
  }, [data, isPlaceholderData, isFetching, picked])
}
