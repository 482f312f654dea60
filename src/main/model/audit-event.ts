/** Things worth remembering. Append-only, chained by SHA-256. May import: model. */
import type { ErrorClass, ErrorCode } from './error.ts'
import type { ItemKind, ItemStatus } from './item.ts'
import type { JsonObject, JsonValue } from './json.ts'
import type { RunStatus } from './run.ts'

/** Every kind of event, with its word for lists of them, in the order in which they are offered. */
export const AUDIT_EVENTS = {
  'workflow.started': 'Run started',
  'workflow.transitioned': 'Run went on',
  'workflow.completed': 'Run ended',
  'workflow.timed_out': 'Run timed out',
  'workflow.cancelled': 'Run cancelled',
  'workflow.interrupted': 'Run interrupted',
  'human.approval.requested': 'Person asked',
  'human.approval.decided': 'Person decided',
  'human.approval.undone': 'Decision undone',
  'human.approval.expired': 'Question expired',
  'human.approval.withdrawn': 'Question withdrawn',
  'gate.excepted': 'Ran without asking',
  'transition.requested': 'Step asked for',
  'transition.rejected': 'Step refused',
  'transition.branched': 'Branch chosen',
  'guard.evaluated': 'Guard evaluated',
  'executor.started': 'Call began',
  'executor.succeeded': 'Call succeeded',
  'executor.retrying': 'Call retried',
  'executor.failed': 'Call failed',
  'fallback.selected': 'Other way chosen',
  'chain.step': 'Step by itself',
  'chain.completed': 'Chain completed',
  'chain.failed': 'Chain stopped',
  'capability.discovered': 'Tools listed',
  'capability.changed': 'Tools changed',
  'capability.discovery_failed': 'Tools not listed',
  'search.performed': 'Search',
  'search.profile_applied': 'Search profile applied',
  'traffic.keeping': 'Search history turned on or off',
  'traffic.forgotten': 'Search history deleted',
  'session.opened': 'Desk opened',
  'session.switched': 'Person at the desk',
  'session.locked': 'Desk locked',
  'session.refused': 'Wrong PIN',
  'person.pin_set': 'PIN set',
  'person.pin_removed': 'PIN removed',
  'person.proved': 'PIN confirmed',
  'config.reloaded': 'Settings file applied',
  'config.rejected': 'Settings file has errors',
  'server.initialized': 'Countersign started',
  'client.token_created': 'Token created',
  'client.token_revoked': 'Token revoked',
  'client.connected': 'Client connected',
  'registry.saved': 'Registry saved',
  'registry.removed': 'Registry removed',
  'client.disconnected': 'Client disconnected',
  'trial.started': 'Server tried',
  'trial.ended': 'Server trial ended',
  'secret.stored': 'Secret stored',
  'secret.deleted': 'Secret deleted',
  'data.backed_up': 'Backup created',
  'clock.changed': 'Clock set',
  'workspace.created': 'Workspace created',
  'workspace.left': 'Workspace changed',
  'human.approval.assigned': 'Item assigned',
  'audit.pruned': 'Old entries removed',
  'sub_workflow.started': 'Other run started',
  'sub_workflow.completed': 'Other run ended',
  'sub_workflow.failed': 'Other run failed',
} as const

export type AuditEventType = keyof typeof AUDIT_EVENTS

export const AUDIT_EVENT_TYPES = Object.keys(AUDIT_EVENTS) as AuditEventType[]

/** What each kind of event holds; whoever writes one must give all of it. */
export interface AuditPayloads {
  /** `acceptedBy`, `acceptedAt`: whose the configuration is, whatever ended the gateway before it could log that. */
  'server.initialized': {
    version: string
    configuration: string
    configurationHash: string
    acceptedBy?: string
    acceptedAt?: string
  }
  /** `definitionHash`: not in a session of single calls, which keeps none; `capability`: only there. */
  'workflow.started': {
    definitionId: string
    definitionHash?: string
    input?: JsonObject
    state: string
    capability?: string
    /** Whose step it is. */
    parentId?: string
  }
  /** By a transition, or by what entering a state or a timeout has done, which has none. */
  'workflow.transitioned': Move & {
    transition?: string
    arguments?: JsonObject
    /** It failed, and went where `onFailure` says. */
    failed?: true
    onEnter?: true
    onTimeout?: true
  }
  'workflow.completed': { state: string; because?: 'idle' }
  'workflow.timed_out': Move & { deadlineAt: string | null; executing?: string }
  /** `executing`: the transition that ran when it was cancelled. */
  'workflow.cancelled': { state: string; version: number; reason: string | null; executing?: string }
  'workflow.interrupted': { transition: string; call: JsonValue; since: string }
  'transition.requested': { transition: string; version: number; arguments: JsonObject }
  /** `definitionId`: what could not be started. */
  'transition.rejected': {
    transition?: string | null
    definitionId?: string
    code: ErrorCode
    message: string
  }
  'transition.branched': { transition: string; branch: number; target: string }
  'guard.evaluated': { guard: string; passed: boolean; reason: string; saw: JsonObject }
  /** `gate`: where it is declared; `exception`: its id; `rule`: its guards, in words. */
  'gate.excepted': { transition: string; gate: string; rule: string[]; until: string; exception: string }
  'executor.started': { transition: string; kind: string; call: JsonValue }
  'executor.succeeded': {
    transition: string
    kind: string
    evidence: { id: string; kind: string; summary: string }[]
  }
  /** `attempt`: that which has failed, counted from 1; `delayMs`: until the next. */
  'executor.retrying': FailedAttempt & { attempt: number; maxAttempts: number; delayMs: number }
  /** `kind`: not where the call could not even be made. */
  'executor.failed': {
    transition: string
    kind?: string
    errorClass: ErrorClass
    message: string
    uncertain: boolean
  }
  /** `position`: in the plan. After a run that was started and did not succeed, `kind` is that of the way taken. */
  'fallback.selected': Pick<FailedAttempt, 'transition' | 'kind'> &
    Partial<FailedAttempt> & { position: number; call?: JsonValue }
  'chain.step': Move & { transition: string }
  'chain.completed': { steps: number; state: string }
  'chain.failed': { transition: string | null; message: string }
  'sub_workflow.started': { transition: string; childId: string; definitionId: string; depth: number }
  'sub_workflow.completed': ChildEnd
  'sub_workflow.failed': ChildEnd & { message?: string }
  'human.approval.requested': {
    approvalId: string
    kind: ItemKind
    state: string
    version: number
    transition?: string
    /** Of what belongs to no step, or is more than one: a server with its tool, a workflow, a file. */
    about?: string
    queue?: string
  }
  /** With `missing`, one approval of several: nothing is decided yet. `edited`: what ran in the place of `asked`. */
  'human.approval.decided': {
    approvalId: string
    kind: ItemKind
    transition?: string
    about?: string
    outcome: string | null
    comment: string
    seen: string | null
    status: ItemStatus
    missing?: number
    /** More may be missing: it depends on who they are. */
    atLeast?: true
    runsAt?: string | null
    asked?: JsonObject
    edited?: JsonObject
  }
  'human.approval.undone': {
    approvalId: string
    outcome: string | null
    decidedBy: string | null
    because: string
  }
  'human.approval.expired': { approvalId: string; because: string }
  'human.approval.withdrawn': { approvalId: string; because: string }
  /** Principal ids; null: nobody. */
  'human.approval.assigned': { approvalId: string; to: string | null; before: string | null }
  'capability.discovered': { connection: string; ids: string[] }
  'capability.changed': { connection: string; tool: string; change: 'new' | 'changed'; hash: string }
  'capability.discovery_failed': { connection: string; message: string }
  /** `before`, `after`: content hashes. */
  'config.reloaded': {
    path: string
    before: string
    after: string
    wordsOnly: boolean
    weaker: JsonValue
    changes: JsonValue
  }
  /** `errors`: how many; `problems`: the first of them. */
  'config.rejected': { path: string; errors: number; problems: Problem[] }
  /** What was asked for, redacted, and how much was found. */
  'search.performed': { [asked: string]: JsonValue; total: JsonValue }
  'search.profile_applied': {
    name: string
    before: string
    ranking: string
    queries: number
    ndcg10?: { before: number; after: number }
  }
  'traffic.keeping': { keep: boolean }
  'traffic.forgotten': { searches: number }
  /** The last entry that is gone. */
  'audit.pruned': { sequence: number; hash: string }
  'session.opened': Seat & { person: string | null }
  'session.switched': Seat & { from: string | null; person: string; proven: boolean }
  'session.locked': Seat & { person: string; because: string }
  'session.refused': Seat & { person: string; wrong: number; waitUntil?: string }
  'person.pin_set': Seat & { person: string }
  /** On the command line there is no desk. */
  'person.pin_removed': Partial<Seat> & { person: string }
  /** `by`: `pin`, or the kind of the system's own question. */
  'person.proved': Seat & { person: string; by: string }
  'client.token_created': { client: string; replaced: boolean }
  'client.token_revoked': { client: string }
  'client.connected': { client: string; file: string }
  'client.disconnected': { client: string; file: string }
  /** Started once, to see what it is. `target`: its command or address, `${…}` unfilled. */
  'trial.started': { server: string; target: string }
  'trial.ended': { server: string; outcome: string; tools: number }
  'registry.saved': { title: string; address: string }
  'registry.removed': { title: string; address: string }
  'secret.stored': { name: string }
  'secret.deleted': { name: string }
  'data.backed_up': { file: string }
  /** By how much it was set forward, or back where it is less than 0. */
  'clock.changed': { milliseconds: number }
  'workspace.created': { configuration: string }
  'workspace.left': { configuration: string }
}

/** `line` and `column` from 1. */
type Problem = { file: string; line: number; column: number; message: string }

type Move = {
  fromState: string
  toState: string
  version: number
}

/** `branch`: of a parallel executor. */
type FailedAttempt = {
  transition: string
  branch?: string
  kind: string
  errorClass: ErrorClass
  message: string
  uncertain: boolean
}

/** Without the last three the run is lost. */
type ChildEnd = {
  transition: string
  childId: string
  definitionId?: string
  state?: string
  status?: RunStatus
}

type Seat = {
  session: string
  origin: string
}

/** What belongs to no run, as whoever has it written down says it. */
export interface ToldEvent<Type extends AuditEventType> {
  /** Principal id. */
  actor: string
  eventType: Type
  payload: AuditPayloads[Type]
}

/** What the runtime writes; the store adds sequence and hashes when it commits. */
export interface AuditEntry {
  id: string
  timestamp: string
  workflowId: string | null
  correlationId: string | null
  /** Principal id. */
  actor: string
  eventType: AuditEventType
  /** As `AuditPayloads` has it, of this version or an earlier one. */
  payload: JsonObject
}

export interface AuditEvent extends AuditEntry {
  /** Position in the chain, from 1, without gaps. */
  sequence: number
  previousHash: string
  /** SHA-256 over the previous hash and the canonical JSON of the entry. */
  hash: string
}
