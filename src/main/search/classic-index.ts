/**
 * The specified ranking without looking at every item: the same scores, to the last bit, as `classic.ts`.
 * Per term: the vocabulary's matching words, their places, the best match in each field, then the fields' points
 * in the order of the definition. Fields without a match would add zero, which changes no bit.
 */
import { createBest } from './best.ts'
import type { CatalogEntry } from './catalog.ts'
import { comparedFields, FIELDS, fuzzyPoints, type Hit, WEIGHTS } from './classic.ts'
import { rankByCloseness } from './closeness.ts'
import { CONTAINS, createVocabulary } from './vocabulary.ts'
import { compareBytes, splitWords, tokenize } from './words.ts'

export interface ClassicIndex {
  /** Best first, ties by id in byte order. A query without terms lists everything with score 1; limit 0 means 10. */
  search(
    query: string,
    options: { limit: number; offset: number; accept?(entry: CatalogEntry): boolean },
  ): { hits: Hit[]; total: number; terms: string[] }
  /** Words of accepted entries that resemble a term of the query, nearest first. */
  nearestTerms(query: string, limit: number, accept?: (entry: CatalogEntry) => boolean): string[]
}

/** Cells an entry: its six fields, and two unused so that a place is one shift. */
const CELLS = 8
/** Each term is compared with the whole vocabulary; a hint needs no more of a long query. */
const HINTED_TERMS = 5
const FIELD_WEIGHTS = FIELDS.map((field) => WEIGHTS[field])

export function createClassicIndex(entries: CatalogEntry[]): ClassicIndex {
  const vocabulary = createVocabulary()
  /** For each word, the fields that hold it: entry × CELLS + field, ascending. */
  const places: number[][] = []
  entries.forEach((entry, number) => {
    comparedFields(entry).forEach((text, field) => {
      const place = number * CELLS + field
      for (const word of splitWords(text)) {
        const wordNumber = vocabulary.add(word)
        const list = places[wordNumber]
        if (list === undefined) places[wordNumber] = [place]
        else if (list[list.length - 1] !== place) list.push(place)
      }
    })
  })
  const byId = entries
    .map((_, number) => number)
    .sort((left, right) => compareBytes(entries[left]?.id ?? '', entries[right]?.id ?? '') || left - right)
  const ranks = new Uint32Array(entries.length)
  byId.forEach((number, rank) => {
    ranks[number] = rank
  })

  // Scratch of one search, all zero between searches.
  const scores = new Float32Array(entries.length)
  const strengths = new Float32Array(entries.length * CELLS)
  const reached = new Uint8Array(entries.length)

  function addTerm(term: string, matched: number[]): void {
    const touched: number[] = []
    vocabulary.match(term, (word, strength) => {
      for (const place of places[word] ?? []) {
        if (strength > (strengths[place] ?? 0)) strengths[place] = strength
        const number = place >>> 3
        if (reached[number] === 1) continue
        reached[number] = 1
        touched.push(number)
      }
    })
    for (const number of touched) {
      reached[number] = 0
      const before = scores[number] ?? 0
      if (before === 0) matched.push(number)
      scores[number] = addFields(before, number * CELLS)
    }
  }

  function addFields(before: number, firstPlace: number): number {
    let score = before
    for (let field = 0; field < FIELD_WEIGHTS.length; field++) {
      const strength = strengths[firstPlace + field] ?? 0
      if (strength === 0) continue
      strengths[firstPlace + field] = 0
      const weight = FIELD_WEIGHTS[field] ?? 0
      score = Math.fround(score + (strength === CONTAINS ? weight : fuzzyPoints(weight, strength)))
    }
    return score
  }

  function toHits(numbers: number[], scoreOf: (number: number) => number): Hit[] {
    return numbers.flatMap((number) => {
      const entry = entries[number]
      return entry === undefined ? [] : [{ entry, score: scoreOf(number) }]
    })
  }

  const isAccepted = (number: number, accept?: (entry: CatalogEntry) => boolean): boolean => {
    const entry = entries[number]
    return entry !== undefined && (accept === undefined || accept(entry))
  }

  return {
    search(query, { limit: wanted, offset, accept }) {
      const limit = wanted === 0 ? 10 : wanted
      const terms = tokenize(query)
      if (terms.length === 0) {
        const listed = byId.filter((number) => isAccepted(number, accept))
        return { hits: toHits(listed.slice(offset, offset + limit), () => 1), total: listed.length, terms }
      }
      const matched: number[] = []
      for (const term of terms) addTerm(term, matched)
      const best = createBest(
        offset + limit,
        (left, right) =>
          (scores[right] ?? 0) - (scores[left] ?? 0) || (ranks[left] ?? 0) - (ranks[right] ?? 0),
      )
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
      const candidates = terms.flatMap((term) => rankByCloseness(term, vocabulary.words()))
      const nearest = new Set<string>()
      for (const { candidate } of candidates.sort((left, right) => right.closeness - left.closeness)) {
        if (nearest.size >= limit) break
        const found = places[vocabulary.numberOf(candidate) ?? -1] ?? []
        if (found.some((place) => isAccepted(place >>> 3, accept))) nearest.add(candidate)
      }
      return [...nearest]
    },
  }
}
