import { tokenize } from '../terms/words.ts'

/** Queries with the same key have the same words, in whatever order and writing. Empty: it has none. */
export function sameWordsKey(query: string): string {
  return [...new Set(tokenize(query))].sort().join(' ')
}
