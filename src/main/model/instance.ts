/** A running workflow: one row, the truth. May import: model. */
import type { ErrorClass, ErrorCode } from './error.ts'
import type { JsonObject, JsonValue } from './json.ts'

export type InstanceStatus = 'running' | 'completed' | 'timed_out' | 'cancelled'

/** A link, name and reason of what failed last; shown by `get` until the next submit (R4.2). */
export interface Failure {
  code: ErrorCode
  message: string
  transition?: string
  errorClass?: ErrorClass
  details?: JsonValue
  /** Set when a chain or `onEnter` stopped: this transition may be submitted by hand at this version (R4.5). */
  recovery?: { transition: string; version: number }
}

/** The mark that a transition is being executed. Written before the effect, cleared with its outcome. */
export interface Claim {
  correlationId: string
  transition: string
  kind: 'transition' | 'onEnter' | 'chain'
  arguments: JsonObject
  /** Principal id, and the rights that branches are judged with when it is finished after a crash. */
  by: string
  roles: string[]
  permissions: string[]
  at: string
  /** Whether running it again after a crash is safe: no effect, or declared idempotent (R4.7). */
  repeatable: boolean
  /** What is being run, literally; for the person who must say whether it happened. */
  call: JsonValue
}

export interface Instance {
  id: string
  definitionId: string
  /** Content hash of the pinned definition; empty for `proxy_default`, whose catalog is live. */
  definitionHash: string
  definitionVersion: string
  state: string
  /** Starts at 1; plus one with every committed change of state (R4.1). */
  version: number
  status: InstanceStatus
  input: JsonObject
  context: JsonObject
  /** Client identity that started it (R1.6). */
  owner: string
  /** Principal id of who started it. */
  startedBy: string
  startedAt: string
  updatedAt: string
  deadlineAt: string | null
  claim: Claim | null
  /** Found at start with a claim that may not be repeated; a person must say what happened. */
  interrupted: boolean
  /** The state was entered and its `onEnter` and chain are still to run (R4.4). */
  todo: 'enter' | 'chain' | null
  failure: Failure | null
  /** What a person last decided and said; told to the agent until its next submit. */
  personSaid: { by: string; outcome: string; comment: string; at: string } | null
  /** Why it was cancelled, if it was. */
  endReason: string | null
}

export interface Evidence {
  id: string
  workflowId: string
  kind: string
  summary: string
  /** Principal id. */
  by: string
  at: string
  /** The version that the instance had when it was recorded. */
  version: number
  data: JsonValue
}

export function isClosed(instance: Instance): boolean {
  return instance.status !== 'running'
}
