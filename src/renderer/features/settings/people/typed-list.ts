/** A list in a field of text. What a person types is a change of the list as it is now, not of one that was shown before. */

/** What was typed, and of which list. */
export interface TypedList {
  text: string
  of: readonly string[]
}

/** What stands in the field; null: nothing was typed. Pure. */
export function textOf(now: readonly string[], typed: TypedList | null): string {
  return typed !== null && isSame(typed.of, now) ? typed.text : listOf(now, typed).join(', ')
}

/** The list with what was typed; what was added or taken away elsewhere meanwhile stays so. Pure. */
export function listOf(now: readonly string[], typed: TypedList | null): string[] {
  if (typed === null) return [...now]
  const wanted = readList(typed.text)
  if (isSame(typed.of, now)) return wanted
  const kept = now.filter((entry) => wanted.includes(entry) || !typed.of.includes(entry))
  return [...new Set([...kept, ...wanted.filter((entry) => !typed.of.includes(entry))])]
}

/** Each once, in the order of the text. */
function readList(text: string): string[] {
  const entries = text.split(',').map((entry) => entry.trim())
  return [...new Set(entries.filter((entry) => entry !== ''))]
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
