/** The definition of the specified ranking, run as it is written: every item, every time. */
import type { CatalogEntry } from '../../src/main/search/catalog.ts'
import { explainClassic, type Hit } from '../../src/main/search/classic/classic.ts'
import { tokenize } from '../../src/main/search/words.ts'
import { sumOf } from '../../src/renderer/features/search/trying/explain.ts'

/** All hits, best first. */
export function scanLiterally(entries: readonly CatalogEntry[], query: string): Hit[] {
  const isList = tokenize(query).length === 0
  return entries
    .map((entry) => ({ entry, score: isList ? 1 : sumOf(explainClassic(entry, query)) }))
    .filter(({ score }) => score > 0)
    .sort(
      (left, right) =>
        right.score - left.score || Buffer.compare(Buffer.from(left.entry.id), Buffer.from(right.entry.id)),
    )
}
