/** What rankings of one catalog under different settings have in common: most of them differ in one slider only. */
import type { SmartSettings } from '../../model/search-profile.ts'
import { remember } from '../remembered.ts'
import type { Cells } from './cells.ts'
import { createItemCounter } from './counter.ts'
import { collectIgnored } from './query.ts'
import type { Scratch } from './scratch.ts'
import { collectSynonyms } from './synonyms.ts'

export interface Readings {
  synonymsOf(settings: SmartSettings): ReadonlyMap<string, ReadonlySet<string>>
  /** Words of queries that do not count. */
  ignoredBy(settings: SmartSettings): ReadonlySet<string>
  /** How many items have any of some words: of one, or of all forms of one base. */
  countItems(words: Uint32Array): number
}

/** Lists of words are the live ones, or the ones that are tried. */
const WORD_LISTS = 2

export function createReadings(cells: Cells, scratch: Scratch): Readings {
  return {
    synonymsOf: remember(WORD_LISTS, ({ synonyms }) => JSON.stringify(synonyms), collectSynonyms),
    ignoredBy: remember(
      WORD_LISTS,
      ({ ignoreCommon, commonWords, ignoreAsking, askingWords }) =>
        JSON.stringify([ignoreCommon, commonWords, ignoreAsking, askingWords]),
      collectIgnored,
    ),
    countItems: createItemCounter(cells, scratch),
  }
}
