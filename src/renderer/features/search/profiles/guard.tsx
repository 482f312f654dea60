import type { ApplyPreview } from '../../../../preload/contract.ts'
import { Notice } from '../../../ui/feedback/error-state.tsx'
import { Cell, Table } from '../../../ui/table.tsx'
import { QuoteChip } from '../../../ui/text/quote-chip.tsx'
import { FIGURES } from '../judging/judged-columns.ts'
import { sayFigure, sayGain } from '../tuning/say-value.ts'
import { tuningWords } from '../tuning/tuning-words.ts'
import { profileWords as words } from './profile-words.ts'

/** What the judged queries say; those that get worse are listed. */
export function Guard({ preview: { evaluation, warnings } }: { preview: ApplyPreview }) {
  const { rows, total } = evaluation
  const worse = rows
    .filter((row) => row.change === 'worse')
    .toSorted(
      (one, other) => one.after.ndcg10 - one.before.ndcg10 - (other.after.ndcg10 - other.before.ndcg10),
    )
  const better = rows.filter((row) => row.change === 'better').length
  return (
    <section aria-label={words.guard} className="flex flex-col gap-3">
      <h3 className="text-sm font-semibold">{words.guard}</h3>
      {total === null ? null : (
        <>
          <dl className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
            {FIGURES.map((key) => (
              <div key={key} title={tuningWords.figureMeans[key]} className="flex gap-1.5">
                <dt className="text-ink-muted">{tuningWords.figure[key]}</dt>
                <dd data-count>
                  {sayFigure(total.before[key])} → {sayFigure(total.after[key])} (
                  {sayGain(total.before[key], total.after[key])})
                </dd>
              </div>
            ))}
          </dl>
          {worse.length === 0 ? (
            <p className="text-done">
              {words.noneWorse(rows.length)} {better === 0 ? null : words.better(better)}
            </p>
          ) : null}
        </>
      )}
      {worse.length === 0 ? (
        warnings.map((sentence) => <Notice key={sentence}>{sentence}</Notice>)
      ) : (
        <Notice tone="failed">
          <Worse rows={worse} judged={rows.length} better={better} />
        </Notice>
      )}
    </section>
  )
}

function Worse({
  rows,
  judged,
  better,
}: {
  rows: ApplyPreview['evaluation']['rows']
  judged: number
  better: number
}) {
  return (
    <>
      <p className="mt-1">
        {better === 0 ? null : words.better(better)} {words.getsWorse(rows.length, judged)}
      </p>
      <div className="my-1 max-h-48 overflow-y-auto text-ink">
        <Table
          label={words.getsWorse(rows.length, judged)}
          columns={[{ title: words.query }, { title: words.before }, { title: words.after }]}
        >
          {rows.map((row) => (
            <tr key={row.qid}>
              <Cell>
                <QuoteChip text={row.query} />
              </Cell>
              <Cell>
                {sayFigure(row.before.ndcg10)}
                <span className="block text-sm text-ink-muted">{words.first(row.firstBefore)}</span>
              </Cell>
              <Cell>
                {sayFigure(row.after.ndcg10)}
                <span className="block text-sm text-ink-muted">{words.first(row.firstAfter)}</span>
              </Cell>
            </tr>
          ))}
        </Table>
      </div>
    </>
  )
}
