/** Activity: the audit log, entry by entry. May import: ui, queries, state, words. */
import { Activity as ActivityIcon } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { ActivityViews } from '../../items/activity-views.tsx'
import { FailedToLoad } from '../../lists/failed-to-load.tsx'
import { ListBesideDetail } from '../../lists/list-beside-detail.tsx'
import { focusRow, useListKeys } from '../../lists/list-keys.ts'
import { usePages } from '../../queries.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { words } from '../../words.ts'
import { ActivityFilters } from './activity-filters.tsx'
import { EntryDetail } from './entry-detail.tsx'
import { EntryRow } from './entry-row.tsx'
import { LogMenu } from './log-menu.tsx'
import { requestOf } from './look.ts'
import { useActivityFilter } from './use-activity-filter.ts'
import { activityWords } from './words.ts'

const PAGE = 100
const ROW_PX = 61

export function Activity() {
  const { filter, set: setFilter, only, clear } = useActivityFilter()
  const request = requestOf(filter)
  const pages = usePages('activity.list', { ...request, limit: PAGE })
  const filtered = Object.keys(request).length > 0
  const [chosen, setChosen] = useState<string | null>(null)
  const keys = useMemo(() => pages.items.map((entry) => entry.id), [pages.items])
  const entry = pages.items.find((candidate) => candidate.id === chosen) ?? pages.items[0] ?? null
  const open = entry?.id ?? null
  // What is open first stays open when newer entries arrive above it.
  useEffect(() => setChosen((before) => before ?? open), [open])
  useListKeys({ keys, selected: open, open: setChosen, detailId: 'audit-entry', filterId: 'activity-filter' })

  return (
    <ListBesideDetail
      list={
        <>
          <div className="flex h-12 shrink-0 items-center gap-3 border-b border-line px-4">
            <h1 className="text-md font-semibold">{words.screens.activity}</h1>
            {pages.isPending ? null : (
              <p data-count role="status" className="ml-auto text-sm text-ink-muted">
                {activityWords.count(pages.total)}
              </p>
            )}
            {pages.isPending ? null : <LogMenu request={request} total={pages.total} />}
          </div>
          <ActivityViews here="log" />
          <ActivityFilters filter={filter} onChange={setFilter} />
          {pages.isPending ? (
            <Skeleton label={words.common.loading} lines={8} className="p-4" />
          ) : pages.items.length > 0 ? (
            <VirtualList
              label={activityWords.list}
              items={pages.items}
              keyOf={(one) => one.id}
              rowPx={ROW_PX}
              selected={chosen}
              onEnd={pages.more}
            >
              {(one) => (
                <EntryRow entry={one} selected={one.id === open} onSelect={() => setChosen(one.id)} />
              )}
            </VirtualList>
          ) : pages.error ? (
            <FailedToLoad message={pages.error.message} onRetry={pages.retry} />
          ) : filtered ? (
            <EmptyState
              title={activityWords.nothingFound}
              actions={<Button onClick={clear}>{activityWords.clearAll}</Button>}
            >
              {activityWords.nothingFoundText}
            </EmptyState>
          ) : (
            <EmptyState
              title={activityWords.emptyTitle}
              actions={<ButtonLink href="#/settings/connect">{activityWords.connect}</ButtonLink>}
            >
              {activityWords.emptyText}
            </EmptyState>
          )}
        </>
      }
      detail={
        entry ? (
          <EntryDetail
            key={entry.id}
            entry={entry}
            onFollow={(name, value) => {
              only(name, value)
              focusRow(entry.id)
            }}
          />
        ) : (
          <EmptyState
            icon={<ActivityIcon aria-hidden size={28} strokeWidth={1.5} />}
            title={activityWords.choose}
          />
        )
      }
    />
  )
}
