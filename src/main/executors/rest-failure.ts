/** Requests that got no answer: a class, a sentence, and whether the effect may have happened. */
import type { ExecutionOutcome } from '../model/call.ts'
import type { ErrorClass } from '../model/error.ts'

type Failure = Extract<ExecutionOutcome, { ok: false }>

/** These fail before anything was sent. */
const NOT_SENT: Record<string, string> = {
  ECONNREFUSED: 'nothing answers at that address. Start the server, or correct the baseUrl',
  ENOTFOUND: 'the host is unknown. Correct the baseUrl, or check the network',
  EAI_AGAIN: 'the host could not be looked up. Check the network',
  EHOSTUNREACH: 'the host cannot be reached. Check the network',
  ENETUNREACH: 'the network of that host cannot be reached. Check the network',
  UND_ERR_CONNECT_TIMEOUT: 'the host did not answer in time. Check the network',
}
const CERTIFICATE = /^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_)/
const TOO_SLOW = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])

/** @param uncertain whether the request would have had an effect, had it arrived. */
export function describeUnanswered(name: string, error: unknown, uncertain: boolean): Failure {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  const code = codeOf(cause)
  const unreachable = NOT_SENT[code]
  if (unreachable !== undefined) return failure('connection_error', `${name}: ${unreachable}.`, false)
  if (CERTIFICATE.test(code)) {
    return failure('connection_error', `${name}: the server’s certificate was not accepted (${code}).`, false)
  }
  if (TOO_SLOW.has(code)) return failure('timeout', `${name}: the server did not answer in time.`, uncertain)
  const unknown = uncertain ? ' Whether it arrived is not known.' : ''
  const why = code === '' ? 'the connection failed' : `the connection failed (${code})`
  return failure(
    'connection_error',
    `${name}: ${why} before the whole answer was there.${unknown}`,
    uncertain,
  )
}

export function describeStop(name: string, signal: AbortSignal, uncertain: boolean): Failure {
  const timedOut = signal.reason instanceof Error && signal.reason.name === 'TimeoutError'
  const why = timedOut ? ', because it took too long' : ''
  const unknown = uncertain ? ' Whether it arrived is not known.' : ''
  return failure(
    timedOut ? 'timeout' : 'permanent',
    `${name} was stopped before it was answered${why}.${unknown}`,
    uncertain,
  )
}

function codeOf(cause: unknown): string {
  if (typeof cause !== 'object' || cause === null) return ''
  // Several addresses of one host were tried.
  if (cause instanceof AggregateError && cause.errors.length > 0) return codeOf(cause.errors[0])
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
}

function failure(errorClass: ErrorClass, message: string, uncertain: boolean): Failure {
  return { ok: false, errorClass, message, content: [], uncertain }
}
