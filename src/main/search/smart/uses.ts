/**
 * What was started after similar searches. Two queries are similar by the rare words that they share; evidence is
 * never more than 1, however often something was started.
 */
import type { Use } from '../ranking.ts'

export interface UseEvidence {
  /** Above 0, at most 1. */
  evidence: number
  /** The most similar earlier query. */
  query: string
}

export interface UseIndex {
  /** By id. */
  find(words: readonly string[]): Map<string, UseEvidence>
}

interface EarlierQuery {
  query: string
  ids: Map<string, number>
  /** How many distinct words it has. */
  words: number
}

/** Queries that share less say nothing about each other. */
const LEAST_SIMILAR = 0.15

/**
 * `read` gives the distinct words of a query, `worthOf` what each tells. Only the words that are searched for are
 * weighed: to weigh all that was ever searched would hold the gateway up. What an earlier query has besides counts as
 * much as a word of this one does on average. Made with the first search.
 */
export function createUseIndex(
  uses: readonly Use[],
  read: (query: string) => readonly string[],
  worthOf: (word: string) => number,
): UseIndex {
  let book: EarlierQueries | null = null
  return {
    find(words) {
      book ??= readUses(uses, read)
      const { queries, holders } = book
      const shared = new Map<number, { square: number; count: number }>()
      let all = 0
      for (const word of words) {
        const square = worthOf(word) ** 2
        all += square
        for (const number of holders.get(word) ?? []) {
          const before = shared.get(number)
          if (before === undefined) shared.set(number, { square, count: 1 })
          else {
            before.square += square
            before.count += 1
          }
        }
      }
      const mean = all / words.length
      const found = new Map<string, UseEvidence & { closest: number }>()
      for (const [number, { square, count }] of shared) {
        const earlier = queries[number]
        if (earlier === undefined) continue
        const similarity = square / Math.sqrt(all * (square + (earlier.words - count) * mean))
        if (!(similarity >= LEAST_SIMILAR)) continue
        for (const [id, times] of earlier.ids) {
          const before = found.get(id)
          // Each start makes the rest of what is missing to 1 smaller.
          const missing = (1 - (before?.evidence ?? 0)) * (1 - similarity) ** times
          const isCloser = before === undefined || similarity > before.closest
          found.set(id, {
            evidence: 1 - missing,
            query: isCloser ? earlier.query : before.query,
            closest: isCloser ? similarity : before.closest,
          })
        }
      }
      return found
    },
  }
}

interface EarlierQueries {
  queries: EarlierQuery[]
  /** By word: the queries that have it. */
  holders: Map<string, number[]>
}

function readUses(uses: readonly Use[], read: (query: string) => readonly string[]): EarlierQueries {
  const queries: EarlierQuery[] = []
  const numbers = new Map<string, number>()
  const holders = new Map<string, number[]>()
  for (const { query, id } of uses) {
    const words = [...new Set(read(query))].sort()
    const key = words.join(' ')
    let number = numbers.get(key)
    if (number === undefined) {
      number = queries.length
      numbers.set(key, number)
      queries.push({ query, ids: new Map(), words: words.length })
      for (const word of words) {
        const known = holders.get(word)
        if (known === undefined) holders.set(word, [number])
        else known.push(number)
      }
    }
    const ids = queries[number]?.ids
    ids?.set(id, (ids.get(id) ?? 0) + 1)
  }
  return { queries, holders }
}
