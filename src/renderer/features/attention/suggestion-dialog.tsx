import { useState } from 'react'
import type { SuggestionView } from '../../../preload/contract.ts'
import { ActionDialog } from '../../action-dialog.tsx'
import { Written } from '../../editing/edit-dialog.tsx'
import { offerPutBack } from '../../editing/put-back.tsx'
import type { DeskError } from '../../gateway.ts'
import { Sentence } from '../../items/sentence.tsx'
import { WhoName } from '../../items/who.tsx'
import { useProof } from '../../proof/proof-dialog.tsx'
import { useBridge, useCall, useSend } from '../../queries.ts'
import { Select } from '../../ui/controls/select.tsx'
import { Tick } from '../../ui/controls/tick.tsx'
import { Notice } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { useIsOpen } from '../../ui/feedback/use-is-open.ts'
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
  const bridge = useBridge()
  const [days, setDays] = useState(30)
  const [until, setUntil] = useState(endIn(30))
  /** The list that the person says to have read. */
  const [read, setRead] = useState<string | null>(null)
  const proof = useProof(words.save, send)
  // What was decided since it was last open counts, too.
  const suggestion = useCall('attention.suggest', { gate }, { keptMs: 0 })
  const edit = { kind: 'suggestion' as const, gate, until }
  const preview = useCall(
    'configuration.preview',
    { edit },
    { enabled: suggestion.data !== undefined, keptMs: 0 },
  )
  const save = useSend('configuration.save')
  const isOpen = useIsOpen()
  const { refetch } = suggestion

  function send(): void {
    if (preview.data === undefined) return
    if (save.isPending) return
    save.mutateAsync({ edit, hash: preview.data.hash }).then(
      ({ undo }) => {
        // Whoever closes the dialog meanwhile has not called it back.
        offerPutBack(bridge, words.saved(until), { undo, words, onPutBack: onSaved })
        onSaved()
        if (isOpen.current) onClose()
      },
      (fault: DeskError) => {
        if (proof.isNeeded(fault)) return
        // What is shown then was not read.
        setRead(null)
        void refetch()
        void preview.refetch()
      },
    )
  }
  if (proof.dialog !== null) return proof.dialog
  const { data, error } = suggestion
  const refused = data?.replay.refused ?? []
  const mustRead = refused.length > 0
  const appearance = [data?.rule, data?.replay.refusedInAll, ...refused.map(({ id }) => id)].join('\n')
  const ready =
    preview.data !== undefined && preview.data.problems.length === 0 && (read === appearance || !mustRead)
  return (
    <ActionDialog
      wide
      onClose={onClose}
      title={words.title(title)}
      send={save}
      isReady={ready}
      confirm={words.save}
      onConfirm={send}
      tick={
        mustRead ? (
          <Tick
            label={words.read}
            checked={read === appearance}
            onChange={(checked) => setRead(checked ? appearance : null)}
          />
        ) : null
      }
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
        <>
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
          {preview.data === undefined ? null : <Written preview={preview.data} />}
          {preview.error ? <Notice tone="failed">{preview.error.message}</Notice> : null}
        </>
      )}
    </ActionDialog>
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
