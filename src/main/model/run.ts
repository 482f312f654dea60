/** A running workflow: one row, the truth. May import: model. */
import type { ErrorClass, ErrorCode } from './error.ts'
import type { JsonObject, JsonValue } from './json.ts'
import type { Rights } from './principal.ts'

export type RunStatus = 'running' | 'completed' | 'timed_out' | 'cancelled'

/** A link, name and reason of what failed last; shown by `get` until the next submit (R4.2). */
export interface Failure {
  code: ErrorCode
  message: string
  transition?: string
  errorClass?: ErrorClass
  details?: JsonValue
  /** It may have happened all the same. */
  uncertain?: true
  /** What it was to call is not declared any more, or switched off: nothing follows it, and whoever waits goes on waiting (R2.4). */
  gone?: true
  /** Set when a chain or `onEnter` stopped: this transition may be submitted by hand at this version (R4.5). */
  recovery?: { transition: string; version: number }
}

/** What of a workflow runs: a submitted transition, a state's `onEnter`, an automatic step, an `onTimeout`. */
export type StepKind = 'transition' | 'onEnter' | 'chain' | 'onTimeout'

/** In whose name something is done, with the rights of then. */
export interface Requester extends Rights {
  /** Principal id. */
  id: string
  /** Of an agent, the identity that its rights belong to. */
  client?: string
  /** As in a principal. */
  declared?: string
}

/** Which step of a run: what is planned, claimed or parked is about one. */
export interface StepRef {
  kind: StepKind
  transition: string
  arguments: JsonObject
  /** In whose name, and the rights that branches are judged with; also when somebody else finishes it. */
  by: Requester
}

/** A step that is written down with its run, because it runs or waits. */
interface StepMark extends StepRef {
  correlationId: string
  at: string
  /** Which call of the plan this is about; absent: the first one. */
  from?: number
  /** A call of the plan before that one may have happened. */
  uncertain?: true
}

/** A step that was accepted and waits without a claim: durable, never interrupted (R4.6). */
export interface ParkedStep extends StepMark {
  /** `gate`: of an automatic step (a submitted one is held by its item alone). `child`: another workflow runs. */
  on: 'gate' | 'child'
  /** Of the item, or of the child. */
  id: string
  /** How many automatic steps the chain had made before it. */
  stepsBefore?: number
  /** The client has cancelled the call that it belongs to: no fallback follows. */
  stopped?: true
}

/** The mark that a transition is being executed. Written before the effect, cleared with its outcome. */
export interface Claim extends StepMark {
  /** Whether running it again after a crash is safe: no effect, or declared idempotent (R4.7). */
  repeatable: boolean
  /** The same over attempts, fallbacks and a repetition after a crash; null: none. */
  idempotencyKey: string | null
  /** Content hashes of what a repetition would go through: connections and accepted tools; empty where it cannot matter. */
  connections?: Record<string, string | null>
  /** Before a call that may be repeated: what each gate asked for that was opened for it (`demandOf`). Absent: there was none. */
  gates?: string[]
  /** What is being run, literally; for the person who must say whether it happened. */
  call: JsonValue
}

/** What still runs by itself (R4.4): what a timeout declares, `onEnter`, the chain. */
export type Todo = 'timeout' | 'enter' | 'chain'

/** What a run is doing. */
export type Activity =
  | { kind: 'resting' }
  /** Nothing runs of it, and it is about to go on by itself. */
  | { kind: 'due'; todo: Todo }
  | { kind: 'claimed'; claim: Claim }
  /** Found at start with a claim that may not be repeated; a person must say what happened. */
  | { kind: 'interrupted'; claim: Claim }
  /** It waits without a claim. `todo`: what goes on after it. Another transition withdraws it (R4.6). */
  | { kind: 'parked'; step: ParkedStep; todo: Todo | null }

/** A step by which a run has moved on, which it has not by one that failed and leads nowhere then. */
export interface Firing {
  times: number
  /** Who fired it last, and when. Of agents the client alone proves anything. */
  by: Pick<Requester, 'id' | 'client'>
  at: string
}

export interface Run {
  id: string
  definitionId: string
  /** Content hash of the pinned definition; empty for `proxy_default`, whose catalog is live. */
  definitionHash: string
  definitionVersion: string
  state: string
  /** Starts at 1; plus one with every committed change of state (R4.1). */
  version: number
  status: RunStatus
  input: JsonObject
  context: JsonObject
  /** Client identity that started it (R1.6). */
  owner: string
  /** Principal id of who started it. */
  startedBy: string
  startedAt: string
  updatedAt: string
  deadlineAt: string | null
  /** By how many milliseconds the store has moved that since the run began. Absent: it has not. */
  deadlineMoved?: number
  activity: Activity
  /** Which gateway goes on with what it is doing, while that is claimed or due. Absent: whichever recovers it. */
  gateway?: string
  /** Who asked for what it is doing, while that is claimed, due or interrupted. Absent: nobody, as when its time was up. */
  goesOnFor?: Requester
  /** The workflow whose step this run is, and how many stand above it. */
  parent: { workflowId: string; depth: number } | null
  /** Of the steps that guards of its definition speak of, those that were fired, by name. */
  fired?: Readonly<Record<string, Firing>>
  /** The most branches that run at once in it, whatever its steps say (`run_workflow`). */
  parallelLimit?: number
  failure: Failure | null
  /** What a person last decided and said; told to the agent until its next submit. */
  personSaid: {
    by: string
    outcome: string
    comment: string
    at: string
    /** What was submitted and ran otherwise, since a person had edited it. */
    changed?: ChangedArguments
    /** The same of what ran before that, and the agent has not acted since. */
    changedBefore?: ChangedArguments[]
  } | null
  /** Why it was cancelled, if it was. */
  endReason: string | null
}

/** Of the arguments that were asked for, those that ran otherwise. */
export interface ChangedArguments {
  transition: string
  /** As they ran. */
  set: JsonObject
  /** Asked for, and left out. */
  without: string[]
}

export interface Evidence {
  id: string
  workflowId: string
  kind: string
  summary: string
  /** Principal id. */
  by: string
  at: string
  /** The version that the run had when it was recorded. */
  version: number
  data: JsonValue
}

type RunActivity = Pick<Run, 'activity'>

export const RESTING: Activity = { kind: 'resting' }

/** Null: nothing runs by itself. */
export function dueFor(todo: Todo | null): Activity {
  return todo === null ? RESTING : { kind: 'due', todo }
}

/** Also of what was interrupted. */
export function claimOf({ activity }: RunActivity): Claim | null {
  return activity.kind === 'claimed' || activity.kind === 'interrupted' ? activity.claim : null
}

export function parkedOf({ activity }: RunActivity): ParkedStep | null {
  return activity.kind === 'parked' ? activity.step : null
}

export function isInterrupted({ activity }: RunActivity): boolean {
  return activity.kind === 'interrupted'
}

const TODO: Record<StepKind, Todo | null> = {
  transition: null,
  onEnter: 'enter',
  chain: 'chain',
  onTimeout: 'timeout',
}

/** What is still to run by itself; while it runs, too. */
export function todoOf(run: RunActivity): Todo | null {
  const claim = claimOf(run)
  if (claim !== null) return TODO[claim.kind]
  return run.activity.kind === 'due' || run.activity.kind === 'parked' ? run.activity.todo : null
}

/**
 * What writers expect beside the version: what holds the run now; null: nothing. A claim by its correlation id, a
 * parked step by what it waits for: its correlation id is also that of the claim which follows it at the same version.
 * One that its client has stopped is another: nobody goes on with it as if it waited still.
 */
export function holderOf(run: RunActivity): string | null {
  const parked = parkedOf(run)
  if (parked !== null) return parked.stopped === true ? `${parked.id} stopped` : parked.id
  return claimOf(run)?.correlationId ?? null
}

/** Nothing runs, and nothing is about to run by itself. */
export function isAtRest({ activity }: RunActivity): boolean {
  return activity.kind === 'resting' || activity.kind === 'parked'
}

/** The step of the engine that has failed and can be submitted by hand, until the run moves on (R4.5); null: none. */
export function recoveryOf({ failure, version }: Pick<Run, 'failure' | 'version'>): string | null {
  const recovery = failure?.recovery
  return recovery?.version === version ? recovery.transition : null
}

export function isClosed(run: Pick<Run, 'status'>): boolean {
  return run.status !== 'running'
}

// ── Stored times that move, with nothing else of what they belong to.

/**
 * By how many milliseconds stored times move when the clock was set: `deadlines` those of running runs and open items,
 * with the times of the decisions about them; `windows` the times at which decisions run that can still be taken back.
 * Each item that is moved has a new revision.
 */
export interface TimeMoves {
  deadlines: number
  windows: number
}

/** The deadline of a run, if it has one, comes so much later, and with it those of the items that end with the run. */
export interface TimeBack {
  workflowId: string
  milliseconds: number
}
