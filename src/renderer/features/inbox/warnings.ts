import type { InboxItem, Outcome, Preview } from '../../../preload/contract.ts'
import { words } from '../../words.ts'

/** Why an outcome is risky, and that it is final where something runs: a verdict on an interrupted run runs nothing. Pure. */
export function warnOf(
  kind: InboxItem['kind'],
  outcome: Pick<Outcome, 'risk' | 'riskReason'>,
  preview: Pick<Preview, 'call' | 'steps'> | undefined,
): string[] {
  const runs =
    kind !== 'interrupted' &&
    preview !== undefined &&
    (preview.call !== null || preview.steps.some((step) => step.call !== null))
  return [
    outcome.risk === 'low' ? '' : words.inbox.risks[outcome.risk],
    outcome.riskReason,
    runs ? words.inbox.confirmText : '',
  ]
    .filter(Boolean)
    .map((text) => (/[.!?]$/u.test(text) ? text : `${text}.`))
}
