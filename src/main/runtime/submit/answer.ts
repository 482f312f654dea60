/** From what happened to the wire. */
import type { ResponseError, ResultStatus, WorkflowAnswer, WorkflowResponse } from '../../model/response.ts'
import type { Failure } from '../../model/run.ts'
import { discoveryLinks, respond, selfLink, waitLink } from '../../workflow/respond.ts'
import type { CallContext, RunSnapshot } from '../call-context.ts'

export function answer(
  context: CallContext,
  snapshot: RunSnapshot,
  status: ResultStatus,
  more: { message?: string | undefined; error?: ResponseError | undefined } = {},
): WorkflowAnswer {
  return {
    response: respond({
      ...snapshot,
      principal: context.who,
      connections: context.parts.catalog,
      now: context.parts.clock.now(),
      holdMs: context.parts.settings().holdMs,
      status,
      message: more.message,
      error: more.error,
      chain: context.chain,
      recorded: context.recorded,
    }),
    content: context.content,
    asOf: snapshot.run.updatedAt,
  }
}

/** After what was asked for. `isLeft`: but the gateway stops, and its step stays claimed for the next one. */
export function answerDone(
  context: CallContext,
  { snapshot, isLeft }: { snapshot: RunSnapshot; isLeft?: true },
  done: 'started' | 'executed',
): WorkflowAnswer {
  if (!isLeft) return answer(context, snapshot, done)
  const message =
    'Countersign stops before this step has ended. It does the step again when it runs; follow it with workflow.get.'
  return answer(context, snapshot, 'waiting_for_action', { message })
}

/** Where something waits that its links do not show: a call in the inbox. */
export function withWait(context: CallContext, given: WorkflowAnswer, { run }: RunSnapshot): WorkflowAnswer {
  const { response } = given
  if (response.links.some(({ rel }) => rel === 'self')) return given
  const wait = waitLink(run, context.parts.settings().holdMs)
  return { ...given, response: { ...response, links: [wait, ...response.links] } }
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

// ── While the gateway stops or hands over, nothing new is begun (R3.2).

export function drainingAnswer(workflowId?: string): WorkflowAnswer {
  const message = 'Countersign is about to stop and begins nothing new. Try again in a moment.'
  return bare({
    ...(workflowId === undefined ? {} : { workflowId }),
    result: { status: 'rejected', message },
    error: { code: 'GATEWAY_DRAINING', message },
    links: workflowId === undefined ? discoveryLinks() : [selfLink(workflowId)],
  })
}
