/** From what happened to the wire. */

import type { ResponseError, ResultStatus, WorkflowAnswer, WorkflowResponse } from '../../model/response.ts'
import { claimOf, type Failure } from '../../model/run.ts'
import { respond } from '../../workflow/respond.ts'
import type { CallContext, RunSnapshot } from '../call-context.ts'

const CUT_OFF =
  'The gateway stops before this step has ended. It does the step again when it runs; follow it with workflow.get.'

export function answer(
  context: CallContext,
  snapshot: RunSnapshot,
  status: ResultStatus,
  more: { message?: string | undefined; error?: ResponseError | undefined } = {},
): WorkflowAnswer {
  // Nothing of it goes on here any more: the gateway stops, and the next one does it again (R4.7).
  const isCutOff = (status === 'executed' || status === 'started') && claimOf(snapshot.run) !== null
  return {
    response: respond({
      ...snapshot,
      principal: context.who,
      now: context.parts.clock.now(),
      status: isCutOff ? 'waiting_for_action' : status,
      message: isCutOff ? CUT_OFF : more.message,
      error: more.error,
      chain: context.chain,
      recorded: context.recorded,
    }),
    content: context.content,
    asOf: snapshot.run.updatedAt,
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
