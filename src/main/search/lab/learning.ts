/**
 * What was started after which search, as `usage` learns from it. Bounded, so that nobody lifts a tool by asking
 * absurd things: of one client's searches at most half of all, and of these at most twenty for one item. Pure.
 */

import type { SearchFigures } from '../../model/search-figures.ts'
import type { SearchProfile, SmartProfile } from '../../model/search-profile.ts'
import type { CatalogRanking } from '../discovery.ts'
import type { Ranking, Use } from '../ranking.ts'
import { compareMeans, EVALUATED_PLACES, meanFigures, measureAnswers } from './evaluate.ts'
import { sameWordsKey } from './hunts.ts'

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

/** Whether learning from use helps here: no search is ranked with what was learnt from the same words. */
export interface LearningFigures {
  /** How many queries were measured. */
  queries: number
  without: SearchFigures
  with: SearchFigures
  share: number
  /** Where the difference of nDCG@10 lies in 95 of 100 resamplings. */
  low: number
  high: number
}

/** The newest; more would not tell much more. */
const MOST_MEASURED = 300
/** Of so many parts one at a time is left out of what is learnt, and measured. */
const PARTS = 20
/** What was started is what was looked for. */
const GRADE = 2

/**
 * Null: nothing that was started is in the catalog. Gives the thread free after each query; `isOver` ends it early.
 */
export async function measureLearning(
  discovery: {
    rankingFor(profile: SearchProfile, options: { uses: readonly Use[] }): Promise<CatalogRanking>
  },
  { uses, profile, share }: { uses: readonly Use[]; profile: SearchProfile; share: number },
  isOver: () => boolean,
): Promise<LearningFigures | null> {
  const settings: Partial<SmartProfile> = profile.ranking === 'smart' ? profile : {}
  const off: SearchProfile = { ...settings, ranking: 'smart', usage: 0 }
  const on: SearchProfile = { ...settings, ranking: 'smart', usage: share }
  const plain = await discovery.rankingFor(off, { uses: [] })
  const known = new Set(plain.entries.map(({ id }) => id))
  const before: SearchFigures[] = []
  const after: SearchFigures[] = []
  const keyed = uses.map((use) => ({ ...use, key: sameWordsKey(use.query) }))
  const groups = groupByWords(keyed.filter(({ id }) => known.has(id)))
  for (let part = 0; part < PARTS; part++) {
    const left = groups.filter((_, index) => index % PARTS === part)
    const keys = new Set(left.map(({ key }) => key))
    const learnt = await discovery.rankingFor(on, { uses: keyed.filter(({ key }) => !keys.has(key)) })
    for (const { query, ids } of left) {
      if (isOver()) return null
      const grades = Object.fromEntries(ids.map((id) => [id, GRADE]))
      const [one, other] = [plain, learnt].map((ranking) => measureAnswers(idsOf(ranking, query), grades))
      if (one && other) {
        before.push(one.figures)
        after.push(other.figures)
      }
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const [without, learning] = [meanFigures(before), meanFigures(after)]
  if (without === null || learning === null) return null
  const ndcg = (figures: SearchFigures) => figures.ndcg10
  const { low, high } = compareMeans(before.map(ndcg), after.map(ndcg))
  return { queries: before.length, without, with: learning, share, low, high }
}

function idsOf(ranking: Ranking, query: string): string[] {
  return ranking.search(query, { limit: EVALUATED_PLACES, offset: 0 }).hits.map(({ entry }) => entry.id)
}

interface Group {
  key: string
  query: string
  ids: string[]
}

function groupByWords(uses: readonly (Use & { key: string })[]): Group[] {
  const groups = new Map<string, Group>()
  for (const { key, query, id } of uses) {
    const group = groups.get(key) ?? { key, query, ids: [] }
    if (!group.ids.includes(id)) group.ids.push(id)
    groups.set(key, group)
  }
  return [...groups.values()].slice(0, MOST_MEASURED)
}
