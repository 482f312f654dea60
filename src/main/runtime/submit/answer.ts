/** From what happened to the wire. */

import type { ResponseError, ResultStatus, WorkflowAnswer, WorkflowResponse } from '../../model/response.ts'
import type { Failure } from '../../model/run.ts'
import { respond } from '../../workflow/respond.ts'
import type { CallContext, RunSnapshot } from '../call-context.ts'

export function answer(
  operation: CallContext,
  loaded: RunSnapshot,
  status: ResultStatus,
  more: { message?: string | undefined; error?: ResponseError | undefined } = {},
): WorkflowAnswer {
  return {
    response: respond({
      ...loaded,
      principal: operation.who,
      now: operation.parts.clock.now(),
      status,
      message: more.message,
      error: more.error,
      chain: operation.chain,
      recorded: operation.recorded,
    }),
    content: operation.content,
    asOf: loaded.instance.updatedAt,
  }
}

export function bare(response: WorkflowResponse): WorkflowAnswer {
  return { response, content: [] }
}

export function errorOf(failure: Failure): ResponseError {
  return {
    code: failure.code,
    message: failure.message,
    ...(failure.transition === undefined ? {} : { attemptedTransition: failure.transition }),
    ...(failure.errorClass === undefined ? {} : { errorClass: failure.errorClass }),
    ...(failure.details === undefined ? {} : { details: failure.details }),
  }
}
