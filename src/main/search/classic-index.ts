/**
 * The specified ranking without looking at every item: the same scores, to the last bit, as `classic.ts`.
 * Points are added term by term and field by field in the order of the definition, each sum rounded to 32 bits;
 * what did not match adds zero, which changes no bit.
 */
import { createBest } from './best.ts'
import type { CatalogEntry } from './catalog.ts'
import { comparedFields, FIELDS, type Hit } from './classic.ts'
import { findNearest } from './closeness.ts'
import { CELL_BITS, findPlaces } from './places.ts'
import { sortIds } from './sorted.ts'
import { createTermScorer, type TermPoints } from './term-points.ts'
import { createVocabulary } from './vocabulary.ts'
import { tokenize } from './words.ts'

type Accept = (entry: CatalogEntry) => boolean

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

/** In steps of about a millisecond. */
export function* buildClassicIndex(entries: readonly CatalogEntry[]): Generator<void, ClassicIndex> {
  const vocabulary = createVocabulary()
  const fieldsOf = (number: number): string[] => entries.slice(number, number + 1).flatMap(comparedFields)
  const places = yield* findPlaces(entries.length, fieldsOf, vocabulary.add)
  const scoreTerm = createTermScorer(entries.length, vocabulary, places)
  const byId = yield* sortIds(entries.map(({ id }) => id))
  const ranks = new Uint32Array(entries.length)
  byId.forEach((number, rank) => {
    ranks[number] = rank
  })
  /** Scratch of one search, all zero between searches. */
  const scores = new Float32Array(entries.length)

  const compareHits = (left: number, right: number): number =>
    (scores[right] ?? 0) - (scores[left] ?? 0) || (ranks[left] ?? 0) - (ranks[right] ?? 0)

  function isAccepted(number: number, accept: Accept | undefined): boolean {
    const entry = entries[number]
    return entry !== undefined && (accept === undefined || accept(entry))
  }

  function toHits(numbers: number[], scoreOf: (number: number) => number): Hit[] {
    return numbers.flatMap((number) => {
      const entry = entries[number]
      return entry === undefined ? [] : [{ entry, score: scoreOf(number) }]
    })
  }

  /** Adds up the scores; the numbers of all entries that got points. */
  function addTerms(terms: string[]): number[] {
    const matched: number[] = []
    const kept = new Map<string, TermPoints>()
    for (const [position, term] of terms.entries()) {
      const termPoints = kept.get(term) ?? scoreTerm(term)
      if (terms.includes(term, position + 1)) kept.set(term, termPoints)
      addPoints(termPoints, matched)
    }
    return matched
  }

  function addPoints({ entries: numbers, points }: TermPoints, matched: number[]): void {
    let at = 0
    for (let position = 0; position < numbers.length; position++) {
      const number = numbers[position] ?? 0
      let score = scores[number] ?? 0
      if (score === 0) matched.push(number)
      for (const end = at + FIELDS.length; at < end; at++) score = Math.fround(score + (points[at] ?? 0))
      scores[number] = score
    }
  }

  return {
    search(query, { limit: wanted, offset, accept }) {
      const limit = wanted === 0 ? 10 : wanted
      const terms = tokenize(query)
      if (terms.length === 0) {
        const listed = [...byId].filter((number) => isAccepted(number, accept))
        return { hits: toHits(listed.slice(offset, offset + limit), () => 1), total: listed.length, terms }
      }
      const matched = addTerms(terms)
      const best = createBest(offset + limit, compareHits)
      let total = 0
      for (const number of matched) {
        if (!isAccepted(number, accept)) continue
        total++
        best.offer(number)
      }
      const hits = toHits(best.sorted().slice(offset), (number) => scores[number] ?? 0)
      for (const number of matched) scores[number] = 0
      return { hits, total, terms }
    },

    nearestTerms(query, limit, accept) {
      const terms = [...new Set(tokenize(query))].slice(0, HINTED_TERMS)
      const words = vocabulary.words()
      const isFound = (word: number): boolean =>
        places.all
          .subarray(places.starts[word], places.starts[word + 1])
          .some((place) => isAccepted(place >>> CELL_BITS, accept))
      const nearest = terms
        .flatMap((term) => findNearest(term, words, limit, isFound))
        .filter(({ closeness }) => closeness >= HINT_CLOSENESS)
        .sort((left, right) => right.closeness - left.closeness)
        .map(({ position }) => words[position] ?? '')
      return [...new Set(nearest)].slice(0, limit)
    },
  }
}
