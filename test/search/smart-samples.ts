/** Rankings of small catalogs for the tests of `smart`. */
import type { SmartProfile } from '../../src/main/model/search-profile.ts'
import type { CatalogEntry } from '../../src/main/search/catalog.ts'
import type { Ranking, Use } from '../../src/main/search/ranking.ts'
import { finish } from '../../src/main/search/slicer.ts'
import { buildSmartIndex } from '../../src/main/search/smart/smart-ranking.ts'
import { completeProfile } from '../../src/main/workflow/search-profile/search-profile.ts'

export type Settings = Omit<SmartProfile, 'ranking'>

export function rankSmart(
  entries: readonly CatalogEntry[],
  settings: Settings = {},
  uses: readonly Use[] = [],
): Ranking {
  return finish(buildSmartIndex(entries)).rank(completeProfile({ ranking: 'smart', ...settings }), uses)
}

export function findIds(ranking: Ranking, query: string, limit = 10): string[] {
  return ranking.search(query, { limit, offset: 0 }).hits.map(({ entry }) => entry.id)
}
