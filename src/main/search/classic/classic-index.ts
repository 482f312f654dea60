/**
 * The specified ranking without looking at every item: the same scores, to the last bit, as `classic.ts`.
 * What did not match adds zero, which changes no bit.
 */

import { createBest } from '../best.ts'
import type { CatalogEntry } from '../catalog.ts'
import { findNearestWords } from '../closeness.ts'
import type { EntryTest } from '../ranking.ts'
import { sortIds, tokenize } from '../words.ts'
import { comparedFields, type Hit } from './classic.ts'
import { BLOCK, createScoreSum, createTermScorer, sizeOf, type TermPoints } from './points.ts'
import { buildVocabulary, CELL_BITS, findPlaces } from './vocabulary.ts'

export interface ClassicIndex {
  /** Best first, ties by id in byte order. A query without terms lists everything with score 1; limit 0 means 10. */
  search(query: string, options: { limit: number; offset: number; accept?: EntryTest }): ClassicHit
  /** Words of accepted entries that resemble a term of the query, nearest first. */
  nearestTerms(query: string, limit: number, accept?: EntryTest): string[]
}

interface ClassicHit {
  hits: Hit[]
  /** How many accepted entries match, over all pages. */
  total: number
  terms: string[]
}

/** What is kept of terms, by entry: room for hundreds that hit nearly everything. */
const CACHED_BYTES_AN_ENTRY = 400

/** In steps of about a millisecond. Within, entries have numbers in the order of their ids: of equals the first wins. */
export function* buildClassicIndex(listed: readonly CatalogEntry[]): Generator<void, ClassicIndex> {
  const byId = yield* sortIds(listed.map(({ id }) => id))
  const entries: CatalogEntry[] = []
  for (const number of byId) {
    const entry = listed[number]
    if (entry !== undefined) entries.push(entry)
  }
  const fieldsOf = (number: number): readonly string[] => {
    const entry = entries[number]
    return entry === undefined ? [] : comparedFields(entry)
  }
  const places = yield* findPlaces(entries.length, fieldsOf)
  const vocabulary = yield* buildVocabulary(places.words)
  const sum = createScoreSum(entries.length)
  /** Of the entries that were offered as the best. */
  const scores = new Float32Array(entries.length)
  const pointsOf = createTermCache(
    entries.length * CACHED_BYTES_AN_ENTRY,
    createTermScorer(entries.length, vocabulary, places),
  )

  const compareHits = (left: number, right: number): number =>
    (scores[right] ?? 0) - (scores[left] ?? 0) || left - right

  function isAccepted(number: number, accept: EntryTest): boolean {
    const entry = entries[number]
    return entry !== undefined && accept(entry)
  }

  /** A term that comes again counts again. */
  function findPoints(terms: string[]): TermPoints[] {
    const points = new Map(terms.map((term) => [term, pointsOf(term)]))
    return terms.flatMap((term) => points.get(term) ?? [])
  }

  /** The best of what is accepted, and how many those are. */
  function choose(
    terms: string[],
    most: number,
    accept: EntryTest | undefined,
  ): { numbers: number[]; total: number } {
    const best = createBest(most, compareHits)
    const { scores: sums, positions } = sum
    let total = 0
    let least = 0
    sum.begin(findPoints(terms))
    for (let start = 0; start < entries.length; start += BLOCK) {
      const count = sum.add(start)
      if (accept === undefined) total += count
      for (let at = 0; at < count; at++) {
        const position = positions[at] ?? 0
        const number = start + position
        if (accept !== undefined) {
          if (!isAccepted(number, accept)) continue
          total++
        }
        const score = sums[position] ?? 0
        if (score <= least) continue
        scores[number] = score
        best.offer(number)
        least = scores[best.worst() ?? -1] ?? 0
      }
    }
    return { numbers: best.sorted(), total }
  }

  return {
    search(query, { limit: wanted, offset, accept }) {
      const limit = wanted === 0 ? 10 : wanted
      const terms = tokenize(query)
      if (terms.length === 0) {
        const all = accept === undefined ? entries : entries.filter(accept)
        const hits = all.slice(offset, offset + limit).map((entry) => ({ entry, score: 1 }))
        return { hits, total: all.length, terms }
      }
      const { numbers, total } = choose(terms, offset + limit, accept)
      const hits = numbers.slice(offset).flatMap((number) => {
        const entry = entries[number]
        return entry === undefined ? [] : { entry, score: scores[number] ?? 0 }
      })
      return { hits, total, terms }
    },

    nearestTerms(query, limit, accept) {
      const isFound = (word: number): boolean =>
        places.all
          .subarray(places.starts[word], places.starts[word + 1])
          .some((place) => accept === undefined || isAccepted(place >>> CELL_BITS, accept))
      return findNearestWords(query, places.words, limit, isFound)
    },
  }
}

// What terms give, kept for the next query: "a" and "the" hit nearly every item. Least recently used go.

/** `bytes` is the most that is kept, whatever the queries. */
function createTermCache(bytes: number, score: (term: string) => TermPoints): (term: string) => TermPoints {
  const kept = new Map<string, TermPoints>()
  let used = 0
  return (term) => {
    const known = kept.get(term)
    if (known !== undefined) {
      kept.delete(term)
      kept.set(term, known)
      return known
    }
    const found = score(term)
    const size = sizeOf(found)
    if (size > bytes / 4) return found
    kept.set(term, found)
    used += size
    for (const [oldest, points] of kept) {
      if (used <= bytes) break
      kept.delete(oldest)
      used -= sizeOf(points)
    }
    return found
  }
}
