import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { SearchView } from '../../../../preload/contract.ts'
import { classNames } from '../../../ui/class-names.ts'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { Code } from '../../../ui/text/code.tsx'
import { JsonView } from '../../../ui/text/json-view.tsx'
import { searchWords } from '../words.ts'
import { composeSearch } from './explain.ts'
import type { SearchFilters } from './facets.tsx'
import { resultWords } from './result-words.ts'

/** The agent's side of the same search: the call that it sends and the answer that it gets. */
export function AgentSide({
  query,
  limit,
  filters,
  view,
}: {
  query: string
  limit: number
  filters: SearchFilters
  view: SearchView | undefined
}) {
  const answer = view?.answer
  const [open, setOpen] = useState(false)
  const call = composeSearch(query, limit, filters)
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="inline-flex items-center gap-1 rounded-sm text-accent hover:underline"
      >
        <ChevronRight
          aria-hidden
          size={12}
          className={classNames('transition-transform', open && 'rotate-90')}
        />
        {searchWords.call}
      </button>
      {open ? (
        <div className="flex w-full flex-col gap-2 rounded-md bg-sunken px-3 py-2 text-ink ring-1 ring-line ring-inset">
          <p className="flex flex-wrap items-center gap-x-2">
            <Code>{call}</Code>
            <CopyButton text={call} label={searchWords.copyCall} className="size-5" />
          </p>
          {filters.source === null ? null : <p className="text-ink-muted">{resultWords.noSource}</p>}
          {answer === undefined ? null : (
            <>
              <p data-count className="flex items-center gap-2 text-ink-muted">
                {searchWords.answerSize(JSON.stringify(answer).length)},{' '}
                {resultWords.tokens(view?.tokens ?? 0)}
                <CopyButton
                  text={JSON.stringify(answer, null, 2)}
                  label={searchWords.copyAnswer}
                  className="size-5"
                />
              </p>
              <figure
                // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
                tabIndex={0}
                aria-label={searchWords.answer}
                className="max-h-96 overflow-y-auto"
              >
                <JsonView label={searchWords.answerTree} value={answer} openDepth={3} />
              </figure>
            </>
          )}
        </div>
      ) : null}
    </>
  )
}
