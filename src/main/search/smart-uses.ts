/**
 * What was started after similar searches. Two queries are similar by the rare words that they share; evidence is
 * never more than 1, however often something was started.
 */
import type { Use } from './ranking.ts'

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
  /** Length of the vector of its words' rarities. */
  length: number
}

/** Queries that share less say nothing about each other. */
const LEAST_SIMILAR = 0.3

/** `read` gives the distinct words of a query, `worthOf` what each tells. */
export function createUseIndex(
  uses: readonly Use[],
  read: (query: string) => readonly string[],
  worthOf: (word: string) => number,
): UseIndex {
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
      queries.push({ query, ids: new Map(), length: lengthOf(words, worthOf) })
      for (const word of words) {
        const known = holders.get(word)
        if (known === undefined) holders.set(word, [number])
        else known.push(number)
      }
    }
    const ids = queries[number]?.ids
    ids?.set(id, (ids.get(id) ?? 0) + 1)
  }

  return {
    find(words) {
      const products = new Map<number, number>()
      for (const word of words) {
        const square = worthOf(word) ** 2
        for (const number of holders.get(word) ?? [])
          products.set(number, (products.get(number) ?? 0) + square)
      }
      const length = lengthOf(words, worthOf)
      const found = new Map<string, UseEvidence & { closest: number }>()
      for (const [number, product] of products) {
        const earlier = queries[number]
        if (earlier === undefined) continue
        const similarity = product / (length * earlier.length)
        if (!(similarity >= LEAST_SIMILAR)) continue
        for (const [id, times] of earlier.ids) {
          const before = found.get(id)
          // Each start makes the rest of what is missing to 1 smaller.
          const missing = (1 - (before?.evidence ?? 0)) * (1 - similarity ** 2) ** times
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

function lengthOf(words: readonly string[], worthOf: (word: string) => number): number {
  return Math.sqrt(words.reduce((sum, word) => sum + worthOf(word) ** 2, 0))
}
