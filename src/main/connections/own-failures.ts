/** Turns what fails before or beside an MCP client into a class and a sentence; `failures.ts` knows what such a client throws, too. */
import { codeOf, type ErrorClass, GatewayError, isTimeout } from '../model/error.ts'
import { quoteSaying } from '../workflow/wording/quote.ts'
import type { CallToolResult } from './connection.ts'

export interface Failure {
  errorClass: ErrorClass
  message: string
  /** What was asked for may have happened. */
  uncertain: boolean
  /** The connection itself is gone or its session is: it has to be made anew. */
  lost: boolean
}

/** @param ending why the transport ended by itself, if it did. */
export function describeOwnFailure(error: unknown, ending: string | null): Failure {
  if (error instanceof GatewayError) return failure('permanent', error.message)
  if (ending !== null) return { ...failure('connection_error', ending), lost: true }
  return describeNetwork(error)
}

/** These fail before anything was sent. */
const NOT_SENT: Record<string, string> = {
  ECONNREFUSED: 'Nothing answers at that address. Start the server, or correct the url.',
  ENOTFOUND: 'The host of that address is unknown. Correct the url, or check the network.',
  EAI_AGAIN: 'The host of that address could not be looked up. Check the network.',
  EHOSTUNREACH: 'The host of that address cannot be reached. Check the network.',
  ENETUNREACH: 'The network of that address cannot be reached. Check the network.',
  ERR_INVALID_URL: 'That is not a web address. Correct the url.',
  CONNECT_TIMEOUT: 'The host of that address did not answer in time. Check the network.',
}

function describeNetwork(error: unknown): Failure {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  const code = codeOf(cause)
  const known = NOT_SENT[code]
  if (known !== undefined) return { ...failure('connection_error', known), lost: true }
  const text = cause instanceof Error ? cause.message : String(error)
  return {
    ...failure('connection_error', `The connection failed: ${quoteSaying(text)}.`),
    uncertain: true,
    lost: true,
  }
}

export function failure(errorClass: ErrorClass, message: string): Failure {
  return { errorClass, message, uncertain: false, lost: false }
}

/** @param uncertain the server was told, but nobody knows whether it had already done its work */
export function describeStop(signal: AbortSignal, uncertain: boolean): CallToolResult {
  return isTimeout(signal.reason)
    ? { ok: false, errorClass: 'timeout', message: 'The call took too long and was stopped.', uncertain }
    : {
        ok: false,
        errorClass: 'permanent',
        message: 'The call was stopped before its answer came.',
        uncertain,
      }
}

/** A server that finds its own result unfit says so with the code for arguments, or as its tool's error: the tool has run. */
export function isAboutOwnResult(message: string): boolean {
  return /^(?:MCP error -?\d+: )*(?:Invalid tools\/call result|Invalid task creation result|Output validation error)\b/.test(
    message,
  )
}
