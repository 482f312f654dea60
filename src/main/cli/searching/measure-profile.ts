/** Judged queries under one profile, for a person who waits: long runs say how far they are. */

import type { SearchFigures } from '../../model/search-figures.ts'
import { evaluateInSlices, meanFigures, type QueryMeasure } from '../../search/lab/evaluate.ts'
import type { JudgedLine } from '../../search/lab/json-lines.ts'
import type { Ranking, SearchHits } from '../../search/ranking.ts'
import { plainText } from './search-text.ts'

export interface SortedQueries {
  /** With at least one right answer in the catalog; `query` is in the wanted form. */
  answerable: { line: number; qid: string | null; query: string; grades: Record<string, number> }[]
  /** What nothing answers: right is to find nothing. */
  unanswered: string[]
  /** Their right answers are all missing from the catalog: they count nowhere. */
  missing: number
  /** They do not have the wanted form. */
  formless: number
}

export interface MeasuredProfile {
  name: string
  /** The mean over all answerable queries; null: there are none. */
  figures: SearchFigures | null
  /** In the order of the answerable queries. */
  rows: QueryMeasure[]
  /** How many of the unanswered queries found nothing. */
  empty: number
  /** How many of the others found something, and nothing that fits well. */
  weak: number
  /** How many of the answerable queries were told that nothing fits well, although their first result is right. */
  doubted: number
}

export function sortQueries(
  lines: readonly JudgedLine[],
  field: 'query' | 'kw' | 'typo',
  ids: ReadonlySet<string>,
): SortedQueries {
  const sorted: SortedQueries = { answerable: [], unanswered: [], missing: 0, formless: 0 }
  for (const [index, { qid, grades, ...forms }] of lines.entries()) {
    const query = forms[field]
    const right = Object.keys(grades).filter((id) => (grades[id] ?? 0) >= 1)
    if (query === undefined) sorted.formless += 1
    else if (right.length === 0) sorted.unanswered.push(query)
    else if (right.some((id) => ids.has(id))) sorted.answerable.push({ line: index + 1, qid, query, grades })
    else sorted.missing += 1
  }
  return sorted
}

export function measureProfile(name: string, ranking: Ranking, queries: SortedQueries): MeasuredProfile {
  const { answerable, unanswered } = queries
  const progress = createProgress(`Measuring ${name}`, answerable.length)
  const slices = evaluateInSlices(ranking, answerable)
  let step = slices.next()
  for (let done = 1; step.done !== true; done += 1) {
    progress.tell(done)
    step = slices.next()
  }
  const rows = step.value.filter((row) => row !== null)
  const look = (query: string): SearchHits => ranking.search(query, { limit: 1, offset: 0 })
  const found = unanswered.map(look)
  const isDoubted = ({ query }: { query: string }, at: number): boolean =>
    rows[at]?.first === 1 && look(query).weak !== undefined
  return {
    name,
    figures: meanFigures(rows.map(({ figures }) => figures)),
    rows,
    empty: found.filter(({ total }) => total === 0).length,
    weak: found.filter(({ weak }) => weak !== undefined).length,
    doubted: answerable.filter(isDoubted).length,
  }
}

/** Says on stderr how far a long work is, at most every few seconds; short work says nothing. */
const EVERY_MS = 3000

function createProgress(what: string, all: number): { tell(done: number): void } {
  let next = Date.now() + EVERY_MS
  return {
    tell(done) {
      if (Date.now() < next) return
      next = Date.now() + EVERY_MS
      const [soFar, inAll] = [done, all].map((number) => number.toLocaleString('en-US'))
      process.stderr.write(`${plainText(what)}: ${soFar} of ${inAll}\n`)
    },
  }
}
