/** How many a list has, in words; of a search that is not at its end, how far it is. May import: words. */
import { words } from '../words.ts'

/** @param counted as `12 runs` */
export function sayCount(
  counted: string,
  { isSoFar, isSearching }: { isSoFar: boolean; isSearching: boolean },
): string {
  if (isSearching) return words.common.searching(counted)
  return isSoFar ? words.common.soFar(counted) : counted
}

/** More than this is cut there; the whole number then stands over the list. */
export const MOST_IN_BADGE = 999
