/** An error that a person at the desk can act on; crosses as data (preload/contract). */
import type { DeskErrorCode, DeskErrorData } from '../../preload/contract.ts'
import { type ErrorCode, GatewayError } from '../model/error.ts'
import { isJsonObject, type JsonValue } from '../model/json.ts'

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

/** What the window is told. Null: a bug, see `describeAny`. */
export function describeFault(fault: unknown): DeskErrorData | null {
  if (fault instanceof DeskFault) return fault.data
  if (!(fault instanceof GatewayError)) return null
  const { code, message, details } = fault
  const known: DeskErrorData = { code: CODES[code] ?? 'INTERNAL', message }
  return isJsonObject(details) && typeof details.reason === 'string'
    ? { ...known, details: { reason: details.reason } }
    : known
}

/** What the work answers, or the sentence of why not. @throws what is a bug */
export async function orFault<Answer>(work: () => Promise<Answer>): Promise<Answer | string> {
  try {
    return await work()
  } catch (fault) {
    const error = describeFault(fault)
    if (error === null) throw fault
    return error.message
  }
}

/** The same; of a bug the window learns nothing but a reference to the log, which `report` answers with. */
export function describeAny(fault: unknown, report: (fault: unknown) => string): DeskErrorData {
  const known = describeFault(fault)
  if (known !== null) return known
  const reference = report(fault)
  return {
    code: 'INTERNAL',
    message: `Something went wrong inside Countersign. Its log has the details: ${reference}.`,
  }
}
