import type { SearchResult } from '../../../../preload/contract.ts'
import { resultWords as words } from './result-words.ts'

/** How a result stands against its place under what is live. */
export function Movement({
  result: { rank, liveRank },
}: {
  result: Pick<SearchResult, 'rank' | 'liveRank'>
}) {
  if (liveRank === null)
    return (
      <span className="text-xs font-medium text-running" title={words.isNew}>
        {words.newShort}
      </span>
    )
  const by = liveRank - rank
  if (by === 0) {
    return (
      <span className="text-xs text-ink-faint" title={words.stays}>
        <span aria-hidden>=</span>
        <span className="sr-only">{words.stays}</span>
      </span>
    )
  }
  const said = by > 0 ? words.up(by, liveRank) : words.down(-by, liveRank)
  return (
    <span className={`text-xs font-medium ${by > 0 ? 'text-done' : 'text-failed'}`} title={said}>
      <span aria-hidden>
        {by > 0 ? '▲' : '▼'}
        {Math.abs(by)}
      </span>
      <span className="sr-only">{said}</span>
    </span>
  )
}
