import { useState } from 'react'
import type { InboxDetail, ItemCard, Outcome, Preview } from '../../../../preload/contract.ts'
import { Sentence } from '../../../items/sentence.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Tick } from '../../../ui/controls/tick.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Quotation } from '../../../ui/text/quote-chip.tsx'
import { isSame } from '../../../values/typed-fields.ts'
import { TypedValues } from '../../../values/typed-values.tsx'
import { words } from '../../../words.ts'
import { Identities } from '../card/identities.tsx'
import { RepeatNotice } from '../card/repeat-notice.tsx'
import { WhatNext } from '../card/what-next.tsx'
import { kindView } from '../kinds.ts'
import type { OutcomePreview } from './use-previews.ts'

/** The second gesture of a risky outcome, unlike the first: tick that one has read, then press. */
export function ConfirmDialog({
  item,
  outcome,
  ready,
  values,
  comment,
  preview,
  onConfirm,
  onClose,
}: {
  item: InboxDetail
  outcome: Outcome
  /** A press counts now. */
  ready: boolean
  /** What the person gives along. */
  values: InboxDetail['input']
  comment: string
  preview: OutcomePreview | undefined
  onConfirm: () => void
  onClose: () => void
}) {
  const [checked, setChecked] = useState(false)
  const whose = sayWhose(item, outcome, values)
  const warnings = warnOf(item.kind, outcome, preview?.data)
  return (
    <Dialog
      onClose={onClose}
      title={outcome.label}
      description={<Sentence parts={outcome.sentence.length > 0 ? outcome.sentence : item.sentence} />}
      onlyText
      actions={
        <>
          <Tick label={words.inbox.confirmCheck} checked={checked} onChange={setChecked} />
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button
            look={outcome.tone === 'refuse' ? 'danger' : 'solid'}
            disabled={!checked || !ready}
            onClick={onConfirm}
          >
            {outcome.label}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 py-1">
        <WhatNext preview={preview?.data} error={preview?.error ?? null} states={item.diagram.states} />
        {/* Before the values, which may be long: these are not to be missed. */}
        {outcome.tone === 'approve' ? <RepeatNotice item={item} /> : null}
        <Identities voters={item.voters} />
        {warnings.length > 0 ? <p className="text-risky">{warnings.join(' ')}</p> : null}
        {Object.keys(values).length > 0 ? (
          <section aria-label={whose}>
            <h3 className="mb-1 text-sm font-medium">{whose}</h3>
            <TypedValues
              schema={outcome.inputSchema ?? item.asked?.schema ?? null}
              values={values}
              against={null}
              how="nothing"
            />
          </section>
        ) : null}
        {comment.trim() ? <Quotation by={words.inbox.comment} text={comment.trim()} /> : null}
      </div>
    </Dialog>
  )
}

/** The agent's values are not called the person's own. */
function sayWhose(item: InboxDetail, outcome: Outcome, values: InboxDetail['input']): string {
  const { asked } = item
  if (asked === null || kindView(item).about === 'doubt' || outcome.tone !== 'approve')
    return words.inbox.yourAnswer(outcome.label)
  return isSame(values, asked.arguments) ? words.inbox.asked : words.inbox.edited
}

/**
 * Why an outcome is risky, and whether it is final where something runs: a verdict on an
 * interrupted run runs nothing, nor does an approval that others must give as well. Pure.
 */
export function warnOf(
  kind: ItemCard['kind'],
  outcome: Pick<Outcome, 'risk' | 'riskReason'>,
  preview: Pick<Preview, 'call' | 'steps' | 'asksFirst' | 'undoMs'> | undefined,
): string[] {
  const runs =
    kindView({ kind }).about !== 'doubt' &&
    preview !== undefined &&
    preview.asksFirst === undefined &&
    (preview.call !== null || preview.steps.some((step) => step.call !== null))
  return [
    outcome.risk === 'low' ? '' : words.inbox.risks[outcome.risk],
    outcome.riskReason,
    runs ? finality(preview.undoMs) : '',
  ]
    .filter(Boolean)
    .map((text) => (/[.!?]$/u.test(text) ? text : `${text}.`))
}

function finality(undoMs: number): string {
  return undoMs === 0 ? words.inbox.confirmText : words.inbox.confirmWindow(Math.ceil(undoMs / 1000))
}
