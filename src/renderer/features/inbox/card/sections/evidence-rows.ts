/** What a card shows of what was recorded. Pure. */
import type { InboxDetail } from '../../../../../preload/contract.ts'

type Evidence = InboxDetail['evidence'][number]

/** One decision is evidence of several kinds (R5.7), which rules tell apart; for a reader it happened once. */
export function evidenceRows(evidence: readonly Evidence[]): Evidence[] {
  const rows = new Map<string, Evidence>()
  for (const one of evidence) {
    const said = JSON.stringify([one.summary, one.by, one.at, one.version])
    if (!rows.has(said)) rows.set(said, one)
  }
  return [...rows.values()]
}
