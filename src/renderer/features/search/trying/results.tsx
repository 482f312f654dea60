import { memo } from 'react'
import type { ProfilesView, SearchView } from '../../../../preload/contract.ts'
import { WordsDialog } from '../../../editing/words-dialog.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { useTuning } from '../tuning/tuning.ts'
import { useChoices } from '../tuning/use-choices.ts'
import { asSmart, letCount, letIgnore } from '../tuning/word-choices.ts'
import { searchWords } from '../words.ts'
import { AgentSide } from './agent-side.tsx'
import { Facets, NO_FILTERS, type SearchFilters } from './facets.tsx'
import { HintText, NothingFits, NothingFound } from './nothing.tsx'
import { ResultList } from './result-list.tsx'
import { resultWords as words } from './result-words.ts'
import { Legend, SearchFacts } from './search-facts.tsx'
import { SideBySide } from './side-by-side.tsx'
import { useResultKeys } from './use-result-keys.ts'
import { WhyDialog } from './why-dialog.tsx'

/** What a query finds: facts, filters, and the results as a list or beside those of what is live. Drawn again only for another view. */
export const Results = memo(function Results({
  view,
  profiles,
  limit,
  most,
  isSmart,
  filters,
  onFilters,
  onQuery,
  onMore,
  sideBySide,
}: {
  view: SearchView
  profiles: ProfilesView | null
  limit: number
  /** More than these are never shown. */
  most: number
  /** Only the smart ranking leaves words out. */
  isSmart: boolean
  filters: SearchFilters
  onFilters: (filters: SearchFilters) => void
  onQuery: (query: string) => void
  onMore: () => void
  sideBySide: boolean
}) {
  const { ids, choices, pair, finding, close } = useChoices(view)
  useResultKeys({ ids, toggle: choices.toggle, pick: choices.pick })
  function choose(word: string, choice: typeof letCount): void {
    const { draft, change } = useTuning.getState()
    const tried = profiles === null ? null : asSmart(draft ?? profiles.live.profile)
    if (profiles !== null && tried !== null) change(`word ${word}`, choice(profiles, tried, word), Date.now())
  }
  const isFiltered = filters.kind !== null || filters.source !== null || filters.tags.length > 0
  return (
    <>
      <SearchFacts
        view={view}
        onCount={isSmart ? (word) => choose(word, letCount) : null}
        onIgnore={isSmart ? (word) => choose(word, letIgnore) : null}
      >
        <AgentSide query={view.query} limit={limit} filters={filters} view={view} />
      </SearchFacts>
      <Facets facets={view.facets} filters={filters} onChange={onFilters} />
      {sideBySide ? null : <Legend view={view} />}
      <div className="border-t border-line">
        {sideBySide ? (
          <SideBySide view={view} />
        ) : view.results.length > 0 ? (
          <>
            {view.weak ? (
              <NothingFits hint={view.hint} onFindable={() => choices.makeFindable(null)} />
            ) : null}
            <ResultList view={view} choices={choices} />
          </>
        ) : isFiltered && view.facets.kind.length > 0 ? (
          <p className="flex flex-wrap items-center gap-3 py-6 text-ink-muted">
            <HintText hint={view.hint} />{' '}
            <Button onClick={() => onFilters(NO_FILTERS)}>{words.noFilter}</Button>
          </p>
        ) : (
          <NothingFound hint={view.hint} onTry={onQuery} onFindable={() => choices.makeFindable(null)} />
        )}
      </div>
      {view.results.length < Math.min(view.total, most) ? (
        <Button className="self-center" onClick={onMore}>
          {searchWords.more}
        </Button>
      ) : null}
      {pair === null ? null : (
        <WhyDialog query={view.query} above={pair.above} below={pair.below} onClose={close} />
      )}
      {finding === null ? null : <WordsDialog query={view.query} item={finding.item} onClose={close} />}
    </>
  )
})
