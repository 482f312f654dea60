/** The buttons of what is about no step of a workflow (R5.8). */
import type { Outcome } from '../../../preload/contract.ts'
import type { SubjectItem } from '../../model/item.ts'
import type { JsonSchema } from '../../model/json.ts'
import type { RiskView } from '../rules/risk.ts'
import { author } from './kind.ts'

/** `names` as whoever asked has them, the first lets it through. `labels`: what they are called, where a name is no label. */
export function subjectOutcomes(
  item: SubjectItem,
  names: readonly string[],
  {
    labels,
    risk,
    riskReason,
    schema = null,
  }: RiskView & { labels: Record<string, string>; schema?: JsonSchema | null },
): Outcome[] {
  return names.map((outcome, place) => {
    const approves = place === 0
    return {
      name: outcome,
      label: labels[outcome] ?? LABELS[outcome] ?? outcome,
      description: null,
      tone: approves ? 'approve' : 'refuse',
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

const LABELS: Record<string, string> = { approve: 'Approve', refuse: 'Refuse' }
