import { useEffect, useState } from 'react'
import type { ManyPreview } from '../../../../preload/contract.ts'
import { ProofDialog } from '../../../proof/proof-dialog.tsx'
import { useCall, useGateway, useLink } from '../../../queries.ts'
import { useDesk } from '../../../state.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Field, TextArea } from '../../../ui/controls/field.tsx'
import { Kbd } from '../../../ui/controls/kbd.tsx'
import { useKeys } from '../../../ui/controls/keys.ts'
import { Tick } from '../../../ui/controls/tick.tsx'
import { announce } from '../../../ui/feedback/announcer.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { QuoteChip } from '../../../ui/text/quote-chip.tsx'
import { useSettling } from '../../../ui/use-settling.ts'
import { words } from '../../../words.ts'
import { cardWords } from '../card/card-words.ts'
import { Identities } from '../card/identities.tsx'
import { Note } from '../dock/decided-dock.tsx'
import { assignKeys } from '../dock/outcome-keys.ts'
import { kindView } from '../kinds.ts'
import { listWords } from '../list/list-words.ts'
import { decideMany, hashesOf, TOO_SOON_MS, tellResults } from '../press.ts'
import { changeMany, type ManyPress, useInbox } from '../state.ts'
import { useBatches, useStop } from './batches.tsx'
import { ManyList } from './many-list.tsx'
import { ManyResults, sayResults } from './many-results.tsx'

/** The exact list before the press, and what came of each after it. */
export function ManyDialog({
  many,
  onDecided,
  onClose,
}: {
  many: ManyPress
  /** With those that were decided. */
  onDecided: (ids: string[]) => void
  onClose: () => void
}) {
  const { outcome, step, taken } = many
  const gateway = useGateway()
  const { asked, shown, hashes, appearance, hasMoved, changed, settled } = useShownList(many)
  // All of them are of one definition: its titles serve for each.
  const example = useCall('inbox.item', { id: many.ids[0] ?? '' })
  const running = useBatches().find(({ batch }) => batch === many.batch)
  const stop = useStop()
  const isConnected = useLink()
  const ready = isConnected && settled && hashes.length > 0 && asked.data !== undefined && step !== 'send'
  const confirmed = shown?.confirm !== true || isPartOf(appearance, many.read)

  function decide(): void {
    if (!ready || !confirmed || shown === undefined) return
    stop.reset()
    void decideMany(gateway, shown, onDecided)
  }
  const singleKeys = useDesk((desk) => desk.singleKeys)
  const key = singleKeys ? (assignKeys(example.data?.outcomes ?? []).get(outcome.name) ?? null) : null
  useListKey(key, (layer) => {
    if (step !== 'list') return
    if (!isConnected) announce(words.frame.offlineHint[gateway.bridge.kind])
    else if (confirmed) decide()
    else layer.querySelector<HTMLElement>('footer input[type=checkbox]')?.focus()
  })
  // Before that is known there is no number, and none can be decided is no number either.
  const count = hashes.length === 0 ? null : hashes.length
  const label = count === null ? outcome.label : listWords.many.decide(outcome.label, count)
  if (step === 'prove') {
    return <ProofDialog label={label} onProved={decide} onClose={() => changeMany({ step: 'list' })} />
  }
  if (step === 'done' && taken !== null) {
    return (
      <ManyResults
        label={outcome.label}
        taken={taken}
        results={many.results}
        onClose={() => {
          onClose()
          tellResults(outcome.label, sayResults(many.results, useInbox.getState()), many.results, true)
        }}
      />
    )
  }
  const isSent = step === 'send'
  const faults = [many.fault, stop.error?.message, shown === undefined ? asked.error?.message : null]
  return (
    <Dialog
      wide
      onClose={onClose}
      title={count === null ? outcome.label : listWords.many.title(outcome.label, count)}
      description={isSent ? saySent(running) : sayList(shown, count)}
      actions={
        <>
          {shown?.confirm === true && hashes.length > 0 ? (
            <Tick
              label={words.inbox.confirmCheck}
              checked={confirmed}
              onChange={(checked) => changeMany({ read: checked ? appearance : null })}
            />
          ) : null}
          <Button onClick={onClose}>{isSent ? words.common.close : words.common.cancel}</Button>
          {isSent && hashes.length > 1 ? (
            <StopButton stop={stop} isStopped={running?.isStopped === true} batch={many.batch} />
          ) : null}
          <Button
            look={outcome.tone === 'refuse' ? 'danger' : 'solid'}
            disabled={!ready || !confirmed}
            onClick={decide}
          >
            {isSent ? sayDeciding(running) : label}
            {key === null || isSent ? null : <Kbd>{key}</Kbd>}
          </Button>
        </>
      }
    >
      <div data-many className="flex flex-col gap-4 py-1">
        <Notices changed={changed} hasMoved={hasMoved} faults={faults} />
        {shown === undefined ? (
          asked.error ? null : (
            <Skeleton label={words.inbox.checking} lines={4} />
          )
        ) : (
          <>
            <Totals count={hashes.length} totals={shown.totals} />
            <ManyList items={shown.items} states={example.data?.diagram.states ?? []} leftFirst={hasMoved} />
          </>
        )}
        <Identities voters={example.data?.voters ?? []} />
        {shown === undefined ? null : <Comment shown={shown} many={many} isUnsent={count === null} />}
      </div>
    </Dialog>
  )
}

/** What is shown before the press, or was pressed; whether it has changed since, and stands still for long enough. */
function useShownList({ ids, outcome, taken }: ManyPress) {
  const asked = useCall('inbox.previewMany', { ids, outcome: outcome.name }, { enabled: taken === null })
  const shown = taken ?? asked.data
  const appearance = (shown?.items ?? []).map(sayShown).join('\n')
  const whole = useWhole(appearance)
  const isOpen = asked.data !== undefined && taken === null
  const { settled } = useSettling(TOO_SOON_MS, whole)
  return {
    asked,
    shown,
    hashes: shown === undefined ? [] : hashesOf(shown),
    appearance,
    hasMoved: useChanged(appearance, isOpen),
    changed: useChanged(whole, isOpen),
    settled,
  }
}

/** The key that asked for the list decides it, with the focus in it: nothing lies above it then. */
function useListKey(key: string | null, press: (layer: Element) => void): void {
  const pressed = ({ target }: KeyboardEvent) => {
    const layer = target instanceof HTMLElement ? target.closest('[data-layer]') : null
    if (layer?.querySelector('[data-many]') != null) press(layer)
  }
  useKeys(key === null ? {} : { [key.toLowerCase()]: pressed }, { overLayers: true })
}

function sayList(shown: ManyPreview | undefined, count: number | null): string {
  return shown !== undefined && count === null ? listWords.many.none : listWords.many.text
}

function StopButton({
  stop,
  isStopped,
  batch,
}: {
  stop: ReturnType<typeof useStop>
  isStopped: boolean
  batch: ManyPress['batch']
}) {
  return (
    <Button disabled={stop.isPending || isStopped} onClick={() => stop.mutate({ batch })}>
      {listWords.many.stop}
    </Button>
  )
}

function Notices({
  changed,
  hasMoved,
  faults,
}: {
  changed: boolean
  hasMoved: boolean
  faults: (string | null | undefined)[]
}) {
  return (
    <>
      {changed ? (
        <p role="alert" className="text-needs">
          {listWords.many.changed}
        </p>
      ) : hasMoved ? (
        <p className="text-needs">{listWords.many.dropped}</p>
      ) : null}
      {faults.map((fault) =>
        fault == null ? null : (
          <p key={fault} role="alert" className="text-failed">
            {fault}
          </p>
        ),
      )}
    </>
  )
}

/** What is said with all of these decisions; what was written and goes nowhere any more can be copied. */
function Comment({ shown, many, isUnsent }: { shown: ManyPreview; many: ManyPress; isUnsent: boolean }) {
  const takesComment = shown.items.some(
    ({ item, preview }) => preview !== null && kindView(item).about !== 'subject',
  )
  return (
    <>
      {isUnsent && many.comment !== '' ? (
        <Note by={cardWords.unsent} text={many.comment} label={cardWords.copyUnsent} />
      ) : null}
      {takesComment ? (
        <Field label={listWords.many.comment} hint={listWords.many.commentHint}>
          {(named) => (
            <TextArea
              {...named}
              rows={2}
              maxLength={10_000}
              value={many.comment}
              onChange={(event) => changeMany({ comment: event.target.value })}
            />
          )}
        </Field>
      ) : null}
    </>
  )
}

type Batch = ReturnType<typeof useBatches>[number]

function saySent(running: Batch | undefined): string {
  return running?.isStopped ? listWords.many.stopped : listWords.many.sent
}

function sayDeciding(running: Batch | undefined): string {
  return running === undefined
    ? listWords.many.deciding
    : listWords.many.decidingOf(running.done, running.all)
}

/** What the numbers of all of them come to, before each is read by itself. */
function Totals({ count, totals }: { count: number; totals: ManyPreview['totals'] }) {
  if (totals.length === 0) return null
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-lg tabular-nums">
      <span>{listWords.many.count(count)}</span>
      {totals.map(({ name, total }) => (
        <span key={name}>
          <QuoteChip text={name} /> {listWords.many.total} <strong className="font-semibold">{total}</strong>
        </span>
      ))}
    </p>
  )
}

/** All that a person reads of what one of them would do; nothing of what is left out. */
function sayShown({ item, preview }: ManyPreview['items'][number]): string {
  return preview === null ? '' : [item.id, preview.hash, preview.stopsAt].join(' ')
}

/** Whether all that is listed was in the list before: a press on what is left of it decides nothing that was not read. */
function isPartOf(list: string, before: string | null): boolean {
  if (before === null) return false
  // What is left out has an empty line.
  const lines = new Set(['', ...before.split('\n')])
  return list.split('\n').every((line) => lines.has(line))
}

/**
 * The list as it was when something last came or changed in it. While somebody else decides one after the other of
 * the same items, what is left could otherwise never be pressed.
 */
function useWhole(list: string): string {
  const [whole, setWhole] = useState(list)
  const isPart = isPartOf(list, whole)
  if (!isPart) setWhole(list)
  return isPart ? whole : list
}

/** Whether what is listed is not what was listed at first. */
function useChanged(appearance: string, known: boolean): boolean {
  const [first, setFirst] = useState<string | null>(null)
  useEffect(() => {
    if (known) setFirst((before) => before ?? appearance)
  }, [appearance, known])
  return known && first !== null && first !== appearance
}
