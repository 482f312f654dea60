import { useState } from 'react'
import type { SuggestionView } from '../../../preload/contract.ts'
import { EditDialog } from '../../editing/edit-dialog.tsx'
import { Sentence } from '../../items/sentence.tsx'
import { WhoName } from '../../items/who.tsx'
import { useCall } from '../../queries.ts'
import { Select } from '../../ui/controls/select.tsx'
import { Tick } from '../../ui/controls/tick.tsx'
import { Notice } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { QuoteChip } from '../../ui/text/quote-chip.tsx'
import { Time } from '../../ui/text/time.tsx'
import { attentionWords as words } from './words.ts'

const DAYS = ([7, 30, 90] as const).map((value) => ({ value: value as number, label: words.days[value] }))
const DAY_MS = 86_400_000

/** A rule that experience suggests: what it would have done first, then what is written. Opening it was the first gesture, saving it is the second. */
export function SuggestionDialog({
  gate,
  title,
  onClose,
  onSaved,
}: {
  gate: string
  title: string
  onClose: () => void
  onSaved: () => void
}) {
  const [days, setDays] = useState(30)
  const [until, setUntil] = useState(endIn(30))
  /** The list that the person says to have read. */
  const [read, setRead] = useState<string | null>(null)
  // What was decided since it was last open counts, too.
  const { data, error, refetch } = useCall('attention.suggest', { gate }, { keptMs: 0 })
  const refused = data?.replay.refused ?? []
  const mustRead = refused.length > 0
  const appearance = [data?.rule, data?.replay.refusedInAll, ...refused.map(({ id }) => id)].join('\n')
  return (
    <EditDialog
      title={words.title(title)}
      edit={data === undefined ? null : { kind: 'suggestion', gate, until }}
      isBehind={mustRead && read !== appearance}
      confirm={words.save}
      said={{ ...words, saved: words.saved(until) }}
      tick={
        mustRead ? (
          <Tick
            label={words.read}
            checked={read === appearance}
            onChange={(checked) => setRead(checked ? appearance : null)}
          />
        ) : null
      }
      onSaved={onSaved}
      onPutBack={onSaved}
      onRefused={() => {
        // What is shown then was not read.
        setRead(null)
        void refetch()
      }}
      onClose={onClose}
    >
      {data !== undefined ? (
        <Proof view={data} />
      ) : error ? (
        <Notice>
          {words.none}: {error.message}
        </Notice>
      ) : (
        <Skeleton label={words.working} lines={4} />
      )}
      {data === undefined ? null : (
        <div className="flex items-center gap-3">
          <span>{words.until}</span>
          <Select
            label={words.until}
            value={days}
            onChange={(value) => {
              setDays(value)
              setUntil(endIn(value))
            }}
            options={DAYS}
            className="w-36"
          />
          <span className="text-ink-muted tabular-nums">{words.lastDay(until)}</span>
        </div>
      )}
    </EditDialog>
  )
}

/** What was refused stands before everything else. */
function Proof({ view: { rule, replay } }: { view: SuggestionView }) {
  const { asked, isPartial, letThrough, refusedInAll, refused } = replay
  return (
    <>
      {refused.length === 0 ? null : (
        <Notice tone="failed">
          <p>{words.refused(refusedInAll)}</p>
          <ul className="my-1 flex flex-col gap-1">
            {refused.map((item) => (
              <li key={item.id} className="text-ink">
                <a
                  href={`#/inbox/${item.id}`}
                  className="underline decoration-line-strong underline-offset-2"
                >
                  <Sentence parts={item.sentence} />
                </a>{' '}
                <QuoteChip text={JSON.stringify(item.arguments)} />
                <span className="block text-sm text-ink-muted">
                  <WhoName id={item.by} />, <Time at={item.at} />
                  {item.comment === '' ? null : <>: “{item.comment}”</>}
                </span>
              </li>
            ))}
          </ul>
          {refusedInAll > refused.length ? <p>{words.more(refusedInAll - refused.length)}</p> : null}
        </Notice>
      )}
      <section aria-label={words.rule}>
        <p className="text-lg [overflow-wrap:anywhere]">{rule}</p>
      </section>
      <section aria-label={words.replay(asked, isPartial)}>
        <h3 className="text-sm font-semibold">{words.replay(asked, isPartial)}</h3>
        <p>
          {words.replayed(letThrough, asked)} {refused.length === 0 ? words.noRefused : null}
        </p>
      </section>
    </>
  )
}

/** As the configuration writes it. */
function endIn(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
}
