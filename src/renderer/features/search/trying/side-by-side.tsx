import type { SearchView } from '../../../../preload/contract.ts'
import { classNames } from '../../../ui/class-names.ts'
import { OneLine, Revealed } from '../../../ui/text/quote-chip.tsx'
import { speakText } from '../../../ui/text/visible-text.ts'
import { searchWords } from '../words.ts'
import { sayPoints } from './explain.ts'
import { Movement } from './movement.tsx'
import { resultWords as words } from './result-words.ts'

const ROW = 48
const HEAD = 32

type Item = SearchView['results'][number]['item']

/** Two columns, live and as tried, and a line from where each result was to where it is. */
export function SideBySide({ view }: { view: SearchView }) {
  const live = view.compared?.live ?? []
  const { results } = view
  const places = new Map(results.map(({ item }, place) => [item.id, place]))
  const rows = Math.max(live.length, results.length, 1)
  return (
    <section aria-label={words.sideBySide} className="grid grid-cols-[minmax(0,1fr)_4rem_minmax(0,1fr)]">
      <Column title={words.live} empty={words.nothingLive}>
        {live.map(({ item, rank, score }) => (
          <Entry key={item.id} item={item} rank={rank} score={score} faint={!places.has(item.id)} />
        ))}
      </Column>
      <svg
        aria-hidden
        className="w-full self-start"
        style={{ height: HEAD + rows * ROW }}
        viewBox={`0 0 64 ${HEAD + rows * ROW}`}
        preserveAspectRatio="none"
      >
        {live.flatMap(({ item }, from) => {
          const to = places.get(item.id)
          if (to === undefined) return []
          const [start, end] = [from, to].map((place) => HEAD + place * ROW + ROW / 2)
          return [
            <path
              key={item.id}
              d={`M 2 ${start} C 32 ${start}, 32 ${end}, 62 ${end}`}
              fill="none"
              strokeWidth={to === from ? 1 : 1.75}
              className={to === from ? 'stroke-line-strong' : to < from ? 'stroke-done' : 'stroke-failed'}
            />,
          ]
        })}
      </svg>
      <Column title={words.draft} empty={words.nothingDraft}>
        {results.map((result) => (
          <Entry
            key={result.item.id}
            item={result.item}
            rank={result.rank}
            score={result.score}
            movement={<Movement result={result} />}
          />
        ))}
      </Column>
    </section>
  )
}

function Column({ title, empty, children }: { title: string; empty: string; children: React.ReactNode[] }) {
  return (
    <div className="min-w-0">
      <h2 className="flex items-center text-sm font-semibold text-ink-muted" style={{ height: HEAD }}>
        {title}
      </h2>
      {children.length === 0 ? (
        <p className="text-ink-muted">{empty}</p>
      ) : (
        <ol aria-label={title}>{children}</ol>
      )}
    </div>
  )
}

function Entry({
  item,
  rank,
  score,
  faint = false,
  movement = null,
}: {
  item: Item
  rank: number
  score: number
  faint?: boolean
  movement?: React.ReactNode
}) {
  return (
    <li
      data-row={item.id}
      tabIndex={-1}
      className={classNames(
        'flex items-center gap-2 border-t border-line px-2 outline-offset-[-2px]',
        faint && 'text-ink-muted line-through decoration-line-strong',
      )}
      style={{ height: ROW }}
    >
      <span data-count className="w-5 shrink-0 text-right text-ink-muted">
        <span className="sr-only">{searchWords.rank} </span>
        {rank}
      </span>
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate font-medium" title={speakText(item.title)}>
          <OneLine text={item.title} />
        </span>
        <code className="truncate font-mono text-xs text-ink-muted" title={item.id}>
          <Revealed text={item.id} oneLine />
        </code>
      </span>
      {faint ? <span className="sr-only">{words.gone}</span> : movement}
      <span data-count className="shrink-0 text-sm text-ink-muted">
        {sayPoints(score)}
      </span>
    </li>
  )
}
