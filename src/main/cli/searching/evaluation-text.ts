/** The measures of one profile, or of two that are compared, for people and for programs. Pure. */

import type { SearchFigures } from '../../model/search-figures.ts'
import { shorten } from '../../model/shorten.ts'
import { compareMeans, EVALUATED_PLACES, type Interval } from '../../search/lab/evaluate.ts'
import type { MeasuredProfile, SortedQueries } from './measure-profile.ts'
import { alignColumns, count, plainText } from './search-text.ts'

export interface Evaluation {
  field: 'query' | 'kw' | 'typo'
  items: number
  queries: SortedQueries
  after: MeasuredProfile
  /** What it is compared with. */
  before: MeasuredProfile | null
}

const MEASURES: [keyof SearchFigures, string][] = [
  ['ndcg10', 'nDCG@10'],
  ['mrr', 'MRR'],
  ['recall1', 'recall@1'],
  ['recall5', 'recall@5'],
  ['recall10', 'recall@10'],
]
const LONGEST_QUERY = 80
const SHOWN_ANSWERS = 3

/** For programs; every figure exact. Rows stand in the order of the file. */
export function reportEvaluation({ field, items, queries, after, before }: Evaluation, notes: string[]) {
  return {
    field,
    items,
    queries: queries.answerable.length,
    missing: queries.missing,
    formless: queries.formless,
    unanswered: queries.unanswered.length,
    profile: reportProfile(after),
    ...(before !== null && {
      against: reportProfile(before),
      differences: Object.fromEntries(MEASURES.map(([key]) => [key, compare(key, before, after)])),
    }),
    rows: queries.answerable.map(({ line, qid, query }, at) => ({
      ...{ line, qid, query, ...after.rows[at] },
      ...(before !== null && { against: before.rows[at] }),
    })),
    notes,
  }
}

function reportProfile({ name, figures, empty, weak, doubted }: MeasuredProfile) {
  return { name, figures, empty, weak, doubted }
}

/** `worst`: how many of the queries that do worst are listed. */
export function formatEvaluation(evaluation: Evaluation, worst: number): string {
  const { field, items, queries, after, before } = evaluation
  const form = field === 'query' ? '' : ` (${field})`
  const names = before === null ? after.name : `${after.name} against ${before.name}`
  const head = `${plainText(names)}: ${count(queries.answerable.length, 'query', 'queries')}${form}, ${count(items, 'item')}`
  if (items === 0) return `${head}\n\nNo query can be measured: there is nothing to search in.\n`
  const parts = [
    [head],
    after.figures === null ? ['No query can be measured.'] : formatFigures(after, before),
    countLines(evaluation),
    ...(worst === 0 ? [] : [formatWorst(evaluation, worst)]),
  ]
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

function formatFigures(after: MeasuredProfile, before: MeasuredProfile | null): string[] {
  if (before === null)
    return alignColumns(MEASURES.map(([key, label]) => [label, share(after.figures?.[key])]))
  const head = ['', plainText(before.name), plainText(after.name), 'difference', '95 of 100 samples']
  const rows = MEASURES.map(([key, label]) => {
    const { difference, low, high } = compare(key, before, after)
    const figures = [before, after].map(({ figures: each }) => share(each?.[key]))
    return [label, ...figures, signed(difference), `${signed(low)} to ${signed(high)}`]
  })
  return alignColumns([head, ...rows], [1, 2, 3])
}

/** What the means do not count. */
function countLines({ field, queries, after, before }: Evaluation): string[] {
  const { unanswered, missing, formless } = queries
  const tell = (of: (measured: MeasuredProfile) => number): string =>
    before === null ? `${of(after)}` : `${of(before)} and now ${of(after)}`
  const isWeak = after.weak > 0 || (before?.weak ?? 0) > 0
  const weak = isWeak ? `, ${tell((measured) => measured.weak)} nothing that fits well` : ''
  const isDoubting = after.doubted > 0 || (before?.doubted ?? 0) > 0
  return [
    ...(unanswered.length === 0
      ? []
      : [
          `${count(unanswered.length, 'query', 'queries')} that nothing answers: ${tell(({ empty }) => empty)} found nothing${weak}, as it should be.`,
        ]),
    ...(isDoubting
      ? [
          `Told that nothing fits well, although the first result is right: ${tell(({ doubted }) => doubted)} of the ${count(queries.answerable.length, 'query', 'queries')}.`,
        ]
      : []),
    ...(missing === 0
      ? []
      : [`${count(missing, 'query', 'queries')} not counted: none of the right answers is in the catalog.`]),
    ...(formless === 0 ? [] : [`${count(formless, 'query', 'queries')} not counted: without ‘${field}’.`]),
  ]
}

/** Compared: what loses most. Otherwise what reaches least. */
function formatWorst({ queries, after, before }: Evaluation, worst: number): string[] {
  const reach = (rows: MeasuredProfile, at: number) => rows.rows[at]?.figures.ndcg10 ?? 0
  const merit = (at: number) => (before === null ? reach(after, at) : reach(after, at) - reach(before, at))
  const listed = queries.answerable
    .map((query, at) => ({ ...query, at }))
    .filter(({ at }) => (before === null ? merit(at) < 1 : merit(at) < 0))
    .toSorted((left, right) => merit(left.at) - merit(right.at))
    .slice(0, worst)
  if (listed.length === 0)
    return [before === null ? 'Every query is answered best possible.' : 'No query does worse.']
  const rows = listed.map(({ at, line, qid, query, grades }) => [
    ...(before === null ? [] : [share(reach(before, at))]),
    share(reach(after, at)),
    plainText(qid ?? `line ${line}`),
    shorten(plainText(query), LONGEST_QUERY),
    placeOf(after.rows[at]?.first ?? null),
    `→ ${rightAnswers(grades)}`,
  ])
  const head = before === null ? 'What reaches least, by nDCG@10:' : 'What loses most, by nDCG@10:'
  return [head, ...alignColumns(rows, [0])]
}

function placeOf(first: number | null): string {
  return first === null ? `not among ${EVALUATED_PLACES}` : `place ${first}`
}

function rightAnswers(grades: Record<string, number>): string {
  const right = Object.keys(grades).filter((id) => (grades[id] ?? 0) >= 1)
  const more = right.length > SHOWN_ANSWERS ? ` and ${right.length - SHOWN_ANSWERS} more` : ''
  return `${plainText(right.slice(0, SHOWN_ANSWERS).join(', '))}${more}`
}

function compare(key: keyof SearchFigures, before: MeasuredProfile, after: MeasuredProfile): Interval {
  const values = ({ rows }: MeasuredProfile) => rows.map(({ figures }) => figures[key])
  return compareMeans(values(before), values(after))
}

function share(value: number | undefined): string {
  return (value ?? 0).toFixed(3)
}

function signed(value: number): string {
  const shown = Math.abs(value).toFixed(3)
  if (shown === '0.000') return shown
  return `${value < 0 ? '−' : '+'}${shown}`
}
