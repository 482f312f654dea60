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
