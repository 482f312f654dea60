/** Kept searches in memory, in the order in which they came. May import: model, runtime/ports. */
import type { KeptSearch } from '../../model/kept-search.ts'
import type { Page, ResultPage, SearchFilter } from '../../runtime/ports.ts'
import { normalTime } from '../sqlite/paging.ts'
import { takePage } from './pages.ts'

/** By id. */
export type KeptSearches = Map<string, { place: number; search: KeptSearch }>

export function listSearches(
  kept: KeptSearches,
  filter: SearchFilter,
  page: Page,
): Omit<ResultPage<KeptSearch>, 'total'> {
  const from = filter.from === undefined ? null : normalTime(filter.from)
  const meant = [...kept.values()].filter(
    ({ search }) => (from === null || search.at >= from) && (!filter.followed || search.started.length > 0),
  )
  const { items, nextCursor } = takePage(
    meant,
    { keys: ({ place }) => [place], kinds: ['number'], direction: 'DESC' },
    page,
  )
  return {
    items: items.map(({ search }) => search),
    ...(nextCursor === undefined ? {} : { nextCursor }),
  }
}

export function keepSearch(kept: KeptSearches, search: KeptSearch): void {
  const place = kept.get(search.id)?.place ?? ([...kept.values()].at(-1)?.place ?? 0) + 1
  kept.set(search.id, { place, search })
}

export function forgetSearches(
  kept: KeptSearches,
  bounds: { before: string; most: number } | undefined,
): number {
  const before = kept.size
  if (bounds === undefined) kept.clear()
  else {
    const tooOld = normalTime(bounds.before)
    const tooMany = before - bounds.most
    for (const [index, { search }] of [...kept.values()].entries()) {
      if (index < tooMany || search.at < tooOld) kept.delete(search.id)
    }
  }
  return before - kept.size
}
