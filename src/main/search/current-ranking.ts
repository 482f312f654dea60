/** Rankings that show the catalog as it is at each search, however long they are held. */
import type { SearchProfile } from '../model/search-profile.ts'
import type { LiveIndex } from './live-index.ts'
import type { Lookup } from './lookup.ts'
import { presentRanking } from './presented.ts'
import type { Ranking, SearchIndex, Use } from './ranking.ts'

interface RankingMemo {
  index: SearchIndex
  profile: SearchProfile
  uses: readonly Use[]
  ranking: Ranking
}

export function createCurrentRankings(parts: {
  live: Pick<LiveIndex, 'isCurrent'>
  /** What is offered now. */
  lookup(): Lookup
  /** What its settings make of words is kept from one search to the next. */
  isLive(profile: SearchProfile): boolean
}): (index: SearchIndex, profile: SearchProfile, uses: readonly Use[]) => Ranking {
  const live = new WeakMap<SearchIndex, RankingMemo>()
  // One question about a profile that is tried looks several times; what is made for it goes with the question.
  const tried = new WeakMap<SearchProfile, RankingMemo>()

  function rank(index: SearchIndex, profile: SearchProfile, uses: readonly Use[]): Ranking {
    const isLive = parts.isLive(profile)
    const known = isLive ? live.get(index) : tried.get(profile)
    if (known?.index === index && known.profile === profile && known.uses === uses) return known.ranking
    const made = { index, profile, uses, ranking: index.rank(profile, uses) }
    if (isLive) live.set(index, made)
    else tried.set(profile, made)
    return made.ranking
  }

  return (index, profile, uses) => {
    const ranking = rank(index, profile, uses)
    let older: { lookup: Lookup; ranking: Ranking } | null = null
    const current = (): Ranking => {
      if (parts.live.isCurrent(index)) return ranking
      const lookup = parts.lookup()
      if (older?.lookup !== lookup) older = { lookup, ranking: presentRanking(ranking, lookup.present) }
      return older.ranking
    }
    return {
      search: (query, options) => current().search(query, options),
      explain: (query, entry) => current().explain(query, entry),
      nearestTerms: (query, limit, accept) => current().nearestTerms(query, limit, accept),
    }
  }
}
