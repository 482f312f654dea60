/** What waits for a person. One closed list of kinds (R5.8); this version makes the first two and the last. */
import type { JsonObject } from './json.ts'

export const APPROVAL_KINDS = [
  'transition',
  'executor',
  'gate',
  'tool_change',
  'definition',
  'configuration',
  'elicitation',
  'interrupted',
] as const
export type ApprovalKind = (typeof APPROVAL_KINDS)[number]

export type ApprovalStatus = 'pending' | 'approved' | 'refused' | 'expired' | 'withdrawn'

export interface Decision {
  /** Principal id of the person. */
  by: string
  at: string
  /** Transition name, `approve`, `refuse`, or one of the verdicts on an interrupted run. */
  outcome: string
  comment: string
  arguments: JsonObject
  /** The hash of what was on screen (R5.2). */
  seen: string
}

export interface Approval {
  id: string
  kind: ApprovalKind
  workflowId: string
  definitionId: string
  /** State and version of the instance when the item was made. */
  state: string
  version: number
  /** For `executor`: the parked transition and its arguments; for `interrupted`: the claimed one. */
  transition: string | null
  arguments: JsonObject
  queue: string | null
  /** Client identity and principal id of who asked. */
  client: string
  requestedBy: string
  /** The rights of who asked: guards and branches are judged with these, not with those of who decides. */
  requesterRights: { roles: string[]; permissions: string[] }
  requestedAt: string
  deadlineAt: string | null
  status: ApprovalStatus
  decision: Decision | null
  /** Grows with every change of the item; decisions are written against it. */
  revision: number
}
