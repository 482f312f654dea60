/** Runs: every workflow that was started, and one of them in detail. May import: ui, queries, state, words. */

import { useCallback, useEffect, useMemo } from 'react'
import { useLocation } from 'wouter'
import type { RequestOf } from '../../../preload/contract.ts'
import { FailedToLoad } from '../../lists/failed-to-load.tsx'
import { ListBesideDetail } from '../../lists/list-beside-detail.tsx'
import { focusRow, useListKeys } from '../../lists/list-keys.ts'
import { sayCount } from '../../lists/say-count.ts'
import { useCall, usePages } from '../../queries.ts'
import { isAt } from '../../routes/address.ts'
import { readRouteId } from '../../routes/route-id.ts'
import { useDesk } from '../../state.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { Tabs } from '../../ui/controls/tabs.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { words } from '../../words.ts'
import { RunDetail } from './run-detail.tsx'
import { RunRow } from './run-row.tsx'
import { runWords } from './words.ts'

export type RunsView = NonNullable<RequestOf<'runs.list'>['view']>

const VIEWS: RunsView[] = ['all', 'waiting', 'running', 'failed', 'ended']
const PAGE = 100
const ROW_PX = 61

export function Runs({ id: part }: { id: string | null }) {
  const id = readRouteId(part)
  const [, navigate] = useLocation()
  const { filters, setFilter, set } = useDesk()
  const view = VIEWS.find((candidate) => candidate === filters['runs.view']) ?? 'all'
  const text = filters['runs.text'] ?? ''
  const count = text.trim() === '' ? runWords.count : runWords.found
  const pages = usePages('runs.list', {
    view,
    limit: PAGE,
    ...(text.trim() ? { text: text.trim() } : {}),
  })
  const counts = { waiting: useCount('waiting'), running: useCount('running'), failed: useCount('failed') }
  const ids = useMemo(() => pages.items.map((run) => run.id), [pages.items])

  const open = useCallback(
    (next: string | null) => {
      set({ selectedRun: next })
      navigate(next === null ? '/runs' : `/runs/${encodeURIComponent(next)}`, { replace: true })
    },
    [navigate, set],
  )
  // Something is always open where there is something.
  useEffect(() => {
    if (id !== null || ids.length === 0 || pages.isPrevious || !isAt('/runs')) return
    const { selectedRun } = useDesk.getState()
    open(selectedRun !== null && ids.includes(selectedRun) ? selectedRun : (ids[0] ?? null))
  }, [id, ids, pages.isPrevious, open])
  useListKeys({ keys: ids, selected: id, open, detailId: 'run', filterId: 'runs-filter' })

  return (
    <ListBesideDetail
      title={words.screens.runs}
      detailFirst={id !== null}
      list={
        <>
          <div className="flex h-12 shrink-0 items-end border-b border-line px-4">
            <Tabs<RunsView>
              label={runWords.views}
              value={view}
              onChange={(next) => {
                setFilter('runs.view', next)
                open(null)
              }}
              tabs={VIEWS.map((value) => {
                const count = value === 'all' || value === 'ended' ? 0 : counts[value]
                return { value, label: runWords.view[value], ...(count > 0 ? { count } : {}) }
              })}
            />
          </div>
          <div id="runs-filter" className="border-b border-line p-2">
            <SearchField
              label={runWords.filter}
              value={text}
              onChange={(next) => setFilter('runs.text', next)}
            />
          </div>
          {pages.isPending ? (
            <Skeleton label={words.common.loading} lines={8} className="p-4" />
          ) : pages.isSearching && pages.items.length === 0 ? (
            <Skeleton label={sayCount(count(0), pages)} lines={8} className="p-4" />
          ) : pages.items.length > 0 ? (
            <>
              <VirtualList
                label={runWords.list}
                items={pages.items}
                keyOf={(run) => run.id}
                rowPx={ROW_PX}
                selected={id}
                onEnd={pages.more}
              >
                {(run, tabIndex) => (
                  <RunRow
                    run={run}
                    selected={run.id === id}
                    tabIndex={tabIndex}
                    onSelect={() => open(run.id)}
                  />
                )}
              </VirtualList>
              <p data-count className="shrink-0 border-t border-line px-4 py-1 text-sm text-ink-muted">
                {sayCount(count(pages.total), pages)}
              </p>
            </>
          ) : (
            <EmptyRuns
              view={view}
              filtered={text.trim() !== ''}
              error={pages.error?.message ?? null}
              onRetry={pages.retry}
              onClear={() => setFilter('runs.text', '')}
            />
          )}
        </>
      }
      detail={
        id === null ? null : (
          <RunDetail id={id} onBack={() => (ids.includes(id) ? focusRow(id) : open(null))} />
        )
      }
    />
  )
}

/** How many runs a view has, without fetching them. */
function useCount(view: RunsView): number {
  return useCall('runs.list', { view, limit: 1 }, { keepPrevious: true }).data?.total ?? 0
}

/** Why the list has nothing, and what to do about it. */
function EmptyRuns({
  view,
  filtered,
  error,
  onRetry,
  onClear,
}: {
  view: keyof typeof runWords.empty
  filtered: boolean
  error: string | null
  onRetry: () => void
  onClear: () => void
}) {
  if (error !== null) {
    return <FailedToLoad message={error} onRetry={onRetry} />
  }
  if (filtered) {
    return (
      <EmptyState title={runWords.nothingFound} actions={<Button onClick={onClear}>{runWords.clear}</Button>}>
        {runWords.nothingFoundText}
      </EmptyState>
    )
  }
  const starts = view === 'all' || view === 'running'
  return (
    <EmptyState
      title={runWords.empty[view].title}
      actions={
        starts ? (
          <>
            <ButtonLink href="#/settings/connect">{runWords.connect}</ButtonLink>
            <ButtonLink href="#/catalog">{runWords.seeCatalog}</ButtonLink>
          </>
        ) : null
      }
    >
      {runWords.empty[view].text}
    </EmptyState>
  )
}
