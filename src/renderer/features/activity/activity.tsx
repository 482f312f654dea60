/** Activity: the audit log, entry by entry. May import: ui, queries, state, words. */

import { Download, Ellipsis, ShieldCheck } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { ActivityEntry, RequestOf } from '../../../preload/contract.ts'
import { ActivityViews } from '../../items/activity-views.tsx'
import { ENTRY_TONE } from '../../items/history.tsx'
import { FailedToLoad } from '../../lists/failed-to-load.tsx'
import { ListBesideDetail } from '../../lists/list-beside-detail.tsx'
import { focusRow, useListKeys } from '../../lists/list-keys.ts'
import { ListRow, type RowPlace } from '../../lists/list-row.tsx'
import { sayCount } from '../../lists/say-count.ts'
import { useLongWork, useNewestWork } from '../../long-work.ts'
import { usePages } from '../../queries.ts'
import { useDesk } from '../../state.ts'
import { classNames } from '../../ui/class-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import { Menu } from '../../ui/controls/menu.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Notice } from '../../ui/feedback/error-state.tsx'
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Status, TONE_TEXT } from '../../ui/feedback/status.tsx'
import { Said } from '../../ui/text/said.tsx'
import { Time } from '../../ui/text/time.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { words } from '../../words.ts'
import { ActivityFilters } from './activity-filters.tsx'
import { EntryDetail } from './entry-detail.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { type ActivityFilter, requestOf, sayEvent, sayVerdict } from './look.ts'
import { activityWords } from './words.ts'

const PAGE = 100
const ROW_PX = 61

export function Activity() {
  const { filter, set: setFilter, only, clear } = useActivityFilter()
  const request = requestOf(filter)
  const pages = usePages('activity.list', { ...request, limit: PAGE })
  const filtered = Object.keys(request).length > 0
  const keys = useMemo(() => pages.items.map((entry) => entry.id), [pages.items])
  const { entry, setOpen } = useOpenEntry(pages.items, JSON.stringify(request), pages.isPrevious)
  const open = entry?.id ?? null
  useListKeys({ keys, selected: open, open: setOpen, detailId: 'audit-entry', filterId: 'activity-filter' })

  return (
    <ListBesideDetail
      title={words.screens.activity}
      list={
        <>
          <div className="flex h-12 shrink-0 items-center gap-3 border-b border-line px-4">
            <p aria-hidden className="text-md font-semibold">
              {words.screens.activity}
            </p>
            {pages.isPending ? null : (
              <p data-count role="status" className="ml-auto text-sm text-ink-muted">
                {sayCount(activityWords.count(pages.total), pages)}
              </p>
            )}
            {pages.isPending ? null : <LogMenu request={request} total={pages.total} />}
          </div>
          <ActivityViews here="log" />
          <ActivityFilters filter={filter} onChange={setFilter} />
          {pages.isPending ? (
            <Skeleton label={words.common.loading} lines={8} className="p-4" />
          ) : pages.isSearching && pages.items.length === 0 ? (
            <Skeleton label={sayCount(activityWords.count(0), pages)} lines={8} className="p-4" />
          ) : pages.items.length > 0 ? (
            <VirtualList
              label={activityWords.list}
              items={pages.items}
              keyOf={(one) => one.id}
              rowPx={ROW_PX}
              selected={open}
              onEnd={pages.more}
            >
              {(one, tabIndex) => (
                <EntryRow
                  entry={one}
                  selected={one.id === open}
                  tabIndex={tabIndex}
                  onSelect={() => setOpen(one.id)}
                />
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
        ) : null
      }
    />
  )
}

/**
 * The entry that is open: the newest, until another is chosen. It stays open when newer entries arrive above it, however
 * many, and until another filter leaves it out. `isPrevious`: the entries belong to the filter before.
 */
function useOpenEntry(entries: readonly ActivityEntry[], filter: string, isPrevious: boolean) {
  const [kept, setKept] = useState<{ entry: ActivityEntry; filter: string } | null>(null)
  const entry =
    entries.find(({ id }) => id === kept?.entry.id) ??
    (kept?.filter === filter ? kept.entry : (entries[0] ?? null))
  useEffect(() => {
    if (entry !== null && !isPrevious) setKept({ entry, filter })
  }, [entry, filter, isPrevious])
  return {
    entry,
    setOpen(id: string) {
      const chosen = entries.find((candidate) => candidate.id === id)
      if (chosen) setKept({ entry: chosen, filter })
    },
  }
}

/** One entry of the list: what happened, of which kind, when. Quiet ones step back. */
function EntryRow({ entry, ...place }: RowPlace & { entry: ActivityEntry }) {
  return (
    <ListRow id={entry.id} {...place} className="gap-0.5 py-(--row) pr-4 pl-8">
      <span
        aria-hidden
        className={classNames(
          'absolute top-[calc(var(--row)+7px)] left-4 size-[7px] rounded-full bg-current',
          entry.quiet ? 'text-line-strong' : TONE_TEXT[ENTRY_TONE[entry.tone]],
        )}
      />
      <span
        className={classNames(
          'line-clamp-2 w-full [overflow-wrap:anywhere]',
          entry.quiet ? 'text-ink-muted' : '',
        )}
      >
        <Said text={entry.text} />
      </span>
      <span className="flex w-full items-center gap-2 text-sm text-ink-muted">
        <span className="min-w-0 truncate">{sayEvent(entry.eventType)}</span>
        <span data-count className="ml-auto shrink-0 text-ink-faint">
          #{entry.sequence}
        </span>
        <Time at={entry.at} className="shrink-0" />
      </span>
    </ListRow>
  )
}

/** What can be done with the log as a whole. */
function LogMenu({
  request,
  total,
}: {
  request: Omit<RequestOf<'activity.export'>, 'format' | 'cursor'>
  total: number
}) {
  const [open, setOpen] = useState<'verify' | 'export' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Menu
        trigger={
          <Button size="small" look="plain" icon={<Ellipsis aria-hidden size={14} />}>
            {activityWords.log}
          </Button>
        }
        groups={[
          [
            {
              label: activityWords.verify,
              icon: <ShieldCheck size={14} />,
              opensDialog: true,
              onSelect: () => setOpen('verify'),
            },
            {
              label: activityWords.export,
              icon: <Download size={14} />,
              opensDialog: true,
              onSelect: () => setOpen('export'),
            },
          ],
        ]}
      />
      {open === 'verify' ? <VerifyDialog onClose={close} /> : null}
      {open === 'export' ? <ExportDialog request={request} total={total} onClose={close} /> : null}
    </>
  )
}

const NAMES = ['text', 'type', 'workflow', 'correlation', 'from', 'to'] as const

/** What of the log is shown; kept over a restart like every filter of the desk. */
function useActivityFilter() {
  const { filters, setFilter } = useDesk()
  const [text, type, workflow, correlation, from, to] = NAMES.map((name) => filters[`activity.${name}`] ?? '')
  const filter: ActivityFilter = {
    text: text ?? '',
    type: type ?? '',
    workflow: workflow ?? '',
    correlation: correlation ?? '',
    from: from ?? '',
    to: to ?? '',
  }
  return {
    filter,
    set: (name: keyof ActivityFilter, value: string) => setFilter(`activity.${name}`, value),
    /** Only this, whatever was filtered before. */
    only: (name: keyof ActivityFilter, value: string) => {
      for (const other of NAMES) setFilter(`activity.${other}`, other === name ? value : '')
    },
    clear: () => {
      for (const name of NAMES) setFilter(`activity.${name}`, '')
    },
  }
}

/** Reads the whole log again and says whether it is what was written. */
function VerifyDialog({ onClose }: { onClose: () => void }) {
  const { mutate, data, error } = useLongWork('verify')
  const work = useNewestWork('verify')
  useEffect(() => mutate({}), [mutate])
  const verdict = data ? sayVerdict(data) : null
  return (
    <Dialog
      onClose={onClose}
      title={activityWords.verify}
      description={activityWords.chainText}
      actions={<Button onClick={onClose}>{words.common.close}</Button>}
    >
      <div role="status" className="py-1">
        {error ? (
          <Notice tone="failed">{error.message}</Notice>
        ) : verdict === null ? (
          <>
            <Status tone="running">{activityWords.verifying}</Status>
            {work?.state === 'running' ? (
              <div className="mt-2">
                <ProgressBar label={words.common.howFar} part={work.part} />
              </div>
            ) : null}
          </>
        ) : verdict.whole ? (
          <Status tone="done" className="font-medium whitespace-normal">
            {verdict.text}
          </Status>
        ) : (
          <Notice tone="failed">{verdict.text}</Notice>
        )}
      </div>
    </Dialog>
  )
}
