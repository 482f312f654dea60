/** The one shape that start, submit and get answer with (R4.2). Pure. */
import type { Definition } from '../model/definition.ts'
import type { ChainStep, Link, ResponseError, ResultStatus, WorkflowResponse } from '../model/response.ts'
import { type Evidence, isClosed, type Run } from '../model/run.ts'
import { stateOf } from './advance.ts'
import { sayCancelled } from './ending.ts'
import { discoveryLinks, type LinkFacts, linksFor, remedyLinks, selfLink } from './links.ts'

export interface Respond extends LinkFacts {
  status: ResultStatus
  message?: string | undefined
  error?: ResponseError | undefined
  chain?: ChainStep[]
  recorded?: Evidence[]
}

export function respond(request: Respond): WorkflowResponse {
  const { definition, run } = request
  const status = statusOf(request.status, run)
  const ending = status === 'cancelled' ? sayCancelled(run) : undefined
  const told = request.message ?? request.error?.message
  const message = ending === undefined || told === undefined ? (told ?? ending) : `${told} ${ending}`
  const guidance = guidanceOf(definition, run)
  const remedies = request.error === undefined ? [] : remedyLinks(request.error)
  const links = [...remedies, ...linksFor(request)]
  return {
    workflowId: run.id,
    definitionId: run.definitionId,
    state: run.state,
    version: run.version,
    ...(isClosed(run) ? { terminal: true as const } : {}),
    workflow: {
      id: run.id,
      definitionId: run.definitionId,
      definitionVersion: run.definitionVersion,
      state: run.state,
      version: run.version,
    },
    result: { status, ...(message === undefined ? {} : { message }) },
    context: run.context,
    ...(guidance === null ? {} : { guidance }),
    ...((request.chain ?? []).length === 0 ? {} : { chain: request.chain ?? [] }),
    ...((request.recorded ?? []).length === 0
      ? {}
      : { evidence: (request.recorded ?? []).map(({ kind, id, summary }) => ({ kind, id, summary })) }),
    ...(request.error === undefined ? {} : { error: request.error }),
    links: status === 'rejected' || status === 'failed' ? withSelf(links, run) : links,
  }
}

/** A rejection for which there is no run: nothing was created. `about`: what can be described. */
export function refuseStart(
  definitionId: string,
  error: ResponseError,
  about: string[] = [],
): WorkflowResponse {
  return {
    definitionId,
    result: { status: error.code === 'EXECUTOR_FAILED' ? 'failed' : 'rejected', message: error.message },
    error,
    links: [...remedyLinks(error, about), ...discoveryLinks()],
  }
}

export function notFound(workflowId: string): WorkflowResponse {
  const message = `There is no workflow ‘${workflowId}’. Use the workflowId of the answer to workflow.start.`
  return {
    workflowId,
    result: { status: 'rejected', message },
    error: { code: 'WORKFLOW_NOT_FOUND', message },
    links: discoveryLinks(),
  }
}

/** Terminal statuses override; a rejection or failure stays what it is. */
function statusOf(status: ResultStatus, run: Run): ResultStatus {
  if (status === 'rejected' || status === 'failed') return status
  return isClosed(run) && run.status !== 'running' ? run.status : status
}

function withSelf(links: Link[], run: Run): Link[] {
  return links.some((link) => link.rel === 'self') ? links : [...links, selfLink(run.id)]
}

function guidanceOf(definition: Definition, run: Run): NonNullable<WorkflowResponse['guidance']> | null {
  const state = stateOf(definition, run.state)
  if (state?.goal === undefined && state?.guidance === undefined) return null
  return {
    ...(state.goal === undefined ? {} : { goal: state.goal }),
    ...(state.guidance === undefined ? {} : { instructions: state.guidance }),
  }
}
