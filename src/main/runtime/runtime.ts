/**
 * The shell round the rules: load → decide → claim → execute → advance → commit → publish.
 * May import: model, workflow.
 */

import type { Definition } from '../model/definition.ts'
import type { StoredFacts } from '../model/guard.ts'
import type { CurrentGates, InboxItem } from '../model/item.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import type { DecisionPreview } from '../model/preview.ts'
import type { AgentPrincipal, HumanPrincipal, Principal } from '../model/principal.ts'
import type { Link, WorkflowAnswer } from '../model/response.ts'
import type { Run } from '../model/run.ts'
import type { MissingVotes } from '../workflow/gates/gates.ts'
import type { Items } from './items/item-handler.ts'
import type { TakenBack } from './items/taken-back.ts'
import type { Pauses, UnwrittenSteps } from './step/pauses.ts'
import type { TurnedAway } from './submit/turned-away.ts'

/** How a caller takes part in a call that lasts. */
export interface CallOptions {
  /** Aborted when the client cancels this call explicitly; a mere disconnect does not abort it (R4.6). */
  signal?: AbortSignal
  progress?: (update: { progress: number; total?: number; message?: string }) => void
  /** The call is a part of another one, and is audited as such. */
  correlationId?: string
  /** How long it is held while something else is waited for, in milliseconds; absent: `approvals.holdMs`. */
  holdMs?: number
  /** Of a run that it starts. */
  parallelLimit?: number
}

/**
 * What agents and people do with workflows. Rejections and failures are answers, in the wire format; only
 * bugs and a lost database throw.
 */
export interface Runtime {
  start(
    who: AgentPrincipal | HumanPrincipal,
    request: { definitionId: string; input: JsonObject },
    options?: CallOptions,
  ): Promise<WorkflowAnswer>
  submit(
    who: AgentPrincipal | HumanPrincipal,
    request: { workflowId: string; expectedVersion: number; transition: string; arguments: JsonObject },
    options?: CallOptions,
  ): Promise<WorkflowAnswer>
  /** `waitMs` 0–55 000. */
  get(
    who: Principal,
    request: { workflowId: string; waitMs?: number; sinceVersion?: number },
    options?: CallOptions,
  ): Promise<WorkflowAnswer>
  /** Where this caller finds what of theirs was cut off, and nobody has said of whether it happened: the last few. */
  cutOff(who: Principal): Promise<Link[]>
  /** The answer of `workflow.explain`, or the rejection. Without side effects. */
  explain(
    who: Principal,
    request: { definitionId?: string; workflowId?: string; transition?: string; state?: string },
  ): Promise<{ answer: JsonObject; isError: boolean }>
  cancel(who: Principal, request: { workflowId: string; reason: string }): Promise<WorkflowAnswer>

  /** What each button of an item would do, bound by a hash (R5.2). `read`: by whoever asks, just now. */
  previewDecision(
    who: HumanPrincipal,
    request: { approvalId: string; outcome: string; arguments: JsonObject },
    read?: ReadItem,
  ): Promise<DecisionPreview | null>
  decide(who: HumanPrincipal, request: DecideRequest): Promise<DecideResult>
  /** Which approvals of an item count as things are now; null where none are asked for. */
  standing(approval: InboxItem): Promise<CurrentGates | null>
  /** Takes back a decision that has not run yet (R5.6). `revision`: of the item with the decision that was seen. */
  undo(who: HumanPrincipal, request: { approvalId: string; revision?: number }): Promise<UndoResult>
  /** Gives an item to a person, or back to everybody. */
  assign(who: HumanPrincipal, request: { approvalId: string; to: string | null }): Promise<AssignResult>
  /** What guards rest on that the store holds; `run`: null for one that is about to start. */
  facts(about: { run: Run | null; definition: Definition }): Promise<StoredFacts>
  /** Items about no step of a workflow. */
  readonly items: Items
  /** What has happened outside and cannot be written down. */
  readonly unwritten: Pick<UnwrittenSteps, 'of' | 'all'>
  /** Decisions that somebody has taken back, which cannot be written down. */
  readonly takenBack: Pick<TakenBack, 'unsaved' | 'allUnsaved'>
  /** What claimed steps wait for. */
  readonly pauses: Pauses
  /** Agents that could not ask people, lately. */
  readonly turnedAway: Pick<TurnedAway, 'all' | 'dismiss'>

  /** Carries on what a crash left behind: repeats what is safe, marks the rest as interrupted. */
  recover(): Promise<void>
  /** Resolves when the store knows of what runs for this workflow: for whoever is about to name it. */
  begun(workflowId: string): Promise<void>
  /** The run as it is when nobody is ending it any more. */
  settledRun(workflowId: string): Promise<Run | null>
  /** How many steps are executing right now. */
  executing(): number
  /** Stops timers; what executes comes to its outcome, however long it takes, and no step follows. For good. */
  rest(): Promise<void>
  /** Stops timers and waits; lets what executes come to its outcome for at most `graceMs`. */
  close(graceMs: number): Promise<void>
}

export interface ReadItem {
  approval: InboxItem
  /** Null: of an item about no run, or it is not in the database any more. */
  run: Run | null
}

export interface DecideRequest {
  approvalId: string
  /** A transition's name, `approve`, `refuse`, or a verdict on an interrupted run. */
  outcome: string
  /** All of them, as they are on screen: for what an agent asked, those that it gave, or others that shall run. */
  arguments: JsonObject
  comment: string
  /** Of the preview that was on screen (R5.2). */
  hash: string
  /** For how long it had been there; absent: not known. */
  lookedMs?: number
}

export type DecideResult =
  /** The decision is durable; `answer` is what the transition came to, null for an item about no workflow. */
  | { kind: 'decided'; approval: InboxItem; answer: WorkflowAnswer | null }
  /** The approval is durable, and at least so many other people must approve before anything runs. */
  | { kind: 'voted'; approval: InboxItem; missing: MissingVotes }
  /** The decision is durable, and runs at its `runsAt` unless somebody takes it back (R5.6). */
  | { kind: 'scheduled'; approval: InboxItem }
  /** Something moved since the hash was made: show it again. */
  | { kind: 'changed' }
  /** Somebody was faster, or it was withdrawn or expired. */
  | { kind: 'closed'; approval: InboxItem }
  | { kind: 'not_allowed'; message: string }
  | { kind: 'not_found' }
  /** Arguments do not fit, or a guard failed. The item is still open. */
  | { kind: 'rejected'; message: string; details?: JsonValue }

export type UndoResult =
  /** The item waits for a decision again. */
  | { kind: 'undone'; approval: InboxItem }
  /** It does not run as long as this process lives, which tries to save that; a next one knows nothing of it. */
  | { kind: 'unsaved'; approval: InboxItem; reason: string }
  /** It has run, or ended; or there was no decision to take back. */
  | { kind: 'closed'; approval: InboxItem }
  /** The decision that was seen was taken back, and somebody has decided again since. */
  | { kind: 'decided_again'; approval: InboxItem }
  | { kind: 'not_found' }

export type AssignResult =
  | { kind: 'assigned'; approval: InboxItem }
  | { kind: 'closed'; approval: InboxItem }
  | { kind: 'not_found' }
