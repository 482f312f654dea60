/** Judged queries: how well a ranking answers them, and how much better than another one. */

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

/** A query and its right answers, as people have judged them. */
export interface JudgedQuery {
  qid: string
  query: string
  /** 3: exactly right · 2: right · 1: helps · 0: wrong. What is not in it is not judged, and counts as wrong. */
  grades: Record<string, number>
  from: 'person' | 'traffic' | 'import'
  /** ISO time of the last change. */
  at: string
  /** As imported, and exported again: the same need in a few words, those with a typing error, its author’s sort. */
  kw?: string
  typo?: string
  kind?: string
}

/** Two queries of the same words are one, whatever their case and spaces. */
export function wordsOfQuery(query: string): string {
  return query.trim().replace(/\s+/g, ' ').toLowerCase()
}
