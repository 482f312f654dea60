/**
 * What of the approvals so far still counts: a vote is about exactly what was on screen, so it ends with that, and
 * gates may have come since (R5.2, R5.4). Computes only; what it shows is what a press is then judged by.
 */
import type { CurrentGates, InboxItem } from '../../model/item.ts'
import { ENGINE } from '../../model/principal.ts'
import { holdsStep } from '../../workflow/items/items.ts'
import type { RuntimeParts } from '../call-context.ts'
import { complete } from '../load.ts'
import { hashHeld, proposedArguments, reviewHeld } from './review-held.ts'

/** Null: nothing is held back, or nobody decides it any more. */
export async function standingOf(parts: RuntimeParts, approval: InboxItem): Promise<CurrentGates | null> {
  if (!holdsStep(approval) || approval.status !== 'pending') return null
  const run = await parts.store.run(approval.workflowId)
  if (run === null) return null
  const snapshot = await complete(parts, run, ENGINE, approval.step.transition)
  const reviewed = reviewHeld(parts, snapshot, approval, proposedArguments(approval))
  const { votes } = reviewed.held
  if (votes.length === 0) return { gates: reviewed.gates, votes }
  const seen = hashHeld(parts, snapshot, approval, 'approve', reviewed)
  return { gates: reviewed.gates, votes: votes.filter((vote) => vote.seen === seen) }
}
