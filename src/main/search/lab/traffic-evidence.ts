/**
 * What was started after which search, as `usage` learns from it. Bounded, so that nobody lifts a tool by asking
 * absurd things: of one client's searches at most half of all, and of these at most twenty for one item. Pure.
 */
import type { Use } from '../ranking.ts'
import { sameWordsKey } from './same-words.ts'

export interface Evidence extends Use {
  /** The identity of a token: what a client calls itself, it chooses. */
  client: string
}

export interface EvidenceBounds {
  all: number
  /** Of one client. */
  client: number
  /** Of one client, for one item. */
  item: number
  /** Of the same words and item, each of another client. */
  alike: number
}

const EVIDENCE_BOUNDS: EvidenceBounds = { all: 2000, client: 1000, item: 20, alike: 3 }

export interface EvidenceBook {
  readonly isFull: boolean
  /** The newest first. */
  add(evidence: Evidence): void
  uses(): Use[]
}

export function openEvidenceBook(bounds: EvidenceBounds = EVIDENCE_BOUNDS): EvidenceBook {
  const uses: Use[] = []
  const counts = new Map<string, number>()
  const countOf = (...key: string[]) => counts.get(JSON.stringify(key)) ?? 0
  const count = (...key: string[]) => counts.set(JSON.stringify(key), countOf(...key) + 1)
  return {
    get isFull() {
      return uses.length >= bounds.all
    },
    add({ query, id, client }) {
      const words = sameWordsKey(query)
      if (words === '' || uses.length >= bounds.all) return
      if (countOf('once', client, words, id) > 0) return
      if (countOf('client', client) >= bounds.client || countOf('item', client, id) >= bounds.item) return
      if (countOf('alike', words, id) >= bounds.alike) return
      count('once', client, words, id)
      count('client', client)
      count('item', client, id)
      count('alike', words, id)
      uses.push({ query, id })
    },
    uses: () => uses,
  }
}
