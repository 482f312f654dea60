/** A step of which nobody knows whether it happened: a person is asked (R4.7). */
import type { AuditEntry } from '../../model/audit-event.ts'
import type { ItemOf } from '../../model/item.ts'
import { present } from '../../model/json.ts'
import { type Claim, claimOf, type Run } from '../../model/run.ts'
import { auditEntry, type CallContext, type RunSnapshot } from '../call-context.ts'
import { askedNow } from '../items/ask.ts'
import { commit, expectRun } from '../step/commit.ts'
import { refOf, rightsOf } from '../step/work.ts'
import { returnedBySetBack } from './set-back.ts'

/** In place of the step that the run has claimed; `isSetBack`: that is why nobody knows. */
export async function interrupt(
  context: CallContext,
  snapshot: RunSnapshot,
  isSetBack: boolean,
): Promise<RunSnapshot> {
  const claim = claimOf(snapshot.run)
  if (claim === null) return snapshot
  const { run, item, entry } = interruption(context, snapshot, claim, isSetBack)
  const batch = { expect: [expectRun(snapshot.run)], runs: [run], approvals: [item], audit: [entry] }
  await commit(context, batch, 'interrupted')
  return { ...snapshot, run }
}

function interruption(
  context: CallContext,
  snapshot: RunSnapshot,
  claim: Claim,
  isSetBack: boolean,
): { run: Run; item: ItemOf<'interrupted'>; entry: AuditEntry } {
  const asker = snapshot.run.goesOnFor ?? claim.by
  return {
    run: { ...snapshot.run, activity: { kind: 'interrupted', claim } },
    item: {
      ...askedNow(context, snapshot),
      kind: 'interrupted',
      step: refOf(claim),
      ...present({ client: asker.client }),
      requestedBy: asker.id,
      requesterRights: rightsOf(asker),
      deadlineAt: null,
      ...(isSetBack && { returned: returnedBySetBack(context) }),
    },
    entry: auditEntry(context, 'workflow.interrupted', snapshot.run.id, {
      transition: claim.transition,
      call: claim.call,
      since: claim.at,
    }),
  }
}
