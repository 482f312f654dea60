/** Of one name or tag, in UTF-16 units; the contract takes no longer one. */
export const LONGEST_WORD = 80

/** The list with one more word at its end, unless it is empty, or there whatever its case. Pure. */
export function withWord(list: readonly string[], word: string): string[] {
  const tidy = tidyWord(word)
  if (tidy === '' || list.some((one) => one.toLowerCase() === tidy.toLowerCase())) return [...list]
  return [...list, tidy]
}

/**
 * What a person does to the words of an item. Never the list as it was shown: that may be of before, and what somebody
 * took away meanwhile would come back.
 */
export interface WordEdits {
  added: readonly string[]
  taken: readonly string[]
}

export const NO_EDITS: WordEdits = { added: [], taken: [] }

/** The words of an item with a person's edits. Pure. */
export function editWords(now: readonly string[], { added, taken }: WordEdits): string[] {
  return added.reduce(
    withWord,
    now.filter((word) => !taken.includes(word)),
  )
}

/** One line without control characters or spaces around it, cut to what may be kept. Pure. */
export function tidyWord(word: string): string {
  let tidy = ''
  for (const character of word.replace(/[\s\p{Cc}]+/gu, ' ').trim()) {
    if (tidy.length + character.length > LONGEST_WORD) break
    tidy += character
  }
  return tidy.trim()
}

/** Whether two lists hold the same words in the same order. Pure. */
export function areSameWords(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((word, place) => word === other[place])
}
