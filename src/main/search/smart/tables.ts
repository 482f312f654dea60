/**
 * What each entry gets for one word under some settings. Made when the word is first asked for, and kept as long as
 * there is room: common words come again and again, and are the dear ones.
 */
import type { SmartSettings } from '../../model/search-profile.ts'
import { createMatcher, type Match, type WordMatches } from './matches.ts'
import { createMerger, type MergedMatches } from './merge.ts'
import type { SmartData } from './smart-index.ts'
import { createWeigher, type Weigher } from './weights.ts'

export interface WordTable extends MergedMatches {
  /** What the word of the query is worth. */
  worth: number
  /** Whether any entry has anything of the word. */
  isKnown: boolean
  /** Numbers of all words of the catalog that mean it. */
  meant: Uint32Array
}

export interface WordTables extends Pick<Weigher, 'weigh' | 'saturate'> {
  find(word: string): WordTable
  /** Made anew with each call: where they stand is kept, and they would take more room than that. */
  match(word: string): WordMatches
}

/** Bytes that tables may keep, for each entry of the catalog and at least. */
const KEPT_PER_ENTRY = 450
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
    const { matches, worth } = matched
    return { worth, isKnown: matches.length > 0, meant: meantBy(matches), ...merge(matched) }
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
    match,
    weigh: weigher.weigh,
    saturate: weigher.saturate,
  }
}

/** Parts of words mean something else. */
function meantBy(matches: readonly Match[]): Uint32Array {
  return Uint32Array.from(matches.flatMap(({ how, words }) => (how === 'part' ? [] : [...words])))
}

/** Of the objects of a table that hold its numbers. */
const BYTES_OF_TABLE = 1000

function sizeOf({ items, kinds, meant }: WordTable): number {
  return items.length * (kinds === null ? 8 : 9) + meant.length * 4 + BYTES_OF_TABLE
}
