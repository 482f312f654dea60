/** Which words of the catalog answer a word of the query, how well, and what that is worth under some settings. */
import type { SmartSettings } from '../../model/search-profile.ts'
import { SYNONYMS } from '../../workflow/search-profile/search-words.ts'
import { countBits, setBit } from '../bits.ts'
import { ITEM_SHIFT, type SmartData } from './smart-index.ts'
import { baseOf, MOST_CONTAINING } from './vocabulary.ts'

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
  /** Empty: no entry has anything of the word. */
  matches: Match[]
  /** What the word of the query is worth. */
  worth: number
}

const LEAST_LETTERS = 4
const DIGIT = /\p{N}/u
/** The other forms of a word, at most three, contain it too and are no parts. */
const MOST_PARTS = MOST_CONTAINING - 4

export function createMatcher(data: SmartData, settings: SmartSettings): (word: string) => WordMatches {
  const { vocabulary, cells } = data
  const groups = synonymsOf(settings)
  const seen = new Int32Array(Math.ceil(data.entries.length / 32))

  const formsOf = (word: string): Uint32Array => {
    if (settings.wordForms) return vocabulary.formsOf(word)
    const number = vocabulary.find(word)
    return number === undefined ? new Uint32Array(0) : Uint32Array.of(number)
  }

  const stands = (word: number): boolean => (cells.starts[word + 1] ?? 0) > (cells.starts[word] ?? 0)

  function standAny(words: Uint32Array): boolean {
    for (let at = 0; at < words.length; at++) if (stands(words[at] ?? 0)) return true
    return false
  }

  /** How many items have any of the words. */
  function countItems(words: Uint32Array): number {
    for (const word of words)
      for (let at = cells.starts[word] ?? 0, end = cells.starts[word + 1] ?? 0; at < end; at++)
        setBit(seen, (cells.all[at] ?? 0) >>> ITEM_SHIFT)
    const count = countBits(seen)
    seen.fill(0)
    return count
  }

  const rarityOf = (having: number): number => tellRarity(data.entries.length, having, settings)

  /** Empty: no entry has any of the words. */
  function match(how: Match['how'], words: Uint32Array, share: number, fit = share): Match[] {
    return standAny(words) ? [{ how, words, share, fit, rarity: rarityOf(countItems(words)) }] : []
  }

  function matchFamily(word: string): Match[] {
    if (settings.related === 0) return []
    return vocabulary.familyOf(word).flatMap((words) => match('word', words, settings.related))
  }

  function matchTypos(word: string, base: string): Match[] {
    if (settings.typo === 0 || word.length < LEAST_LETTERS || DIGIT.test(word)) return []
    return vocabulary
      .similar(base)
      .flatMap((similar) =>
        match('typo', formsOf(vocabulary.wordAt(similar.word)), settings.typo * similar.closeness, 1),
      )
  }

  function matchParts(word: string, base: string, own: Uint32Array): Match[] {
    if (settings.part === 0 || word.length < LEAST_LETTERS) return []
    return vocabulary
      .containing(base)
      .filter((longer) => !own.includes(longer))
      .slice(0, MOST_PARTS)
      .flatMap((longer) => {
        const share = (settings.part * base.length) / vocabulary.wordAt(longer).length
        return match('part', Uint32Array.of(longer), share)
      })
  }

  function matchSynonyms(word: string): Match[] {
    if (settings.synonym === 0) return []
    return [...(groups.get(baseOf(word)) ?? [])].flatMap((other) =>
      match('synonym', formsOf(other), settings.synonym),
    )
  }

  return (word) => {
    const base = settings.wordForms ? baseOf(word) : word
    const forms = formsOf(word)
    const own = match('word', forms, 1)
    const family = matchFamily(word)
    const meant = own.length > 0 ? own : [...matchTypos(word, base), ...family]
    const worth = meant.length === 0 ? rarityOf(0) : Math.max(...meant.map(({ rarity }) => rarity))
    /** What stands for a word tells no more than the word itself. */
    const limit = (match: Match): Match =>
      own.length === 0 ? match : { ...match, rarity: Math.min(match.rarity, worth) }
    const matches = [
      ...meant,
      ...(own.length > 0 ? family.map(limit) : []),
      ...matchParts(word, base, forms),
      ...matchSynonyms(word).map(limit),
    ]
    return { matches, worth }
  }
}

/** What a word tells that so many of the items have. */
export function tellRarity(items: number, having: number, { rarity }: SmartSettings): number {
  return Math.log(1 + (items - having + 0.5) / (having + 0.5)) ** rarity
}

type Synonyms = ReadonlyMap<string, ReadonlySet<string>>

/** Most settings change nothing here; it is collected with the first search. */
let standardSynonyms: Synonyms | null = null

/** By base of a word: the bases of the words that mean the same. */
function synonymsOf({ synonyms }: SmartSettings): Synonyms {
  const isStandard = synonyms.add.length + synonyms.remove.length === 0
  if (!isStandard) return collectSynonyms(synonyms)
  standardSynonyms ??= collectSynonyms(synonyms)
  return standardSynonyms
}

function collectSynonyms(synonyms: SmartSettings['synonyms']): Synonyms {
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
