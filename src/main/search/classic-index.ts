/**
 * The specified ranking without looking at every item: the same scores, to the last bit, as `classic.ts`.
 * What did not match adds zero, which changes no bit.
 */
import { createBest } from './best.ts'
import type { CatalogEntry } from './catalog.ts'
import { comparedFields, type Hit } from './classic.ts'
import { findNearest } from './closeness.ts'
import { CELL_BITS, findPlaces } from './places.ts'
import type { Accept } from './ranking.ts'
import { createScoreSum } from './score-sum.ts'
import { sortIds } from './sorted.ts'
import { createTermCache } from './term-cache.ts'
import { createTermScorer } from './term-points.ts'
import { buildVocabulary, collectWords } from './vocabulary.ts'
import { tokenize } from './words.ts'

export interface ClassicIndex {
  /** Best first, ties by id in byte order. A query without terms lists everything with score 1; limit 0 means 10. */
  search(query: string, options: { limit: number; offset: number; accept?: Accept }): Found
  /** Words of accepted entries that resemble a term of the query, nearest first. */
  nearestTerms(query: string, limit: number, accept?: Accept): string[]
}

interface Found {
  hits: Hit[]
  /** How many accepted entries match, over all pages. */
  total: number
  terms: string[]
}

/** Each term is compared with the whole vocabulary; a hint needs no more of a long query. */
const HINTED_TERMS = 5
/** Words that share less than this with a term would only confuse. */
const HINT_CLOSENESS = 0.35
/** What is kept of terms, by entry: room for a hundred that hit nearly everything. */
const CACHED_BYTES_AN_ENTRY = 150

/** In steps of about a millisecond. */
export function* buildClassicIndex(entries: readonly CatalogEntry[]): Generator<void, ClassicIndex> {
  const collected = collectWords()
  const fieldsOf = (number: number): readonly string[] => {
    const entry = entries[number]
    return entry === undefined ? [] : comparedFields(entry)
  }
  const places = yield* findPlaces(entries.length, fieldsOf, collected.add)
  const vocabulary = yield* buildVocabulary(collected.words)
  const byId = yield* sortIds(entries.map(({ id }) => id))
  const ranks = new Uint32Array(entries.length)
  byId.forEach((number, rank) => {
    ranks[number] = rank
  })
  const sum = createScoreSum(entries.length)
  const { scores } = sum
  const pointsOf = createTermCache(
    entries.length * CACHED_BYTES_AN_ENTRY,
    createTermScorer(entries.length, vocabulary, places),
  )

  const compareHits = (left: number, right: number): number =>
    (scores[right] ?? 0) - (scores[left] ?? 0) || (ranks[left] ?? 0) - (ranks[right] ?? 0)

  function isAccepted(number: number, accept: Accept | undefined): boolean {
    const entry = entries[number]
    return entry !== undefined && (accept === undefined || accept(entry))
  }

  function toHits(numbers: Iterable<number>, scoreOf: (number: number) => number): Hit[] {
    const hits: Hit[] = []
    for (const number of numbers) {
      const entry = entries[number]
      if (entry !== undefined) hits.push({ entry, score: scoreOf(number) })
    }
    return hits
  }

  /** Adds up the scores; a term that comes again counts again. */
  function addTerms(terms: string[]): void {
    const points = new Map(terms.map((term) => [term, pointsOf(term)]))
    for (const term of terms) {
      const found = points.get(term)
      if (found !== undefined) sum.add(found)
    }
  }

  /** The best of what is accepted, and how many those are. */
  function choose(most: number, accept: Accept | undefined): { numbers: number[]; total: number } {
    const best = createBest(most, compareHits)
    const { entries: matched, count } = sum.matched()
    let total = 0
    let least = 0
    for (let position = 0; position < count; position++) {
      const number = matched[position] ?? 0
      if (accept !== undefined && !isAccepted(number, accept)) continue
      total++
      if ((scores[number] ?? 0) < least) continue
      best.offer(number)
      least = scores[best.worst() ?? -1] ?? 0
    }
    return { numbers: best.sorted(), total }
  }

  return {
    search(query, { limit: wanted, offset, accept }) {
      const limit = wanted === 0 ? 10 : wanted
      const terms = tokenize(query)
      if (terms.length === 0) {
        const listed = accept === undefined ? byId : byId.filter((number) => isAccepted(number, accept))
        return {
          hits: toHits(listed.subarray(offset, offset + limit), () => 1),
          total: listed.length,
          terms,
        }
      }
      addTerms(terms)
      const { numbers, total } = choose(offset + limit, accept)
      const hits = toHits(numbers.slice(offset), (number) => scores[number] ?? 0)
      sum.clear()
      return { hits, total, terms }
    },

    nearestTerms(query, limit, accept) {
      const terms = [...new Set(tokenize(query))].slice(0, HINTED_TERMS)
      const { words } = vocabulary
      const isFound = (word: number): boolean =>
        places.all
          .subarray(places.starts[word], places.starts[word + 1])
          .some((place) => isAccepted(place >>> CELL_BITS, accept))
      const nearest = terms
        .flatMap((term) => findNearest(term, words, limit, { accept: isFound }))
        .filter(({ closeness }) => closeness >= HINT_CLOSENESS)
        .sort((left, right) => right.closeness - left.closeness)
        .map(({ position }) => words[position] ?? '')
      return [...new Set(nearest)].slice(0, limit)
    },
  }
}
