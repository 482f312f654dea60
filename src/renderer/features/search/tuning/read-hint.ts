const NEAREST = /The nearest known words: ([^.]+)\.$/u

/** The near words in the sentence that an agent gets, so that each can be pressed. Pure. */
export function nearestWords(hint: string): string[] {
  const [, list] = NEAREST.exec(hint) ?? []
  return list === undefined ? [] : list.split(', ').filter((word) => word !== '')
}
