import type { EvaluationView, JudgedQuery } from '../../../../preload/contract.ts'

type RowMeasure = EvaluationView['rows'][number]

/** A judged query beside what was measured with it. */
export interface JudgedRow {
  judged: JudgedQuery
  /**
   * `open`: nothing of it is marked as right, so nothing can be measured. `unanswerable`: its right answers are not in
   * the catalog. `waiting`: not measured yet.
   */
  state: RowMeasure['change'] | 'open' | 'unanswerable' | 'waiting'
  measured: RowMeasure | null
}

export const ORDERS = ['change', 'worst', 'newest', 'words'] as const
export type Order = (typeof ORDERS)[number]

export const ONLY = ['all', 'worse', 'better', 'missed', 'unmeasured'] as const
export type JudgedSelection = (typeof ONLY)[number]

/** Each judged query once, in the order of the list. Pure. */
export function combineJudged(
  judged: readonly JudgedQuery[],
  evaluation: EvaluationView | undefined,
): JudgedRow[] {
  const measured = new Map(evaluation?.rows.map((row) => [row.qid, row]))
  const unanswerable = new Set(evaluation?.unanswerable.map(({ qid }) => qid))
  return judged.map((one) => {
    const row = measured.get(one.qid) ?? null
    return { judged: one, measured: row, state: stateOf(one, row, unanswerable.has(one.qid)) }
  })
}

function stateOf(judged: JudgedQuery, row: RowMeasure | null, unanswerable: boolean): JudgedRow['state'] {
  if (row !== null) return row.change
  if (countRight(judged) === 0) return 'open'
  return unanswerable ? 'unanswerable' : 'waiting'
}

/** How many items are marked as right or as a help. Pure. */
export function countRight({ grades }: Pick<JudgedQuery, 'grades'>): number {
  return Object.values(grades).filter((grade) => grade > 0).length
}

/** What holds every word of the text, and is of the kind that is asked for. Pure. */
export function filterJudged(rows: readonly JudgedRow[], text: string, only: JudgedSelection): JudgedRow[] {
  const wanted = text.toLowerCase().split(/\s+/u).filter(Boolean)
  return rows.filter((row) => {
    const query = row.judged.query.toLowerCase()
    return isOf(row, only) && wanted.every((word) => query.includes(word))
  })
}

/** A query is missed if no right answer is among the first ten. Pure. */
export function isOf({ state, measured }: JudgedRow, only: JudgedSelection): boolean {
  switch (only) {
    case 'all':
      return true
    case 'worse':
    case 'better':
      return state === only
    case 'missed':
      return measured !== null && (measured.firstAfter === null || measured.firstAfter > 10)
    case 'unmeasured':
      return measured === null && state !== 'waiting'
  }
}

/** What cannot be measured comes last, in whatever order. Pure. */
export function sortJudged(rows: readonly JudgedRow[], order: Order): JudgedRow[] {
  const byWords = (one: JudgedRow, other: JudgedRow) =>
    one.judged.query.localeCompare(other.judged.query) || (one.judged.qid < other.judged.qid ? -1 : 1)
  const byFigure =
    (figureOf: (row: RowMeasure) => number, next: (one: JudgedRow, other: JudgedRow) => number) =>
    (one: JudgedRow, other: JudgedRow): number =>
      Number(one.measured === null) - Number(other.measured === null) ||
      (one.measured !== null && other.measured !== null
        ? figureOf(one.measured) - figureOf(other.measured)
        : 0) ||
      next(one, other)
  const worst = byFigure((row) => row.after.ndcg10, byWords)
  const compare = {
    // Where nothing changes, what is found worst comes first.
    change: byFigure((row) => row.after.ndcg10 - row.before.ndcg10, worst),
    worst,
    newest: (one: JudgedRow, other: JudgedRow) =>
      other.judged.at.localeCompare(one.judged.at) || byWords(one, other),
    words: byWords,
  }[order]
  return [...rows].sort(compare)
}

/** The same words, whatever their case and the spaces between them. Pure. */
export function isSameQuery(one: string, other: string): boolean {
  return foldQuery(one) === foldQuery(other)
}

function foldQuery(query: string): string {
  return query.toLowerCase().replace(/\s+/gu, ' ').trim()
}
