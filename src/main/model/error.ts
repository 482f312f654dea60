/** The closed list of codes that a caller can meet, and the fault that carries one. */
export const ERROR_CODES = [
  'STALE_WORKFLOW_VERSION',
  'ACTOR_MISMATCH',
  'GUARD_REJECTED',
  'INPUT_SCHEMA_VIOLATION',
  'INVALID_TRANSITION',
  'EXECUTOR_FAILED',
  'CHAIN_FAILED',
  'WORKFLOW_NOT_FOUND',
  'DEFINITION_NOT_FOUND',
  'CAPABILITY_NOT_FOUND',
  'INVALID_ARGUMENTS',
  'APPROVAL_DENIED',
  'APPROVAL_TIMED_OUT',
  'WORKFLOW_BUSY',
  'WORKFLOW_INTERRUPTED',
  'WORKFLOW_CANCELLED',
  'DEFINITION_CHANGED',
  'TOO_MANY_PENDING',
  'GATEWAY_DRAINING',
  'INTERNAL',
] as const
export type ErrorCode = (typeof ERROR_CODES)[number]

/** Failures that another attempt may get past. */
export const PASSING_FAILURES = ['timeout', 'transient_error', 'rate_limited', 'connection_error'] as const

/** How an executor failed; decides whether a retry can help. */
export type ErrorClass = (typeof PASSING_FAILURES)[number] | 'permanent'

/** A fault with a code from the closed list. Faces translate it once, at their edge. */
export class GatewayError extends Error {
  readonly code: ErrorCode
  readonly details: unknown
  constructor(code: ErrorCode, message: string, details?: unknown) {
    super(message)
    this.name = 'GatewayError'
    this.code = code
    this.details = details
  }
}

/** What a fault says; whatever else was thrown, as a text. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The code of a fault, as the system, the database or we gave it; empty: it has none. */
export function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
}

/** Whether a call was stopped because its time was up, by the reason of its signal. */
export function isTimeout(reason: unknown): boolean {
  return reason instanceof Error && reason.name === 'TimeoutError'
}
