import type { ReactNode } from 'react'
import type { ProfilesView, SearchView } from '../../../preload/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Facets, NO_FILTERS, type SearchFilters } from './facets.tsx'
import { NothingFound } from './nothing.tsx'
import type { Profile } from './profile-settings.ts'
import { ResultList } from './result-list.tsx'
import { resultWords as words } from './result-words.ts'
import { Legend, SearchFacts } from './search-facts.tsx'
import { SideBySide } from './side-by-side.tsx'
import { useTuning } from './tuning.ts'
import { useChoices } from './use-choices.ts'
import { useResultKeys } from './use-result-keys.ts'
import { WhyDialog } from './why-dialog.tsx'
import { asSmart, letCount, letIgnore } from './word-choices.ts'
import { searchWords } from './words.ts'

/** What a query finds: facts, filters, and the results as a list or beside those of what is live. */
export function Results({
  view,
  profiles,
  draft,
  agentSide,
  filters,
  onFilters,
  onQuery,
  sideBySide,
  onMore,
}: {
  view: SearchView
  profiles: ProfilesView | null
  draft: Profile | null
  agentSide: ReactNode
  filters: SearchFilters
  onFilters: (filters: SearchFilters) => void
  onQuery: (query: string) => void
  sideBySide: boolean
  /** Null: there is no more to show. */
  onMore: (() => void) | null
}) {
  const { ids, choices, pair, close } = useChoices(view)
  useResultKeys({ ids, toggle: choices.toggle, pick: choices.pick })
  const change = useTuning((tuning) => tuning.change)
  const tried = profiles === null ? null : asSmart(draft ?? profiles.live.profile)
  const isFiltered = filters.kind !== null || filters.source !== null || filters.tags.length > 0
  return (
    <>
      <SearchFacts
        view={view}
        onCount={
          profiles === null || tried === null
            ? null
            : (word) => change(`count ${word}`, letCount(profiles, tried, word), Date.now())
        }
        onIgnore={
          profiles === null || tried === null
            ? null
            : (word) => change(`ignore ${word}`, letIgnore(profiles, tried, word), Date.now())
        }
      >
        {agentSide}
      </SearchFacts>
      <Facets facets={view.facets} filters={filters} onChange={onFilters} />
      {sideBySide ? null : <Legend view={view} />}
      <div className="border-t border-line">
        {sideBySide ? (
          <SideBySide view={view} />
        ) : view.results.length > 0 ? (
          <ResultList view={view} choices={choices} />
        ) : isFiltered && view.facets.kind.length > 0 ? (
          <p className="flex flex-wrap items-center gap-3 py-6 text-ink-muted">
            {words.filteredOut} <Button onClick={() => onFilters(NO_FILTERS)}>{words.noFilter}</Button>
          </p>
        ) : (
          <NothingFound hint={view.hint} onTry={onQuery} />
        )}
      </div>
      {view.results.length > 0 && view.hint !== null ? (
        <p className="text-ink-muted">
          {words.hint} {view.hint}
        </p>
      ) : null}
      {onMore === null ? null : (
        <Button className="self-center" onClick={onMore}>
          {searchWords.more}
        </Button>
      )}
      {pair === null ? null : (
        <WhyDialog query={view.query} above={pair.above} below={pair.below} draft={draft} onClose={close} />
      )}
    </>
  )
}
