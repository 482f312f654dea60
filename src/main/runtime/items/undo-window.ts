/**
 * A decision that lets something risky run can be taken back for a while (R5.6): it is durable at the press, with the
 * time at which it runs. Until then nobody else decides the item, and no deadline of it or of its run counts (R4.8).
 */
import type { HeldItem, InboxItem } from '../../model/item.ts'
import { ENGINE, type HumanPrincipal } from '../../model/principal.ts'
import type { Run } from '../../model/run.ts'
import { later } from '../../workflow/advance.ts'
import { votesMissing } from '../../workflow/gates/gates.ts'
import { holdsStep, isOfRun, workflowOf } from '../../workflow/items/items.ts'
import {
  auditEntry,
  beginCall,
  type CallContext,
  type RunSnapshot,
  type RuntimeParts,
  runsAbove,
} from '../call-context.ts'
import type { Batch, CommitResult } from '../ports.ts'
import { votesOfNow } from '../rights-now.ts'
import type { UndoResult } from '../runtime.ts'
import { commit, expectations, expectItem } from '../step/commit.ts'
import { ballotOf } from '../step/gates.ts'
import { reasonOf, triedOnce } from '../step/until-durable.ts'
import { othersOf, timeBackTo } from '../time/standing-still.ts'
import { decidedEntry } from './decision.ts'
import { revisionAtDecision } from './taken-back.ts'

export type ScheduledRun = { kind: 'scheduled'; approval: InboxItem } | { kind: 'conflict' }

/** `decided`: the item with the decision of `context.who`, one revision on. */
export async function schedule(
  context: CallContext,
  { run }: RunSnapshot,
  decided: InboxItem,
  windowMs: number,
): Promise<ScheduledRun> {
  const { decision } = decided
  const { who, parts, clockChanges } = context
  if (decision === null || who.kind !== 'human') throw new Error('Only what a person decided is put off.')
  const approval: InboxItem = {
    ...decided,
    status: 'scheduled',
    decision: {
      ...decision,
      runsAt: new Date(Date.parse(decision.at) + windowMs).toISOString(),
      // Whoever restarts the gateway finds no desk session in the database.
      who: { ...who, session: '' },
      revision: decided.revision,
    },
  }
  const batch: Batch = {
    expect: expectations(run, approval),
    approvals: [approval],
    audit: [decidedEntry(context, approval)],
  }
  // The clock was set since it began: when it runs would be a time of before.
  if (parts.clock.changes() !== clockChanges) return { kind: 'conflict' }
  const committed = await commit(context, batch, 'decided')
  return committed.ok ? { kind: 'scheduled', approval } : { kind: 'conflict' }
}

const TAKEN_BACK = 'It was taken back.'

/** Anybody at the desk may: it only ever keeps something from running. */
export async function undo(
  parts: RuntimeParts,
  who: HumanPrincipal,
  { approvalId, revision }: { approvalId: string; revision?: number },
): Promise<UndoResult> {
  const approval = await parts.store.approval(approvalId)
  if (approval === null) return { kind: 'not_found' }
  if (approval.status !== 'scheduled') return { kind: 'closed', approval }
  if (revision !== undefined && revision !== revisionAtDecision(approval))
    return { kind: 'decided_again', approval }
  parts.takenBack.note(approval, who)
  let result: UndoResult | null = null
  // The window ends with its time, and the process may end before: it is written as soon as that is possible.
  await triedOnce(parts, approvalId, parts.draining, async () => {
    try {
      result = await writeTakenBack(parts, approvalId)
    } catch (fault) {
      result = { kind: 'unsaved', approval, reason: reasonOf(fault) }
      throw fault
    }
  })
  // Somebody else wrote the item meanwhile.
  return result ?? (await undo(parts, who, { approvalId, revision: revisionAtDecision(approval) }))
}

/** Null: there is nothing to write any more. Where it cannot be written, whoever looks at the item is told. */
export async function writeTakenBack(parts: RuntimeParts, approvalId: string): Promise<UndoResult | null> {
  for (;;) {
    const approval = await parts.store.approval(approvalId)
    if (approval?.status !== 'scheduled') {
      parts.takenBack.forget(approvalId)
      return null
    }
    const by = parts.takenBack.by(approval)
    if (by === null) return null
    try {
      const { approval: open, committed } = await putBack(beginCall(parts, by), approval, TAKEN_BACK)
      if (committed.ok) return { kind: 'undone', approval: open }
    } catch (fault) {
      parts.takenBack.refused(approval, reasonOf(fault))
      throw fault
    }
  }
}

/** The item is a question again, as it was before the decision; with the time that was left for it. */
export async function putBack(
  context: CallContext,
  approval: InboxItem,
  because: string,
): Promise<{ approval: InboxItem; committed: CommitResult }> {
  const { parts, who } = context
  const now = parts.clock.now()
  const { decision } = approval
  const run = isOfRun(approval) ? await parts.store.run(approval.workflowId) : null
  const family = run === null ? [] : [run, ...(await runsAbove(parts, run))]
  const [top] = family.slice(-1)
  // Of two that are taken back at once each would leave it to the other to give time back.
  const others = top === undefined ? [] : await othersOf(parts, top, [approval])
  const timeBack = await timeBackTo(context, family, [approval], decision)
  const open: InboxItem = {
    ...(holdsStep(approval) ? withoutTheirVotes(context, approval, run) : approval),
    status: 'pending',
    decision: null,
    returned: { by: who.id, at: new Date(now).toISOString(), because },
    deadlineAt:
      decision === null || approval.deadlineAt === run?.deadlineAt
        ? approval.deadlineAt
        : later(approval.deadlineAt, decision, now),
    revision: approval.revision + 1,
  }
  const committed = await commit(
    context,
    {
      expect: [approval, ...others].map(expectItem),
      timeBack,
      approvals: [open],
      audit: [
        auditEntry(context, 'human.approval.undone', workflowOf(approval), {
          approvalId: approval.id,
          outcome: decision?.outcome ?? null,
          decidedBy: decision?.by ?? null,
          because,
        }),
      ],
    },
    'undone',
  )
  if (committed.ok) parts.takenBack.forget(approval.id)
  return { approval: open, committed }
}

/**
 * Whoever takes it back does not approve it any more, nor whoever decided it. Where nobody took it back, and only the
 * approvals of others have come to be too few, theirs stays: they are not asked twice.
 */
function withoutTheirVotes({ who, parts }: CallContext, item: HeldItem, run: Run | null): HeldItem {
  const by = item.decision?.by
  const { gates, votes } = item.held
  if (who.id === ENGINE.id && run !== null) {
    const ballot = ballotOf(parts, run, item.requestedBy, gates)
    const standing = votesOfNow(parts, votes, ballot)
    if (votesMissing(ballot, standing).people > 0 && standing.some((vote) => vote.by === by)) return item
  }
  return withoutVotesOf(item, [by, who.id])
}

/** What only they would have run instead goes with their votes. */
function withoutVotesOf(item: HeldItem, people: (string | undefined)[]): HeldItem {
  const { edited, ...rest } = item.held
  const kept = edited === undefined || edited.by === item.decision?.by ? {} : { edited }
  const votes = rest.votes.filter(({ by }) => !people.includes(by))
  return { ...item, held: { ...rest, ...kept, votes } }
}
