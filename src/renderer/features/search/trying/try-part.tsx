import { Columns2, SlidersHorizontal } from 'lucide-react'
import { useLayoutEffect, useMemo, useState } from 'react'
import type { RequestOf } from '../../../../preload/contract.ts'
import { FailedToLoad } from '../../../lists/failed-to-load.tsx'
import { useSettled } from '../../../lists/use-settled.ts'
import { useCall } from '../../../queries.ts'
import { useDesk } from '../../../state.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { SearchField } from '../../../ui/controls/search-field.tsx'
import { ErrorState, Notice } from '../../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { useLatest } from '../../../ui/use-latest.ts'
import { useMedia } from '../../../ui/use-media.ts'
import { words as shared } from '../../../words.ts'
import { useTuning } from '../tuning/tuning.ts'
import { TuningPanel } from '../tuning/tuning-panel.tsx'
import { tuningWords as words } from '../tuning/tuning-words.ts'
import { useProfiles } from '../tuning/use-tuning.ts'
import { searchWords } from '../words.ts'
import { NO_FILTERS } from './facets.tsx'
import { NothingSearched } from './nothing.tsx'
import { Results } from './results.tsx'

const PAGE = 10
const MOST = 50
/** Longer ones are refused (gateway.search). */
const LONGEST_QUERY = 2000
/** Long enough that a word is asked for once, short enough that results seem to follow the typing. */
const PAUSE_MS = 90

/** Typing as an agent would, what it finds and why, with the sliders beside it. */
export function TryPart() {
  const { filters: kept, setFilter } = useDesk()
  const typed = kept['search.query'] ?? ''
  const rested = useSettled(typed, PAUSE_MS)
  const tooLong = rested.length > LONGEST_QUERY
  const query = tooLong ? '' : rested
  const [limit, setLimit] = useState(PAGE)
  const [filters, setFilters] = useState(NO_FILTERS)
  const { panelOpen, sideBySide, set } = useTuning()
  const { profiles, error: unknown, retry: askProfiles, draft, tried } = useProfiles()
  const wide = useWide()
  // Whoever is new sees results first; whoever tries something sees what.
  const open = panelOpen ?? draft !== null
  const { kind, source, tags } = filters
  const request = useMemo(
    () => ({
      query,
      limit,
      ...(draft === null ? {} : { profile: draft }),
      ...(kind === null ? {} : { kind }),
      ...(source === null ? {} : { source }),
      ...(tags.length === 0 ? {} : { tags }),
    }),
    [query, limit, draft, kind, source, tags],
  )
  const { view, error, retry } = useTrial(request)
  const asked = query.trim() !== ''
  const change = useLatest((next: string) => {
    setFilter('search.query', next)
    setLimit(PAGE)
    setFilters(NO_FILTERS)
  })
  const more = useLatest(() => setLimit(Math.min(MOST, limit + PAGE)))
  const panel = !open ? null : unknown ? (
    <FailedToLoad message={unknown.message} onRetry={askProfiles} />
  ) : profiles === null || tried === null ? (
    <Skeleton label={shared.common.loading} lines={6} className="p-4" />
  ) : (
    <TuningPanel profiles={profiles} tried={tried} />
  )
  return (
    <div className="flex h-full min-h-0 max-[53.75rem]:block max-[53.75rem]:overflow-y-auto">
      <div className="min-w-0 flex-1 overflow-y-auto max-[53.75rem]:overflow-visible">
        <div className="flex max-w-4xl flex-col gap-3 px-6 pt-4 pb-10">
          {asked ? null : <p className="text-ink-muted">{searchWords.lead}</p>}
          <div className="flex flex-wrap items-center gap-2">
            <div id="search-query" className="min-w-48 flex-1">
              <SearchField
                label={searchWords.query}
                clearLabel={searchWords.clear}
                value={typed}
                onChange={change}
                autoFocus
              />
            </div>
            {draft === null ? null : (
              <Button
                icon={<Columns2 aria-hidden size={14} />}
                aria-pressed={sideBySide}
                className={sideBySide ? 'border-accent text-accent' : ''}
                onClick={() => set({ sideBySide: !sideBySide })}
              >
                {words.sideBySide}
              </Button>
            )}
            <Button
              icon={<SlidersHorizontal aria-hidden size={14} />}
              aria-expanded={open}
              onClick={() => set({ panelOpen: !open })}
            >
              {open ? words.hidePanel : words.showPanel}
            </Button>
          </div>
          {wide || !open ? null : <div className="-mx-6 border-y border-line">{panel}</div>}
          {tooLong ? (
            <Notice>{searchWords.tooLong(rested.length)}</Notice>
          ) : !asked ? (
            <NothingSearched onTry={change} />
          ) : error ? (
            <ErrorState
              title={draft === null ? shared.common.failedToLoad : words.failedDraft}
              message={error.message}
              retryLabel={shared.common.retry}
              onRetry={retry}
            />
          ) : view === undefined ? (
            <Skeleton label={shared.common.loading} lines={6} className="py-4" />
          ) : (
            <Results
              view={view}
              profiles={profiles}
              limit={limit}
              most={MOST}
              isSmart={tried?.ranking === 'smart'}
              filters={filters}
              onFilters={setFilters}
              onQuery={change}
              onMore={more}
              sideBySide={sideBySide && view.compared !== null}
            />
          )}
        </div>
      </div>
      {wide && open ? (
        <div className="w-80 shrink-0 overflow-y-auto border-l border-line">{panel}</div>
      ) : null}
    </div>
  )
}

type Request = RequestOf<'search.query'>

/** What was asked while a slider moves is of no use a moment later. */
const KEPT_MS = 5000

/**
 * A search that follows what is typed and dragged: one request at a time, and after it the newest, so that results are
 * never older than one answer and none overtakes another. What was shown stays until there is something newer.
 */
function useTrial(request: Request) {
  const [asked, setAsked] = useState(request)
  const wanted = request.query.trim() !== ''
  const result = useCall('search.query', asked, {
    enabled: asked.query.trim() !== '',
    keepPrevious: true,
    keptMs: KEPT_MS,
  })
  const isNew = JSON.stringify(asked) !== JSON.stringify(request)
  const { isFetching } = result
  useLayoutEffect(() => {
    if (isNew && !isFetching) setAsked(request)
  }, [isNew, isFetching, request])
  return { view: wanted ? result.data : undefined, error: result.error, retry: () => void result.refetch() }
}

/** Whether there is room for the sliders beside the results; as in the style of the page that divides itself. */
function useWide(): boolean {
  return useMedia('(width > 53.75rem)')
}
