/**
 * A ranking over an older catalog that shows what is there now: what is not offered any more is not found, and what
 * has changed is shown, and judged by the filters, as it is.
 */
import type { CatalogEntry } from './catalog.ts'
import type { RankedItem, Ranking } from './ranking.ts'

/** `present` is what an entry of the ranking is now; null: it is gone. */
export function presentRanking(
  ranking: Ranking,
  present: (entry: CatalogEntry) => CatalogEntry | null,
): Ranking {
  const ranked = new Map<CatalogEntry, CatalogEntry>()

  function now(entry: CatalogEntry): CatalogEntry | null {
    const found = present(entry)
    if (found !== null && found !== entry) ranked.set(found, entry)
    return found
  }

  const acceptPresent =
    (accept: ((entry: CatalogEntry) => boolean) | undefined) =>
    (entry: CatalogEntry): boolean => {
      const found = now(entry)
      return found !== null && (accept === undefined || accept(found))
    }

  return {
    search(query, { limit, offset, accept }) {
      const found = ranking.search(query, { limit, offset, accept: acceptPresent(accept) })
      const hits = found.hits.flatMap(({ entry, score }): RankedItem[] => {
        const shown = now(entry)
        return shown === null ? [] : [{ entry: shown, score }]
      })
      return { ...found, hits }
    },
    explain: (query, entry) => ranking.explain(query, ranked.get(entry) ?? entry),
    nearestTerms: (query, limit, accept) => ranking.nearestTerms(query, limit, acceptPresent(accept)),
  }
}
