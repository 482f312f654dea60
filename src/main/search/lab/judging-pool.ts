/**
 * What a person judges for a query: the best of several rankings and what is judged already, in an order that says
 * nothing of any ranking and stays the same for the query. Pure.
 */
import { digest } from '../cursor.ts'
import type { Ranking } from '../ranking.ts'

/** Of each ranking, so many. */
const DEPTH = 10

/** Ids; `judged` belong to it wherever they rank. */
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
    .map((id) => ({ id, place: digest(JSON.stringify([id, qid])) }))
    .sort((left, right) => left.place - right.place || (left.id < right.id ? -1 : 1))
    .map(({ id }) => id)
}
