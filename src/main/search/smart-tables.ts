/**
 * What each entry gets for one word under some settings. Made when the word is first asked for, and kept as long as
 * there is room: common words come again and again, and are the dear ones.
 */
import type { SmartSettings } from '../model/search-profile.ts'
import type { SmartData } from './smart-index.ts'
import { createMatcher, type WordMatches } from './smart-matches.ts'
import { createMerger, type MergedMatches } from './smart-merge.ts'
import { createWeigher, type Weigher } from './smart-weights.ts'

export interface WordTable extends WordMatches, MergedMatches {}

export interface WordTables extends Pick<Weigher, 'weigh' | 'saturate'> {
  find(word: string): WordTable
}

/** Bytes that tables may keep, for each entry of the catalog and at least. */
const KEPT_PER_ENTRY = 340
const KEPT_AT_LEAST = 1_000_000

export function createWordTables(data: SmartData, settings: SmartSettings): WordTables {
  const weigher = createWeigher(data, settings)
  const match = createMatcher(data, settings)
  const merge = createMerger(data, weigher)
  const kept = new Map<string, WordTable>()
  const room = Math.max(KEPT_AT_LEAST, data.entries.length * KEPT_PER_ENTRY)
  let used = 0

  function make(word: string): WordTable {
    const matched = match(word)
    return { ...matched, ...merge(matched) }
  }

  function keep(word: string, table: WordTable): void {
    kept.set(word, table)
    used += sizeOf(table)
    for (const [oldest, each] of kept) {
      if (used <= room) return
      kept.delete(oldest)
      used -= sizeOf(each)
    }
  }

  return {
    find(word) {
      const known = kept.get(word)
      if (known !== undefined) {
        kept.delete(word)
        kept.set(word, known)
        return known
      }
      const table = make(word)
      keep(word, table)
      return table
    },
    weigh: weigher.weigh,
    saturate: weigher.saturate,
  }
}

function sizeOf({ items, kinds, matches }: WordTable): number {
  return items.length * (kinds === null ? 8 : 9) + 300 + 150 * matches.length
}
