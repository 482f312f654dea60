import { useState } from 'react'
import type { TrafficView } from '../../../../preload/contract.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Code } from '../../../ui/text/code.tsx'
import { QuoteChip } from '../../../ui/text/quote-chip.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { QueryActions } from '../trying/query-actions.tsx'
import { trafficWords as words } from './traffic-words.ts'

const MOST = 10
const MOST_SEEN = 6

/** Needs that agents searched for again and again, and started nothing. */
export function TrafficHunts({
  hunts,
  onAdd,
}: {
  hunts: TrafficView['hunts']
  onAdd: (query: string) => void
}) {
  const [all, setAll] = useState(false)
  if (hunts.length === 0) return <EmptyState title={words.noHunts}>{words.noHuntsText}</EmptyState>
  return (
    <div className="h-full overflow-y-auto">
      <p className="max-w-prose py-3 text-ink-muted">{words.huntsLead}</p>
      <ul aria-label={words.huntsList} className="flex flex-col divide-y divide-line border-t border-line">
        {(all ? hunts : hunts.slice(0, MOST)).map((hunt) => (
          <Hunt key={`${hunt.client} ${hunt.at} ${hunt.queries[0]}`} hunt={hunt} onAdd={onAdd} />
        ))}
      </ul>
      {all || hunts.length <= MOST ? null : (
        <Button className="my-3" onClick={() => setAll(true)}>
          {words.more(hunts.length)}
        </Button>
      )}
    </div>
  )
}

function Hunt({
  hunt: { client, at, queries, seen, sure },
  onAdd,
}: {
  hunt: TrafficView['hunts'][number]
  onAdd: (query: string) => void
}) {
  return (
    <li className="flex flex-col gap-2 py-3">
      <p data-count>
        <QuoteChip text={client} className="font-medium" />{' '}
        <span className="text-needs">{words.hunted(queries.length)}</span>
        <span className="text-ink-muted">
          , <Time at={at} />
        </span>
      </p>
      {sure ? null : <p className="text-sm text-ink-muted">{words.guessed}</p>}
      <ol aria-label={words.trail} className="flex flex-col gap-1 border-l-2 border-line-strong pl-3">
        {queries.map((query, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same query may come twice; the trail does not move
          <li key={place} className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="min-w-0 flex-1 basis-60">
              <QuoteChip text={query} />
            </span>
            <QueryActions query={query} onAdd={() => onAdd(query)} />
          </li>
        ))}
      </ol>
      <p className="text-sm text-ink-muted">
        {seen.length === 0 ? (
          words.seenNothing
        ) : (
          <>
            {words.seen}:{' '}
            {seen.slice(0, MOST_SEEN).map((id) => (
              <span key={id}>
                <Code>{id}</Code>{' '}
              </span>
            ))}
            {seen.length > MOST_SEEN ? words.hidden(seen.length - MOST_SEEN) : null}
          </>
        )}
      </p>
    </li>
  )
}
