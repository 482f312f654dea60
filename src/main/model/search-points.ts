import type { SearchField } from './search-profile.ts'

/** One line of an explanation. All points of an entry's lines add up to its score. */
export interface Points {
  /** The word of the query; empty for what concerns the whole query. */
  term: string
  /** Null for what concerns the whole entry. */
  field: SearchField | null
  strategy:
    | 'exact'
    | 'prefix'
    | 'fuzzy'
    | 'word'
    | 'typo'
    | 'part'
    | 'synonym'
    /** The query is the entry's id or title. */
    | 'name'
    /** The query has words of its title: the more of them, the more. */
    | 'title'
    /** Some words of the query were not found in it: what that costs. */
    | 'coverage'
    /** One sentence of the query fits it very well. */
    | 'sentence'
    /** It was started after similar searches. */
    | 'usage'
  /** The word of the field that hit; the sentence; the earlier query. */
  word: string
  points: number
}
