/** A list in a field of text, with commas between its entries; one that has a comma itself stands in quotes. What a person types is a change of the list as it is now, not of one that was shown before. */

/** What was typed, and of which list. */
export interface TypedList {
  text: string
  of: readonly string[]
}

/** What stands in the field; null: nothing was typed. Pure. */
export function textOf(now: readonly string[], typed: TypedList | null): string {
  return typed !== null && isSame(typed.of, now) ? typed.text : listOf(now, typed).map(writeEntry).join(', ')
}

/** The list with what was typed; what was added or taken away elsewhere meanwhile stays so. Pure. */
export function listOf(now: readonly string[], typed: TypedList | null): string[] {
  if (typed === null) return [...now]
  const wanted = readList(typed.text)
  if (isSame(typed.of, now)) return wanted
  const kept = now.filter((entry) => wanted.includes(entry) || !typed.of.includes(entry))
  return [...new Set([...kept, ...wanted.filter((entry) => !typed.of.includes(entry))])]
}

/** Quoted, to its end or to the end of what is typed so far; or all up to the next comma. */
const ENTRY = /\s*(?:"((?:[^"]|"")*)"?\s*(?=,|$)|([^,]*))(?:,|$)/gy

/** Each once, in the order of the text. Pure. */
export function readList(text: string): string[] {
  const entries = [...text.matchAll(ENTRY)].map(([, quoted, plain = '']) =>
    quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"').trim(),
  )
  return [...new Set(entries.filter((entry) => entry !== ''))]
}

/** So that reading it gives the same entry. */
function writeEntry(entry: string): string {
  return /^"|,/u.test(entry) ? `"${entry.replaceAll('"', '""')}"` : entry
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
