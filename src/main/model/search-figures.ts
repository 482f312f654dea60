/** How well a ranking answers judged queries, and how much better than another one. */

/** Each from 0 to 1. Grade 1 and above is right, wherever a measure knows only right and wrong. */
export interface SearchFigures {
  /** Gain 2^grade − 1, discounted by place, as a share of the best order possible; the first ten places. */
  ndcg10: number
  /** 1 ÷ the place of the first right answer; 0 if it is not among those looked at. */
  mrr: number
  /** Share of the right answers among the first one, five and ten. */
  recall1: number
  recall5: number
  recall10: number
}

/** Judged queries under two rankings, one beside the other. */
export interface ComparedQueries {
  /** Null: no query can be answered. */
  total: { before: SearchFigures; after: SearchFigures } | null
  rows: ComparedQuery[]
  /** None of their right answers is in the catalog, or there is none: they count nowhere. */
  unanswerable: { qid: string; query: string }[]
}

export interface ComparedQuery {
  qid: string
  query: string
  before: SearchFigures
  after: SearchFigures
  /** By nDCG@10. */
  change: 'better' | 'worse' | 'same'
  /** Place of the first right answer; null: not among those looked at. */
  firstBefore: number | null
  firstAfter: number | null
  /** How many of its right answers are in the catalog: the others count nowhere. */
  right: number
}
