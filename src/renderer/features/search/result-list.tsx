import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { SearchView } from '../../../preload/contract.ts'
import { classNames } from '../../ui/class-names.ts'
import { Revealed } from '../../ui/quote-chip.tsx'
import { revealText } from '../../ui/visible-text.ts'
import { sayPoints } from './explain.ts'
import { Explanation } from './explanation.tsx'
import { ScoreBar } from './score-bar.tsx'
import { searchWords } from './words.ts'

type Result = SearchView['results'][number]

/** Best first; each says on demand which word hit where. The first one says so at once. */
export function ResultList({ view }: { view: SearchView }) {
  const [toggled, setToggled] = useState<Record<string, boolean>>({})
  const first = view.results[0]?.item.id
  return (
    <ol aria-label={searchWords.results} className="flex flex-col divide-y divide-line">
      {view.results.map((result) => {
        const { id } = result.item
        const open = toggled[id] ?? id === first
        return (
          <ResultRow
            key={id}
            result={result}
            view={view}
            open={open}
            onToggle={() => setToggled((all) => ({ ...all, [id]: !open }))}
          />
        )
      })}
    </ol>
  )
}

function ResultRow({
  result,
  view,
  open,
  onToggle,
}: {
  result: Result
  view: SearchView
  open: boolean
  onToggle: () => void
}) {
  const { item, rank, score, explanation } = result
  return (
    <li className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-2 py-3">
      <span data-count className="text-right text-ink-faint">
        <span className="sr-only">{searchWords.rank} </span>
        {rank}
      </span>
      <div className="flex min-w-0 flex-col gap-1.5">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <a
            href={hrefOf(item)}
            title={searchWords.open}
            className="rounded-sm font-medium text-ink hover:underline"
          >
            <bdi>
              <Revealed pieces={revealText(item.title, true)} />
            </bdi>
          </a>
          <code className="min-w-0 truncate font-mono text-sm text-ink-muted">{item.id}</code>
          <span className="text-sm text-ink-muted">{searchWords.kind[item.kind]}</span>
          <span data-count className="ml-auto font-medium">
            <span className="sr-only">{searchWords.score} </span>
            {sayPoints(score)}
          </span>
        </div>
        <ScoreBar result={result} results={view.results} />
        {explanation.length === 0 ? (
          <p className="text-sm text-ink-muted">{searchWords.noPoints}</p>
        ) : (
          <>
            <button
              type="button"
              aria-expanded={open}
              onClick={onToggle}
              className="inline-flex items-center gap-1 self-start rounded-sm text-sm text-accent hover:underline"
            >
              <ChevronRight
                aria-hidden
                size={12}
                className={classNames('transition-transform', open && 'rotate-90')}
              />
              {open ? searchWords.hideWhy : searchWords.why}
            </button>
            {open ? <Explanation result={result} terms={view.terms} /> : null}
          </>
        )}
      </div>
    </li>
  )
}

function hrefOf({ id, kind }: Result['item']): string {
  const view = { workflow: 'workflows', capability: 'capabilities', connection: 'connections' }[kind]
  return `#/catalog/${view}/${encodeURIComponent(id)}`
}
