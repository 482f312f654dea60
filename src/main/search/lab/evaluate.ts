/** How well a ranking answers judged queries. Pure: the same queries and the same ranking give the same figures. */

import type {
  ComparedQueries,
  ComparedQuery,
  JudgedQuery,
  SearchFigures,
} from '../../model/search-figures.ts'
import type { Ranking } from '../ranking.ts'
import { hashOf } from '../text-hash.ts'

export interface JudgedAnswers {
  query: string
  /** By id: 3 exactly right · 2 right · 1 helps · 0 wrong. An id that is missing counts as wrong. */
  grades: Readonly<Record<string, number>>
}

export interface QueryMeasure {
  figures: SearchFigures
  /** Place of the first right answer, from 1; null: not among those looked at. */
  first: number | null
  /** Of how many right answers. */
  right: number
}

/** How many places are looked at. */
export const EVALUATED_PLACES = 50
const RIGHT = 1
const NDCG_PLACES = 10

/** `ids` best first. Null: no answer is right, so nothing can be measured. */
export function measureAnswers(
  ids: readonly string[],
  grades: Readonly<Record<string, number>>,
): QueryMeasure | null {
  const gradeOf = new Map(Object.entries(grades))
  const right = [...gradeOf.values()].filter((grade) => grade >= RIGHT)
  if (right.length === 0) return null
  const found = ids.slice(0, EVALUATED_PLACES).map((id) => gradeOf.get(id) ?? 0)
  const first = found.findIndex((grade) => grade >= RIGHT)
  const recall = (places: number): number =>
    found.slice(0, places).filter((grade) => grade >= RIGHT).length / right.length
  const best = right.toSorted((left, other) => other - left)
  return {
    figures: {
      ndcg10: discountedGain(found) / discountedGain(best),
      mrr: first < 0 ? 0 : 1 / (first + 1),
      recall1: recall(1),
      recall5: recall(5),
      recall10: recall(10),
    },
    first: first < 0 ? null : first + 1,
    right: right.length,
  }
}

function discountedGain(grades: readonly number[]): number {
  return grades
    .slice(0, NDCG_PLACES)
    .reduce((sum, grade, place) => sum + (2 ** Math.max(0, grade) - 1) / Math.log2(place + 2), 0)
}

/** One result for each query, in their order; yields after each query. */
export function* evaluateInSlices(
  ranking: Ranking,
  queries: readonly JudgedAnswers[],
): Generator<void, (QueryMeasure | null)[]> {
  const measured: (QueryMeasure | null)[] = []
  for (const { query, grades } of queries) {
    const { hits } = ranking.search(query, { limit: EVALUATED_PLACES, offset: 0 })
    measured.push(
      measureAnswers(
        hits.map(({ entry }) => entry.id),
        grades,
      ),
    )
    yield
  }
  return measured
}

/** The mean over queries; null: there are none. */
export function meanFigures(all: readonly SearchFigures[]): SearchFigures | null {
  if (all.length === 0) return null
  const mean = (key: keyof SearchFigures): number =>
    all.reduce((sum, each) => sum + each[key], 0) / all.length
  return {
    ndcg10: mean('ndcg10'),
    mrr: mean('mrr'),
    recall1: mean('recall1'),
    recall5: mean('recall5'),
    recall10: mean('recall10'),
  }
}

export interface Interval {
  /** Mean of after − before. */
  difference: number
  /** Where 95 of 100 resamplings of the queries put it. */
  low: number
  high: number
}

const RESAMPLINGS = 2000

/** Paired bootstrap: `before` and `after` are figures of the same queries, in the same order. */
export function compareMeans(before: readonly number[], after: readonly number[]): Interval {
  const differences = Float64Array.from(after, (value, at) => value - (before[at] ?? 0))
  if (differences.length === 0) return { difference: 0, low: 0, high: 0 }
  const random = createRandom()
  const means = Float64Array.from({ length: RESAMPLINGS }, () => {
    let sum = 0
    for (let drawn = 0; drawn < differences.length; drawn++) {
      sum += differences[Math.floor(random() * differences.length)] ?? 0
    }
    return sum / differences.length
  }).sort()
  return {
    difference: differences.reduce((sum, each) => sum + each, 0) / differences.length,
    low: means[Math.floor(RESAMPLINGS * 0.025)] ?? 0,
    high: means[Math.ceil(RESAMPLINGS * 0.975) - 1] ?? 0,
  }
}

/** From 0 to below 1, always the same sequence (xorshift32). */
function createRandom(): () => number {
  let state = (0x9e37_79b9 ^ 0x5bd1_e995) >>> 0
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
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
        right: is.right,
      })
  }
  const means = [meanFigures(rows.map((row) => row.before)), meanFigures(rows.map((row) => row.after))]
  const [was, is] = means
  return { total: was && is ? { before: was, after: is } : null, rows, unanswerable }
}

function changeOf(difference: number): ComparedQuery['change'] {
  return Math.abs(difference) < SAME ? 'same' : difference > 0 ? 'better' : 'worse'
}

/** Of each ranking, so many. */
const DEPTH = 10

/**
 * Ids of what a person judges for a query: the best of several rankings and what is judged already, in an order that
 * says nothing of any ranking and stays the same for the query. `judged` belong to it wherever they rank.
 */
export function poolForJudging(request: {
  qid: string
  query: string
  rankings: readonly Ranking[]
  judged: readonly string[]
}): string[] {
  const { qid, query, rankings, judged } = request
  const found = rankings.flatMap((ranking) =>
    ranking.search(query, { limit: DEPTH, offset: 0 }).hits.map(({ entry }) => entry.id),
  )
  return [...new Set([...judged, ...found])]
    .map((id) => ({ id, place: hashOf(JSON.stringify([id, qid])) }))
    .sort((left, right) => left.place - right.place || (left.id < right.id ? -1 : 1))
    .map(({ id }) => id)
}
