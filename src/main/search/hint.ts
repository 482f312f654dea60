/** What to do when nothing matches: words for a model or a person. */
export interface Hint {
  hint: string
  nearestTerms: string[]
}

/** @param unfiltered how many items match when kind and tags are left out. */
export function makeHint(query: string, unfiltered: number, nearestTerms: string[]): Hint {
  if (unfiltered > 0) {
    const subject = query === '' ? 'No item has' : `Nothing matches "${query}" with`
    return {
      hint: `${subject} this kind and these tags; without them ${unfiltered} match.`,
      nearestTerms: [],
    }
  }
  if (query === '') return { hint: 'The catalog is empty.', nearestTerms: [] }
  if (nearestTerms.length === 0) {
    const hint = `Nothing matches "${query}", and no known word is near it. Try other words, or list everything.`
    return { hint, nearestTerms }
  }
  return {
    hint: `Nothing matches "${query}". The nearest known words: ${nearestTerms.join(', ')}.`,
    nearestTerms,
  }
}
