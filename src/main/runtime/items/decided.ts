/** An item with its decision, what the engine records of it, and how the log tells it. */
import { isDeepStrictEqual } from 'node:util'
import type { AuditEntry } from '../../model/audit-event.ts'
import type { NewEvidence } from '../../model/call.ts'
import type { Decision, HeldItem, InboxItem, ItemStatus, Vote } from '../../model/item.ts'
import type { JsonObject } from '../../model/json.ts'
import { humanName } from '../../model/principal.ts'
import type { ChangedArguments, Run } from '../../model/run.ts'
import type { MissingVotes } from '../../workflow/gates/gates.ts'
import { GATE_EVIDENCE } from '../../workflow/guards/evidence.ts'
import { argumentsOf, heldOf, stepOf, subjectName, workflowOf } from '../../workflow/items/items.ts'
import { auditEntry, type CallContext } from '../call-context.ts'
import type { DecideRequest } from '../runtime.ts'
import { seenIn } from './press.ts'

export interface DecisionRequest extends DecideRequest {
  /** The decision that is carried out now, and was made when it could still be taken back (R5.6). */
  due?: Decision
}

export function withDecision<Item extends InboxItem>(
  context: CallContext,
  approval: Item,
  request: DecisionRequest,
  status: ItemStatus,
  ran: JsonObject = request.arguments,
): Item {
  const { returned, ...rest } = approval
  // Only what every item may leave out is gone.
  const item = rest as Item
  const next = approval.revision + 1
  if (request.due !== undefined) {
    const { who, revision, ...decision } = request.due
    return { ...item, status, decision, revision: next }
  }
  const decision: Decision = {
    by: context.who.id,
    at: new Date(context.parts.clock.now()).toISOString(),
    outcome: request.outcome,
    comment: request.comment,
    arguments: ran,
    seen: seenIn(request.hash),
    runsAt: null,
    ...(request.lookedMs === undefined ? {} : { lookedMs: request.lookedMs }),
  }
  return { ...item, status, decision, revision: next }
}

export function decidedEntry(context: CallContext, approval: InboxItem): AuditEntry {
  const { decision } = approval
  return auditEntry(context, 'human.approval.decided', workflowOf(approval), {
    approvalId: approval.id,
    kind: approval.kind,
    ...aboutWhat(approval),
    outcome: decision?.outcome ?? null,
    comment: decision?.comment ?? '',
    seen: decision?.seen ?? null,
    status: approval.status,
    ...(approval.status === 'scheduled' ? { runsAt: decision?.runsAt ?? null } : {}),
    ...editOf(approval),
  })
}

/** One approval of several: nothing is decided yet. */
export function votedEntry(
  context: CallContext,
  approval: HeldItem,
  vote: Vote,
  missing: MissingVotes,
): AuditEntry {
  return auditEntry(context, 'human.approval.decided', approval.workflowId, {
    approvalId: approval.id,
    kind: approval.kind,
    ...aboutWhat(approval),
    outcome: 'approve',
    comment: vote.comment,
    seen: vote.seen,
    status: approval.status,
    missing: missing.people,
    ...(missing.atLeast ? { atLeast: true as const } : {}),
    ...editOf(approval),
  })
}

/** So that an entry says by itself what was decided about. */
function aboutWhat(approval: InboxItem): { transition?: string; about?: string } {
  const [step, about] = [stepOf(approval), subjectName(approval)]
  return {
    ...(step === null ? {} : { transition: step.transition }),
    ...(about === null ? {} : { about }),
  }
}

/** What was asked and what ran are both remembered (§4.6). */
function editOf(approval: InboxItem): { asked?: JsonObject; edited?: JsonObject } {
  const edited = heldOf(approval)?.edited
  return edited === undefined ? {} : { asked: argumentsOf(approval), edited: edited.arguments }
}

/** What of it ran, or is about to, otherwise than it was asked for; null: nothing. */
function changedArguments(item: InboxItem): ChangedArguments | null {
  const step = stepOf(item)
  const ran = heldOf(item)?.edited?.arguments
  if (step === null || ran === undefined) return null
  const asked = step.arguments
  const set = Object.entries(ran).filter(([name, value]) => !isDeepStrictEqual(asked[name], value))
  const without = Object.keys(asked).filter((name) => !Object.hasOwn(ran, name))
  if (set.length === 0 && without.length === 0) return null
  return { transition: step.transition, set: Object.fromEntries(set), without }
}

type PersonSaid = NonNullable<Run['personSaid']>

/** Of so many earlier calls an agent is told that they were changed. */
const MOST_CHANGES = 20

/** `before`: what was said last. What was changed of calls to which the agent has not gone on since is still to be told. */
export function saidOf(item: InboxItem, decision: Decision, before: PersonSaid | null): PersonSaid {
  const { by, outcome, comment, at } = decision
  const { changed: last, changedBefore: earlier = [] } = before ?? {}
  const now = changedArguments(item)
  const changed = now ?? last
  const changedBefore = now === null || last === undefined ? earlier : [...earlier, last]
  return {
    ...{ by, outcome, comment, at },
    ...(changed === undefined ? {} : { changed }),
    ...(changedBefore.length === 0 ? {} : { changedBefore: changedBefore.slice(-MOST_CHANGES) }),
  }
}

export function decisionEvidence(approval: InboxItem): NewEvidence {
  const { decision } = approval
  return choice('human_decision', approval.id, {
    by: decision?.by ?? '',
    outcome: decision?.outcome ?? '',
    comment: decision?.comment ?? '',
  })
}

/** Each person who approved is a witness of their own: `distinct` counts them (R5.7). */
export function voteEvidence(approval: InboxItem, votes: Vote[]): (NewEvidence & { by: string })[] {
  return votes.flatMap(({ by, comment }) =>
    GATE_EVIDENCE.map((kind) => ({
      ...choice(kind, approval.id, { by, outcome: 'approve', comment }),
      by,
    })),
  )
}

function choice(
  kind: string,
  requestId: string,
  { by, outcome, comment }: { by: string; outcome: string; comment: string },
): NewEvidence {
  const said = comment.trim() === '' ? '' : `: ${comment.trim()}`
  return {
    kind,
    summary: `${humanName(by)} chose ‘${outcome}’${said}`,
    data: { requestId, outcome, comment },
  }
}
