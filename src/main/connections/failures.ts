/** Turns what an MCP client throws into a class and a sentence. */
import {
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { quoteSaying } from '../workflow/wording/quote.ts'
import { describeOwnFailure, type Failure, failure, isAboutOwnResult } from './own-failures.ts'
import { ANSWER_UNREADABLE, STREAM_BROKEN } from './transports/transport.ts'

const SIGN_IN_NEEDED = 'The server answers only to somebody who has signed in. Sign in from the desk.'

/** Nobody has refused to renew a sign-in; it could not be asked for. The call that met it has not run. */
export class RenewalFailed extends Error {
  constructor(reason: string) {
    super(`The sign-in could not be renewed. ${reason}`)
  }
}

/** @param ending why the transport ended by itself, if it did. */
export function describeFailure(error: unknown, ending: string | null): Failure {
  if (error instanceof UnauthorizedError) return { ...failure('permanent', SIGN_IN_NEEDED), lost: true }
  if (error instanceof RenewalFailed) return { ...failure('connection_error', error.message), lost: true }
  if (error instanceof SdkHttpError) return describeHttp(error)
  if (error instanceof ProtocolError) return describeProtocol(error)
  if (error instanceof SdkError) return describeSdk(error, ending)
  return describeOwnFailure(error, ending)
}

function describeHttp(error: SdkHttpError): Failure {
  const answered = `The server answered HTTP ${error.status}${error.statusText ? ` ${quoteSaying(error.statusText)}` : ''}.`
  switch (error.status) {
    case 401:
    case 403:
      return failure('permanent', `${answered} Check the headers that the connection declares.`)
    case 404:
      return {
        ...failure('connection_error', `${answered} There is no MCP endpoint, or its session is over.`),
        lost: true,
      }
    case 301:
    case 302:
    case 307:
    case 308:
      return failure(
        'permanent',
        `${answered} Its address is another one by now: write the one to which this leads.`,
      )
    case 429:
      return failure('rate_limited', answered)
    case 503:
      return failure('transient_error', answered)
    default:
      if (error.status >= 500) return { ...failure('transient_error', answered), uncertain: true }
      return failure('permanent', answered)
  }
}

/** JSON-RPC errors about what was asked for, or how: nothing has begun. */
const REFUSALS = new Set([-32700, -32600, -32601, -32602, -32020, -32021, -32022, -32042])

function describeProtocol(error: ProtocolError): Failure {
  if (error.code === STREAM_BROKEN) {
    return { ...failure('connection_error', error.message), uncertain: true, lost: true }
  }
  if (error.code === ANSWER_UNREADABLE) return { ...failure('permanent', error.message), uncertain: true }
  const said = quoteSaying(error.message)
  if (REFUSALS.has(error.code) && !isAboutOwnResult(error.message))
    return failure('permanent', `The server refused: ${said}`)
  // Also that of a tool that broke off in the middle of its work.
  return { ...failure('permanent', `The server failed: ${said}`), uncertain: true }
}

function describeSdk(error: SdkError, ending: string | null): Failure {
  switch (error.code) {
    case SdkErrorCode.RequestTimeout:
      return { ...failure('timeout', 'The server did not answer in time.'), uncertain: true }
    case SdkErrorCode.ConnectionClosed:
      return {
        ...failure('connection_error', ending ?? 'The connection was closed before the answer came.'),
        uncertain: true,
        lost: true,
      }
    case SdkErrorCode.NotConnected:
    case SdkErrorCode.SendFailed:
      return { ...failure('connection_error', ending ?? 'The server is not connected.'), lost: true }
    default:
      // The server did answer, so it did something; only the answer cannot be read.
      return {
        ...failure(
          'permanent',
          `The server's answer is not what MCP prescribes: ${quoteSaying(error.message)}.`,
        ),
        uncertain: true,
      }
  }
}
