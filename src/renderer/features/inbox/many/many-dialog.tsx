import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ManyPreview, ManyResult, Outcome } from '../../../../preload/contract.ts'
import type { DeskError } from '../../../gateway.ts'
import { ProofDialog } from '../../../proof/proof-dialog.tsx'
import { useCall, useLink, useSend } from '../../../queries.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Field, TextArea } from '../../../ui/controls/field.tsx'
import { Tick } from '../../../ui/controls/tick.tsx'
import { announce } from '../../../ui/feedback/announcer.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { QuoteChip } from '../../../ui/text/quote-chip.tsx'
import { words } from '../../../words.ts'
import { Identities } from '../card/identities.tsx'
import { TOO_SOON_MS } from '../dock/press.ts'
import { isAtDesk, sayUndecided } from '../dock/tell-decision.ts'
import { useSettledFor } from '../dock/use-settled-for.ts'
import { kindView } from '../kinds.ts'
import { listWords } from '../list/list-words.ts'
import { offerUndo } from '../undo/offer-undo.ts'
import { isOpen, type Press, useUndoable } from '../undo/undoable.ts'
import { ManyList } from './many-list.tsx'
import { ManyResults, sayResults } from './many-results.tsx'

/** The exact list before the press, and what came of each after it. */
export function ManyDialog({
  ids,
  outcome,
  onDecided,
  onClose,
}: {
  ids: string[]
  outcome: Outcome
  /** With those that were decided. */
  onDecided: (ids: string[]) => void
  onClose: () => void
}) {
  // What is on screen while it is decided, and afterwards, is what the press was about.
  const [taken, setTaken] = useState<ManyPreview | null>(null)
  const [proving, setProving] = useState(false)
  const [results, setResults] = useState<ManyResult[] | null>(null)
  const asked = useCall('inbox.previewMany', { ids, outcome: outcome.name }, { enabled: taken === null })
  // All of them are of one definition: its titles serve for each.
  const example = useCall('inbox.item', { id: ids[0] ?? '' })
  const send = useSend('inbox.decideMany')
  const queries = useQueryClient()
  const you = useCall('people.list', {}).data?.you ?? null
  /** It may be closed while it is decided. */
  const here = useRef(true)
  useEffect(
    () => () => {
      here.current = false
    },
    [],
  )
  const [comment, setComment] = useState('')
  const [read, setRead] = useState<string | null>(null)
  const shown = taken ?? asked.data
  const able = (shown?.items ?? []).flatMap(({ item, preview }) =>
    preview === null ? [] : [{ item, hash: preview.hash }],
  )
  const appearance = able.map(({ item, hash }) => `${item.id} ${hash}`).join('\n')
  const changed = useChanged(appearance, asked.data !== undefined && taken === null)
  const settled = useSettledFor(TOO_SOON_MS, appearance)
  const ready = useLink() && settled && able.length > 0 && asked.data !== undefined && !send.isPending
  const confirmed = shown?.confirm !== true || read === appearance

  function decide(): void {
    if (!ready || !confirmed || shown === undefined) return
    setTaken(shown)
    send
      .mutateAsync({
        outcome: outcome.name,
        comment: comment.trim(),
        items: able.map(({ item, hash }) => ({ id: item.id, hash })),
      })
      .then(
        ({ results: came }) => {
          setResults(came)
          announce(sayResults(came))
          const press = pressOf(outcome.label, came)
          if (press !== null && isAtDesk(queries, you)) useUndoable.getState().add(press)
          if (here.current) onDecided(came.filter(({ ok }) => ok).map(({ id }) => id))
          else if (isAtDesk(queries, you)) tellMany(outcome.label, came)
        },
        (fault: DeskError) => {
          setTaken(null)
          if (here.current) setProving(fault.code === 'NEEDS_PROOF')
          else if (isAtDesk(queries, you))
            showToast(outcome.label, { tone: 'failed', detail: sayUndecided(outcome.label, fault) })
        },
      )
  }
  const label = listWords.many.decide(outcome.label, able.length)
  if (proving) {
    return (
      <ProofDialog
        label={label}
        onProved={() => {
          setProving(false)
          decide()
        }}
        onClose={() => setProving(false)}
      />
    )
  }
  if (results !== null && taken !== null) {
    return (
      <ManyResults
        label={outcome.label}
        taken={taken}
        results={results}
        onClose={() => {
          onClose()
          tellMany(outcome.label, results, true)
        }}
      />
    )
  }
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={listWords.many.title(outcome.label, able.length)}
      description={listWords.many.text}
      closeLabel={words.common.close}
      actions={
        <>
          {shown?.confirm === true && able.length > 0 ? (
            <Tick
              label={words.inbox.confirmCheck}
              checked={read === appearance}
              onChange={(checked) => setRead(checked ? appearance : null)}
            />
          ) : null}
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button
            look={outcome.tone === 'refuse' ? 'danger' : 'solid'}
            disabled={!ready || !confirmed}
            onClick={decide}
          >
            {send.isPending ? listWords.many.deciding : label}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 py-1">
        {changed ? (
          <p role="alert" className="text-needs">
            {listWords.many.changed}
          </p>
        ) : null}
        {send.error ? (
          <p role="alert" className="text-failed">
            {words.inbox.notDecided} {send.error.message}
          </p>
        ) : null}
        {asked.error && shown === undefined ? (
          <p role="alert" className="text-failed">
            {asked.error.message}
          </p>
        ) : shown === undefined ? (
          <Skeleton label={words.inbox.checking} lines={4} />
        ) : (
          <>
            <Totals count={able.length} totals={shown.totals} />
            <ManyList
              items={shown.items}
              tone={shown.tone}
              you={you}
              states={example.data?.diagram.states ?? []}
              changed={changed && taken === null}
            />
          </>
        )}
        <Identities voters={example.data?.voters ?? []} />
        {able.some(({ item }) => kindView(item).hasAgent) ? (
          <Field label={listWords.many.comment} hint={listWords.many.commentHint}>
            {(named) => (
              <TextArea
                {...named}
                rows={2}
                maxLength={10_000}
                value={comment}
                onChange={(event) => setComment(event.target.value)}
              />
            )}
          </Field>
        ) : null}
      </div>
    </Dialog>
  )
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

/** Null: all of it is over. */
function pressOf(label: string, results: readonly ManyResult[]): Press | null {
  const done = results.filter(({ ok }) => ok)
  const items = done.flatMap(({ id, window, goesOn }) => {
    if (window !== null) return [{ id, ...window }]
    const at = new Date().toISOString()
    return goesOn ? [{ id, decidedAt: at, runsAt: at }] : []
  })
  const [first] = items
  if (first === undefined) return null
  const failed = done.filter((result) => result.failed).length
  return { key: first.id, items, total: done.length, failed, told: { label, message: sayResults(results) } }
}

/** In a toast, with the way back; once the list was read only while there is one. */
function tellMany(label: string, results: readonly ManyResult[], isRead = false): void {
  const { list, undone } = useUndoable.getState()
  const message = sayResults(results, undone)
  const press = list.find(({ items }) => items.some(({ id }) => results.some((result) => result.id === id)))
  if (press !== undefined && isOpen(press)) offerUndo({ ...press, told: { label, message } })
  else if (!isRead) {
    const tone = results.every(({ ok, failed }) => ok && !failed) ? 'done' : 'failed'
    showToast(label, { tone, detail: message })
  }
}

/** Whether what is listed is not what was listed at first. */
function useChanged(appearance: string, known: boolean): boolean {
  const [first, setFirst] = useState<string | null>(null)
  useEffect(() => {
    if (known) setFirst((before) => before ?? appearance)
  }, [appearance, known])
  return known && first !== null && first !== appearance
}
