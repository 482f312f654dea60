/** Two configurations that differ in a few places of their text, compared. */
import { expect } from 'vitest'
import { compareConfigurations } from '../../../src/main/config/reload/difference.ts'
import { loadText } from './load-text.ts'

/** What stands in the text first is replaced, one after the other. */
export type Edits = readonly (readonly [string, string])[]

export async function comparePair(yaml: string, edits: Edits) {
  const changed = edits.reduce((text, [from, to]) => {
    expect(text).toContain(from)
    return text.replace(from, () => to)
  }, yaml)
  const [before, after] = [await loadText(yaml), await loadText(changed)]
  return { ...compareConfigurations(before, after), sameHash: before.hash === after.hash }
}
