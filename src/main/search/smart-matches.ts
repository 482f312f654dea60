/** Which words of the catalog answer a word of the query, how well, and what that is worth under some settings. */
import type { SmartSettings } from '../model/search-profile.ts'
import { SYNONYMS } from '../workflow/search-words.ts'
import { ITEM_SHIFT } from './smart-cells.ts'
import type { SmartData } from './smart-index.ts'
import { baseOf } from './word-forms.ts'

export interface Match {
  how: 'word' | 'typo' | 'part' | 'synonym'
  /** Forms of one word, which count together. */
  words: Uint32Array
  /** Of the points; 1 for the word itself. */
  share: number
  /** Share of the word's meaning that is there; a typo still means the word. */
  fit: number
  rarity: number
}

export interface WordMatches {
  matches: Match[]
  /** What the word of the query is worth. */
  worth: number
  /** Some item has it, or what it seems to be a typo of. */
  known: boolean
}

const LEAST_LETTERS = 4
const DIGIT = /\p{N}/u
const MOST_PARTS = 60

export function createMatcher(data: SmartData, settings: SmartSettings): (word: string) => WordMatches {
  const { vocabulary, cells } = data
  const groups = collectSynonyms(settings)
  const counts = new Map<number, number>()

  const formsOf = (word: string): Uint32Array => {
    if (settings.wordForms) return vocabulary.formsOf(word)
    const number = vocabulary.find(word)
    return number === undefined ? new Uint32Array(0) : Uint32Array.of(number)
  }

  const hasCells = (words: Uint32Array): boolean =>
    words.some((word) => (cells.starts[word + 1] ?? 0) > (cells.starts[word] ?? 0))

  function countItems(words: Uint32Array): number {
    const key = words[0] ?? 0
    const known = counts.get(key)
    if (known !== undefined) return known
    let count = 0
    if (words.length === 1) count = countInOne(words[0] ?? 0)
    else {
      const items = new Set<number>()
      for (const word of words) {
        for (let at = cells.starts[word] ?? 0, end = cells.starts[word + 1] ?? 0; at < end; at++) {
          items.add((cells.all[at] ?? 0) >>> ITEM_SHIFT)
        }
      }
      count = items.size
    }
    counts.set(key, count)
    return count
  }

  function countInOne(word: number): number {
    let count = 0
    let last = -1
    for (let at = cells.starts[word] ?? 0, end = cells.starts[word + 1] ?? 0; at < end; at++) {
      const item = (cells.all[at] ?? 0) >>> ITEM_SHIFT
      if (item !== last) count++
      last = item
    }
    return count
  }

  function rarityOf(having: number): number {
    return Math.log(1 + (data.entries.length - having + 0.5) / (having + 0.5)) ** settings.rarity
  }

  return (word) => {
    const matches: Match[] = []
    const own = formsOf(word)
    const known = hasCells(own)
    const base = settings.wordForms ? baseOf(word) : word
    let worth = rarityOf(0)
    let found = known
    if (known) {
      worth = rarityOf(countItems(own))
      matches.push({ how: 'word', words: own, share: 1, fit: 1, rarity: worth })
    } else if (settings.typo > 0 && word.length >= LEAST_LETTERS && !DIGIT.test(word)) {
      let most = 0
      for (const { word: similar, closeness } of vocabulary.similar(base)) {
        const words = formsOf(vocabulary.wordAt(similar))
        if (!hasCells(words)) continue
        const rarity = rarityOf(countItems(words))
        most = Math.max(most, rarity)
        matches.push({ how: 'typo', words, share: settings.typo * closeness, fit: 1, rarity })
      }
      if (most > 0) {
        worth = most
        found = true
      }
    }
    if (settings.part > 0 && word.length >= LEAST_LETTERS) {
      for (const longer of vocabulary.containing(base).slice(0, MOST_PARTS)) {
        if (own.includes(longer)) continue
        const words = Uint32Array.of(longer)
        if (!hasCells(words)) continue
        const share = (settings.part * base.length) / vocabulary.wordAt(longer).length
        matches.push({ how: 'part', words, share, fit: share, rarity: rarityOf(countItems(words)) })
      }
    }
    if (settings.synonym > 0) {
      for (const other of groups.get(baseOf(word)) ?? []) {
        const words = formsOf(other)
        if (!hasCells(words)) continue
        const rarity = rarityOf(countItems(words))
        matches.push({
          how: 'synonym',
          words,
          share: settings.synonym,
          fit: settings.synonym,
          rarity: known ? Math.min(rarity, worth) : rarity,
        })
      }
    }
    return { matches, worth: matches.length === 0 ? rarityOf(0) : worth, known: found }
  }
}

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
