import type { SearchExplanation, SearchView } from '../../../../preload/contract.ts'

export const FIELDS = [
  'title',
  'id',
  'tags',
  'aliases',
  'examples',
  'description',
  'text',
  'parameters',
  'whole',
] as const
/** `whole`: what concerns the item as a whole. */
export type Field = (typeof FIELDS)[number]

export function fieldOf({ term, field }: SearchExplanation): Field {
  return term === '' ? 'whole' : (field ?? 'whole')
}

export interface Segment {
  field: Field
  points: number
  /** The terms that hit in this field, in the order of the query. */
  terms: string[]
}

/** The parts of a bar: one for each field that gave points, in the order of their weight. Pure. */
export function segmentsOf(explanation: readonly SearchExplanation[]): Segment[] {
  return FIELDS.flatMap((field) => {
    const hits = explanation.filter((hit) => fieldOf(hit) === field && hit.points > 0)
    if (hits.length === 0) return []
    return [
      {
        field,
        points: hits.reduce((sum, hit) => sum + hit.points, 0),
        terms: [...new Set(hits.map((hit) => hit.term).filter((term) => term !== ''))],
      },
    ]
  })
}

/** What the rows of an explanation add up to, rounded as the ranking rounds: to 32 bits at every step. Pure. */
export function sumOf(explanation: readonly SearchExplanation[]): number {
  return explanation.reduce((sum, { points }) => Math.fround(sum + points), 0)
}

// Made once: to make one takes longer than to draw a result, and a dragged slider draws hundreds of numbers.
const [ONE_DIGIT, TWO_DIGITS, THREE_DIGITS] = [sayWith(1), sayWith(2), sayWith(3)]

function sayWith(digits: number): (value: number) => string {
  const format = new Intl.NumberFormat('en', { maximumFractionDigits: digits, signDisplay: 'negative' })
  return (value) => format.format(value)
}

/** At most two decimals, three below one, and none where there are none. Pure. */
export function sayPoints(points: number): string {
  const say = Math.abs(points) < 1 ? THREE_DIGITS : TWO_DIGITS
  return say(points).replace('-', '−')
}

/** Milliseconds with as many digits as mean something. Pure. */
export function sayMillis(micros: number): string {
  const milliseconds = micros / 1000
  return milliseconds < 1 ? TWO_DIGITS(milliseconds) : ONE_DIGIT(milliseconds)
}

/** Share of the longest bar, in percent. Pure. */
export function shareOf(points: number, results: SearchView['results']): number {
  const most = Math.max(0, ...results.map((result) => result.score + lossOf(result.explanation)))
  return most === 0 ? 0 : (points / most) * 100
}

/** The literal call. An agent has no filter by source, so there is none in it. Pure. */
export function composeSearch(
  query: string,
  limit: number,
  { kind, tags }: { kind: string | null; tags: string[] } = { kind: null, tags: [] },
): string {
  const filters = {
    ...(kind === null ? {} : { kind }),
    ...(tags.length === 0 ? {} : { tags }),
  }
  return `gateway.search ${JSON.stringify({ query, ...filters, limit })}`
}

/** What a result loses for what it lacks, as a positive number. Pure. */
export function lossOf(explanation: readonly SearchExplanation[]): number {
  return explanation.reduce((sum, { points }) => sum + Math.max(0, -points), 0)
}

/** The words that were looked for in it, each with its hits, in the order of the query; then what concerns the query as a whole. Pure. */
export function groupHits(
  explanation: readonly SearchExplanation[],
  terms: readonly string[],
): { words: { term: string; hits: SearchExplanation[] }[]; whole: SearchExplanation[] } {
  const others = explanation.map(({ term }) => term).filter((term) => term !== '')
  const words = [...new Set([...terms, ...others])].map((term) => ({
    term,
    hits: explanation.filter((hit) => hit.term === term && fieldOf(hit) !== 'whole'),
  }))
  return { words, whole: explanation.filter((hit) => fieldOf(hit) === 'whole') }
}

/** Whether all that matches is on the page, whatever is filtered. Pure. */
export function showsAll({ results, facets }: Pick<SearchView, 'results' | 'facets'>): boolean {
  return facets.kind.reduce((sum, { count }) => sum + count, 0) === results.length
}

/** The words of the query that hit nothing in what is shown. Pure. */
export function unmetTerms({ terms, results }: Pick<SearchView, 'terms' | 'results'>): string[] {
  const hit = new Set(results.flatMap((result) => result.explanation.map(({ term }) => term)))
  return [...new Set(terms)].filter((term) => !hit.has(term))
}
