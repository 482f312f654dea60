import { ChevronRight, Scale } from 'lucide-react'
import type { SearchResult, SearchView } from '../../../../preload/contract.ts'
import { writeRouteId } from '../../../routes/route-id.ts'
import { classNames } from '../../../ui/class-names.ts'
import { OneLine, Revealed } from '../../../ui/text/quote-chip.tsx'
import { foldText, speakText } from '../../../ui/text/visible-text.ts'
import { searchWords } from '../words.ts'
import { sayPoints } from './explain.ts'
import { Explanation } from './explanation.tsx'
import { Movement } from './movement.tsx'
import type { ResultChoices } from './result-choices.ts'
import { resultWords } from './result-words.ts'
import { ScoreBar } from './score-bar.tsx'

/** Long enough for any title that was meant to be read. */
const LONGEST_TITLE = 160

const PRESS = 'inline-flex items-center gap-1 rounded-sm text-sm text-accent hover:underline'

/** One result: its place and how that moved, its score by field, and on demand why it is there. */
export function ResultRow({
  result,
  next,
  view,
  open,
  choices,
}: {
  result: SearchResult
  /** The one below it. */
  next: string | null
  view: SearchView
  open: boolean
  choices: ResultChoices
}) {
  const { item, rank, score, explanation } = result
  const isPicked = choices.picked === item.id
  return (
    <li
      data-row={item.id}
      tabIndex={-1}
      className={classNames(
        'grid grid-cols-[2.25rem_minmax(0,1fr)] gap-x-2 py-3 pr-1 outline-offset-[-2px]',
        isPicked && 'bg-accent-soft',
      )}
    >
      <span data-count className="flex flex-col items-end text-right">
        <span className="text-ink-muted">
          <span className="sr-only">{searchWords.rank} </span>
          {rank}
        </span>
        {view.compared === null ? null : <Movement result={result} />}
      </span>
      <div className="flex min-w-0 flex-col gap-1.5">
        <div className="flex items-baseline gap-x-3">
          <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
            <a
              href={hrefOf(item)}
              title={searchWords.open}
              className="rounded-sm font-medium text-ink [overflow-wrap:anywhere] hover:underline"
            >
              <OneLine text={item.title} longest={LONGEST_TITLE} />
            </a>
            <code title={item.id} className="max-w-full min-w-0 truncate font-mono text-sm text-ink-muted">
              <Revealed text={item.id} oneLine />
            </code>
            <span className="text-sm text-ink-muted">{searchWords.kind[item.kind]}</span>
          </span>
          <span data-count className="shrink-0 font-medium">
            <span className="sr-only">{searchWords.score} </span>
            {sayPoints(score)}
          </span>
        </div>
        <ScoreBar result={result} results={view.results} />
        {explanation.length === 0 ? (
          <p className="text-sm text-ink-muted">{searchWords.noPoints}</p>
        ) : (
          <>
            <div className="flex flex-wrap items-center gap-x-4">
              <button
                type="button"
                aria-expanded={open}
                onClick={() => choices.toggle(item.id)}
                className={PRESS}
              >
                <ChevronRight
                  aria-hidden
                  size={12}
                  className={classNames('transition-transform', open && 'rotate-90')}
                />
                {open ? searchWords.hideWhy : searchWords.why}
              </button>
              {next === null ? null : (
                <button type="button" onClick={() => choices.askWhy(item.id, next)} className={PRESS}>
                  {resultWords.whyNext}
                </button>
              )}
              <button
                type="button"
                aria-label={resultWords.pick}
                title={resultWords.pick}
                aria-pressed={isPicked}
                onClick={() => choices.pick(item.id)}
                className={PRESS}
              >
                <Scale aria-hidden size={12} />
                {resultWords.pickShort}
              </button>
              <button
                type="button"
                aria-label={searchWords.findableNamed(speakText(foldText(item.title, LONGEST_TITLE).text))}
                onClick={() => choices.makeFindable(item)}
                className={PRESS}
              >
                {searchWords.findable}
              </button>
              {isPicked ? <span className="text-sm text-accent">{resultWords.pickedShort}</span> : null}
            </div>
            {open ? <Explanation result={result} terms={view.terms} /> : null}
          </>
        )}
      </div>
    </li>
  )
}

function hrefOf({ id, kind }: SearchResult['item']): string {
  const view = { workflow: 'workflows', capability: 'capabilities', connection: 'connections' }[kind]
  return `#/catalog/${view}/${writeRouteId(id)}`
}
