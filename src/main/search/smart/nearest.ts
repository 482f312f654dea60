/** Words of the catalog that resemble a word of the query, for the hint of a search that finds nothing. */
import { COMMON_WORDS } from '../../workflow/search-profile/search-words.ts'
import type { EntryTest, Ranking } from '../ranking.ts'
import { findNearest } from '../terms/closeness.ts'
import { tokenize } from '../terms/words.ts'
import { ITEM_SHIFT } from './cells.ts'
import type { SmartData } from './smart-index.ts'

/** Each word is compared with the whole vocabulary; a hint needs no more of a long query. */
const HINTED_WORDS = 5
/** Words that share less than this would only confuse. */
const LEAST_CLOSENESS = 0.35
/** Nobody finds anything by them. */
const COMMON: ReadonlySet<string> = new Set(COMMON_WORDS)

export function createNearestFinder(
  { vocabulary, cells }: SmartData,
  isAccepted: (item: number, accept: EntryTest | undefined) => boolean,
): Ranking['nearestTerms'] {
  return (query, limit, accept) => {
    const isFound = (word: number): boolean =>
      !COMMON.has(vocabulary.wordAt(word)) &&
      cells.all
        .subarray(cells.starts[word], cells.starts[word + 1])
        .some((cell) => isAccepted(cell >>> ITEM_SHIFT, accept))
    const nearest = [...new Set(tokenize(query))]
      .slice(0, HINTED_WORDS)
      .flatMap((word) => findNearest(word, vocabulary.words, limit, { accept: isFound }))
      .filter(({ closeness }) => closeness >= LEAST_CLOSENESS)
      .sort((left, right) => right.closeness - left.closeness)
      .map(({ position }) => vocabulary.wordAt(position))
    return [...new Set(nearest)].slice(0, limit)
  }
}
