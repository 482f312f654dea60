/** Both rankings over one catalog; each is prepared when it is asked for. */
import type { SearchProfile } from '../model/search-profile.ts'
import { completeProfile } from '../workflow/search-profile/search-profile.ts'
import type { CatalogEntry } from './catalog.ts'
import { explainClassic } from './classic/classic.ts'
import { buildClassicIndex } from './classic/classic-index.ts'
import type { Ranking, SearchIndex } from './ranking.ts'
import { finish } from './slicer.ts'
import { buildSmartIndex } from './smart/smart-ranking.ts'

/** In steps of about a millisecond. Rankings that are not named here are prepared by their first search, at once. */
export function* buildSearchIndex(
  entries: readonly CatalogEntry[],
  rankings: readonly SearchProfile['ranking'][],
): Generator<void, SearchIndex> {
  let classic = rankings.includes('classic') ? yield* buildClassicRanking(entries) : null
  let smart = rankings.includes('smart') ? yield* buildSmartIndex(entries) : null
  return {
    entries,
    rank(profile, uses) {
      if (profile.ranking === 'smart') {
        smart ??= finish(buildSmartIndex(entries))
        return smart.rank(completeProfile(profile), uses)
      }
      classic ??= finish(buildClassicRanking(entries))
      return classic
    },
  }
}

function* buildClassicRanking(entries: readonly CatalogEntry[]): Generator<void, Ranking> {
  const index = yield* buildClassicIndex(entries)
  return {
    search: (query, options) => ({ ...index.search(query, options), ignored: [] }),
    explain: (query, entry) => explainClassic(entry, query),
    nearestTerms: index.nearestTerms,
  }
}
