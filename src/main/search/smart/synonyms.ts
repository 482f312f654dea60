import type { SmartSettings } from '../../model/search-profile.ts'
import { SYNONYMS } from '../../workflow/search-profile/search-words.ts'
import { baseOf } from '../terms/word-forms.ts'

/** By base of a word: the bases of the words that mean the same. */
export function collectSynonyms({ synonyms }: SmartSettings): Map<string, Set<string>> {
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
