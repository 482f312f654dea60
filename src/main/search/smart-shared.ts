/** What rankings of one catalog under different settings have in common: most of them differ in one slider only. */
import type { SmartSettings } from '../model/search-profile.ts'
import { remember } from './remembered.ts'
import type { SmartData } from './smart-index.ts'
import { collectSynonyms, createItemCounter } from './smart-matches.ts'
import { collectIgnored } from './smart-query.ts'

export interface Shared {
  synonymsOf(settings: SmartSettings): ReadonlyMap<string, ReadonlySet<string>>
  /** Words of queries that do not count. */
  ignoredBy(settings: SmartSettings): ReadonlySet<string>
  /** How many items have any of some words: of one, or of all forms of one base. */
  countItems(words: Uint32Array): number
}

/** Lists of words are the live ones, or the ones that are tried. */
const WORD_LISTS = 2

export function createShared(data: Pick<SmartData, 'cells' | 'scratch'>): Shared {
  return {
    synonymsOf: remember(WORD_LISTS, ({ synonyms }) => JSON.stringify(synonyms), collectSynonyms),
    ignoredBy: remember(
      WORD_LISTS,
      ({ ignoreCommon, commonWords, ignoreAsking, askingWords }) =>
        JSON.stringify([ignoreCommon, commonWords, ignoreAsking, askingWords]),
      collectIgnored,
    ),
    countItems: createItemCounter(data),
  }
}
