/** A decision: exactly what a person saw, as one hash (R5.2), the item with it, and how it is remembered. */

import { isDeepStrictEqual } from 'node:util'
import type { AuditEntry } from '../../model/audit-event.ts'
import type { NewEvidence, Plan, PlannedCall } from '../../model/call.ts'
import type { Definition, Gate, Transition } from '../../model/definition.ts'
import type { Decision, HeldItem, InboxItem, ItemStatus, RunItem, Vote } from '../../model/item.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { DecisionBasis, DecisionPreview } from '../../model/preview.ts'
import { humanName } from '../../model/principal.ts'
import type { ChangedArguments, Run } from '../../model/run.ts'
import { callsIn, connectionOf, startedFrom, toolOf } from '../../workflow/executors/executors.ts'
import { type MissingVotes, undoWindowOf } from '../../workflow/gates/gates.ts'
import { GATE_EVIDENCE } from '../../workflow/guards/evidence.ts'
import {
  argumentsOf,
  heldOf,
  stepOf,
  subjectName,
  subjectOf,
  workflowOf,
} from '../../workflow/items/items.ts'
import { auditEntry, type CallContext, type RunSnapshot, type RuntimeParts } from '../call-context.ts'
import type { Catalog } from '../ports.ts'
import type { DecideRequest, DecideResult } from '../runtime.ts'

/** What would run, from which position of its plan on, and the gates before it; null: nothing. */
export interface SeenStep {
  plan: Plan
  from: number
  gates: Gate[]
}

/** All that a person sees of one button. */
export interface DecisionContent {
  approval: RunItem
  snapshot: RunSnapshot
  outcome: string
  arguments: JsonObject
  step: SeenStep | null
}

/** What is said of one button before it is pressed. */
export type PreviewContent = Omit<DecisionPreview, 'outcome' | 'hash' | 'basis' | 'asksFirst' | 'undoMs'>

export function decisionHash(parts: RuntimeParts, seen: DecisionContent): string {
  const { approval, snapshot, step } = seen
  const tools = toolsOf(parts.catalog, step?.plan.calls ?? [])
  const workflows = workflowsOf(parts, snapshot.definition)
  return parts.hash({
    item: approval.id,
    kind: approval.kind,
    outcome: seen.outcome,
    version: snapshot.run.version,
    definition: parts.hashDefinition(snapshot.definition),
    transition: stepOf(approval)?.transition ?? null,
    asked: argumentsOf(approval),
    arguments: seen.arguments,
    subject: subjectOf(approval),
    step: step as unknown as JsonValue,
    connections: step === null ? {} : connectionsOf(parts.catalog, step.plan.calls),
    ...(tools.length === 0 ? {} : { tools: tools.map(({ accepted }) => accepted) }),
    ...(workflows.length === 0
      ? {}
      : { workflows: Object.fromEntries(workflows.map(({ id, hash }) => [id, hash])) }),
  })
}

/** What the hash rests on beside what is shown of it, part by part, so that what has moved can be named. */
export function basisOf(parts: RuntimeParts, { approval, snapshot, step }: DecisionContent): DecisionBasis {
  const edited = heldOf(approval)?.edited
  return {
    version: snapshot.run.version,
    state: snapshot.run.state,
    definition: parts.hashDefinition(snapshot.definition),
    connections: step === null ? {} : connectionsOf(parts.catalog, step.plan.calls),
    tools: toolsOf(parts.catalog, step?.plan.calls ?? []),
    workflows: workflowsOf(parts, snapshot.definition),
    gates: step === null ? '' : parts.hash(step.gates as unknown as JsonValue),
    edited: edited === undefined ? null : { by: edited.by, at: edited.at },
    subject: parts.hash(subjectOf(approval)),
  }
}

/** The identity of each connection's configuration, in which its secrets stand by their names. */
function connectionsOf(
  catalog: Pick<Catalog, 'connectionHash'>,
  planned: readonly Pick<PlannedCall, 'call'>[],
): Record<string, string | null> {
  const calls = planned.flatMap(({ call }) => callsIn(call))
  const names = calls.flatMap((call) => connectionOf(call) ?? [])
  return Object.fromEntries(names.map((name) => [name, catalog.connectionHash(name)]))
}

/** The tools that it calls, as people have accepted them: what one does may be another thing since. */
function toolsOf(catalog: Catalog, planned: readonly PlannedCall[]): DecisionBasis['tools'] {
  const tools = planned.flatMap(({ call }) => callsIn(call)).flatMap((call) => toolOf(call) ?? [])
  return tools.flatMap(({ connection, tool }) => {
    const accepted = catalog.acceptedHash(connection, tool)
    return accepted === null ? [] : { connection, tool, accepted }
  })
}

/** The workflows that it, or one of those, may run as a step: only what is running is pinned, they are live. */
function workflowsOf(parts: RuntimeParts, definition: Definition): DecisionBasis['workflows'] {
  return [...startedFrom(definition, parts.catalog.workflow)].map(([id, other]) => ({
    id,
    title: other?.title ?? id,
    hash: other === null ? null : parts.hashDefinition(other),
  }))
}

// ── What a press is bound to: the hash of what was on screen (R5.2), and whether it was to run. Nobody who was
// told that others are still to be asked, or that it can be taken back, lets it run at once because that changed a
// moment before.

/** What a press that counts leads to. */
export interface PressEffect {
  /** Others must approve before anything runs (R5.7). */
  asksOthers: boolean
  /** For so many milliseconds it can be taken back, and nothing runs (R5.6). */
  undoMs: number
}

export const AT_ONCE: PressEffect = { asksOthers: false, undoMs: 0 }

/** `declared`: the transition that is let through; null: what is let through is none. `gates`: those that the press opens. */
export function effectOf(
  { settings }: Pick<RuntimeParts, 'settings'>,
  declared: Transition | null,
  asksOthers: boolean,
  gates: readonly Gate[] = [],
): PressEffect {
  return { asksOthers, undoMs: undoWindowOf(declared, settings().undoMs, gates) }
}

/** What a preview gives, and the press must carry. */
export function pressHash(seen: string, { asksOthers, undoMs }: PressEffect): string {
  return asksOthers ? `${seen}:asks` : undoMs > 0 ? `${seen}:undo-${undoMs}` : seen
}

/** Of what was on screen alone: what is remembered of a decision, and what votes of several people have in common. */
export function seenIn(hash: string): string {
  return hash.replace(/:.*/, '')
}

/** What is due was pressed when it was seen; it is only still to be the same. */
export function isAsSeen(
  { hash, due }: { hash: string; due?: Decision },
  seen: string,
  effect: PressEffect,
): boolean {
  return hash === (due === undefined ? pressHash(seen, effect) : seen)
}

// ── An item with its decision, what the engine records of it, and how the log tells it.

export interface DecisionRequest extends DecideRequest {
  /** The decision that is carried out now, and was made when it could still be taken back (R5.6). */
  due?: Decision
}

/** `conflict`: something moved meanwhile; look again. */
export type DecisionAttempt = DecideResult | { kind: 'conflict' }

export function hasNoOutcome(outcome: string): string {
  return `This item has no outcome ‘${outcome}’.`
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

/** `title`: what the button said. */
export function decisionEvidence({ id, decision }: InboxItem, title: string): NewEvidence {
  const { by = '', outcome = '', comment = '' } = decision ?? {}
  return said('human_decision', `${humanName(by)} chose ‘${title}’`, { requestId: id, outcome, comment })
}

/** Each person who approved is a witness of their own: `distinct` counts them (R5.7). */
export function voteEvidence({ id }: InboxItem, votes: Vote[]): (NewEvidence & { by: string })[] {
  return votes.flatMap(({ by, comment }) =>
    GATE_EVIDENCE.map((kind) => ({
      ...said(kind, `${humanName(by)} approved`, { requestId: id, outcome: 'approve', comment }),
      by,
    })),
  )
}

function said(
  kind: string,
  what: string,
  data: { requestId: string; outcome: string; comment: string },
): NewEvidence {
  const comment = data.comment.trim()
  return { kind, summary: comment === '' ? what : `${what}: ${comment}`, data }
}
