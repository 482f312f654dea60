/** The inbox: everything that waits for a person, and what was decided. May import: ui, queries, state, words. */

import { memo, type ReactNode, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { ListBesideDetail } from '../../lists/list-beside-detail.tsx'
import { MOST_IN_BADGE } from '../../lists/say-count.ts'
import { useCall, useGateway } from '../../queries.ts'
import { isAt } from '../../routes/address.ts'
import { useDesk } from '../../state.ts'
import { isTyping } from '../../ui/controls/keys.ts'
import { Tabs } from '../../ui/controls/tabs.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { useToastsAbove } from '../../ui/feedback/toast.tsx'
import { offerToast } from '../../ui/feedback/toast-button.tsx'
import { useFocusHomeOf } from '../../ui/focus-home.ts'
import { focusShown } from '../../ui/split.tsx'
import { useLatest } from '../../ui/use-latest.ts'
import { words } from '../../words.ts'
import { ItemDetail } from './card/item-detail.tsx'
import { Snooze, showAgain } from './later/snooze.tsx'
import {
  arrive,
  changeFilter,
  clearFilter,
  go,
  leaveList,
  moveOn,
  openItem,
  pick,
  pickAlike,
  setView,
  showView,
  step,
  takeTurn,
  tell,
  undoFilter,
  unpick,
} from './list/browse.ts'
import { EmptyList, NothingOpen } from './list/empty-list.tsx'
import { chipsOf, type InboxView, isFiltered, readFilter, readInboxView, requestOf } from './list/filter.ts'
import { FilterBar } from './list/filter-bar.tsx'
import { ItemList } from './list/item-list.tsx'
import { listWords } from './list/list-words.ts'
import { useInboxKeys } from './list/use-inbox-keys.ts'
import { useDecidedRows, useWaitingRows } from './list/use-rows.ts'
import { BatchBars } from './many/batches.tsx'
import { ManyBar } from './many/many-bar.tsx'
import { ManyDialog } from './many/many-dialog.tsx'
import { pressSelected } from './press.ts'
import { changeList, hasSelection, useInbox } from './state.ts'

/** `welcome` is shown in place of a detail while nothing is chosen; null when there is nothing to welcome to. */
export function Inbox({
  id,
  welcome,
  onWelcome,
}: {
  id: string | null
  welcome: ReactNode
  onWelcome: (() => void) | null
}) {
  const gateway = useGateway()
  const { singleKeys, filters } = useDesk()
  const view = readInboxView(filters)
  const filter = useMemo(() => readFilter(filters), [filters])
  const settled = useDeferredValue(filter)
  const request = useMemo(() => requestOf(view, settled), [view, settled])
  const waiting = useWaitingRows(request, view !== 'decided')
  const decided = useDecidedRows(request, view === 'decided')
  const { rows, head, isPending, isPrevious, error, retry } = view === 'decided' ? decided : waiting
  const greeting = view === 'pending' && !isFiltered(filter) ? welcome : null
  const drawn = useRef(false)
  const listed = useRef<HTMLDivElement>(null)
  const bars = useRef<HTMLDivElement>(null)
  useToastsAbove(bars)
  useFocusHomeOf(listed)
  const moving = useInbox(({ list }) => list.moving)
  const picked = useInbox(({ list }) => list.picked)
  const many = useInbox((inbox) => inbox.many)
  const left = useInbox(({ list }) => list.left)
  const wantsFirst = useInbox(({ list }) => list.wantsFirst)
  const isMoving = moving !== null
  const selected = moving ?? id
  const place = selected === null ? -1 : rows.placeOf(selected)
  const current = place === -1 ? undefined : rows.at(place)
  useLayoutEffect(() => leaveList, [])
  useViewOf(id, view)
  useEffect(() => {
    if (selected === null) changeList({ place: null })
    else if (place !== -1) changeList({ place })
  }, [selected, place])

  // By the time of an answer something else may be open, which stays.
  const leave = useLatest((ids: string[]) =>
    // Whoever writes by then goes on writing.
    moveOn(rows, selected, ids, { welcome: greeting !== null, focus: !isTyping(document.activeElement) }),
  )
  const onDecided = useLatest((ids: string[]) =>
    view === 'pending' || view === 'others' ? leave(ids) : undefined,
  )
  const onSnoozed = useLatest((ids: string[]) => {
    if (view !== 'decided') leave(ids)
    unpick()
  })

  // Something is always open where something waits, unless the welcome has the place.
  const first = rows.at(0)?.id
  const firstId = first !== undefined && left.includes(first) ? undefined : first
  useEffect(() => {
    if (id !== null || isMoving || greeting !== null || firstId === undefined || isPrevious) return
    if (!isAt('/inbox')) return
    const { selectedItem } = useDesk.getState()
    openItem(selectedItem !== null && rows.placeOf(selectedItem) !== -1 ? selectedItem : firstId)
  }, [id, isMoving, greeting, firstId, rows, isPrevious])

  const isOfFilter = settled === filter && !isPending && !isPrevious
  useEffect(() => {
    if (!wantsFirst || !isOfFilter) return
    changeList({ wantsFirst: false })
    // Whoever has gone elsewhere meanwhile stays there.
    if (first === undefined || document.activeElement !== findFilter()) return
    arrive(0, first, false)
    // Where it is what was selected before, nothing is drawn anew, which would give it the focus.
    rowOf(first)?.focus({ preventScroll: true })
  }, [wantsFirst, isOfFilter, first])

  async function openOldest(): Promise<void> {
    const oldest = head?.oldest ?? null
    if (oldest === null) return
    if (view !== 'pending') setView('pending')
    changeList({ focusing: oldest })
    go(oldest)
    if (!isFiltered(filter) || (await rows.locate(oldest).catch(() => 0)) !== -1) return
    // Its row is not there, and must not take the focus from whatever has it when the filter is gone.
    if (useInbox.getState().list.focusing === oldest) changeList({ focusing: null })
    offerToast(listWords.notInList, { label: listWords.clear, onPress: () => changeFilter({}) })
  }
  function snooze(): void {
    if (view === 'decided') return
    takeTurn(() => {
      const { picked } = useInbox.getState().list
      const ids = picked.size > 0 ? [...picked.keys()] : current?.status === 'pending' ? [current.id] : []
      return () => {
        if (ids.length === 0) return
        if (view !== 'snoozed') return changeList({ snoozing: ids })
        onSnoozed(ids)
        void showAgain(gateway, ids)
      }
    })
  }
  useInboxKeys(
    {
      move: (by, held) => step(rows, selected, by, held),
      selected,
      enter() {
        if (selected === null) return false
        const item = document.getElementById('item')
        if (item === null) changeList({ entering: selected })
        else focusShown(item)
        return true
      },
      // Also while the item is still on its way.
      back: (typing) => (typing ? document.getElementById('item')?.focus() : goBack(selected)),
      filter() {
        const field = findFilter()
        focusShown(field)
        // What is typed next replaces what the list is narrowed to.
        field?.select()
      },
      pick(id, range) {
        const item = id === null ? current : rows.at(rows.placeOf(id))
        if (item?.status === 'pending') pick(rows, item, range)
      },
      pickAlike() {
        if (selected !== null) pickAlike(gateway, requestOf(view, filter), selected)
      },
      snooze,
      outcome: (key) => (hasSelection() ? pressSelected(gateway, { key }) : undefined),
      single: () => (hasSelection() ? tell(listWords.oneAtATime) : undefined),
      oldest: () => void openOldest(),
      undoFilter,
    },
    singleKeys,
  )
  // A key in the filter must not draw the whole item again.
  const opened = useMemo(
    () =>
      id === null ? null : (
        <ItemDetail id={id} drawn={drawn} onDecided={() => onDecided([id])} onBack={() => goBack(id)} />
      ),
    [id, onDecided],
  )
  const filterText = chipsOf(filter, head?.facets)
    .map(({ text }) => text)
    .join(', ')
  return (
    <ListBesideDetail
      title={words.screens.inbox}
      detailFirst={id !== null || greeting !== null}
      list={
        <>
          <InboxTabs view={view} others={head?.others ?? 0} snoozed={head?.snoozed ?? 0} />
          <FilterBar filter={filter} facets={head?.facets} />
          <div
            ref={listed}
            id="inbox-list"
            data-focus-home
            tabIndex={-1}
            className="flex min-h-0 flex-1 flex-col outline-offset-[-2px]"
          >
            {isPending ? (
              <Skeleton label={words.common.loading} lines={8} className="p-4" />
            ) : rows.total > 0 ? (
              <ItemList rows={rows} selected={selected} />
            ) : (
              <EmptyList
                view={view}
                filter={isFiltered(filter) ? filterText : null}
                hidden={head?.unfiltered ?? 0}
                error={error?.message ?? null}
                onClear={clearFilter}
                onRetry={retry}
              />
            )}
          </div>
          <div ref={bars} className="shrink-0">
            <BatchBars shown={many?.batch ?? null} />
            {picked.size > 0 ? <ManyBar view={view} onSnooze={snooze} /> : null}
          </div>
          {many !== null ? (
            <ManyDialog
              many={many}
              onDecided={leave}
              onClose={() => {
                // Whoever only looked goes on with what is selected.
                if (many.step === 'send' || many.step === 'done') unpick()
                useInbox.setState({ many: null })
              }}
            />
          ) : null}
          <Snooze left={onSnoozed} />
        </>
      }
      detail={
        isMoving ? (
          <Skeleton label={words.common.loading} lines={6} className="p-6" />
        ) : opened !== null ? (
          opened
        ) : (
          (greeting ?? (
            <NothingOpen
              view={view}
              // What a filter hides waits all the same.
              empty={rows.total === 0 && (head?.unfiltered ?? 0) === 0}
              onWelcome={onWelcome}
            />
          ))
        )
      }
    />
  )
}

function goBack(from: string | null): void {
  const inList = document.activeElement?.closest('#inbox-list, #inbox-selection') != null
  if (inList && hasSelection()) unpick()
  const row = from === null ? null : rowOf(from)
  // A list that is out of sight has no rows yet.
  changeList({ focusing: row === null ? from : null, entering: null })
  focusShown(row ?? document.getElementById('inbox-list'))
}

function rowOf(id: string): HTMLElement | null {
  return document.querySelector(`#inbox-list [data-item="${CSS.escape(id)}"]`)
}

function findFilter(): HTMLInputElement | null {
  return document.querySelector<HTMLInputElement>('#inbox-filter input')
}

/** The list goes where the item is that somebody came to from elsewhere; what was opened from the list moves no list. */
function useViewOf(id: string | null, view: InboxView): void {
  const { data } = useCall('inbox.item', { id: id ?? '-' }, { enabled: id !== null && view === 'decided' })
  const judged = useRef<string | null>(null)
  useEffect(() => {
    const own = useInbox.getState().list.opened
    if (id === null || data?.id !== id || own === id || judged.current === id) return
    judged.current = id
    if (view === 'decided' && data.status === 'pending')
      setView(data.snoozedUntil === null ? 'pending' : 'snoozed')
  }, [id, data, view])
}

/** Waiting, snoozed where anything is, decided. */
const InboxTabs = memo(function InboxTabs({
  view,
  others,
  snoozed,
}: {
  view: InboxView
  others: number
  snoozed: number
}) {
  const waiting = useCall('desk.status', {}).data?.pending ?? 0
  return (
    <div className="flex h-12 shrink-0 items-end border-b border-line px-4">
      <Tabs<InboxView>
        label={words.inbox.views}
        value={view}
        onChange={showView}
        tabs={[
          // The badge has the number, as long as it has room for it.
          {
            value: 'pending',
            label: words.inbox.waiting,
            ...(waiting > MOST_IN_BADGE ? { count: waiting } : {}),
          },
          { value: 'others', label: listWords.others, ...(others > 0 ? { count: others } : {}) },
          ...(snoozed > 0 || view === 'snoozed'
            ? [{ value: 'snoozed' as const, label: listWords.snoozed, count: snoozed }]
            : []),
          { value: 'decided', label: words.inbox.decided },
        ]}
      />
    </div>
  )
})
