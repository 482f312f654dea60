import type { ItemCard, Outcome, Preview } from '../../../../preload/contract.ts'
import { words } from '../../../words.ts'

/**
 * Why an outcome is risky, and whether it is final where something runs: a verdict on an
 * interrupted run runs nothing, nor does an approval that others must give as well (`later`). Pure.
 */
export function warnOf(
  kind: ItemCard['kind'],
  outcome: Pick<Outcome, 'risk' | 'riskReason' | 'undoMs'>,
  preview: Pick<Preview, 'call' | 'steps'> | undefined,
  later = false,
): string[] {
  const runs =
    !later &&
    kind !== 'interrupted' &&
    preview !== undefined &&
    (preview.call !== null || preview.steps.some((step) => step.call !== null))
  return [
    outcome.risk === 'low' ? '' : words.inbox.risks[outcome.risk],
    outcome.riskReason,
    runs ? finality(outcome.undoMs) : '',
  ]
    .filter(Boolean)
    .map((text) => (/[.!?]$/u.test(text) ? text : `${text}.`))
}

function finality(undoMs: number): string {
  return undoMs === 0 ? words.inbox.confirmText : words.inbox.confirmWindow(Math.ceil(undoMs / 1000))
}
