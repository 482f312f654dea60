/** The inbox: everything that waits for a person, and what was decided. May import: ui, queries, state, words. */
import { Inbox as InboxIcon } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useMemo } from 'react'
import { useLocation } from 'wouter'
import { usePages } from '../../queries.ts'
import { useDesk } from '../../state.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { useKeys } from '../../ui/keys.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Split } from '../../ui/split.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { words } from '../../words.ts'
import { arrangeRows, itemsOf, selectionAfter, stepSelection } from './grouping.ts'
import { ItemDetail } from './item-detail.tsx'
import { ItemList } from './item-list.tsx'

type View = 'pending' | 'decided'
const PAGE = 200

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
  const { filters, setFilter, listWidth, singleKeys, set } = useDesk()
  const view: View = filters['inbox.view'] === 'decided' ? 'decided' : 'pending'
  const text = filters['inbox.text'] ?? ''
  const greeting = view === 'pending' ? welcome : null
  const pages = usePages('inbox.list', {
    status: view,
    limit: PAGE,
    ...(text.trim() ? { text: text.trim() } : {}),
  })
  const rows = useMemo(() => arrangeRows(pages.items), [pages.items])
  const ids = useMemo(() => itemsOf(rows).map((item) => item.id), [rows])

  const open = useCallback(
    (next: string | null) => {
      set({ selectedItem: next })
      navigate(next === null ? '/inbox' : `/inbox/${next}`, { replace: true })
    },
    [navigate, set],
  )
  // Something is always open where something waits, unless the welcome has the place.
  useEffect(() => {
    if (id !== null || greeting !== null || ids.length === 0 || pages.isPrevious) return
    const { selectedItem } = useDesk.getState()
    open(selectedItem !== null && ids.includes(selectedItem) ? selectedItem : (ids[0] ?? null))
  }, [id, greeting, ids, pages.isPrevious, open])

  function move(step: 1 | -1): void {
    const next = stepSelection(ids, id, step)
    if (next === null) return
    open(next)
    focusRow(next)
  }
  useKeys(
    {
      j: () => move(1),
      k: () => move(-1),
      Enter: (event) => {
        if (id === null || isAnswering(event.target, id)) return
        event.preventDefault()
        document.getElementById('item')?.focus()
      },
      '/': (event) => {
        event.preventDefault()
        document.querySelector<HTMLInputElement>('#inbox-filter input')?.focus()
      },
    },
    { enabled: singleKeys },
  )
  useKeys({
    '$mod+Shift+j': (event) => {
      event.preventDefault()
      const oldest = [...pages.items].sort((one, other) =>
        one.requestedAt.localeCompare(other.requestedAt),
      )[0]
      if (oldest) open(oldest.id)
    },
  })

  function goOn(decided: string): void {
    const next = view === 'pending' ? selectionAfter(ids, decided) : decided
    open(next)
    if (next !== null) requestAnimationFrame(() => focusRow(next))
  }

  return (
    <Split
      label={words.common.dividerOfList}
      backLabel={words.inbox.back}
      detailFirst={id === null && greeting !== null}
      width={listWidth}
      onWidth={(width) => set({ listWidth: width })}
      list={
        <>
          <div className="flex h-12 shrink-0 items-end border-b border-line px-4">
            <h1 className="sr-only">{words.screens.inbox}</h1>
            <Tabs<View>
              label={words.inbox.views}
              value={view}
              onChange={(next) => {
                setFilter('inbox.view', next === 'decided' ? 'decided' : '')
                open(null)
              }}
              tabs={[
                { value: 'pending', label: words.inbox.waiting },
                { value: 'decided', label: words.inbox.decided },
              ]}
            />
          </div>
          <div id="inbox-filter" className="border-b border-line p-2">
            <SearchField
              label={words.inbox.filter}
              clearLabel={words.inbox.clearFilter}
              value={text}
              onChange={(next) => setFilter('inbox.text', next)}
            />
          </div>
          {pages.isPending ? (
            <Skeleton label={words.common.loading} lines={8} className="p-4" />
          ) : rows.length > 0 ? (
            <ItemList rows={rows} selected={id} onSelect={open} onEnd={pages.more} />
          ) : (
            <EmptyList
              view={view}
              filtered={text.trim() !== ''}
              error={pages.error?.message ?? null}
              onRetry={pages.retry}
            />
          )}
        </>
      }
      detail={
        id !== null ? (
          <ItemDetail id={id} onDecided={() => goOn(id)} onBack={() => focusRow(id)} />
        ) : (
          (greeting ?? <NothingOpen empty={ids.length === 0} onWelcome={onWelcome} />)
        )
      }
    />
  )
}

function EmptyList({
  view,
  filtered,
  error,
  onRetry,
}: {
  view: View
  filtered: boolean
  error: string | null
  onRetry: () => void
}) {
  if (error !== null) {
    return (
      <ErrorState
        title={words.common.failedToLoad}
        message={error}
        retryLabel={words.common.retry}
        onRetry={onRetry}
      />
    )
  }
  const [title, hint] = filtered
    ? [words.inbox.emptyFilterTitle, words.inbox.emptyFilterText]
    : view === 'decided'
      ? [words.inbox.emptyDecidedTitle, words.inbox.emptyDecidedText]
      : [words.inbox.emptyTitle, '']
  return (
    <p className="p-4 text-ink-muted">
      {title} {hint}
    </p>
  )
}

function NothingOpen({ empty, onWelcome }: { empty: boolean; onWelcome: (() => void) | null }) {
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

function focusRow(id: string): void {
  document.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"]`)?.focus()
}

/** Buttons, links and rows other than the open one answer Enter themselves. */
function isAnswering(target: EventTarget | null, id: string): boolean {
  const pressable =
    target instanceof HTMLElement ? target.closest<HTMLElement>('button, a, [role=tab]') : null
  return pressable !== null && pressable.dataset.item !== id
}
