/** The inbox: everything that waits for a person, and what was decided. May import: ui, queries, state, words. */
import { type ReactNode, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { Outcome } from '../../../preload/contract.ts'
import { ListBesideDetail } from '../../lists/list-beside-detail.tsx'
import { isAt, isWithin } from '../../routes/address.ts'
import { useDesk } from '../../state.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { useLatest } from '../../ui/use-latest.ts'
import { words } from '../../words.ts'
import { ItemDetail } from './card/item-detail.tsx'
import { useViewOf } from './card/use-view-of.ts'
import { SnoozeDialog } from './later/snooze-dialog.tsx'
import { SnoozeTool } from './later/snooze-tool.tsx'
import { useSnooze } from './later/use-snooze.ts'
import { EmptyList } from './list/empty-list.tsx'
import { chipsOf, isFiltered, requestOf, type View } from './list/filter.ts'
import { FilterBar } from './list/filter-bar.tsx'
import { InboxTabs } from './list/inbox-tabs.tsx'
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
import { offerToast } from './undo/offer-toast.tsx'

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
  const [deciding, setDeciding] = useState<{ ids: string[]; outcome: Outcome } | null>(null)
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
              onDecide={(outcome) => setDeciding({ ids: [...picked.keys()], outcome })}
              onSnooze={view === 'snoozed' ? null : () => snooze.ask([...picked.keys()])}
              onShowAgain={() => {
                leave([...picked.keys()])
                snooze.showAgain([...picked.keys()])
                unpick()
              }}
              onClear={unpick}
            />
          ) : null}
          {deciding !== null ? (
            <ManyDialog
              {...deciding}
              onDecided={leave}
              onClose={() => {
                setDeciding(null)
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
