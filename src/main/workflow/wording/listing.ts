/** Several things in one sentence. Pure. */

/** `a`, `a or b`, `a, b or c`. */
export function listWith(word: 'and' | 'or', items: readonly string[]): string {
  const last = items.at(-1) ?? ''
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} ${word} ${last}`
}
