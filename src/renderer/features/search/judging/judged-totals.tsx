import type { EvaluationView } from '../../../../preload/contract.ts'
import { sayChange, sayFigure } from '../../../items/figures.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { Fact, Facts } from '../../../ui/list.tsx'
import { FIGURES } from './judged-columns.ts'
import { judgedWords as words } from './judged-words.ts'

/** Five figures over all judged queries: live, and under what is tried. */
export function JudgedTotals({
  evaluation,
  isTried,
  failed,
}: {
  evaluation: EvaluationView | undefined
  isTried: boolean
  failed: boolean
}) {
  if (evaluation === undefined)
    return failed ? null : <Skeleton label={words.working} lines={2} className="py-2" />
  const { total, rows, unanswerable } = evaluation
  const better = rows.filter(({ change }) => change === 'better').length
  const worse = rows.filter(({ change }) => change === 'worse').length
  return (
    <section aria-label={words.totals} className="flex flex-col gap-1.5 border-y border-line py-3">
      {total === null ? (
        <p className="text-ink-muted">{words.noTotal}</p>
      ) : (
        <>
          <dl className="flex flex-wrap gap-x-8 gap-y-2">
            {FIGURES.map((name) => {
              const [before, after] = [total.before[name], total.after[name]]
              const change = isTried ? sayChange(before, after, 3) : ''
              return (
                <div key={name}>
                  <dt className="text-sm text-ink-muted">{words.figures[name].name}</dt>
                  <dd data-count className="flex items-baseline gap-2">
                    <span className="text-lg font-semibold">{sayFigure(after, 3)}</span>
                    {isTried ? (
                      <span className="text-sm text-ink-muted">
                        {words.live} {sayFigure(before, 3)}
                      </span>
                    ) : null}
                    {change === '' ? null : (
                      <Status tone={after > before ? 'done' : 'failed'} className="text-sm">
                        {change}
                      </Status>
                    )}
                  </dd>
                </div>
              )
            })}
          </dl>
          <p className="flex flex-wrap gap-x-3 text-sm text-ink-muted">
            <span>
              {words.totalsOf(rows.length)}. {isTried ? null : words.onlyLive}
            </span>
            {isTried ? (
              <>
                <Status tone={better > 0 ? 'done' : 'quiet'}>{words.countBetter(better)}</Status>
                <Status tone={worse > 0 ? 'failed' : 'quiet'}>{words.countWorse(worse)}</Status>
              </>
            ) : null}
          </p>
          <details className="text-sm text-ink-muted">
            <summary className="rounded-sm text-accent hover:underline">{words.whatFiguresMean}</summary>
            <Facts className="py-1">
              {FIGURES.map((name) => (
                <Fact key={name} name={words.figures[name].name}>
                  {words.figures[name].about}
                </Fact>
              ))}
            </Facts>
          </details>
        </>
      )}
      {unanswerable.length === 0 ? null : (
        <p className="text-sm text-needs">{words.unanswerable(unanswerable.length)}</p>
      )}
    </section>
  )
}
