/** The buttons of what is about no step of a workflow (R5.8). */
import type { Outcome } from '../../../preload/contract.ts'
import {
  INBOX_ITEMS,
  type InboxItem,
  type OutcomeOf,
  type SubjectItem,
  type SubjectKind,
} from '../../model/item.ts'
import type { JsonSchema } from '../../model/json.ts'
import { isSubject, PASSING_KINDS } from '../../workflow/items/items.ts'
import type { RiskView } from '../rules/risk.ts'
import { author, type Button } from './kind.ts'

/** Of what was approved, and could not be carried out yet; null: it was. An answer to an open call has reached it at once. */
export function notYetInForce(item: InboxItem): string | null {
  if (!isSubject(item) || PASSING_KINDS.includes(item.kind)) return null
  return item.status === 'approved' && item.untold === true
    ? 'Approved, but it could not be written down yet, so it is not in force. That is tried again, at the latest when Countersign starts.'
    : null
}

/** What pressing a button does. */
export interface Effect extends RiskView {
  /** Beside the button, and before a risky one is confirmed; what it is about is named above it. */
  sentence: string
  /** Of what is filled in. */
  schema?: JsonSchema | null
}

export const NOTHING_CHANGES = { risk: 'low', riskReason: 'Everything stays as it is.' } as const

/** Where a button leads, as it stands beside it. The engine says that of an item of a run, and where there is nothing to decide any more. */
export function sayEffect({ sentence }: Outcome): string {
  return sentence.map(({ text }) => text).join('')
}

export function subjectOutcomes<Kind extends SubjectKind>(
  kind: Kind,
  item: Pick<SubjectItem, 'arguments'>,
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
