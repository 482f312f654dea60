import { useDeferredValue, useEffect, useState } from 'react'
import { useCall } from '../../queries.ts'
import { useDesk } from '../../state.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { useKeys } from '../../ui/keys.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { words } from '../../words.ts'
import { AgentSide } from './agent-side.tsx'
import { NothingFound, NothingSearched } from './nothing.tsx'
import { ResultList } from './result-list.tsx'
import { SearchFacts } from './search-facts.tsx'
import { searchWords } from './words.ts'

const PAGE = 10
const MOST = 50
/** Long enough that a word is asked for once, short enough that results seem to follow the typing. */
const PAUSE_MS = 90

/** Typing as an agent would, what it finds, and why. */
export function TryPart() {
  const { filters, setFilter, singleKeys } = useDesk()
  const typed = filters['search.query'] ?? ''
  const query = useSettled(typed)
  const [limit, setLimit] = useState(PAGE)
  const asked = query.trim() !== ''
  const { data, error, refetch } = useCall(
    'search.query',
    { query, limit },
    { enabled: asked, keepPrevious: true },
  )
  const view = useDeferredValue(asked ? data : undefined)
  function change(next: string): void {
    setFilter('search.query', next)
    setLimit(PAGE)
  }
  useKeys(
    {
      '/': (event) => {
        event.preventDefault()
        document.querySelector<HTMLInputElement>('#search-query input')?.focus()
      },
    },
    { enabled: singleKeys },
  )
  return (
    <div className="mx-auto flex max-w-4xl flex-col gap-3 px-6 pt-5 pb-10">
      <p className="text-ink-muted">{searchWords.lead}</p>
      <div id="search-query">
        <SearchField
          label={searchWords.query}
          clearLabel={searchWords.clear}
          value={typed}
          onChange={change}
          autoFocus
        />
      </div>
      {asked ? <AgentSide query={query} limit={limit} answer={view?.answer} /> : null}
      {!asked ? (
        <NothingSearched onTry={change} />
      ) : error ? (
        <ErrorState
          title={words.common.failedToLoad}
          message={error.message}
          retryLabel={words.common.retry}
          onRetry={() => void refetch()}
        />
      ) : view === undefined ? (
        <Skeleton label={words.common.loading} lines={6} className="py-4" />
      ) : (
        <>
          <SearchFacts view={view} />
          {view.results.length === 0 ? (
            <NothingFound hint={view.hint} onTry={change} />
          ) : (
            <ResultList view={view} />
          )}
          {view.results.length < Math.min(view.total, MOST) ? (
            <Button className="self-center" onClick={() => setLimit(Math.min(MOST, limit + PAGE))}>
              {searchWords.more}
            </Button>
          ) : null}
        </>
      )}
    </div>
  )
}

/** The value as it was when it last stood still for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
