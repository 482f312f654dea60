/** Judged queries under two rankings, one beside the other. Pure. */
import type { JudgedQuery } from '../../model/judged-query.ts'
import { type Figures, meanFigures, type QueryMeasure } from './evaluate.ts'

export interface ComparedQueries {
  /** Null: no query can be answered. */
  total: { before: Figures; after: Figures } | null
  rows: ComparedQuery[]
  /** None of their right answers is in the catalog, or there is none: they count nowhere. */
  unanswerable: { qid: string; query: string }[]
}

export interface ComparedQuery {
  qid: string
  query: string
  before: Figures
  after: Figures
  /** By nDCG@10. */
  change: 'better' | 'worse' | 'same'
  firstBefore: number | null
  firstAfter: number | null
}

/** Less is the dust of binary fractions. */
const SAME = 1e-9

/** `before` and `after` in the order of the queries. */
export function compareMeasured(
  queries: readonly JudgedQuery[],
  before: readonly (QueryMeasure | null)[],
  after: readonly (QueryMeasure | null)[],
): ComparedQueries {
  const rows: ComparedQuery[] = []
  const unanswerable: ComparedQueries['unanswerable'] = []
  for (const [index, { qid, query }] of queries.entries()) {
    const [was, is] = [before[index], after[index]]
    if (!was || !is) unanswerable.push({ qid, query })
    else
      rows.push({
        qid,
        query,
        before: was.figures,
        after: is.figures,
        change: changeOf(is.figures.ndcg10 - was.figures.ndcg10),
        firstBefore: was.first,
        firstAfter: is.first,
      })
  }
  const means = [meanFigures(rows.map((row) => row.before)), meanFigures(rows.map((row) => row.after))]
  const [was, is] = means
  return { total: was && is ? { before: was, after: is } : null, rows, unanswerable }
}

function changeOf(difference: number): ComparedQuery['change'] {
  return Math.abs(difference) < SAME ? 'same' : difference > 0 ? 'better' : 'worse'
}
