/** The buttons of what is about no step of a workflow (R5.8). */
import type { Outcome } from '../../../preload/contract.ts'
import { INBOX_ITEMS, type OutcomeOf, type SubjectItem, type SubjectKind } from '../../model/item.ts'
import type { JsonSchema } from '../../model/json.ts'
import type { RiskView } from '../rules/risk.ts'
import { author, type Button } from './kind.ts'

/** Of what was approved, and could not be carried out yet; null: it was. */
export function notYetInForce({ status, untold }: SubjectItem): string | null {
  return status === 'approved' && untold === true
    ? 'Approved, but it could not be written down yet, so it is not in force. That is tried again, at the latest when Countersign starts.'
    : null
}

/** What pressing a button does. */
export interface Effect extends RiskView {
  sentence: string
  /** Of what is filled in. */
  schema?: JsonSchema | null
}

export const NOTHING_CHANGES: Effect = {
  sentence: 'Nothing changes',
  risk: 'low',
  riskReason: 'Everything stays as it is.',
}

export function subjectOutcomes<Kind extends SubjectKind>(
  kind: Kind,
  item: SubjectItem,
  buttons: Readonly<Record<OutcomeOf<Kind>, Button>>,
  effects: Readonly<Record<OutcomeOf<Kind>, Effect>>,
): Outcome[] {
  const names: readonly OutcomeOf<Kind>[] = INBOX_ITEMS[kind].outcomes
  return names.map((outcome) => {
    const { label, tone } = buttons[outcome]
    const { sentence, risk, riskReason, schema = null } = effects[outcome]
    return {
      name: outcome,
      label,
      description: null,
      tone,
      sentence: [author(sentence)],
      risk,
      riskReason,
      confirm: risk === 'high',
      inputSchema: schema,
      arguments: item.arguments,
    }
  })
}
