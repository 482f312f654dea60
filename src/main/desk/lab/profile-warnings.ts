/** What should keep a person from applying a profile: one sentence each. Pure. */
import type { EvaluationView } from '../../../preload/contract.ts'

const MOST_NAMED = 5

export function warnOf({ total, rows, unanswerable }: EvaluationView): string[] {
  if (total === null) {
    return [
      unanswerable.length === 0
        ? 'There are no judged queries, so nothing tells whether this finds less than before.'
        : 'No judged query has a right answer that is in the catalog, so nothing tells whether this finds less than before.',
    ]
  }
  const worse = rows
    .filter(({ change }) => change === 'worse')
    .sort((left, right) => lossOf(right) - lossOf(left))
  const [was, is] = [total.before.ndcg10, total.after.ndcg10]
  const count = `${rows.length} judged ${rows.length === 1 ? 'query' : 'queries'}`
  return [
    ...(was - is > 5e-4 ? [`Over ${count}, nDCG@10 falls from ${show(was)} to ${show(is)}.`] : []),
    ...worse.slice(0, MOST_NAMED).map(describeLoss),
    ...(worse.length > MOST_NAMED ? [`${worse.length - MOST_NAMED} more judged queries get worse.`] : []),
  ]
}

function lossOf({ before, after }: EvaluationView['rows'][number]): number {
  return before.ndcg10 - after.ndcg10
}

function describeLoss({
  query,
  before,
  after,
  firstBefore,
  firstAfter,
}: EvaluationView['rows'][number]): string {
  const figures = `‘${shorten(query)}’ falls from ${show(before.ndcg10)} to ${show(after.ndcg10)}`
  if (firstBefore === firstAfter) return `${figures}.`
  const to = firstAfter === null ? 'is not among the first fifty any more' : `moves to place ${firstAfter}`
  const from = firstBefore === null ? '' : `, before at place ${firstBefore},`
  return `${figures}: its first right answer${from} ${to}.`
}

function show(figure: number): string {
  return figure.toFixed(3)
}

function shorten(query: string): string {
  return query.length > 80 ? `${query.slice(0, 80)}…` : query
}
