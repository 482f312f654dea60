/** One step of a run as one transaction. */

import type { AuditEntry } from '../../model/audit-event.ts'
import type { InboxItem } from '../../model/item.ts'
import type { Evidence, Run } from '../../model/run.ts'
import type { CallContext, RunSnapshot } from '../call-context.ts'
import type { Expectation } from '../ports.ts'
import { mayAsk } from '../submit/pending-limit.ts'
import type { OutcomeChange } from './apply-outcome.ts'
import { type CommittedRun, commitWithItems, expectRun } from './commit.ts'

/** What the first commit carries besides the step itself; nothing afterwards. */
export interface CommitExtras {
  audit: AuditEntry[]
  decided: InboxItem | null
  evidence: Evidence[]
}

export const NOTHING_PENDING: CommitExtras = { audit: [], decided: null, evidence: [] }

/**
 * Not ok: somebody else moved the run, or decided the item, first. `joins`: a run that it waited for has ended.
 * `limited`: nothing has happened in the step yet, and its client may have too many items already (R1.8).
 */
export async function commitStep(
  context: CallContext,
  before: RunSnapshot,
  step: OutcomeChange,
  pending: CommitExtras,
  { joins = false, limited = false }: { joins?: boolean; limited?: boolean } = {},
): Promise<CommittedRun> {
  return await commitWithItems(context, before.run, {
    expect: [
      ...expectations(before.run, pending.decided),
      ...(limited && step.settled.approvals.length > 0 ? mayAsk(context) : []),
    ],
    runs: [step.settled.run],
    decided: pending.decided,
    asked: step.settled.approvals,
    evidence: [...pending.evidence, ...step.evidence],
    audit: [...pending.audit, ...step.audit, ...step.settled.audit],
    because: 'The workflow went on without it.',
    status: 'withdrawn',
    step: joins ? 'joined' : step.held !== null ? 'parked' : step.failure !== null ? 'failed' : 'outcome',
  })
}

export function expectations(run: Run, decided: InboxItem | null): Expectation[] {
  const expect: Expectation[] = [expectRun(run)]
  if (decided !== null) expect.push({ kind: 'approval', id: decided.id, revision: decided.revision - 1 })
  return expect
}
