/** What rankings of one catalog under different settings have in common: most of them differ in one slider only. */
import type { SmartSettings } from '../../model/search-profile.ts'
import { SYNONYMS } from '../../workflow/search-profile/search-words.ts'
import { remember } from '../remembered.ts'
import { baseOf } from '../terms/word-forms.ts'
import { type Cells, ITEM_SHIFT } from './cells.ts'
import { collectIgnored } from './query.ts'
import type { Scratch } from './scratch.ts'

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

/** How many items have any of some words: of one, or of all forms of one base. */
function createItemCounter(
  { all, starts }: Cells,
  { bits }: Pick<Scratch, 'bits'>,
): (words: Uint32Array) => number {
  const counts = new Map<number, number>()

  function countOne(word: number): number {
    let found = 0
    let last = -1
    for (let at = starts[word] ?? 0, end = starts[word + 1] ?? 0; at < end; at++) {
      const item = (all[at] ?? 0) >>> ITEM_SHIFT
      if (item !== last) found++
      last = item
    }
    return found
  }

  function countAny(words: Uint32Array): number {
    let found = 0
    for (const word of words) {
      for (let at = starts[word] ?? 0, end = starts[word + 1] ?? 0; at < end; at++) {
        const item = (all[at] ?? 0) >>> ITEM_SHIFT
        const before = bits[item >>> 5] ?? 0
        const bit = 1 << (item & 31)
        if ((before & bit) !== 0) continue
        bits[item >>> 5] = before | bit
        found++
      }
    }
    bits.fill(0)
    return found
  }

  return (words) => {
    const [first = 0] = words
    // One word alone, and all forms of its base, are counted apart.
    const key = words.length === 1 ? first : -1 - first
    let known = counts.get(key)
    if (known === undefined) {
      known = words.length === 1 ? countOne(first) : countAny(words)
      counts.set(key, known)
    }
    return known
  }
}

/** By base of a word: the bases of the words that mean the same. */
function collectSynonyms({ synonyms }: SmartSettings): Map<string, Set<string>> {
  const removed = new Set(synonyms.remove.map(keyOfGroup))
  const others = new Map<string, Set<string>>()
  for (const group of [...SYNONYMS, ...synonyms.add]) {
    if (removed.has(keyOfGroup(group))) continue
    const bases = [...new Set(group.map((word) => baseOf(word.toLowerCase())))]
    for (const base of bases) {
      const known = others.get(base) ?? new Set()
      for (const other of bases) if (other !== base) known.add(other)
      others.set(base, known)
    }
  }
  return others
}

function keyOfGroup(group: readonly string[]): string {
  return group
    .map((word) => word.toLowerCase())
    .sort()
    .join(' ')
}
