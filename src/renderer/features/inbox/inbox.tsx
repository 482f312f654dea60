/** The inbox: everything that waits for a person, and what was decided. May import: ui, queries, state, words. */

import { Clock } from 'lucide-react'
import {
  memo,
  type ReactNode,
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useLocation } from 'wouter'
import { ListBesideDetail } from '../../lists/list-beside-detail.tsx'
import { useCall, useSend } from '../../queries.ts'
import { isAt, isWithin } from '../../routes/address.ts'
import { useDesk } from '../../state.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Kbd } from '../../ui/controls/kbd.tsx'
import { Tabs } from '../../ui/controls/tabs.tsx'
import { announce } from '../../ui/feedback/announcer.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { offerToast } from '../../ui/feedback/toast-button.tsx'
import { useLatest } from '../../ui/use-latest.ts'
import { words } from '../../words.ts'
import { ItemDetail } from './card/item-detail.tsx'
import { SnoozeDialog } from './later/snooze-dialog.tsx'
import { sayUntil } from './later/snooze-times.ts'
import { EmptyList } from './list/empty-list.tsx'
import { chipsOf, isFiltered, requestOf, type View } from './list/filter.ts'
import { FilterBar } from './list/filter-bar.tsx'
import { ItemList } from './list/item-list.tsx'
import { listWords } from './list/list-words.ts'
import { NothingOpen } from './list/nothing-open.tsx'
import { useDecidedRows } from './list/use-decided-rows.ts'
import { useInboxFilter } from './list/use-inbox-filter.ts'
import { useInboxKeys } from './list/use-inbox-keys.ts'
import { useMoving } from './list/use-moving.ts'
import { usePicked } from './list/use-picked.ts'
import { useSteps } from './list/use-steps.ts'
import { useWaitingRows } from './list/use-waiting-rows.ts'
import { ManyBar } from './many/many-bar.tsx'
import { ManyDialog } from './many/many-dialog.tsx'
import { openMany } from './press.ts'
import { useInbox } from './state.ts'

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
  const [, navigate] = useLocation()
  const { singleKeys, set } = useDesk()
  const { view, filter, setView, change, undo, clear } = useInboxFilter()
  const settled = useDeferredValue(filter)
  const request = useMemo(() => requestOf(view, settled), [view, settled])
  const waiting = useWaitingRows(request, view !== 'decided')
  const decided = useDecidedRows(request, view === 'decided')
  const { rows, head, isPending, isPrevious, error, retry } = view === 'decided' ? decided : waiting
  const greeting = view === 'pending' && !isFiltered(filter) ? welcome : null
  const focusing = useRef<string | null>(null)
  const drawn = useRef(false)

  const own = useRef<string | null>(null)
  useViewOf(id, view, own, setView)

  const open = useCallback(
    (next: string | null) => {
      if (!isWithin('/inbox')) return
      own.current = next
      set({ selectedItem: next })
      navigate(next === null ? '/inbox' : `/inbox/${next}`, { replace: true })
    },
    [navigate, set],
  )
  const { selected, isMoving, go } = useMoving(id, open)
  const { move, leave } = useSteps(rows, selected, go, focusing)
  const { picked, pick, pickAlike, clear: unpick } = usePicked(rows, request)
  const many = useInbox((inbox) => inbox.many)
  useEffect(() => () => useInbox.setState({ many: null }), [])
  // By the time of the answer something else may be open, which stays.
  const snooze = useSnooze(
    useLatest((ids: string[]) => {
      if (view === 'pending') leave(ids)
      unpick()
    }),
  )
  const select = useLatest((next: string) => go(next))
  const pickRow = useLatest(pick)
  const filterBy = useLatest(change)
  const showView = useLatest((next: View) => {
    setView(next)
    unpick()
    go(null)
  })

  // Something is always open where something waits, unless the welcome has the place.
  const firstId = rows.at(0)?.id
  useEffect(() => {
    if (id !== null || isMoving || greeting !== null || firstId === undefined || isPrevious) return
    if (!isAt('/inbox')) return
    const { selectedItem } = useDesk.getState()
    open(selectedItem !== null && rows.placeOf(selectedItem) !== -1 ? selectedItem : firstId)
  }, [id, isMoving, greeting, firstId, rows, isPrevious, open])

  function focusRow(next: string): void {
    focusing.current = null
    document.querySelector<HTMLElement>(`[data-item="${CSS.escape(next)}"]`)?.focus()
  }
  async function openOldest(): Promise<void> {
    const oldest = head?.oldest ?? null
    if (oldest === null) return
    if (view !== 'pending') setView('pending')
    focusing.current = oldest
    go(oldest)
    if (!isFiltered(filter) || (await rows.locate(oldest).catch(() => 0)) !== -1) return
    // Its row is not there, and must not take the focus from whatever has it when the filter is gone.
    if (focusing.current === oldest) focusing.current = null
    offerToast(listWords.notInList, { label: listWords.clear, onPress: () => change({}) })
  }
  const currentPlace = selected === null ? -1 : rows.placeOf(selected)
  const current = currentPlace === -1 ? undefined : rows.at(currentPlace)
  useInboxKeys(
    {
      move,
      selected,
      enter() {
        document.getElementById('item')?.focus()
        return selected !== null
      },
      filter: () => document.querySelector<HTMLInputElement>('#inbox-filter input')?.focus(),
      pick: (range) => (current?.status === 'pending' ? pick(current, range) : undefined),
      pickAlike: () => (selected === null ? undefined : void pickAlike(selected).catch(() => undefined)),
      snooze() {
        const ids = picked.size > 0 ? [...picked.keys()] : current?.status === 'pending' ? [current.id] : []
        if (ids.length > 0 && view === 'pending') snooze.ask(ids)
      },
      oldest: () => void openOldest(),
      undoFilter: undo,
    },
    singleKeys,
  )

  function goBack(from: string): void {
    const inList = document.activeElement?.closest('#inbox-list') != null
    if (inList && picked.size > 0) unpick()
    else focusRow(from)
  }
  const onDecided = useLatest((decided: string) => (view === 'pending' ? leave([decided]) : undefined))
  const leaveLatest = useLatest(leave)
  const onBack = useLatest(goBack)
  const ask = useLatest(snooze.ask)
  const showAgain = useLatest(snooze.showAgain)
  // A key in the filter must not draw the whole item again.
  const opened = useMemo(
    () =>
      id === null ? null : (
        <ItemDetail
          id={id}
          drawn={drawn}
          onDecided={() => onDecided(id)}
          onBack={() => onBack(id)}
          tools={<SnoozeTool id={id} onSnooze={() => ask([id])} onShowAgain={() => showAgain([id])} />}
        />
      ),
    [id, onDecided, onBack, ask, showAgain],
  )
  const filterText = chipsOf(filter, head?.facets)
    .map(({ text }) => text)
    .join(', ')
  return (
    <ListBesideDetail
      detailFirst={id === null && greeting !== null}
      list={
        <>
          <InboxTabs view={view} snoozed={head?.snoozed ?? 0} onChange={showView} />
          <FilterBar filter={filter} facets={head?.facets} onChange={filterBy} />
          <div id="inbox-list" className="flex min-h-0 flex-1 flex-col">
            {isPending ? (
              <Skeleton label={words.common.loading} lines={8} className="p-4" />
            ) : rows.total > 0 ? (
              <ItemList
                rows={rows}
                selected={selected}
                focusing={focusing}
                picked={picked}
                onSelect={select}
                onPick={pickRow}
              />
            ) : (
              <EmptyList
                view={view}
                filter={isFiltered(filter) ? filterText : null}
                hidden={head?.unfiltered ?? 0}
                error={error?.message ?? null}
                onClear={clear}
                onRetry={retry}
              />
            )}
          </div>
          {picked.size > 0 ? (
            <ManyBar
              picked={picked}
              onDecide={(outcome) => openMany([...picked.keys()], outcome)}
              onSnooze={view === 'snoozed' ? null : () => snooze.ask([...picked.keys()])}
              onShowAgain={() => {
                leave([...picked.keys()])
                snooze.showAgain([...picked.keys()])
                unpick()
              }}
              onClear={unpick}
            />
          ) : null}
          {many !== null ? (
            <ManyDialog
              many={many}
              onDecided={leaveLatest}
              onClose={() => {
                useInbox.setState({ many: null })
                unpick()
              }}
            />
          ) : null}
          {snooze.asking !== null ? (
            <SnoozeDialog
              count={snooze.asking.length}
              onChoose={(until) => snooze.snooze(snooze.asking ?? [], until)}
              onClose={() => snooze.ask(null)}
            />
          ) : null}
        </>
      }
      detail={
        isMoving ? (
          <Skeleton label={words.common.loading} lines={6} className="p-6" />
        ) : opened !== null ? (
          opened
        ) : (
          (greeting ?? <NothingOpen empty={rows.total === 0} onWelcome={onWelcome} />)
        )
      }
    />
  )
}

// The list goes where the item is that somebody came to from elsewhere.

/** `own`: the item that was last opened from the list itself; what becomes of that moves no list. */
function useViewOf(
  id: string | null,
  view: View,
  own: RefObject<string | null>,
  setView: (view: View) => void,
): void {
  const { data } = useCall('inbox.item', { id: id ?? '-' }, { enabled: id !== null && view === 'decided' })
  const judged = useRef<string | null>(null)
  useEffect(() => {
    if (id === null || data?.id !== id || own.current === id || judged.current === id) return
    judged.current = id
    if (view === 'decided' && data.status === 'pending')
      setView(data.snoozedUntil === null ? 'pending' : 'snoozed')
  }, [id, data, view, own, setView])
}

/** Beside an open item that waits: hide it for a while, or show it again. */
function SnoozeTool({
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

// Hiding items until a time and showing them again, each with a way back.

/** `left` is told what has gone from the list, so that the selection moves on. */
function useSnooze(left: (ids: string[]) => void) {
  const send = useSend('inbox.snooze')
  const [asking, setAsking] = useState<string[] | null>(null)

  function snooze(ids: string[], until: Date): void {
    setAsking(null)
    send.mutate(
      { ids, until: until.toISOString() },
      {
        onSuccess: ({ snoozed, refused }) => {
          const done = snoozed.map(({ id }) => id)
          const [first] = refused
          if (first !== undefined) showToast(listWords.notSnoozed, { tone: 'failed', detail: first.message })
          if (done.length === 0) return
          const early = snoozed.filter((item) => item.early)
          const only = done.length === 1 ? snoozed[0] : undefined
          const when = sayUntil(only === undefined ? until : new Date(only.until), new Date())
          const message =
            done.length === 1 ? listWords.snoozedUntil(when) : listWords.snoozedMany(done.length, when)
          left(done)
          announce(message)
          offerToast(message, {
            label: listWords.undo,
            onPress: () => showAgain(done),
            ...(early.length === 0 ? {} : { detail: listWords.early(early.length) }),
          })
        },
        onError: (fault) => showToast(listWords.notSnoozed, { tone: 'failed', detail: fault.message }),
      },
    )
  }

  function showAgain(ids: string[]): void {
    send.mutate(
      { ids, until: null },
      {
        onSuccess: () => {
          announce(listWords.shownAgain(ids.length))
          showToast(listWords.shownAgain(ids.length))
        },
        onError: (fault) => showToast(fault.message, { tone: 'failed' }),
      },
    )
  }
  return { asking, ask: setAsking, snooze, showAgain }
}

/** Waiting, snoozed where anything is, decided. */
const InboxTabs = memo(function InboxTabs({
  view,
  snoozed,
  onChange,
}: {
  view: View
  snoozed: number
  onChange: (view: View) => void
}) {
  return (
    <div className="flex h-12 shrink-0 items-end border-b border-line px-4">
      <h1 className="sr-only">{words.screens.inbox}</h1>
      <Tabs<View>
        label={words.inbox.views}
        value={view}
        onChange={onChange}
        tabs={[
          { value: 'pending', label: words.inbox.waiting },
          ...(snoozed > 0 || view === 'snoozed'
            ? [{ value: 'snoozed' as const, label: listWords.snoozed, count: snoozed }]
            : []),
          { value: 'decided', label: words.inbox.decided },
        ]}
      />
    </div>
  )
})
