import type { RequestOf } from '../../preload/contract.ts'
import { sayFigure } from '../items/figures.ts'
import { itemWords as words } from '../items/item-words.ts'
import { useCall } from '../queries.ts'
import { Notice } from '../ui/feedback/error-state.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { Status } from '../ui/feedback/status.tsx'
import { QuoteChip } from '../ui/text/quote-chip.tsx'

const MOST_WORSE = 5

/** Where the item stands before and after, and what the judged queries say to it. Nothing is saved for it. */
export function WordsEffect({
  words: changed,
  query,
}: {
  words: RequestOf<'words.effect'>['words']
  query: string
}) {
  const { data, error } = useCall('words.effect', { words: changed, query }, { keepPrevious: true })
  if (error) return <Notice tone="failed">{error.message}</Notice>
  if (data === undefined) return <Skeleton label={words.working} lines={2} />
  const { before, after, evaluation } = data
  const { total, rows } = evaluation
  const worse = rows.filter(({ change }) => change === 'worse')
  const better = rows.filter(({ change }) => change === 'better')
  const rises = after !== null && (before === null || after < before)
  const falls = before !== null && (after === null || after > before)
  return (
    <section aria-label={words.effect} aria-live="polite" className="flex flex-col gap-1">
      <h3 className="text-sm font-medium">{words.effect}</h3>
      <p data-count>
        {words.placeOf} <QuoteChip text={data.query} />: {words.place(before)} →{' '}
        <Status tone={rises ? 'done' : falls ? 'failed' : 'neutral'}>{words.place(after)}</Status>
      </p>
      {total === null ? (
        <p className="text-ink-muted">{words.noJudged}</p>
      ) : (
        <p className="flex flex-wrap items-center gap-x-3" data-count>
          <span>
            {words.judged(rows.length)}: {words.ndcg} {sayFigure(total.before.ndcg10, 3)} →{' '}
            {sayFigure(total.after.ndcg10, 3)}
          </span>
          <Status tone={better.length > 0 ? 'done' : 'neutral'}>{words.better(better.length)}</Status>
          <Status tone={worse.length > 0 ? 'failed' : 'neutral'}>{words.worse(worse.length)}</Status>
        </p>
      )}
      {worse.length === 0 ? null : (
        <ul aria-label={words.worseList} className="list-disc pl-5 text-sm">
          {worse.slice(0, MOST_WORSE).map((row) => (
            <li key={row.qid} data-count>
              <QuoteChip text={row.query} /> {sayFigure(row.before.ndcg10)} → {sayFigure(row.after.ndcg10)}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
