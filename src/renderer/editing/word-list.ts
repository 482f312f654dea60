/** Of one name or tag, in UTF-16 units; the contract takes no longer one. */
export const LONGEST_WORD = 80

/** The list with one more word at its end, unless it is empty, or there whatever its case. Pure. */
export function withWord(list: readonly string[], word: string): string[] {
  const tidy = tidyWord(word)
  if (tidy === '' || list.some((one) => one.toLowerCase() === tidy.toLowerCase())) return [...list]
  return [...list, tidy]
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
