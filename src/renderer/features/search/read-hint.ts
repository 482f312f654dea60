const NEAREST = /^(.*?)\s*The nearest known words: ([^.]+)\.$/su

/** Takes the near words out of the sentence that an agent gets, so that each can be pressed. Pure. */
export function readHint(hint: string): { sentence: string; nearest: string[] } {
  const [, sentence, list] = NEAREST.exec(hint) ?? []
  if (sentence === undefined || list === undefined) return { sentence: hint, nearest: [] }
  return { sentence, nearest: list.split(', ').filter((word) => word !== '') }
}
