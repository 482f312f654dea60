/** An error that a person at the desk can act on; crosses as data (preload/contract). */
import type { DeskErrorCode, DeskErrorData } from '../../preload/contract.ts'
import type { Gateway } from '../gateway.ts'
import { type ErrorCode, GatewayError } from '../model/error.ts'
import type { JsonValue } from '../model/json.ts'

export class DeskFault extends Error {
  readonly data: DeskErrorData
  constructor(code: DeskErrorCode, message: string, details?: JsonValue) {
    super(message)
    this.name = 'DeskFault'
    this.data = details === undefined ? { code, message } : { code, message, details }
  }
}

const CODES: Partial<Record<ErrorCode, DeskErrorCode>> = {
  WORKFLOW_NOT_FOUND: 'NOT_FOUND',
  DEFINITION_NOT_FOUND: 'NOT_FOUND',
  CAPABILITY_NOT_FOUND: 'NOT_FOUND',
  INVALID_ARGUMENTS: 'INVALID_REQUEST',
  GATEWAY_DRAINING: 'OFFLINE',
}

/** What the window is told. Null: a bug, of which it learns nothing but a reference to the log. */
export function describeFault(fault: unknown): DeskErrorData | null {
  if (fault instanceof DeskFault) return fault.data
  if (!(fault instanceof GatewayError)) return null
  return { code: CODES[fault.code] ?? 'INTERNAL', message: fault.message }
}

export function requireWritable({ readOnly }: Pick<Gateway, 'readOnly'>): void {
  if (readOnly !== null) throw new DeskFault('REJECTED', readOnly)
}
