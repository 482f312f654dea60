/** The buttons of what is about no step of a workflow (R5.8). */
import type { Outcome } from '../../../preload/contract.ts'
import type { SubjectItem } from '../../model/item.ts'
import type { JsonSchema } from '../../model/json.ts'
import type { RiskView } from '../rules/risk.ts'
import { author, type ItemView } from './kind.ts'

/**
 * `names` as whoever asked has them; the first lets it through, and any other refuses (`ItemHandler`).
 * @throws Error for one that the kind does not have
 */
export function subjectOutcomes(
  item: SubjectItem,
  names: readonly string[],
  {
    buttons,
    risk,
    riskReason,
    schema = null,
  }: RiskView & { buttons: ItemView['buttons']; schema?: JsonSchema | null },
): Outcome[] {
  return names.map((outcome, place) => {
    const button = buttons[outcome]
    if (button === undefined) throw new Error(`An item of the kind ${item.kind} has no button ‘${outcome}’.`)
    const { label, tone } = button
    const approves = place === 0
    return {
      name: outcome,
      label,
      description: null,
      tone,
      sentence: [author(approves ? 'What is shown is used' : 'Nothing changes')],
      risk: approves ? risk : 'low',
      riskReason: approves ? riskReason : 'Everything stays as it is.',
      confirm: approves && risk === 'high',
      undoMs: 0,
      inputSchema: approves ? schema : null,
      arguments: item.arguments,
    }
  })
}
